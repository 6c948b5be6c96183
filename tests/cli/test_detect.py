import json
import re

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest
from cli.command import driftline

from driftline import detectors
from driftline.cli.column_watch import BINS, ColumnWatch, Trace


def columns(rows=6_000, seed=1):
    """Heat rises half-way; the others stay."""
    rng = np.random.default_rng(seed)
    heat = rng.normal(20.0, 2.0, rows)
    heat[rows // 2 :] += 3.0
    return {"heat": heat, "load": rng.gamma(2.0, 3.0, rows)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = columns()
    table["state"] = np.where(table["heat"] > 20.0, "on", "off")
    pyarrow.csv.write_csv(pa.table(table), tmp_path / "sensor.csv")
    return tmp_path


def test_the_column_that_drifts_is_named_with_its_row_and_its_means(folder):
    told = json.loads(driftline("detect", "sensor.csv", "--json").stdout)
    drift, *_ = told["drifts"]

    assert told["columns"] == ["heat", "load", "state"]
    assert told["skipped"] == []
    assert {each["column"] for each in told["drifts"]} == {"heat", "state=off"}
    assert told["rows"] == 6_000
    assert drift["column"] == "heat"
    assert 3_000 <= drift["row"] < 3_200
    assert drift["before"] == pytest.approx(20.0, abs=0.2)
    assert drift["after"] == pytest.approx(23.0, abs=0.2)


def test_the_table_says_the_same(folder):
    shown = driftline("detect", "sensor.csv").output

    assert re.search(r"heat\W+3,[01]\d\d\W+20\.", shown)
    assert "load" not in shown


def shares(first, later, rows=6_000):
    """A column of names whose shares change half-way."""
    rng = np.random.default_rng(5)
    half = rows // 2
    return [*rng.choice(list(first), half, p=list(first.values())),
            *rng.choice(list(later), rows - half, p=list(later.values()))]  # fmt: skip


def test_a_value_that_becomes_more_frequent_is_named_with_its_shares(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    carrier = shares({"AA": 0.5, "UA": 0.3, "DL": 0.2}, {"AA": 0.2, "UA": 0.3, "DL": 0.5})
    pyarrow.csv.write_csv(pa.table({"carrier": carrier}), "flights.csv")

    told = json.loads(driftline("detect", "flights.csv", "--columns", "carrier", "--json").stdout)

    found = {each["column"]: each for each in told["drifts"]}
    assert set(found) == {"carrier=AA", "carrier=DL"}
    assert 3_000 <= found["carrier=AA"]["row"] < 3_300
    assert found["carrier=AA"]["before"] == pytest.approx(0.5, abs=0.05)
    assert found["carrier=AA"]["after"] == pytest.approx(0.2, abs=0.05)


def test_a_new_value_shows_among_the_others(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    carrier = shares({"AA": 0.6, "UA": 0.4}, {"AA": 0.6, "XX": 0.4}, rows=20_000)
    pyarrow.csv.write_csv(pa.table({"carrier": carrier}), "flights.csv")

    told = json.loads(driftline("detect", "flights.csv", "--json").stdout)

    (found,) = told["drifts"]
    assert found["column"] == "carrier: other values"
    assert found["before"] < 0.01
    assert found["after"] == pytest.approx(0.4, abs=0.05)


def test_times_and_free_text_are_passed_over_and_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    days = "".join(f"2024-01-{day:02},{day}\n" for day in range(1, 31))
    (tmp_path / "days.csv").write_text("day,heat\n" + days)

    result = driftline("detect", "days.csv")

    assert json.loads(driftline("detect", "days.csv", "--json").stdout)["skipped"] == ["day"]
    assert "passed over, as times and free text are: day" in result.stderr


def test_a_stable_file_has_no_drift_and_fails_no_script(folder):
    result = driftline("detect", "sensor.csv", "--columns", "load", "--fail-on-drift")

    assert result.exit_code == 0
    assert result.output == "sensor.csv: 6,000 rows, no drift\n"


def test_drift_fails_a_script_that_asks_for_it(folder):
    assert driftline("detect", "sensor.csv").exit_code == 0
    assert driftline("detect", "sensor.csv", "--fail-on-drift").exit_code == 3


def test_a_detector_of_ones_choice_says_what_it_says_in_python(folder):
    text = "KSWIN(alpha=0.0001, seed=1)"
    args = ["--columns", "heat", "--detector", text, "--raw", "--json"]
    told = json.loads(driftline("detect", "sensor.csv", *args).stdout)
    signals = detectors.KSWIN(alpha=0.0001, seed=1).update_many(columns()["heat"])

    assert [drift["row"] for drift in told["drifts"]] == np.flatnonzero(signals == 2).tolist()


def test_the_page_holds_every_column_and_a_mark_for_every_drift(folder):
    (folder / "sensor.csv").rename(folder / "<b>.csv")
    driftline("detect", "<b>.csv", "--report", "drift.html")
    page = (folder / "drift.html").read_text()

    assert page.count("<svg") == 4  # heat, load, state=off and other values of state
    assert page.count("<line") == 2
    assert "&lt;b&gt;.csv" in page
    assert "<b>" not in page
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["--columns", "hest"], "did you mean 'heat'"),
        (["--kind", "state=text", "--columns", "state"], "column 'state' is text, not numbers"),
        (["--detector", "ADWYN"], "did you mean 'ADWIN'"),
        (["--detector", "ADWIN(delta='small')"], "delta must be a number"),
        (["--report", "drift.pdf"], "does not end in .html"),
        (["--ignore", "heat,load,state"], "no column of numbers or names"),
    ],
)
def test_a_wrong_use_is_told(folder, args, part):
    result = driftline("detect", "sensor.csv", *args)

    assert result.exit_code == 2
    assert part in result.stderr


def test_an_infinite_value_is_named_with_its_row(folder):
    (folder / "bad.csv").write_text("a\n" + "1\n" * 9_000 + "inf\n")
    result = driftline("detect", "bad.csv")

    assert result.exit_code == 1
    assert "bad.csv: column 'a', row 9,000: the value is infinite" in result.stderr


def test_missing_values_are_passed_over_and_rows_keep_their_numbers():
    values = columns()["heat"]
    with_gaps = np.full(2 * len(values), np.nan)
    with_gaps[::2] = values
    whole = ColumnWatch("heat", detectors.ADWIN(preset="river"))
    gaps = ColumnWatch("heat", detectors.ADWIN(preset="river"))
    whole.take(values, 0)
    gaps.take(with_gaps, 0)

    assert gaps.rows == [2 * row for row in whole.rows]
    assert [(d.before, d.after) for d in gaps.drifts] == [(d.before, d.after) for d in whole.drifts]


@pytest.mark.parametrize("size", [1_000, 1_777])
def test_batches_change_nothing(size):
    values = columns()["heat"]
    whole, parts = (ColumnWatch("heat", detectors.ADWIN()) for _ in range(2))
    whole.take(values, 0)
    for begin in range(0, len(values), size):
        parts.take(values[begin : begin + size], begin)

    assert parts.rows == whole.rows != []
    assert [d.before for d in parts.drifts] == pytest.approx([d.before for d in whole.drifts])


def test_a_trace_stays_short_and_keeps_the_means():
    values = np.arange(100_000.0)
    trace = Trace()
    for begin in range(0, len(values), 777):
        part = values[begin : begin + 777]
        trace.add(np.arange(begin, begin + len(part)), part)
    rows, means = trace.points()

    assert len(rows) <= BINS
    assert trace.width == 256
    assert means[:-1] == pytest.approx(rows[:-1] - 0.5)
