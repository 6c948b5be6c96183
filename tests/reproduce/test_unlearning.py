"""The unlearning experiment runs from its first step to its report."""

import json
import sys

import pytest
from cli.command import driftline

from driftline.adaptation import Unlearning
from driftline.reproduce.unlearning import QUICK, run
from driftline.reproduce.unlearning.methods import (
    ARMS,
    DEFAULT_READING,
    LITERAL_READING,
    eddm,
    model,
    unlearning,
)
from driftline.reproduce.unlearning.protocol import LEARNERS, Scale, learner
from driftline.reproduce.unlearning.readings import readings


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    out = tmp_path_factory.mktemp("unlearning")
    return out, run(out, scale=QUICK, jobs=1, progress=False)


def test_quick_run_judges_every_claim(finished):
    _, found = finished

    assert [claim.id for claim in found.claims] == [f"U{i}" for i in range(1, 12)]
    assert all(claim.numbers for claim in found.claims)


def test_every_cell_of_the_file_has_its_seed_and_its_rows(finished):
    out, _ = finished

    kept = json.loads((out / "unlearning.json").read_text())
    wanted = len(QUICK.problems) * len(QUICK.noises) * QUICK.repetitions
    assert len({(c["problem"], c["noise"], c["seed"]) for c in kept["cells"]}) == wanted
    assert {cell["rows"] for cell in kept["cells"]} == {QUICK.rows}
    assert all(
        len(cell["right"][name]) == len(ARMS) and max(cell["right"][name]) <= cell["rows"]
        for cell in kept["cells"]
        for name in LEARNERS
    )


def test_report_has_the_tables_of_the_paper_in_both_forms(finished):
    out, _ = finished

    for text in ((out / "unlearning.md").read_text(), (out / "unlearning.html").read_text()):
        assert [number for number in "2345" if f"Table {number}: " not in text] == []
        assert "does not hold" in text or "holds" in text


def test_another_run_takes_up_what_is_there(finished):
    out, found = finished
    files = {path: path.stat().st_mtime_ns for path in (out / "cells").iterdir()}

    again = run(out, scale=QUICK, jobs=1, progress=False)

    assert {path: path.stat().st_mtime_ns for path in (out / "cells").iterdir()} == files
    assert again.cells == found.cells


def test_command_tells_the_verdicts_and_where_the_report_is(tmp_path):
    given = ("--quick", "--only", "SINE1", "--jobs", 1, "--quiet", "--out", tmp_path)
    result = driftline("reproduce", "unlearning", *given, env={"COLUMNS": "200"})

    assert result.exit_code == 0, result.stderr
    assert "U11" in result.stdout
    assert {path.suffix for path in tmp_path.glob("unlearning.*")} == {".md", ".html", ".json"}
    kept = json.loads((tmp_path / "unlearning.json").read_text())
    assert {cell["problem"] for cell in kept["cells"]} == {"SINE1"}


def test_command_tells_the_verdicts_as_json(tmp_path):
    given = ("--quick", "--only", "SINE1", "--jobs", 1, "--quiet", "--json", "--out", tmp_path)
    told = json.loads(driftline("reproduce", "unlearning", *given).stdout)

    assert told["experiment"] == "unlearning"
    assert {"id", "claim", "verdict"} == set(told["claims"][0])
    assert str(tmp_path / "unlearning.html") in told["files"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("unlearnin",), "no experiment 'unlearnin'; there are forests, unlearning"),
        (("unlearning", "--quick", "--only", "SEA"), "no stream 'SEA'"),
    ],
)
def test_wrong_names_are_told_before_anything_runs(given, told, tmp_path):
    result = driftline("reproduce", *given, "--out", tmp_path)

    assert result.exit_code == 2
    assert told in result.stderr
    assert not list(tmp_path.iterdir())


def test_missing_extra_is_told_before_anything_runs(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)

    result = driftline("reproduce", "unlearning", "--quick", "--out", tmp_path)

    assert "pip install 'driftline[report]'" in f"{result.stderr}{result.exception}"
    assert result.exit_code != 0
    assert not list(tmp_path.iterdir())


def test_default_reading_is_that_of_the_package():
    of_package = Unlearning(learner("AROW")).params

    assert {name: of_package[name] for name in DEFAULT_READING} == DEFAULT_READING


def test_literal_reading_is_that_of_the_package():
    of_package = Unlearning.literal(learner("AROW")).params

    assert {name: of_package[name] for name in LITERAL_READING} == LITERAL_READING


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(
    "setting",
    [
        {"method": "none"},
        {"method": "concept"},
        eddm(0.9),
        *(unlearning("queue", 0.5, reading=reading) for reading in readings(Scale())),
        unlearning("forwarding", 0.5, 30),
        unlearning("selecting", 0.5, 30),
    ],
    ids=str,
)
def test_every_setting_makes_a_model(name, setting):
    made = model(name, setting, drifts=[2])

    made.learn_one([0.5, 0.2], 1)
    made.learn_one([0.1, 0.9], 0)

    assert made.predict_one([0.5, 0.2]) in (0, 1)
