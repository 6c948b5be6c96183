"""A killed evaluation goes on where it was, and ends as if nothing had happened."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from evaluation.killed import evaluate
from oracles.python_learners import Frequencies

from driftline import (
    adaptation,
    detectors,
    ensembles,
    evaluation,
    learners,
    sources,
    transforms,
)
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


class Named(Frequencies):
    """A learner in Python that is written alike each time."""

    def __repr__(self):
        return "Named()"

    def clone(self):
        return Named()


UNSEEDED = {
    "forest": lambda: ensembles.ARFClassifier(n_models=2),
    "behind a scaler": lambda: transforms.StandardScaler() | ensembles.ARFClassifier(n_models=2),
    "inside another": lambda: adaptation.ResetOnDrift(
        ensembles.BaggingClassifier(learners.GaussianNB(), n_models=2), detectors.KSWIN()
    ),
    "around Python": lambda: ensembles.BaggingClassifier(Named(), n_models=2),
}


@pytest.mark.parametrize("make", UNSEEDED.values(), ids=UNSEEDED.keys())
def test_a_model_that_drew_its_seed_goes_on_with_that_seed(interrupted, make):
    first, second = make(), make()
    assert repr(first) != repr(second)
    untaught = first.clone()
    path = interrupted(2, models={"it": first}, pickle_learners=True)

    resumed = evaluated(models={"it": second}, checkpoint=path, pickle_learners=True)

    whole = evaluated(models={"it": untaught})
    assert resumed["it"].spec == repr(untaught)
    assert resumed.to_json(costs=False) == whole.to_json(costs=False)


def test_another_seed_is_another_model(interrupted):
    path = interrupted(2, models={"it": ensembles.ARFClassifier(n_models=2, seed=1)})

    with pytest.raises(CheckpointError, match="another evaluation"):
        evaluated(models={"it": ensembles.ARFClassifier(n_models=2, seed=2)}, checkpoint=path)


def test_a_file_that_has_changed_is_refused(interrupted, tmp_path):
    file = tmp_path / "rows.csv"
    sources.SEA(seed=3).take(6_000).to_csv(file)
    path = interrupted(2, stream=sources.read(file, target="y"))

    sources.SEA(seed=4).take(6_000).to_csv(file)
    with pytest.raises(CheckpointError, match="other rows"):
        evaluated(stream=sources.read(file, target="y"), checkpoint=path)

    sources.SEA(seed=3).take(500).to_csv(file)
    with pytest.raises(CheckpointError, match="other rows"):
        evaluated(stream=sources.read(file, target="y"), checkpoint=path)


def rows_by_one(seed):
    rng = np.random.default_rng(seed)
    for _ in range(6_000):
        x = float(rng.normal())
        yield {"x": x}, int(x > 0.0)


def test_rows_that_come_only_once_are_known_again(interrupted):
    path = interrupted(2, stream=sources.stream(rows_by_one(1)))
    kept = path.read_bytes()

    with pytest.raises(CheckpointError, match="other rows"):
        evaluated(stream=sources.stream(rows_by_one(2)), checkpoint=path)
    path.write_bytes(kept)
    resumed = evaluated(stream=sources.stream(rows_by_one(1)), checkpoint=path)

    whole = evaluated(stream=sources.stream(rows_by_one(1)))
    assert resumed.to_json(costs=False) == whole.to_json(costs=False)


class Every:
    """A learner with a parameter."""

    def __init__(self, k=2):
        self.k, self.n = k, 0

    def predict_one(self, x):
        return self.n % self.k

    def learn_one(self, x, y):
        self.n += 1


def test_a_python_learner_with_another_parameter_is_refused(interrupted):
    path = interrupted(4, models={"it": Every(2)}, pickle_learners=True)

    with pytest.raises(CheckpointError, match="another evaluation"):
        evaluated(models={"it": Every(3)}, checkpoint=path, pickle_learners=True)
    assert evaluated(models={"it": Every(2)}, checkpoint=path, pickle_learners=True).is_complete
