"""What is particular to the Hoeffding tree for numbers. Elsewhere it meets a plain one."""

import numpy as np
import pytest
from oracles.regression_rows import bent, friedman

from driftline import learners, report
from driftline.learners import HoeffdingTreeRegressor as Tree
from driftline.transforms import StandardScaler

SURE = {"grace_period": 100, "delta": 0.5}


def rms(said, y):
    return float(np.sqrt(np.mean((np.asarray(said) - y) ** 2)))


# Splits


@pytest.mark.parametrize(("criterion", "merit"), [("variance", 20.25), ("deviation", 3.7569776637)])
def test_merit_of_a_split_is_what_the_definition_says(criterion, merit):
    model = Tree(split_criterion=criterion, grace_period=6, min_samples_split=3, delta=0.5)

    model.learn_many([[float(i)] for i in range(6)], [1, 2, 3, 10, 11, 12])

    root = next(model.walk())
    assert (root.feature, root.threshold) == (0, 2.0)
    assert root.merit == pytest.approx(merit, abs=1e-10)


def test_branches_are_not_smaller_than_asked_for():
    X = np.arange(40.0)[:, None]
    y = np.where(X[:, 0] < 2, 100.0, 0.0)  # the best threshold has two rows on its left

    model = Tree(grace_period=40, delta=0.5, min_samples_split=8)
    model.learn_many(X, y)

    _root, left, right = model.walk()
    assert min(left.weight, right.weight) >= 8


def test_constant_target_is_never_split():
    X = np.random.default_rng(0).normal(size=(5000, 3))
    model = Tree()

    model.learn_many(X, np.full(5000, 0.1), np.full(5000, 0.3))

    assert model.n_nodes == 1
    assert model.predict_one(X[0]) == 0.1


def test_constant_columns_are_never_split():
    model = Tree()
    model.learn_many(np.tile([1.0, -2.0], (5000, 1)), np.arange(5000.0) % 7)
    assert model.n_nodes == 1


@pytest.mark.parametrize("is_binary", [False, True])
def test_nominal_attribute_branches_by_value_or_in_two(is_binary):
    rng = np.random.default_rng(0)
    colours = rng.choice(["red", "green", "blue"], size=900)
    rows = [{"colour": c, "noise": x} for c, x in zip(colours, rng.random(900), strict=True)]
    model = Tree(binary_split=is_binary, **SURE)

    model.learn_many(rows, [10.0 if colour == "red" else 0.0 for colour in colours])

    root = next(model.walk())
    assert root.feature == "colour"
    assert len(root.children) == (2 if is_binary else 3)
    assert model.predict_one({"colour": "red"}) == 10.0
    assert model.predict_one({"colour": "blue"}) == 0.0


def test_numbers_named_nominal_are_names():
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.integers(0, 5, size=2000), rng.random(2000)])
    y = np.isin(X[:, 0], (1, 3)) * 5.0  # no threshold tells these apart
    model = Tree(nominal_attributes=(0,), **SURE)

    model.learn_many(X, y)

    root = next(model.walk())
    assert (root.kind, len(root.children)) == ("each_value", 5)
    assert model.predict_many(X) == pytest.approx(y)


@pytest.mark.parametrize("splitter", ["exhaustive", "quantizer"])
def test_every_splitter_finds_a_step(splitter):
    X = np.random.default_rng(0).uniform(-1, 1, size=(2000, 2))
    model = Tree(splitter=splitter, radius=0.1, leaf_prediction="mean")

    model.learn_many(X, np.where(X[:, 0] > 0, 5.0, 0.0))

    root = next(model.walk())
    assert root.feature == 0
    assert abs(root.threshold) < 0.25


def test_bins_are_bounded():
    X = np.random.default_rng(0).normal(size=(3000, 2))

    def bytes_with(**options):
        model = Tree(grace_period=10**6, **options)
        model.learn_many(X, X[:, 0])
        return model.tree_memory

    assert bytes_with(max_bins=100) < bytes_with(max_bins=10_000) / 20
    assert bytes_with(splitter="quantizer", radius=1e-300, max_bins=50) < bytes_with(max_bins=100)


# Leaves


def test_models_need_no_scaled_features():
    X, y = friedman(5000, 3)
    scales = np.array([1e-3, 1e3, 1.0, 1e6, 1e-6, 1.0, 1.0, 1.0, 1.0, 1.0])
    plain, scaled = Tree(), Tree()

    errors = [
        rms(plain.predict_learn_many(X, y), y),
        rms(scaled.predict_learn_many(X * scales + 7.0, y), y),
    ]

    assert errors[1] == pytest.approx(errors[0], rel=0.02)


def test_adaptive_leaves_are_about_as_good_as_the_better_kind():
    X, y = friedman(8000, 1)
    errors = {
        way: rms(Tree(leaf_prediction=way).predict_learn_many(X, y), y)
        for way in ("mean", "model", "adaptive")
    }
    assert errors["adaptive"] < 1.05 * min(errors["mean"], errors["model"])


