"""Ensembles of River on the same stream: other random numbers, about the same accuracy."""

import numpy as np
import pytest
from oracles.drifting_streams import drifting

from driftline import ensembles
from driftline.learners import GaussianNB

river = pytest.importorskip("river")
from river import ensemble, naive_bayes  # noqa: E402

# Of 1,500 rows: two standard errors of a difference of accuracies near 0.8 are 3 points.
TOLERANCE = 0.03


def accuracy(model, X, y):
    hits = 0
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        row = dict(enumerate(x))
        hits += model.predict_one(row) == label
        model.learn_one(row, label)
    return hits / len(y)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("BaggingClassifier", {}),
        ("LeveragingBaggingClassifier", {"preset": "river"}),
        ("AdaBoostClassifier", {}),
    ],
)
def test_accuracy_is_that_of_river_or_better(name, options):
    X, y = drifting(1500, columns=4, every=700, seed=1)
    ours = getattr(ensembles, name)(GaussianNB(), n_models=5, seed=1, **options)
    theirs = getattr(ensemble, name)(naive_bayes.GaussianNB(), n_models=5, seed=1)

    found = np.mean(ours.predict_learn_many(X, y) == y)

    assert found > accuracy(theirs, X, y) - TOLERANCE


def test_adwin_bagging_takes_an_error_for_an_error():
    # River feeds its windows 1 for a right answer, so there the best member goes when all improve.
    X, y = drifting(2500, columns=4, seed=1)
    rng = np.random.default_rng(2)
    y[:1000] = rng.integers(0, 2, size=1000)
    model = ensembles.ADWINBaggingClassifier(GaussianNB(), n_models=5, seed=1)

    model.learn_many(X, y)

    assert model.events == []
