"""Unlearning with more than two labels: each label, or each pair of them, forgets for itself."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from driftline.adaptation import Unlearning
from driftline.learners import AROW, CW, SCW, OneVsOneClassifier, PAClassifier

ROWS, LABELS = 150, "abc"
BASES = {
    "PA": lambda: PAClassifier(),
    "CW": lambda: CW(confidence=0.5),
    "AROW": lambda: AROW(),
    "AROW full": lambda: AROW(covariance="full"),
    "SCW": lambda: SCW(),
}


def unlearning(base):
    return Unlearning(BASES[base](), terms="none")


def rows(seed):
    """Draw rows whose labels first appear as a, b, c; c in row 3."""
    rng = np.random.default_rng(seed)
    y = np.array(list(LABELS))[rng.integers(3, size=ROWS)]
    y[:4] = list("abbc")
    return np.round(rng.normal(size=(ROWS, 3)), 2), y


@pytest.mark.parametrize("base", BASES)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_label_forgets_as_a_model_of_it_against_the_rest(base, seed):
    X, y = rows(seed)
    model, alone = unlearning(base), unlearning(base)

    model.learn_many(X, y)
    alone.learn_many(X[3:], y[3:] == "c")

    assert model.forgotten["c"] == [(row + 3, at + 3) for row, at in alone.forgotten]
    assert model.records["c"] == alone.records
    assert model.weights["c"] == alone.weights


@pytest.mark.parametrize("base", BASES)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_pairs_vote_as_models_of_two_labels_that_unlearn(base, seed):
    X, y = rows(seed)
    model = OneVsOneClassifier(unlearning(base))
    model.learn_many(X, y)

    votes = dict.fromkeys(LABELS, 0)
    for first, second in combinations(LABELS, 2):
        # The first pair learns from the first row on, another when its second label is known.
        begin = 0 if (first, second) == ("a", "b") else list(y).index(second)
        is_theirs = np.isin(y, [first, second]) & (np.arange(ROWS) >= begin)
        pair = unlearning(base)
        pair.learn_many(X[is_theirs], y[is_theirs] == second)
        is_second = np.asarray(pair.predict_many(X))
        votes[second] = votes[second] + is_second
        votes[first] = votes[first] + ~is_second

    has_both = {label: votes[label] == 2 for label in LABELS}
    said = np.asarray(model.predict_many(X))
    assert any(won.any() for won in has_both.values())
    assert all((said[won] == label).all() for label, won in has_both.items())


@pytest.mark.parametrize("base", BASES)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_learning_then_unlearning_restores_every_label(base, seed):
    X, y = rows(seed)
    model = Unlearning(BASES[base](), alpha=-1.0)
    model.learn_many(X[:-1], y[:-1])
    before, known = model.weights, model.records

    model.learn_one(X[-1], y[-1])
    if model.records != known:
        model.unlearn_one(X[-1], y[-1])

    assert model.records == known
    for label in LABELS:
        assert model.weights[label] == pytest.approx(before[label], abs=1e-9)
