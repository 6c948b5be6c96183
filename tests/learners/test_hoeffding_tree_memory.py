"""A Hoeffding tree stays within its bytes, whatever the stream brings."""

import numpy as np
import pytest
from oracles.every_model import arrays_of

from driftline import sources
from driftline.learners import HoeffdingTreeClassifier as Tree


def test_memory_limit_holds_after_every_row():
    limit = 30_000
    model = Tree(grace_period=20, tau=1.0, max_bytes=limit, memory_estimate_period=500)
    most = 0

    for batch in sources.RandomRBF(rows=4000, seed=3).batches(1):
        model.learn_many(batch.x, batch.y)
        most = max(most, model.tree_memory)

    assert limit / 2 < most <= limit
    assert model.n_inactive_leaves > 0
    assert model.n_active_leaves > 0


def test_tree_stops_growing_for_good_when_told_to():
    def grown(rows):
        model = Tree(grace_period=20, tau=1.0, max_bytes=30_000, stop_mem_management=True)
        for batch in sources.RandomRBF(rows=rows, seed=3).batches():
            model.learn_many(batch.x, batch.y)
        return model.n_nodes

    assert grown(4000) == grown(8000)


def test_bytes_of_a_tree_are_those_of_its_copy():
    X = np.random.default_rng(0).uniform(-1, 1, size=(4000, 3))
    model = Tree(grace_period=100, delta=0.5)
    model.learn_many(X, ((X[:, 0] > 0) ^ (X[:, 1] > 0)).astype(int))

    assert model.n_nodes > 1
    assert model.__copy__().tree_memory == model.tree_memory


def one_leaf(values):
    """A tree that is one leaf, taught whole numbers under three labels, then these values."""
    X = np.random.default_rng(0).integers(0, 9, size=(600, 20)).astype(float)
    model = Tree(grace_period=10**6)
    model.learn_many(X, np.arange(600) % 3)
    model.learn_many(np.full((1, 20), values), [0])
    return model


def ranges(model):
    """The smallest and the largest value of each attribute under the first label."""
    blocks = arrays_of(model)["model.tree.blocks"]
    return blocks[40:60].tolist(), blocks[60:80].tolist()


def test_ranges_of_numbers_of_few_digits_take_half_the_bytes():
    few, many = one_leaf(2_097_151.0), one_leaf(2_097_153.0)  # 21 binary digits, and 22

    assert many.memory - few.memory == 3 * 20 * 8
    assert many.tree_memory == few.tree_memory


@pytest.mark.parametrize("value", [0.1, 2_097_151.0, 2_097_153.0, 1e300, 5e-324, -0.1, -1e-50])
def test_range_is_kept_to_the_last_bit(value):
    low, high = ranges(one_leaf(value))

    assert low == [min(0.0, value)] * 20
    assert high == [max(8.0, value)] * 20


def test_leaf_that_meets_numbers_of_many_digits_learns_on_as_if_it_had_known():
    late, copied = one_leaf(9.0), one_leaf(9.0).__copy__()
    X = np.random.default_rng(1).normal(scale=20.0, size=(300, 20))

    late.learn_many(X, np.arange(300) % 4)
    for x, label in zip(X, np.arange(300) % 4, strict=True):
        copied.learn_one(x, label)

    assert late == copied
    assert late.predict_proba_many(X).tolist() == copied.predict_proba_many(X).tolist()
    assert late.__copy__() == late


def observing(model):
    """Whether each leaf observes attributes, by the number it got when it was made."""
    facts = arrays_of(model)["model.tree.leaf_facts"].reshape(-1, 9)
    return dict(zip(facts[:, 0].tolist(), facts[:, 2].tolist(), strict=True))


def woken(period):
    """How often a leaf slept after some rows, and observes after the next."""
    model = Tree(grace_period=20, tau=1.0, max_bytes=40_000, memory_estimate_period=period)
    before, count = {}, 0
    for batch in sources.RandomRBF(rows=6000, seed=3).batches(100):
        model.learn_many(batch.x, batch.y)
        now = observing(model)
        count += sum(now[leaf] and not before[leaf] for leaf in now.keys() & before.keys())
        before = now
    return count


def test_sleeping_leaves_are_taken_up_again():
    assert woken(100) > 10
    assert woken(10**9) == 0


def test_ten_thousand_labels_stay_bounded():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 2))
    model = Tree(max_bytes=2**20)

    model.learn_many(X, np.arange(20_000) % 10_000)

    assert len(model.labels) == 10_000
    assert model.tree_memory <= 2**20


def test_nominal_attribute_of_a_million_values_stays_bounded():
    model = Tree(nominal_attributes=(0,), max_categories=100)
    few = Tree(nominal_attributes=(0,), max_categories=100)
    values = np.arange(1_000_000, dtype=float)

    model.learn_many(values[:, None], (values % 2).astype(int))
    few.learn_many(values[:1000, None], (values[:1000] % 2).astype(int))

    assert model.memory <= 2 * few.memory
