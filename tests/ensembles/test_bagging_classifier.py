"""What is particular to online bagging."""

import numpy as np
import pytest
from oracles.ensemble_draws import times

from driftline import _core
from driftline.ensembles import BaggingClassifier
from driftline.learners import LMS, GaussianNB, Perceptron
from driftline.transforms import StandardScaler


def test_weights_are_poisson_numbers_of_seed_member_and_row():
    drawn = [_core.bagging_weight(6.0, 3, 2, row) for row in range(200)]

    assert drawn == [times(6.0, 3, 2, row) for row in range(200)]


@pytest.mark.parametrize("rate", [1.0, 6.0, 99.0, 150.0])
def test_weights_have_mean_and_variance_of_the_rate(rate):
    drawn = np.array([_core.bagging_weight(rate, 1, 0, row) for row in range(40_000)])

    # Five standard errors: of a mean sqrt(rate / n), of a variance about rate * sqrt(2 / n).
    assert abs(drawn.mean() - rate) < 5 * (rate / drawn.size) ** 0.5
    assert abs(drawn.var() - rate) < 6 * rate * (2 / drawn.size) ** 0.5


def test_a_member_that_drew_no_weight_knows_fewer_labels():
    model = BaggingClassifier(GaussianNB(), n_models=10, seed=0)

    model.learn_one([1.0], "only")

    known = [member.predict_proba_one([1.0]) for member in model.members]
    assert {"only": 1.0} in known
    assert {} in known
    assert model.predict_proba_one([1.0]) == {"only": 1.0}


def test_a_row_that_no_member_learned_leaves_its_label_known():
    seed = next(s for s in range(100) if _core.bagging_weight(1.0, s, 0, 0) == 0)
    model = BaggingClassifier(Perceptron(), n_models=1, seed=seed)

    model.learn_one([1.0], "a")

    assert model.labels == ["a"]
    assert model.predict_one([1.0]) == "a"
    assert model.predict_proba_one([1.0]) == {"a": 1.0}


def test_a_taught_learner_starts_untaught():
    taught = Perceptron()
    taught.learn_many([[1.0], [-1.0]], ["a", "b"])

    assert BaggingClassifier(taught, seed=1) == BaggingClassifier(Perceptron(), seed=1)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"n_models": 0}, "n_models must be at least 1"),
        ({"n_models": 10**6}, "n_models must be at most"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"threads": 0}, "threads must be at least 1"),
        ({"threads": "many"}, "threads must be at least 1, or 'all'"),
    ],
)
def test_options_that_mean_nothing_are_refused(options, told):
    with pytest.raises(ValueError, match=told):
        BaggingClassifier(GaussianNB(), **options)


def test_what_cannot_learn_is_refused():
    with pytest.raises(TypeError, match="learn_one and predict_one"):
        BaggingClassifier(GaussianNB)


@pytest.mark.parametrize("model", [LMS(), StandardScaler() | LMS()])
def test_a_regressor_is_no_member_of_a_classifier(model):
    with pytest.raises(TypeError, match="members must be classifiers"):
        BaggingClassifier(model)
