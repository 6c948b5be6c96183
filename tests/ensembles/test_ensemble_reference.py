"""The ensembles of oracles/ensemble_reference.py are held to what their papers say of them."""

import math

import numpy as np
import pytest
from oracles.ensemble_reference import Bagging, Boosting, Forest, WatchedBagging, random_patches
from oracles.hoeffding_reference import HoeffdingTree


def tree(member, generation):
    return HoeffdingTree(grace_period=50, delta=0.01)


def poisson(rate):
    def draw(member, generation, row):
        return int(np.random.default_rng((member, generation, row)).poisson(rate))

    return draw


def turned_over(rows=1600):
    """Return rows whose label is a threshold on x, the other way round in the second half."""
    X = np.random.default_rng(11).random((rows, 3))
    y = (X[:, 0] > 0.5) ^ (np.arange(rows) >= rows // 2)
    return X.tolist(), y.astype(int).tolist()


def right_votes(model, X, y):
    right = []
    for x, label in zip(X, y, strict=True):
        right.append(model.predict_one(x) == label)
        model.learn_one(x, label)
    return np.array(right)


class Counting:
    """A member that only counts what it is taught."""

    def __init__(self):
        self.weight = 0.0

    def learn_one(self, x, y, w=1.0):
        self.weight += w

    def predict_proba_one(self, x):
        return {0: 1.0}


def test_a_draw_of_zero_teaches_nothing_and_another_is_a_weight():
    model = Bagging(lambda *_: Counting(), lambda member, generation, row: member, n_models=3)
    model.learn_one([0.0], 0)
    model.learn_one([0.0], 0, 0.5)
    assert [member.weight for member in model.members] == [0.0, 1.5, 3.0]


@pytest.mark.parametrize("method", ["bag", "me", "half", "wt", "subag"])
def test_leveraging_bagging_replaces_its_worst_members_after_a_drift_and_none_before(method):
    X, y = turned_over()
    draw = poisson(6.0 if method == "bag" else 1.0)
    if method in ("me", "half"):
        draw = lambda *key: np.random.default_rng(key).random()  # noqa: E731
    model = WatchedBagging(tree, draw, n_models=3, method=method)

    right = right_votes(model, X, y)

    rows = [row for row, _ in model.replaced]
    assert rows
    assert min(rows) > 800
    assert len(set(rows)) == len(rows)  # one a row
    assert right[-200:].mean() > 0.9


def test_a_forest_warns_before_it_drifts_and_recovers():
    X, y = turned_over()
    model = Forest(tree, poisson(6.0), n_models=3)

    right = right_votes(model, X, y)

    after = [(row, what) for row, member, what in model.events if member == 0 and row > 800]
    assert after[0][1] == "warning"
    assert "drift" in {what for _, what in after}
    assert right[-200:].mean() > 0.9


def test_a_forest_whose_draws_are_zero_changes_nothing_but_its_accuracy():
    model = Forest(lambda *_: Counting(), lambda *_: 0, n_models=2)
    for _ in range(5):
        model.learn_one([0.0], 1)
    assert [member.weight for member in model.members] == [0.0, 0.0]
    assert [d.width for d in model.drifts + model.warnings] == [0, 0, 0, 0]
    assert model.seen == [5.0, 5.0]


def test_patches_see_their_own_columns_and_learn():
    X, y = turned_over(800)
    columns = lambda member, generation: [0, 1 + member % 2]  # noqa: E731
    model = random_patches(tree, columns, poisson(6.0), n_models=3)
    right = right_votes(model, X[:400], y[:400])
    assert [patch.columns for patch in model.members] == [[0, 1], [0, 2], [0, 1]]
    assert right[-200:].mean() > 0.9


def test_boosting_passes_on_half_of_the_weight_to_what_was_right_and_half_to_what_was_wrong():
    rates = []

    def rate_draw(member, generation, row, rate):
        rates.append(rate)
        return 1.0

    model = Boosting(lambda *_: Counting(), n_models=2, rate_draw=rate_draw)
    for label in (0, 0, 0, 1):
        model.learn_one([0.0], label)

    second = np.array(rates[1::2])
    assert (model.right[0], model.wrong[0]) == (3.0, 1.0)
    assert second == pytest.approx([1 / 2, 2 / 4, 3 / 6, 4 / 2])
    assert model.factor(0) == pytest.approx(math.log(3.0))


def test_moa_hears_nobody_from_the_first_member_without_a_vote_on():
    model = Boosting(lambda *_: Counting(), n_models=4, is_moa=True)
    model.right, model.wrong = [3.0, 2.0, 1.0, 3.0], [1.0, 1.0, 1.0, 1.0]

    assert [model.factor(i) for i in range(4)] == pytest.approx([math.log(3), math.log(2), 0, 0])

    model.wrong[0] = 0.0
    assert [model.factor(i) for i in range(4)] == [0.0] * 4
