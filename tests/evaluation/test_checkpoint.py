"""A killed evaluation goes on where it was, and ends as if nothing had happened."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from evaluation.killed import evaluate
from oracles.python_learners import Frequencies

from driftline import adaptation, evaluation, learners, sources, transforms
from driftline.evaluation import CheckpointError
from driftline.report import Report

TESTS = Path(__file__).parents[1]
ROWS = 20_000


@pytest.fixture
def interrupted(monkeypatch, tmp_path):
    """Run an evaluation that stops, as if killed, after some steps; return its checkpoint."""

    def run(steps, **options):
        path = tmp_path / "run.ckpt"
        left = iter(range(steps))
        step = evaluation.job.Job._step

        def dying_step(job, batch):
            taken = step(job, batch)
            if next(left, None) is None:
                raise SystemError("killed")
            return taken

        with monkeypatch.context() as patch:
            patch.setattr("driftline.evaluation.job.FIRST_ROWS", 1_024)
            patch.setattr("driftline.evaluation.job.GROWTH", 2)
            patch.setattr("driftline.evaluation.job.Job._step", dying_step)
            with pytest.raises(SystemError, match="killed"):
                evaluated(checkpoint=path, **options)
        assert path.exists()
        return path

    return run


def evaluated(models=None, stream=None, **options):
    return evaluation.prequential(
        models or {"NB": learners.GaussianNB()},
        stream or sources.SINE1(drifts=[3_000], seed=7).take(6_000),
        checkpoint_seconds=0.0,
        **options,
    )


def test_a_hundred_kills_change_no_bit_of_the_report(tmp_path):
    path = tmp_path / "rows.csv.gz"
    sources.SEA(variant=2, seed=3).take(ROWS).to_csv(path)
    files = [str(path), str(tmp_path / "run.ckpt"), str(tmp_path / "report.json")]

    done = subprocess.run(
        [sys.executable, TESTS / "evaluation" / "killed.py", *files, "100", "8"],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=True,
    )

    whole = evaluate(path, None)
    hits, resumed = map(int, done.stdout.split())
    assert hits > 40
    assert resumed > 25  # the others came before the first checkpoint, or after the end
    assert Report.load(files[2]).to_json(costs=False) == whole.to_json(costs=False)


@pytest.mark.parametrize("delay", [0, 700, float("inf"), evaluation.RandomDelay(0, 900, seed=2)])
@pytest.mark.parametrize("metrics", [["accuracy", "kappa"], ["accuracy", "auc", "brier"]])
def test_an_interrupted_evaluation_ends_with_the_same_bits(interrupted, delay, metrics):
    options = {"delay": delay, "metrics": metrics}
    path = interrupted(2, **options)

    resumed = evaluated(checkpoint=path, **options)

    assert resumed.to_json(costs=False) == evaluated(**options).to_json(costs=False)
    assert not path.exists()


def test_the_model_given_goes_on_learning_where_it_stood(interrupted):
    path = interrupted(2)
    resumed, whole = learners.GaussianNB(), learners.GaussianNB()

    evaluated({"NB": resumed}, checkpoint=path)
    evaluated({"NB": whole})

    assert resumed == whole


def test_sparse_rows_that_wait_are_kept(interrupted):
    sparse = pytest.importorskip("scipy.sparse")
    rng = np.random.default_rng(1)
    X = sparse.csr_matrix(rng.normal(size=(4_000, 30)) * (rng.random((4_000, 30)) < 0.1))
    options = {"stream": sources.stream(X, y=(rng.random(4_000) < 0.5).tolist()), "delay": 900}

    def models():
        return {"AROW": learners.AROW()}

    path = interrupted(1, models=models(), **options)

    resumed = evaluated(models(), checkpoint=path, **options)

    assert resumed.to_json(costs=False) == evaluated(models(), **options).to_json(costs=False)


def test_numbers_and_a_user_function_are_kept(interrupted):
    def largest_error(y_true, y_pred):
        return float(np.max(np.abs(y_true - y_pred)))

    def options():
        return {
            "models": {"scaled": transforms.StandardScaler() | learners.PARegressor()},
            "stream": sources.Friedman(seed=1).take(5_000),
            "metrics": ["mae", "r2", largest_error],
            "delay": 100,
        }

    path = interrupted(1, **options())

    resumed = evaluated(checkpoint=path, **options())

    assert resumed.to_json(costs=False) == evaluated(**options()).to_json(costs=False)


def test_a_python_learner_is_pickled_only_where_the_user_says_so(tmp_path):
    with pytest.raises(CheckpointError, match="pickle_learners=True"):
        evaluated({"python": Frequencies()}, checkpoint=tmp_path / "run.ckpt")


def test_events_keep_their_rows_in_an_interrupted_evaluation(interrupted):
    def options():
        return {
            "models": {"window": adaptation.SlidingWindow(learners.AROW(), window=500, every=100)},
            "labels": evaluation.RandomLabels(0.6, seed=1),
            "delay": 200,
        }

    whole = evaluated(**options())
    path = interrupted(3, **options())

    resumed = evaluated(checkpoint=path, **options())

    assert len(whole["window"].events) > 20
    assert resumed["window"].events == whole["window"].events


def test_a_checkpoint_of_another_evaluation_is_refused_and_kept(interrupted):
    path = interrupted(2)

    with pytest.raises(CheckpointError, match="belongs to another evaluation"):
        evaluated(checkpoint=path, window=500)
    with pytest.raises(CheckpointError, match="belongs to another evaluation"):
        evaluated({"NB": learners.AROW()}, checkpoint=path)

    assert path.exists()


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty"])
def test_a_damaged_checkpoint_is_named(interrupted, damage):
    path = interrupted(2)
    data = bytearray(path.read_bytes())
    data[20] ^= 0xFF
    path.write_bytes({"cut": data[:-100], "flipped": bytes(data), "empty": b""}[damage])

    with pytest.raises(CheckpointError, match=r"run\.ckpt"):
        evaluated(checkpoint=path)
