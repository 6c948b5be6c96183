"""What is particular to the Hoeffding tree. Elsewhere it is compared with a plain one."""

import numpy as np
import pytest

from driftline import learners

SURE = {"grace_period": 100, "delta": 0.5}


def tree(**parameters):
    return learners.HoeffdingTreeClassifier(**parameters)


def xor_rows(rows=4000, seed=0):
    X = np.random.default_rng(seed).uniform(-1, 1, size=(rows, 3))
    return X, ((X[:, 0] > 0) ^ (X[:, 1] > 0)).astype(int)


def halves(rows=2000, seed=0):
    """A world of one threshold: label 1 right of 0 on the first column."""
    X = np.random.default_rng(seed).uniform(-1, 1, size=(rows, 2))
    return X, (X[:, 0] > 0).astype(int)


# Splits


@pytest.mark.parametrize(
    ("criterion", "merit"),
    [("info_gain", 0.2564258917), ("gini", 0.1633333333), ("hellinger", 0.6164594793)],
)
def test_merit_of_a_split_is_what_the_definition_says(criterion, merit):
    model = tree(split_criterion=criterion, **SURE)
    rows = [("left", 0)] * 50 + [("left", 1)] * 10 + [("right", 0)] * 10 + [("right", 1)] * 30

    for side, label in rows:
        model.learn_one({"side": side}, label)

    root = next(model.walk())
    assert (root.kind, root.values, root.weight) == ("each_value", ("left", "right"), 100.0)
    assert root.merit == pytest.approx(merit, abs=1e-10)


def test_threshold_is_found_between_the_labels():
    model = tree()

    model.learn_many(*halves())

    root = next(model.walk())
    assert root.feature == 0
    assert abs(root.threshold) < 0.1


def test_children_begin_with_what_the_split_estimates():
    X, y = halves(rows=400)
    model = tree(grace_period=400, delta=0.5)

    model.learn_many(X, y)

    _root, left, right = model.walk()
    assert left.weight + right.weight == pytest.approx(400)
    assert left.majority == 0
    assert right.majority == 1


def test_grace_period_counts_weight_and_not_rows():
    X, y = halves(rows=40)
    heavy, light = tree(**SURE), tree(**SURE)

    heavy.learn_many(X, y, np.full(len(y), 6.0))
    light.learn_many(X, y)

    assert heavy.n_nodes > 1
    assert light.n_nodes == 1


def test_grace_period_of_fractions_is_not_delayed_by_rounding():
    X, _y = halves(rows=30)
    model = tree(grace_period=0.3, delta=0.5, tau=10.0)

    for i in range(3):
        model.learn_one(X[i], i % 2, 0.1)

    assert model.n_nodes == 3  # and 0.1 three times is just above 0.3


def test_row_of_weight_two_is_the_row_twice():
    X, y = xor_rows(rows=1500)
    once, twice = tree(leaf_prediction="mc"), tree(leaf_prediction="mc")

    once.learn_many(X, y, np.full(len(y), 2.0))
    twice.learn_many(np.repeat(X, 2, axis=0), np.repeat(y, 2))

    assert [n.feature for n in once.walk()] == [n.feature for n in twice.walk()]


def test_tie_of_two_equal_columns_is_split_once_the_bound_is_below_tau():
    X, y = halves(rows=6000)
    twins = np.column_stack([X[:, 0], X[:, 0]])
    patient, hasty = tree(tau=0.0), tree(tau=0.05)

    patient.learn_many(twins, y)
    hasty.learn_many(twins, y)

    assert patient.n_nodes == 1
    assert hasty.n_nodes > 1
    assert next(hasty.walk()).feature == 1  # of equals the later one


def test_max_depth_is_kept():
    model = tree(max_depth=2, **SURE)

    model.learn_many(*xor_rows())

    assert model.height == 2


@pytest.mark.parametrize("is_binary", [False, True])
def test_nominal_attribute_branches_by_value_or_in_two(is_binary):
    rng = np.random.default_rng(0)
    colours = rng.choice(["red", "green", "blue"], size=900)
    rows = [
        {"colour": colour, "noise": x} for colour, x in zip(colours, rng.random(900), strict=True)
    ]
    model = tree(binary_split=is_binary, **SURE)

    model.learn_many(rows, ["warm" if colour == "red" else "cold" for colour in colours])

    root = next(model.walk())
    assert root.feature == "colour"
    assert len(root.children) == (2 if is_binary else 3)
    assert model.predict_one({"colour": "red"}) == "warm"
    assert model.predict_one({"colour": "blue"}) == "cold"


