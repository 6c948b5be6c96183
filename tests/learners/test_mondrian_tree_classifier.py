"""What is particular to Mondrian trees that classify."""

import math

import numpy as np
import pytest
from oracles.model_files import file_of, parts
from oracles.mondrian_comparison import CLOSE, CompiledNodes, assert_same_nodes, draws
from oracles.mondrian_reference import MondrianReference, Shares

from driftline.learners import MondrianTreeClassifier
from driftline.state import StateError, dumps, loads


def taught(X, y, **options):
    model = MondrianTreeClassifier(**options)
    model.learn_many(X, y)
    return model


def quarters(rows, seed):
    """Labels by the quarter of a square."""
    X = np.random.default_rng(seed).random((rows, 2))
    return X, [("south", "north")[a] + ("west", "east")[b] for a, b in (X > 0.5).tolist()]


def test_first_row_is_answered_at_once():
    model = taught([[0.3, 0.4]], ["a"])

    assert model.predict_one([5.0, 5.0]) == "a"
    assert model.predict_proba_one([5.0, 5.0]) == {"a": 1.0}


def test_shares_are_smoothed_by_dirichlet():
    model = taught([[0.0]] * 4, ["a", "a", "a", "b"], dirichlet=0.5)

    assert model.predict_proba_one([0.0]) == pytest.approx({"a": 3.5 / 5, "b": 1.5 / 5})


def test_pure_nodes_are_split_only_if_asked():
    X, _ = quarters(50, 1)

    assert taught(X, ["same"] * 50).n_nodes == 1
    assert taught(X, ["same"] * 50, split_pure=True).n_nodes == 99


def test_rows_that_are_equal_share_a_leaf():
    model = taught([[1.0, 2.0]] * 9, list("ababababa"))

    assert model.n_nodes == 1


def test_full_tree_is_split_no_more_and_goes_on_learning():
    X, y = quarters(500, 2)
    model = taught(X, y, max_nodes=20)
    nodes, before = CompiledNodes(model), model.predict_proba_one(X[0])

    model.learn_many(X, ["elsewhere"] * len(X))

    assert nodes.size == model.n_nodes == 19  # a split brings two
    assert CompiledNodes(model).at("weights", nodes.root) == 1000
    assert model.predict_proba_one(X[0])["elsewhere"] > 0.3
    assert before.keys() < model.predict_proba_one(X[0]).keys()


def test_memory_of_a_full_tree_stands_still():
    X, y = quarters(3000, 3)
    model = taught(X[:1000], y[:1000], max_nodes=100)
    full = model.memory

    model.learn_many(X[1000:], y[1000:])

    assert model.memory == full


def test_missing_value_goes_where_more_rows_went():
    rng = np.random.default_rng(4)
    X = np.concatenate([rng.random((90, 1)), 9 + rng.random((10, 1))])
    model = taught(X, ["many"] * 90 + ["few"] * 10)

    assert model.predict_one([math.nan]) == "many"
    assert model.predict_one([9.5]) == "few"


def test_missing_value_is_no_reason_to_split():
    model = taught([[1.0, 2.0]], ["a"])

    model.learn_one([math.nan, 2.0], "b")

    assert model.n_nodes == 1


def test_first_value_of_a_column_is_no_reason_to_split():
    model = MondrianTreeClassifier()
    model.learn_one({"a": 1.0}, "x")
    model.learn_one({"a": 1.0, "b": 7.0}, "y")
    alike = model.n_nodes

    model.learn_one({"a": 1.0, "b": 8.0}, "x")

    assert (alike, model.n_nodes) == (1, 3)


def test_weight_counts_in_shares():
    model = MondrianTreeClassifier(dirichlet=1.0)
    model.learn_one([0.0], "a", 6.0)
    model.learn_one([0.0], "b", 1.0)

    assert model.predict_proba_one([0.0]) == pytest.approx({"a": 7 / 9, "b": 2 / 9})


def test_powers_of_two_make_a_deep_tree_and_no_trouble():
    X = 2.0 ** np.arange(-1000, 1000)[:, None]
    model = taught(X, ["a", "b"] * 1000)

    copy = loads(dumps(model))

    assert model.height > 900
    assert copy == model
    assert (model.predict_proba_many(X) == copy.predict_proba_many(X)).all()


def test_values_as_far_apart_as_numbers_go():
    most = np.finfo(float).max
    X = [[-most, 0.0], [most, 5e-324], [0.0, -most], [most, most], [-most, 1.0]] * 20
    model = taught(X, list("abcba") * 20)

    shares = model.predict_proba_many(X[:5])

    assert all(sum(row.values()) == pytest.approx(1.0) for row in shares)
    assert [max(row, key=row.get) for row in shares] == list("abcba")


def test_it_learns_what_a_line_cannot_tell():
    X, y = quarters(4000, 5)
    model = taught(X[:3000], y[:3000])

    right = np.mean(np.array(model.predict_many(X[3000:])) == np.array(y[3000:]))

    assert right > 0.95


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"step": 0.0}, "step must be positive"),
        ({"dirichlet": -1.0}, "dirichlet must be positive"),
        ({"max_nodes": 0}, "max_nodes must be at least 1"),
        ({"seed": -1}, "seed must be at least 0"),
    ],
)
def test_bad_parameters_are_named(options, said):
    with pytest.raises(ValueError, match=said):
        MondrianTreeClassifier(**options)


def test_tree_of_many_labels_does_as_its_definition():
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(110, 3)), np.arange(110) % 80
    model, reference = MondrianTreeClassifier(seed=2), MondrianReference(Shares(), draws(2))

    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        model.learn_one(x, label)
        reference.learn(x, label, 1.0)

    assert len(model.labels) == 80
    assert_same_nodes(model, reference)
    for x in X[:5].tolist():
        assert model.predict_proba_one(x) == pytest.approx(reference.predict(x), **CLOSE)


@pytest.mark.parametrize("labels", [64, 65, 200])
def test_tree_of_many_labels_goes_on_alike_after_a_file(labels):
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(900, 2)), np.concatenate([np.arange(labels), rng.integers(2, size=900)])
    model = taught(X[:450], y[:450])

    twin = loads(dumps(model))
    for own in (model, twin):
        own.learn_many(X[450:], y[450:900])

    assert dumps(twin) == dumps(model)
    assert twin.predict_proba_many(X).tobytes() == model.predict_proba_many(X).tobytes()


@pytest.mark.parametrize(
    ("place", "number"), [(0, -1.0), (0, 0.5), (1, 1e9), (2, math.nan), (2, -1.0), (2, 1e9)]
)
def test_false_list_of_labels_on_file_is_refused(place, number):
    X = np.random.default_rng(8).normal(size=(300, 2))
    header, arrays = parts(dumps(taught(X, np.arange(300) % 100)))

    arrays["model.nodes.facts"][place] = number

    with pytest.raises(StateError):
        loads(file_of(header, arrays))


@pytest.mark.parametrize("use_aggregation", [True, False])
def test_importances_are_shares_of_the_columns(use_aggregation):
    X = np.random.default_rng(1).random((1000, 4))
    model = MondrianTreeClassifier(seed=1, use_aggregation=use_aggregation)
    assert model.feature_importances == {}
    model.learn_many(X, (X[:, 1] > 0.5).astype(int))

    importances = model.feature_importances
    assert list(importances) == [0, 1, 2, 3]
    assert sum(importances.values()) == pytest.approx(1.0)
    if use_aggregation:  # without losses nothing tells a column that matters
        assert importances[1] > 0.5
