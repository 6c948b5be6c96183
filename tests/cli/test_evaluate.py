import json
import math
import signal
import subprocess
import sys

import pytest
from cli.command import driftline, process

from driftline import evaluation, learners, sources, transforms
from driftline.report import Report
from driftline.stream import Stream

SEA = "SEA(noise=0.1, seed=3, rows=4000)"
WIDE = {"COLUMNS": "200"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sources.SEA(noise=0.1, seed=3).take(4_000).to_csv("sea.csv")
    return tmp_path


class Cut(Stream):
    """A stream that breaks after a batch or two."""

    def __init__(self):
        self._whole = sources.SEA(noise=0.1, seed=3, rows=4_000)

    @property
    def facts(self):
        return self._whole.facts

    def __repr__(self):
        return repr(self._whole)

    def batches(self, rows=1_000):
        batches = self._whole.batches(1_000)
        yield next(batches)
        yield next(batches)
        raise RuntimeError("power cut")


def evaluated(*args):
    result = driftline("evaluate", *args, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    return Report.from_json(result.stdout)


def test_the_report_is_the_one_that_python_gives(folder):
    found = evaluated(
        "sea.csv", "--target", "y", "--model", "bayes=GaussianNB()", "--model",
        "StandardScaler() | AROW()", "--window", 500, "--metrics", "accuracy,f1",
    )  # fmt: skip
    models = {
        "bayes": learners.GaussianNB(),
        "StandardScaler() | AROW()": transforms.StandardScaler() | learners.AROW(),
    }
    wanted = evaluation.prequential(
        models, sources.read("sea.csv", target="y"), window=500, metrics=("accuracy", "f1")
    )

    assert found.to_json(costs=False) == wanted.to_json(costs=False)


def test_json_is_all_that_goes_to_standard_output(folder):
    result = driftline("evaluate", SEA, "--json", "--report", "run.csv")

    assert json.loads(result.stdout)
    assert result.stderr == "run.csv: report on SEA\n"


@pytest.mark.parametrize(
    ("args", "options"),
    [
        (["--delay", "100"], {"delay": 100}),
        (["--delay", "never"], {"delay": math.inf}),
        (
            ["--delay", "random:0-50", "--seed", "5"],
            {"delay": evaluation.RandomDelay(0, 50, seed=5)},
        ),
        (["--labels", "10%"], {"labels": evaluation.RandomLabels(0.1, seed=0)}),
        (["--labels", "every:7"], {"labels": evaluation.EveryKth(7)}),
        (["--labels", "none"], {"labels": "none"}),
        (["--every", "100", "--positive", "0", "--metrics", "recall"],
         {"every": 100, "positive": 0, "metrics": "recall"}),
        (["--no-baselines"], {"baselines": False}),
        (["--rows", "1500"], {}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_options_mean_what_they_mean_in_python(args, options):
    found = evaluated(SEA, "--model", "GaussianNB", *args)
    stream = sources.SEA(noise=0.1, seed=3, rows=4_000)
    stream = stream.take(1_500) if "--rows" in args else stream
    wanted = evaluation.prequential({"GaussianNB": learners.GaussianNB()}, stream, **options)

    assert found.to_json(costs=False) == wanted.to_json(costs=False)


def test_a_column_may_tell_the_delay(folder):
    (folder / "late.csv").write_text("a,after,y\n" + "1.5,2,p\n2.5,0,q\n" * 50)
    found = evaluated("late.csv", "--target", "y", "--delay", "after", "--model", "GaussianNB")

    assert found.settings["delay"] == "after"
    assert set(found.stream.features) == {"a"}


def test_without_models_the_usual_ones_are_tested_on_any_table(folder):
    (folder / "mixed.csv").write_text(
        "when,size,colour,y\n" + "2024-01-01,1.5,red,p\n2024-01-02,,blue,q\n" * 20
    )
    found = evaluated("mixed.csv", "--target", "y")
    numbers = evaluated("mixed.csv", "--target", "size")

    assert len([model for model in found.models if not model.is_baseline]) >= 3
    assert numbers.stream.task == "regression"


def test_the_table_has_a_line_for_every_model_and_a_verdict(folder):
    shown = driftline("evaluate", SEA, "--model", "nb=GaussianNB", "-q", env=WIDE).output

    assert "nb" in shown
    assert "no change" in shown
    assert "beats the best baseline" in shown


def test_reports_are_written_by_their_endings(folder, monkeypatch):
    monkeypatch.setattr("sys.argv", ["/usr/bin/driftline", "evaluate", SEA])
    args = ["--report", "run.json", "--report", "run.csv", "--report", "run.parquet"]
    assert driftline("evaluate", SEA, "--model", "GaussianNB", *args).exit_code == 0

    assert Report.load("run.json").stream.rows == 4_000
    assert Report.load("run.json").command == f"driftline evaluate '{SEA}'"
    assert sources.read("run.csv").facts.features.keys() >= {"model", "accuracy"}


def test_a_saved_report_is_shown_again_and_written_anew(folder):
    driftline("evaluate", SEA, "--model", "nb=GaussianNB", "--report", "run.json")
    shown = driftline("report", "run.json", env=WIDE).stdout
    written = driftline("report", "run.json", "--out", "run.csv")

    assert "nb" in shown
    assert written.exit_code == 0
    assert (folder / "run.csv").exists()


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["sea.csv"], "say which column to predict with --target"),
        (["none.csv", "--target", "y"], "none.csv does not exist"),
        ([SEA, "--model", "GausianNB"], "did you mean 'GaussianNB'"),
        ([SEA, "--model", "LMS"], "is for regression"),
        ([SEA, "--model", "GaussianNB", "--model", "GaussianNB"], "two models are called"),
        ([SEA, "--delay", "random:5"], "random:0-500"),
        ([SEA, "--delay", "soon"], "no column 'soon'"),
        ([SEA, "--labels", "few"], "none of all, none, 10%, every:10"),
        ([SEA, "--labels", "200%"], "between 0 and 1"),
        ([SEA, "--metrics", "akkuracy"], "accuracy"),
        ([SEA, "--metrics", "mae"], "mae"),
        ([SEA, "--report", "run.xls"], "ends in one of"),
        ([SEA, "--report", "none/run.json"], "no folder none"),
        (["SEA(variant=9)"], "variant"),
    ],
)
def test_a_wrong_use_is_told_in_one_line(folder, args, part):
    result = driftline("evaluate", *args)

    assert result.exit_code == 2, result.output
    assert part in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_bad_row_is_named_as_the_file_counts_it(folder):
    (folder / "late.csv").write_text("a,y\n" + "1,p\n" * 19_999 + "inf,q\n")
    result = driftline("evaluate", "late.csv", "--target", "y", "--model", "AROW")

    assert result.exit_code == 1
    assert "column 'a', row 19,999" in result.stderr.replace("row 19999", "row 19,999")
    assert len(result.stderr.splitlines()) == 1


def test_ctrl_c_prints_what_was_measured(folder):
    with process("evaluate", "-", "--target", "y", "--format", "csv", "--model", "GaussianNB",
                 "--json", stdin=subprocess.PIPE) as running:  # fmt: skip
        # pyarrow reads some 32 MB ahead: once 80 are taken from us, some have been measured.
        megabyte = (b"1." + b"0" * 120 + b",p\n2,q\n") * 8_000
        running.stdin.write(b"a,y\n")
        for _ in range(80):
            running.stdin.write(megabyte)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    report = Report.from_json(out.decode())

    assert running.returncode == 130, err
    assert not report.is_complete
    assert report.stream.rows > 0


def test_a_run_goes_on_from_its_checkpoint(folder):
    args = ["evaluate", SEA, "--model", "GaussianNB", "--checkpoint", "run.ckpt", "--json", "-q"]
    whole = Report.from_json(driftline(*args).stdout)
    model = {"GaussianNB": learners.GaussianNB()}
    with pytest.raises(RuntimeError, match="power cut"):
        evaluation.prequential(model, Cut(), checkpoint="run.ckpt", checkpoint_seconds=0.0)
    was_there = (folder / "run.ckpt").exists()
    resumed = Report.from_json(driftline(*args).stdout)

    assert was_there
    assert resumed.to_json(costs=False) == whole.to_json(costs=False)
    assert not (folder / "run.ckpt").exists()


def test_a_saved_model_takes_part_with_what_it_has_learned(folder):
    driftline("train", "sea.csv", "--target", "y", "--model", "GaussianNB", "--out",
              "m.safetensors")  # fmt: skip
    found = evaluated("sea.csv", "--target", "y", "--model", "old=m.safetensors", "--labels",
                      "none", "--no-baselines")  # fmt: skip

    assert found["old"].score("accuracy") > 0.8


def test_a_page_without_what_draws_it_is_refused_before_anything_runs(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    result = driftline("evaluate", SEA, "--report", "run.html", "--checkpoint", "run.ckpt")

    assert result.exit_code == 2
    assert "pip install 'driftline[report]'" in result.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["sea.csv"]


def test_the_seed_is_for_models_too_where_they_name_none():
    models = ("--model", "drawn=ARFClassifier(n_models=2)", "--model", "own=ARFClassifier(seed=9)")

    first, again = evaluated(SEA, *models, "--seed", 5), evaluated(SEA, *models, "--seed", 5)

    assert first["drawn"].spec == "ARFClassifier(n_models=2, seed=5)"
    assert first["own"].spec == "ARFClassifier(seed=9)"
    assert first.to_json(costs=False) == again.to_json(costs=False)


def test_copies_of_each_model_tell_the_spread_of_its_scores():
    found = evaluated(SEA, "--model", "GaussianNB", "--folds", 3, "--scheme", "split", "--seed", 4)
    wanted = evaluation.distributed(
        {"GaussianNB": learners.GaussianNB()},
        sources.SEA(noise=0.1, seed=3, rows=4_000),
        folds=3,
        scheme="split",
        seed=4,
    )

    assert [each.score("accuracy") for each in found.folds("GaussianNB")] == [
        each.score("accuracy") for each in wanted.folds("GaussianNB")
    ]


def test_fading_and_warm_up_are_heeded():
    options = {"fading": 0.9, "warm_up": 500}
    found = evaluated(SEA, "--model", "GaussianNB", "--fading", 0.9, "--warm-up", 500)
    wanted = evaluation.prequential(
        {"GaussianNB": learners.GaussianNB()},
        sources.SEA(noise=0.1, seed=3, rows=4_000),
        **options,
    )

    score = found["GaussianNB"].score("accuracy", "fading")
    assert score == wanted["GaussianNB"].score("accuracy", "fading")
    assert found.settings["fading"] == 0.9
    assert found["GaussianNB"].curve.scored[-1] == 3_500


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["--folds", "3", "--checkpoint", "x.ckpt"], "does not go with --folds"),
        (["--folds", "3", "--scheme", "leave-one"], "scheme must be 'cv'"),
        (["--fading", "0"], "fading must be above 0"),
    ],
)
def test_copies_and_fading_have_their_bounds(args, part):
    result = driftline("evaluate", SEA, "--model", "GaussianNB", *args)

    assert result.exit_code == 2
    assert part in result.stderr