def test_numbers_named_nominal_are_names():
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.integers(0, 5, size=2000), rng.random(2000)])
    y = np.isin(X[:, 0], (1, 3)).astype(int)  # no threshold tells these apart
    model = tree(nominal_attributes=(0,), **SURE)

    model.learn_many(X, y)

    root = next(model.walk())
    assert (root.kind, len(root.children)) == ("each_value", 5)
    assert (model.predict_many(X) == y).all()


@pytest.mark.parametrize("names", ["colour", ["colour"], np.array(["colour"])])
def test_one_nominal_column_may_stand_alone(names):
    assert tree(nominal_attributes=names).nominal_attributes == ("colour",)


def test_poor_attributes_are_dropped_when_asked_for():
    X, y = halves(rows=900)
    X = np.column_stack([X[:, 0], X[:, 0], *[X[:, 1]] * 8])  # two equally good, and noise
    never = {"grace_period": 300, "tau": 0.0}
    kept, dropped = tree(**never), tree(remove_poor_attrs=True, **never)

    kept.learn_many(X, y)
    dropped.learn_many(X, y)

    assert kept.n_nodes == dropped.n_nodes == 1
    assert dropped.tree_memory < kept.tree_memory


# Leaves


def test_naive_bayes_in_leaves_tells_more_than_the_majority():
    X, y = xor_rows()
    right = {}

    for way in ("mc", "nb", "nba"):
        right[way] = np.mean(tree(leaf_prediction=way).predict_learn_many(X, y) == y)

    assert right["nba"] >= max(right["mc"], right["nb"]) - 0.02


def test_label_never_seen_in_a_leaf_gets_no_vote_of_naive_bayes():
    X, y = halves(rows=400)
    model = tree(grace_period=400, delta=0.5, leaf_prediction="nb")
    model.learn_many(X, y)

    model.learn_one([-0.9, 0.0], 0)  # the left leaf has seen nothing else itself

    assert model.predict_proba_one([-0.8, 0.0])[1] == 0.0


def test_shares_sum_to_one_in_every_kind_of_leaf():
    X, y = xor_rows()

    for way in ("mc", "nb", "nba"):
        model = tree(leaf_prediction=way)
        model.learn_many(X, y)
        assert np.allclose(model.predict_proba_many(X).sum(axis=1), 1.0)


def test_missing_value_goes_the_way_of_most_rows():
    X, y = halves(rows=2000)
    is_kept = (X[:, 0] > 0) | (np.arange(2000) % 4 == 0)
    X, y = X[is_kept], y[is_kept]
    model = tree(leaf_prediction="mc", **SURE)
    model.learn_many(X, y)

    root = next(model.walk())

    assert root.otherwise == 1
    assert model.predict_one([np.nan, 0.0]) == 1


# Attributes by draw


def test_leaf_looks_only_at_the_attributes_it_has_drawn():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 20))
    y = (X.sum(axis=1) > 0).astype(int)

    def tested(seed):
        model = tree(max_features=1, seed=seed, **SURE)
        model.learn_many(X, y)
        return next(model.walk()).feature

    assert len({tested(seed) for seed in range(12)}) > 4  # each seed has drawn one column


@pytest.mark.parametrize(("choice", "bad"), [(3, 0), (0.5, 1.5), ("sqrt", "log")])
def test_max_features_is_a_number_a_share_or_a_rule(choice, bad):
    assert tree(max_features=choice).max_features == choice
    with pytest.raises(ValueError, match="max_features"):
        tree(max_features=bad)


def test_seed_that_is_not_given_is_drawn_and_told():
    one, other = tree(seed=None), tree(seed=None)

    assert one.seed != other.seed
    assert one.clone().seed == one.seed


def test_same_seed_makes_the_same_tree_and_another_seed_another():
    X, y = xor_rows()
    one, twin, other = (tree(max_features="sqrt", seed=seed, **SURE) for seed in (1, 1, 2))

    for model in (one, twin, other):
        model.learn_many(X, y)

    assert one == twin
    assert one.rules() != other.rules()


# Bad and odd input


def test_constant_columns_are_never_split():
    X = np.tile([1.0, -2.0], (5000, 1))
    model = tree()

    model.learn_many(X, np.arange(5000) % 2)

    assert model.n_nodes == 1
    assert set(model.predict_many(X[:2])) <= {0, 1}