def test_model_keeps_its_ground_with_many_columns_and_great_weights():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 800))  # the plain rule goes beyond all bounds here
    y = X[:, 0] + X[:, 1]
    model = Tree(leaf_prediction="model", max_bins=2)

    said = model.predict_learn_many(X, y, rng.choice([1.0, 1e6], size=600))

    assert np.abs(said).max() < 100.0


def test_missing_value_goes_the_way_of_most_rows():
    X = np.random.default_rng(0).uniform(-1, 3, size=(1000, 1))
    model = Tree(leaf_prediction="mean", max_depth=1, **SURE)

    model.learn_many(X, np.where(X[:, 0] > 0, 5.0, 0.0))

    assert next(model.walk()).otherwise == 1
    assert model.predict_one([np.nan]) == pytest.approx(5.0, abs=0.1)


def test_new_columns_are_taken_up():
    rng = np.random.default_rng(0)
    model = Tree(**SURE)
    model.learn_many([{"a": x} for x in rng.random(50)], rng.random(50))

    late = rng.random(2000)
    model.learn_many(
        [{"a": x, "b": b} for x, b in zip(rng.random(2000), late, strict=True)],
        np.where(late > 0.5, 10.0, 0.0),
    )

    assert "b" in {node.feature for node in model.walk()}
    assert model.predict_one({"b": 0.9}) > model.predict_one({"b": 0.1}) + 5.0


def test_pipeline_with_a_scaler_errs_no_more():
    X, y = friedman(3000, 2)
    alone, behind = Tree(), StandardScaler() | Tree()
    errors = [rms(model.predict_learn_many(X, y), y) for model in (alone, behind)]
    assert errors[1] < 1.1 * errors[0]


# Memory


def test_memory_limit_holds_after_every_row():
    limit = 60_000
    X, y = bent(3, 4000)
    model = Tree(grace_period=20, tau=1.0, max_bytes=limit, memory_estimate_period=500)
    most = 0

    for x, target in zip(X, y, strict=True):
        model.learn_one(x, target)
        most = max(most, model.tree_memory)

    assert limit / 2 < most <= limit
    assert model.n_inactive_leaves > 0
    assert model.n_active_leaves > 0


def test_wide_rows_leave_no_room_for_models_and_the_limit_holds():
    X = np.random.default_rng(0).normal(size=(50, 2000))
    model = Tree(max_bytes=16_384)

    model.learn_many(X, X[:, 0])

    assert model.tree_memory <= 16_384
    assert model.predict_one(X[0]) == pytest.approx(X[:, 0].mean())


def test_nominal_attribute_of_many_values_stays_bounded():
    values = np.arange(100_000.0)
    model, few = (Tree(nominal_attributes=(0,), max_categories=100) for _ in range(2))

    model.learn_many(values[:, None], values % 2)
    few.learn_many(values[:1000, None], values[:1000] % 2)

    assert model.memory <= 2 * few.memory


# Bad input


@pytest.mark.parametrize(
    "bad",
    [
        {"grace_period": 0},
        {"delta": 0.0},
        {"tau": -1.0},
        {"max_depth": -1},
        {"model_selector_decay": 0.0},
        {"learning_rate": 0.0},
        {"learning_rate_decay": -1.0},
        {"max_categories": 0},
        {"max_bins": 1},
        {"radius": 0.0},
        {"min_samples_split": -1},
        {"max_bytes": 10},
        {"memory_estimate_period": 0},
        {"split_criterion": "gini"},
        {"leaf_prediction": "nba"},
        {"splitter": "gaussian"},
        {"max_features": "log"},
    ],
)
def test_parameter_out_of_range_is_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        Tree(**bad)


# Reading a tree


def test_nodes_dict_rules_and_drawing_tell_the_same_tree():
    X, y = bent(0, 3000)
    model = Tree(**SURE)
    model.learn_many(X, y)

    def count(node):
        return 1 + sum(count(child) for child in node.get("children", ()))

    nodes = list(model.walk())
    assert len(nodes) == count(model.to_dict()) == model.n_nodes > 3
    assert len(model.rules().splitlines()) == model.n_leaves
    assert report.tree_dot(model).count("[label=") == 2 * len(nodes) - 1
    assert max(node.depth for node in nodes) == model.height


def test_importance_belongs_to_the_column_that_tells():
    X, y = bent(0, 3000)
    model = Tree()
    model.learn_many(X, y)

    importances = model.feature_importances

    assert max(importances, key=importances.__getitem__) == 0
    assert sum(importances.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", [learners.HoeffdingTreeRegressor, learners.FIMTDDRegressor])
def test_one_nominal_column_may_stand_alone_and_a_seed_be_drawn(kind):
    one, other = (kind(nominal_attributes="colour", seed=None) for _ in range(2))

    assert one.nominal_attributes == ("colour",)
    assert one.seed != other.seed
