"""River's rows under the definitions that ours are tested with: River gives them the same labels.

Where River's definition is not MOA's, the test's name says how; ours keep to MOA's.
"""

import itertools

import numpy as np
import pytest
from oracles import generators as rules
from oracles.samples import assert_labels
from river.datasets import synth


def river_rows(dataset, n):
    rows = list(itertools.islice(iter(dataset), n))
    return np.array([list(x.values()) for x, _ in rows]), np.array([y for _, y in rows])


@pytest.mark.parametrize("variant", range(4))
def test_river_sea_has_the_same_rule(variant):
    X, y = river_rows(synth.SEA(variant=variant, seed=1), 2_000)

    assert_labels(y, rules.sea(X, rules.SEA_THRESHOLDS[variant]))


@pytest.mark.parametrize("function", range(4))
def test_river_sine_has_the_same_rules_with_its_two_features_swapped(function):
    X, y = river_rows(synth.Sine(classification_function=function, seed=1), 2_000)
    rule = rules.sine1 if function < 2 else rules.sine2

    assert_labels(y, rule(X[:, ::-1], reversed=function % 2 == 1))


@pytest.mark.parametrize("function", range(3))
def test_river_stagger_has_the_same_rules(function):
    X, y = river_rows(synth.STAGGER(classification_function=function, seed=1), 2_000)
    size = np.array(["small", "medium", "large"])[X[:, 0]]
    color = np.array(["red", "blue", "green"])[X[:, 1]]
    shape = np.array(["circle", "square", "triangle"])[X[:, 2]]

    assert np.array_equal(rules.stagger(size, color, shape, function), y)


@pytest.mark.parametrize("function", [0, 1])
def test_river_mixed_has_the_same_rule_and_begins_with_the_reversed_one(function):
    X, y = river_rows(synth.Mixed(classification_function=function, seed=1), 2_000)

    assert_labels(y, rules.mixed(X, reversed=function == 0))


def test_river_led_shows_the_same_digits():
    X, y = river_rows(synth.LED(irrelevant_features=True, seed=1), 2_000)
    assert np.array_equal(rules.led(X), y)

    moved = synth.LEDDrift(irrelevant_features=True, n_drift_features=4, seed=1)
    X, y = river_rows(moved, 2_000)
    assert np.array_equal(rules.led(X, moved._attr_idx), y)


def test_river_hyperplane_has_the_same_rule_for_its_own_weights():
    dataset = synth.Hyperplane(n_drift_features=4, mag_change=0.1, noise_percentage=0.0, seed=1)
    rows, weights, y = [], [], []
    for x, label in itertools.islice(iter(dataset), 2_000):
        weights.append(list(dataset._weights))  # already those of the row to come
        rows.append(list(x.values()))
        y.append(label)

    assert_labels(np.array(y[1:]), rules.hyperplane(np.array(rows[1:]), np.array(weights[:-1])))


AGRAWAL = ["salary", "commission", "age", "elevel", "car", "zipcode", "hvalue", "hyears", "loan"]


def river_agrawal(function):
    X, y = river_rows(synth.Agrawal(classification_function=function, seed=1), 4_000)
    return dict(zip(AGRAWAL, X.T, strict=True)), y


@pytest.mark.parametrize("function", [0, 1, 2, 3, 5])
def test_river_agrawal_numbers_the_groups_the_other_way_round(function):
    found, y = river_agrawal(function)

    assert np.array_equal(1 - rules.agrawal(found, function), y)


def test_river_agrawal_4_asks_for_salaries_where_moa_asks_for_loans():
    found, y = river_agrawal(4)
    age, salary, loan = found["age"], found["salary"], found["loan"]
    alike = (age < 40) & (salary >= 50_000) & (salary <= 100_000)
    alike |= (age >= 60) & ((salary <= 75_000) & (salary >= 25_000) | (loan >= 100_000))

    ours = 1 - rules.agrawal(found, 4)
    assert np.array_equal(ours[alike], y[alike])
    assert (ours != y)[~alike].any()


@pytest.mark.parametrize("function", [6, 7, 8, 9])
def test_river_agrawal_wants_one_dollar_left_where_moa_wants_any(function):
    found, y = river_agrawal(function)
    disposable = rules.disposable(found, function)

    differs = rules.agrawal(found, function) != y
    assert ((disposable[differs] > 0) & (disposable[differs] <= 1)).all()
    assert differs.mean() < 1e-3


@pytest.mark.parametrize("kind", rules.FRIEDMAN_DRIFT)
def test_river_friedman_drift_has_the_same_curves(kind):
    position = (500, 1_000, 1_500) if kind == "lea" else (600, 1_200)
    dataset = synth.FriedmanDrift(drift_type=kind, position=position, transition_window=0, seed=1)
    X, _ = river_rows(synth.Friedman(seed=1), 2_000)

    wanted = [dataset._y_maker(dict(enumerate(row)), i) for i, row in enumerate(X)]
    found = rules.FRIEDMAN_DRIFT[kind](X, rules.concepts(2_000, position))
    assert found == pytest.approx(np.array(wanted), rel=1e-12)


def test_river_random_tree_sends_rows_to_the_same_leaves():
    dataset = synth.RandomTree(seed_tree=1, seed_sample=2)
    X, y = river_rows(dataset, 2_000)
    features, thresholds, children, classes = [], [], [], []

    def flatten(node):
        place = len(features)
        features.append(-1 if not node.children else node.split_feature_idx)
        thresholds.append(node.split_feature_val or 0.0)
        classes.append(-1 if node.children else node.class_label)
        children.append([-1] * 5)
        for i, child in enumerate(node.children):
            children[place][i] = flatten(child)
        return place

    flatten(dataset.tree_root)
    flat = (np.array(part) for part in (features, thresholds, children, classes))
    assert np.array_equal(rules.tree(X, *flat, n_num=5), y)


def test_river_random_rbf_gives_rows_the_class_of_the_nearest_centroid():
    given = {"n_classes": 5, "n_features": 200, "n_centroids": 40}
    dataset = synth.RandomRBF(seed_model=1, seed_sample=2, **given)
    X, y = river_rows(dataset, 1_000)
    centres = np.array([c.centre for c in dataset.centroids])
    classes = np.array([c.class_label for c in dataset.centroids])

    assert np.array_equal(classes[rules.nearest(X, centres)], y)
