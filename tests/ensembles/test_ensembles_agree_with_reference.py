"""Compiled ensembles do what their definitions in plain Python do, with the same draws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import ensemble_draws as draws
from oracles.drifting_streams import drifting
from oracles.ensemble_reference import (
    Bagging,
    Boosting,
    Forest,
    Patch,
    Rising,
    WatchedBagging,
    best_label,
)

from driftline import ensembles
from driftline.detectors import ADWIN
from driftline.learners import GaussianNB, HoeffdingTreeClassifier, PARegressor

SEED, MEMBERS = 7, 4
OWN = {"n_models": MEMBERS, "seed": SEED}


def poisson(rate, seed=SEED):
    return lambda member, generation, row: draws.times(rate, seed, member, row)


def bayes(member, generation):
    return GaussianNB()


def tree(member, generation):
    seed = draws.member_seed(SEED, member, generation)
    return HoeffdingTreeClassifier(grace_period=50, delta=0.01, max_features="sqrt", seed=seed)


def rising(delta):
    return lambda: Rising(ADWIN(delta=delta))


def is_clear(votes):
    """Whether rounding cannot have decided who wins."""
    ranked = sorted([0.0, 0.0, *votes.values()])
    return ranked[-1] - ranked[-2] > 1e-9


def assert_agree(model, reference, X, y):
    said = model.predict_learn_many(X, y).tolist()
    for row, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
        votes = reference.votes(x)
        if is_clear(votes):
            assert said[row] == best_label(votes), f"row {row}"
        reference.learn_one(x, label)


def shares(model, x):
    return {label: share for label, share in model.predict_proba_one(x).items() if share > 0.0}


def assert_alike(members, others, X):
    """Members say the same of all rows; they may have met their labels in another order."""
    for one, other in zip(members, others, strict=True):
        for x in X.tolist():
            assert shares(one, x) == pytest.approx(shares(other, x))


@given(seed=st.integers(0, 2**32), rows=st.integers(1, 60), labels=st.integers(1, 3))
def test_online_bagging(seed, rows, labels):
    X, y = drifting(rows, labels=labels, seed=seed)
    model = ensembles.BaggingClassifier(GaussianNB(), n_models=MEMBERS, seed=seed)
    reference = Bagging(bayes, poisson(1.0, seed), MEMBERS)

    assert_agree(model, reference, X, y)

    assert_alike(model.members, reference.members, X)


@given(seed=st.integers(0, 2**32), rows=st.integers(1, 50))
def test_online_bagging_of_regressors(seed, rows):
    X, _ = drifting(rows, seed=seed)
    y = X @ [1.0, -2.0, 0.5, 0.0, 3.0]
    model = ensembles.BaggingRegressor(PARegressor(), n_models=MEMBERS, seed=seed)
    reference = Bagging(lambda *_: PARegressor(), poisson(1.0, seed), MEMBERS)

    expected = []
    for x, target in zip(X.tolist(), y.tolist(), strict=True):
        expected.append(np.mean([member.predict_one(x) for member in reference.members]))
        reference.learn_one(x, target)

    assert model.predict_learn_many(X, y) == pytest.approx(expected)
    for one, other in zip(model.members, reference.members, strict=True):
        assert one.predict_many(X).tolist() == other.predict_many(X).tolist()


@pytest.mark.parametrize("preset", ["river", "moa"])
@pytest.mark.parametrize("labels", [2, 4])
def test_online_boosting(labels, preset):
    # A seed without a tie between labels: who comes first wins here, in the reference the name.
    X, y = drifting(600, labels=labels, every=250, seed=4)
    model = ensembles.AdaBoostClassifier(GaussianNB(), preset=preset, **OWN)
    reference = Boosting(
        bayes,
        n_models=MEMBERS,
        is_moa=preset == "moa",
        rate_draw=lambda member, generation, row, rate: draws.times(rate, SEED, member, row),
    )

    assert_agree(model, reference, X, y)

    assert_alike(model.members, reference.members, X[:50])
    wrong, right = np.array(reference.wrong), np.array(reference.right)
    assert model.member_errors == pytest.approx((wrong / (wrong + right)).tolist())


METHODS = {
    "bag": poisson(6.0),
    "me": lambda member, generation, row: draws.chance(SEED, member, row),
    "half": lambda member, generation, row: 1.0 - draws.chance(SEED, member, row),
    "wt": poisson(1.0),
    "subag": poisson(1.0),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("preset", ["paper", "moa"])
def test_leveraging_bagging_replaces_the_same_members_in_the_same_rows(method, preset):
    X, y = drifting(1500, every=400, seed=3)
    model = ensembles.LeveragingBaggingClassifier(
        GaussianNB(), bagging_method=method, preset=preset, **OWN
    )
    reference = WatchedBagging(
        bayes, METHODS[method], MEMBERS, method=method, asks_after=preset == "moa"
    )

    assert_agree(model, reference, X, y)

    replaced = [(row, member) for row, member, _ in model.member_events]
    assert replaced == reference.replaced != []
    assert_alike(model.members, reference.members, X[:50])
    assert model.member_errors == [window.estimation for window in reference.detectors]


def test_adwin_bagging_replaces_the_same_members_in_the_same_rows():
    X, y = drifting(1500, every=400, seed=5)
    model = ensembles.ADWINBaggingClassifier(GaussianNB(), **OWN)
    reference = WatchedBagging(bayes, poisson(1.0), MEMBERS)

    assert_agree(model, reference, X, y)

    replaced = [(row, member) for row, member, _ in model.member_events]
    assert replaced == reference.replaced != []


@pytest.mark.parametrize("weighted", [True, False])
def test_forest_warns_and_drifts_in_the_same_rows(weighted):
    X, y = drifting(2500, columns=6, every=800, seed=3)
    model = ensembles.ARFClassifier(disable_weighted_vote=not weighted, **OWN)
    reference = Forest(
        tree,
        poisson(6.0),
        MEMBERS,
        warning=rising(0.01),
        drift=rising(0.001),
        weighted_vote=weighted,
    )

    assert_agree(model, reference, X, y)

    assert model.member_events == reference.events
    assert {kind for _, _, kind in reference.events} == {"warning", "drift"}


def test_forest_without_warnings_starts_trees_anew():
    X, y = drifting(2500, columns=6, every=800, seed=3)
    model = ensembles.ARFClassifier(warning_detector=None, **OWN)
    reference = Forest(tree, poisson(6.0), MEMBERS, warning=Silent, drift=rising(0.001))

    assert_agree(model, reference, X, y)

    assert model.member_events == reference.events != []


class Silent:
    """A detector that never signals."""

    drift_detected = False

    def update(self, value):
        pass


@pytest.mark.parametrize("labels", [2, 3])
def test_random_patches_see_the_same_columns_and_drift_in_the_same_rows(labels):
    X, y = drifting(1500, labels=labels, every=400, seed=3)
    model = ensembles.SRPClassifier(
        model=GaussianNB(),
        drift_detector=ADWIN(delta=0.01),
        warning_detector=ADWIN(delta=0.2),
        **OWN,
    )
    reference = Forest(
        lambda m, generation: Patch(GaussianNB(), draws.columns(SEED, m, generation, 5, 3)),
        poisson(6.0),
        MEMBERS,
        warning=rising(0.2),
        drift=rising(0.01),
    )

    assert_agree(model, reference, X, y)

    assert model.member_events == reference.events
    assert {kind for _, _, kind in reference.events} == {"warning", "drift"}
    assert model.member_columns == [patch.columns for patch in reference.members]
    seen, right = np.array(reference.seen), np.array(reference.right)
    assert model.member_errors == pytest.approx(((seen - right) / seen).tolist())