def test_leaf_without_a_candidate_stops_observing():
    X = np.tile([1.0, -2.0], (5000, 1))
    pruned, patient = tree(), tree(merit_preprune=False)

    pruned.learn_many(X, np.arange(5000) % 2)
    patient.learn_many(X, np.arange(5000) % 2)

    assert pruned.n_active_leaves == 0
    assert patient.n_active_leaves == 1


def test_stream_of_one_label_makes_no_test():
    X, y = halves()
    model = tree()

    model.learn_many(X, np.zeros_like(y))

    assert model.n_nodes == 1
    assert model.predict_one(X[0]) == 0


def test_column_that_is_always_missing_changes_nothing():
    X, y = xor_rows()
    empty = np.column_stack([X, np.full(len(y), np.nan)])
    model, plain = tree(), tree()

    model.learn_many(empty, y)
    plain.learn_many(X, y)

    assert model.rules() == plain.rules()


def test_weight_of_zero_teaches_nothing_and_a_negative_one_is_refused():
    X, y = xor_rows(rows=500)
    model, twin = tree(), tree()
    model.learn_many(X, y)
    twin.learn_many(X, y)

    model.learn_one(X[0], 1, 0.0)

    assert model == twin
    with pytest.raises(ValueError, match="w must be"):
        model.learn_one(X[0], 1, -1.0)


def test_text_in_a_numeric_column_is_missing():
    model, plain = tree(), tree()
    rows = [{"a": 1.0}, {"a": 2.0}, {"a": "none"}, {"a": 1.5}]

    model.learn_many(rows, [0, 1, 0, 1])
    plain.learn_many([row if row["a"] != "none" else {"a": None} for row in rows], [0, 1, 0, 1])

    assert model == plain


@pytest.mark.parametrize(
    "bad",
    [
        {"grace_period": 0},
        {"delta": 0.0},
        {"delta": 1.0},
        {"tau": -1.0},
        {"max_depth": -1},
        {"n_splits": 0},
        {"n_splits": 1000},
        {"max_categories": 0},
        {"min_branch_fraction": 0.6},
        {"max_share_to_split": 1.1},
        {"max_bytes": 10},
        {"memory_estimate_period": 0},
        {"split_criterion": "variance"},
        {"leaf_prediction": "knn"},
        {"preset": "vfml"},
    ],
)
def test_parameter_out_of_range_is_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        tree(**bad)


# Reading a tree


def test_nodes_dict_and_rules_tell_the_same_tree():
    X, y = xor_rows()
    model = tree(**SURE)
    model.learn_many(X, y)

    def count(node):
        return 1 + sum(count(child) for child in node.get("children", ()))

    nodes = list(model.walk())
    assert len(nodes) == count(model.to_dict()) == model.n_nodes
    assert len(model.rules().splitlines()) == model.n_leaves
    assert max(node.depth for node in nodes) == model.height


def test_rules_are_what_the_tree_predicts():
    X, y = halves()
    model = tree(leaf_prediction="mc", max_depth=1)

    model.learn_many(X, y)

    first, second = model.rules().splitlines()
    assert first.startswith("0 <= ")
    assert ": 0 (" in first
    assert second.startswith("0 > ")
    assert ": 1 (" in second


def test_importance_belongs_to_the_column_that_tells():
    model = tree()
    model.learn_many(*halves())

    importances = model.feature_importances

    assert importances[0] > 0.9
    assert sum(importances.values()) == pytest.approx(1.0)


def test_rules_tell_the_tightest_bound_only():
    rng = np.random.default_rng(1)
    X = rng.random((6000, 1))
    model = tree(**SURE)
    model.learn_many(X, (10 * X[:, 0]).astype(int))

    lines = model.rules().splitlines()

    assert model.height > 3
    assert all(line.count("<=") <= 1 and line.count(">") <= 1 for line in lines)
    said = [_interval(line) for line in lines]
    assert [low for low, _ in sorted(said)][1:] == [high for _, high in sorted(said)][:-1]


def _interval(line):
    """Return the bounds of the one column that a rule tells."""
    tests = dict(test.split(" ")[1:] for test in line.split(": ")[0].split(" and "))
    return float(tests.get(">", "-inf")), float(tests.get("<=", "inf"))


def test_rules_take_one_line_whatever_names_and_labels_hold():
    rows = [{"a\nb": "x\ny" if i % 2 else "z"} for i in range(1000)]
    model = tree(**SURE)
    model.learn_many(rows, ["two\nlines" if i % 2 else "one" for i in range(1000)])

    lines = model.rules().splitlines()

    assert sorted(line.split(" (")[0] for line in lines) == [
        r"a\nb = x\ny: two\nlines",
        r"a\nb = z: one",
    ]
