"""Compiled ensembles do what their definitions in plain Python do, with the same draws."""

from functools import partial

import numpy as np
import pytest
from oracles.ensemble_reference import Bagging, Boosting, Forest, Rising, WatchedBagging, adwin

from driftline import _core, ensembles
from driftline.detectors import ADWIN
from driftline.learners import GaussianNB, HoeffdingTreeClassifier

SEED, MEMBERS = 5, 4


def drifting(rows=2400):
    """Return rows whose label is a threshold on a sum, turned over twice, a tenth of it wrong."""
    rng = np.random.default_rng(17)
    X = rng.random((rows, 3))
    turned = (np.arange(rows) // (rows // 3)) % 2 == 1
    y = (X[:, 0] + X[:, 1] > 1.0) ^ turned ^ (rng.random(rows) < 0.1)
    return X.tolist(), y.astype(int).tolist()


def draw(rate, member, generation, row):
    return _core.bagging_weight(rate, SEED, member, row)


def bayes(member, generation):
    return GaussianNB()


def tree(member, generation):
    return HoeffdingTreeClassifier(grace_period=50, delta=0.01)


def warning():
    return Rising(ADWIN(delta=0.01))


def drift():
    return Rising(ADWIN(delta=0.001))


def assert_same_answers(model, reference, X, y):
    for row, (x, label) in enumerate(zip(X, y, strict=True)):
        votes = sorted(reference.votes(x).values())
        if len(votes) == 2 and votes[1] - votes[0] > 1e-9:
            assert model.predict_one(x) == reference.predict_one(x), f"row {row}"
        model.learn_one(x, label)
        reference.learn_one(x, label)


def test_online_bagging():
    model = ensembles.BaggingClassifier(GaussianNB(), n_models=MEMBERS, seed=SEED)
    reference = Bagging(bayes, partial(draw, 1.0), MEMBERS)
    assert_same_answers(model, reference, *drifting(600))


def test_online_boosting():
    model = ensembles.AdaBoostClassifier(GaussianNB(), n_models=MEMBERS, seed=SEED)
    reference = Boosting(
        bayes,
        n_models=MEMBERS,
        rate_draw=lambda member, generation, row, rate: draw(rate, member, generation, row),
    )
    assert_same_answers(model, reference, *drifting(600))


@pytest.mark.parametrize(("method", "rate"), [("bag", 6.0), ("wt", 1.0), ("subag", 1.0)])
def test_leveraging_bagging_replaces_the_same_members_in_the_same_rows(method, rate):
    model = ensembles.LeveragingBaggingClassifier(
        GaussianNB(), n_models=MEMBERS, seed=SEED, bagging_method=method
    )
    reference = WatchedBagging(bayes, partial(draw, rate), MEMBERS, method=method)

    assert_same_answers(model, reference, *drifting())

    replaced = [(row, member) for row, member, kind in model.member_events]
    assert replaced == reference.replaced
    assert replaced


def test_adwin_bagging_replaces_the_same_members_in_the_same_rows():
    model = ensembles.ADWINBaggingClassifier(GaussianNB(), n_models=MEMBERS, seed=SEED)
    reference = WatchedBagging(bayes, partial(draw, 1.0), MEMBERS)

    assert_same_answers(model, reference, *drifting())

    assert [(row, member) for row, member, _ in model.member_events] == reference.replaced
    assert reference.replaced


@pytest.mark.parametrize("weighted", [True, False])
def test_forest_warns_and_drifts_in_the_same_rows(weighted):
    model = ensembles.ARFClassifier(
        n_models=MEMBERS, seed=SEED, max_features=None, disable_weighted_vote=not weighted
    )
    reference = Forest(
        tree, partial(draw, 6.0), MEMBERS, warning=warning, drift=drift, weighted_vote=weighted
    )

    assert_same_answers(model, reference, *drifting())

    assert model.member_events == reference.events
    assert {kind for _, _, kind in reference.events} == {"warning", "drift"}


def test_forest_without_warnings_starts_trees_anew():
    model = ensembles.ARFClassifier(
        n_models=MEMBERS, seed=SEED, max_features=None, warning_detector=None
    )
    reference = Forest(tree, partial(draw, 6.0), MEMBERS, warning=Silent, drift=drift)

    assert_same_answers(model, reference, *drifting())

    assert model.member_events == reference.events
    assert reference.events


class Silent:
    """A detector that never signals."""

    drift_detected = False

    def update(self, value):
        pass


def test_forest_with_other_detectors():
    model = ensembles.ARFClassifier(
        n_models=MEMBERS,
        seed=SEED,
        max_features=None,
        warning_detector=adwin(0.2),
        drift_detector=adwin(0.05),
    )
    reference = Forest(
        tree, partial(draw, 6.0), MEMBERS, warning=lambda: adwin(0.2), drift=lambda: adwin(0.05)
    )

    assert_same_answers(model, reference, *drifting())

    assert model.member_events == reference.events
