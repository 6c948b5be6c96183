import json

import pytest
from cli.command import driftline

from driftline import evaluation, learners, sources

WIDE = {"COLUMNS": "200"}
MODELS = ["--model", "GaussianNB", "--model", "PriorClassifier", "--model", "NoChangeClassifier"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_models_on_one_stream_are_compared_two_by_two():
    args = ["compare", "SEA(seed=1)", "--rows", "3000", *MODELS[:4], "--no-baselines"]
    shown = driftline(*args, "-q", env=WIDE).output
    told = json.loads(driftline(*args, "--json", "-q").stdout)
    models = {"GaussianNB": learners.GaussianNB(), "PriorClassifier": learners.PriorClassifier()}
    stream = sources.SEA(seed=1).take(3_000)
    (wanted,) = evaluation.prequential(models, stream, baselines=False).pairs

    assert "McNemar" in shown
    assert told["ranks"] is None
    assert told["reports"][0]["pairs"][0]["statistic"] == pytest.approx(wanted.statistic)


def test_models_over_several_streams_are_ranked():
    args = ["SEA", "SINE1", "STAGGER", "--rows", "2000", *MODELS, "--no-baselines"]
    told = json.loads(driftline("compare", *args, "--json", "-q").stdout)
    shown = driftline("compare", *args, "-q", env=WIDE).output

    assert told["ranks"]["streams"] == 3
    assert told["ranks"]["ranks"]["GaussianNB"] == 1.0
    assert "average rank" in shown


def test_saved_evaluations_of_one_stream_are_put_side_by_side():
    for name, model in (("first", "GaussianNB"), ("second", "nb=GaussianNB()")):
        driftline("evaluate", "SEA(seed=1)", "--rows", 2000, "--model", model, "--report",
                  f"{name}.json")  # fmt: skip
    told = json.loads(driftline("compare", "first.json", "second.json", "--json").stdout)
    (report,) = told["reports"]
    names = [model["name"] for model in report["models"]]

    assert sorted(names) == ["GaussianNB", "majority class", "nb", "no change"]


def test_two_models_of_one_name_take_that_of_their_file():
    for name, noise in (("first", 0.1), ("second", 0.1)):
        driftline("evaluate", f"SEA(seed=1, noise={noise})", "--rows", 2000, "--model",
                  "GaussianNB", "--no-baselines", "--report", f"{name}.json")  # fmt: skip
    told = json.loads(driftline("compare", "first.json", "second.json", "--json").stdout)

    assert [model["name"] for model in told["reports"][0]["models"]] == [
        "GaussianNB",
        "GaussianNB (second)",
    ]


def test_streams_of_one_name_and_another_seed_are_two_streams():
    for seed in (1, 2):
        driftline("evaluate", "SEA", "--rows", 2000, "--seed", seed, *MODELS, "--report",
                  f"{seed}.json")  # fmt: skip
    told = json.loads(driftline("compare", "1.json", "2.json", "--json").stdout)

    assert len(told["reports"]) == 2
    assert told["ranks"]["streams"] == 2


@pytest.mark.parametrize(
    "option", [("--delay", 100), ("--labels", "every:10"), ("--window", 500)], ids=lambda o: o[0]
)
def test_evaluations_that_tested_otherwise_are_refused(option):
    args = ("evaluate", "SEA(seed=1)", "--rows", 2000, "--model", "GaussianNB")
    driftline(*args, "--report", "first.json")
    driftline(*args, *option, "--report", "second.json")

    result = driftline("compare", "first.json", "second.json")

    assert result.exit_code == 2
    assert f"cannot be compared: {option[0][2:]} is" in result.stderr


def test_saved_evaluations_of_several_streams_are_ranked():
    for stream in ("SEA", "SINE1"):
        driftline("evaluate", stream, "--rows", 2000, *MODELS, "--report", f"{stream}.json")
    told = json.loads(driftline("compare", "SEA.json", "SINE1.json", "--json").stdout)

    assert told["ranks"]["streams"] == 2


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["none.json"], "none.json"),
        (["SEA", "none.csv"], "none.csv does not exist"),
        (["SEA", "--model", "GausianNB"], "did you mean 'GaussianNB'"),
        (["SEA", "--rows", "500", *MODELS, "--diagram", "cd.svg"], "two streams"),
    ],
)
def test_a_wrong_use_is_told(args, part):
    result = driftline("compare", *args)

    assert result.exit_code == 2, result.output
    assert part in result.stderr
