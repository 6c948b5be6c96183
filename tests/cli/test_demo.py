import pytest
from cli.command import driftline

from driftline.cli.model_text import CONTENDERS
from driftline.report import Report

WIDE = {"COLUMNS": "200"}


@pytest.fixture
def demo(tmp_path):
    path = tmp_path / "demo.json"
    result = driftline("demo", "--rows", 20_000, "--out", path, env=WIDE)
    assert result.exit_code == 0, result.output
    return result, Report.load(path)


def test_the_table_has_a_line_for_every_competitor(demo):
    result, _ = demo

    assert [name for name in CONTENDERS["classification"] if name not in result.stdout] == []
    assert "demo.json" in result.stderr


def test_every_drift_hurts_and_learners_of_constant_steps_recover(demo):
    _, report = demo

    for name in ("PA-I", "SGD"):
        falls = report[name].falls
        assert [fall.drift.row for fall in falls] == [5_000, 10_000, 15_000]
        # The window of 500 rows is no better than chance after the swap; one in twenty is noise.
        assert min(fall.depth for fall in falls) > 0.1
        assert all(fall.recovery_rows is not None for fall in falls)


def test_the_same_seed_gives_the_same_report(tmp_path):
    for name in ("a", "b"):
        driftline("demo", "--rows", 2_000, "--seed", 3, "--out", tmp_path / f"{name}.json")
    first, second = (Report.load(tmp_path / f"{name}.json") for name in ("a", "b"))

    assert first.to_json(costs=False) == second.to_json(costs=False)


def test_a_stream_too_short_is_refused_with_the_reason():
    result = driftline("demo", "--rows", "10")

    assert result.exit_code == 2
    assert "1000" in result.output


def test_the_report_is_printed_as_json_for_a_script(tmp_path):
    path = tmp_path / "demo.json"
    result = driftline("demo", "--rows", 2_000, "--out", path, "--json", "--quiet")

    assert result.stdout.strip() == path.read_text().strip()
    again = driftline("report", path, "--json")
    assert again.stdout.strip() == path.read_text().strip()
