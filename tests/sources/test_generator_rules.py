"""Each label is the one that a plain NumPy definition gives to the row."""

import numpy as np
import pytest
from oracles import generators as rules
from oracles.samples import assert_labels, columns, drawn, is_normal, truths

from driftline import sources

N = 20_000
DRIFTS = [3_000, 7_000, 11_000, 16_000]

SINES = {
    "SINE1": (sources.SINE1, rules.sine1),
    "SINE2": (sources.SINE2, rules.sine2),
    "SINIRREL1": (sources.SINIRREL1, rules.sine1),
    "SINIRREL2": (sources.SINIRREL2, rules.sine2),
    "MIXED": (sources.MIXED, rules.mixed),
}
DRIFT_FORMS = {
    "abrupt": {},
    "gradual": {"width": 1_000},
    "balanced": {"width": 1_000, "balanced": True},
}


@pytest.mark.parametrize("form", DRIFT_FORMS)
@pytest.mark.parametrize("name", SINES)
def test_labels_lie_below_their_curve(name, form):
    make, rule = SINES[name]
    stream = make(seed=11, drifts=DRIFTS, **DRIFT_FORMS[form])
    X, y = drawn(stream, N)

    assert_labels(y, rule(X, truths(stream, N, "reversed")["reversed"]))


@pytest.mark.parametrize("form", DRIFT_FORMS)
@pytest.mark.parametrize(("d", "sigma"), [(2, 1.0), (3, 10.0), (50, 0.5)])
def test_labels_of_sine1_plus_lie_below_the_sine_of_a_mean(d, sigma, form):
    stream = sources.Sine1Plus(d=d, sigma=sigma, seed=12, drifts=DRIFTS, **DRIFT_FORMS[form])
    X, y = drawn(stream, N)

    assert_labels(y, rules.sine1_plus(X, sigma, truths(stream, N, "reversed")["reversed"]))
    assert stream.truth(0)["sigma"] == sigma


@pytest.mark.parametrize("form", DRIFT_FORMS)
def test_labels_of_circles_lie_inside_the_circle_in_force(form):
    stream = sources.CIRCLES(seed=13, drifts=DRIFTS, **DRIFT_FORMS[form])
    X, y = drawn(stream, N)

    assert_labels(y, rules.circles(X, **truths(stream, N, "centre", "radius")))


@pytest.mark.parametrize("form", DRIFT_FORMS)
def test_labels_of_lines_lie_above_the_line_in_force(form):
    stream = sources.LINES(seed=14, drifts=DRIFTS, **DRIFT_FORMS[form])
    X, y = drawn(stream, N)

    assert_labels(y, rules.lines(X, **truths(stream, N, "angle", "offset")))


@pytest.mark.parametrize("form", DRIFT_FORMS)
@pytest.mark.parametrize("virtual", [False, True])
def test_labels_of_multilines_lie_above_the_plane_in_force(virtual, form):
    given = {"d": 7, "k": 3, "virtual": virtual, "drifts": DRIFTS, **DRIFT_FORMS[form]}
    stream = sources.MULTILINES(seed=15, **given)
    X, y = drawn(stream, N)

    assert_labels(y, rules.hyperplane(X, truths(stream, N, "weights")["weights"]))


@pytest.mark.parametrize("name", ["SINE1", "SINE2"])
@pytest.mark.parametrize("form", DRIFT_FORMS)
def test_under_virtual_drift_the_rule_stays(name, form):
    make, rule = SINES[name]
    stream = make(seed=16, drifts=DRIFTS, virtual=True, **DRIFT_FORMS[form])
    X, y = drawn(stream, N)

    assert_labels(y, rule(X))


def test_a_class_that_is_nowhere_in_the_box_is_given_up_for_its_rows():
    marks = range(10, 20_000, 10)
    stream = sources.SINE1(seed=1, drifts=marks, virtual=True, balanced=True)
    boxes = truths(stream, N, "box")["box"]
    X, y = drawn(stream, N)

    is_above = np.sin(boxes[:, 0, 1]) <= boxes[:, 1, 0]  # the whole box lies above the curve
    assert is_above.any()
    assert not y[is_above].any()
    assert_labels(y, rules.sine1(X))


@pytest.mark.parametrize("form", DRIFT_FORMS)
@pytest.mark.parametrize("variant", ["3x3", "2x2"])
def test_labels_of_stagger_follow_the_concept_in_force(variant, form):
    given = {"seed": 17, "variant": variant, "drifts": DRIFTS, **DRIFT_FORMS[form]}
    stream = sources.STAGGER(one_hot=False, **given)
    found = columns(stream, N)
    rule = truths(stream, N, "rule")["rule"]

    wanted = rules.stagger(found["size"], found["color"], found["shape"], rule)
    assert np.array_equal(found["y"], wanted)


@pytest.mark.parametrize(("variant", "values"), [("3x3", 3), ("2x2", 2)])
def test_one_hot_stagger_has_a_column_for_each_word_of_the_same_rows(variant, values):
    words = columns(sources.STAGGER(seed=18, variant=variant, one_hot=False), N)
    ones = columns(sources.STAGGER(seed=18, variant=variant), N)

    names = {
        "size": ["small", "medium", "large"],
        "color": ["red", "green", "blue"][:values],
        "shape": ["square", "circle", "triangle"][:values],
    }
    wanted = {f"{c}_{word}": words[c] == word for c, known in names.items() for word in known}
    assert list(ones) == [*wanted, "y"]
    assert all(np.array_equal(ones[name], is_so) for name, is_so in wanted.items())
    assert np.array_equal(ones["y"], words["y"])


@pytest.mark.parametrize(("d", "sigma"), [(2, 1.0), (2, 100.0), (9, 0.1)])
@pytest.mark.parametrize("width", [0, 1_000])
def test_targets_of_ridge_concepts_are_linear(d, sigma, width):
    stream = sources.RidgeConcepts(d=d, sigma=sigma, width=width, drifts=DRIFTS, noise=0.0, seed=19)
    X, y = drawn(stream, N)
    beta = truths(stream, N, "beta")["beta"]

    size = np.abs(X * beta).sum(axis=1)  # what a rounding error is relative to, as terms cancel
    assert (np.abs(y - rules.ridge(X, beta)) <= 1e-12 * size).all()


@pytest.mark.parametrize("variant", range(4))
def test_labels_of_sea_lie_above_the_threshold(variant):
    stream = sources.SEA(variant=variant, seed=20)
    X, y = drawn(stream, N)

    assert stream.truth(5)["threshold"] == rules.SEA_THRESHOLDS[variant]
    assert_labels(y, rules.sea(X, rules.SEA_THRESHOLDS[variant]))


@pytest.mark.parametrize("mag_change", [0.0, 0.001, 0.1])
def test_labels_of_hyperplane_lie_above_the_plane_in_force(mag_change):
    stream = sources.Hyperplane(
        n_features=6, n_drift_features=4, mag_change=mag_change, noise_percentage=0.0, seed=21
    )
    X, y = drawn(stream, N)

    assert_labels(y, rules.hyperplane(X, truths(stream, N, "weights")["weights"]))


@pytest.mark.parametrize("irrelevant", [False, True])
def test_labels_of_led_are_the_digits_shown(irrelevant):
    X, y = drawn(sources.LED(irrelevant_features=irrelevant, seed=22), N)

    assert np.array_equal(rules.led(X), y)
    assert X.shape[1] == (24 if irrelevant else 7)


@pytest.mark.parametrize("n", range(8))
def test_labels_of_led_drift_are_the_digits_shown_in_columns_that_changed_places(n):
    stream = sources.LEDDrift(irrelevant_features=True, n_drift_features=n, seed=23)
    X, y = drawn(stream, N)
    places = stream.truth(0)["places"]

    assert np.array_equal(rules.led(X, places), y)
    assert sorted(places) == list(range(24))
    moved = np.flatnonzero(places != np.arange(24))
    assert (moved < 7).sum() == n  # each of them swapped with one of the other 17
    assert np.array_equal(places[places], np.arange(24))
    assert all((place < 7) != (places[place] < 7) for place in moved)


def agrawal_columns(stream, n):
    found = columns(stream, n)
    for name in ("elevel", "car", "zipcode"):
        found[name] = np.char.lstrip(found[name], "abcdefghijklmnopqrstuvwxyz").astype(int)
    return found


@pytest.mark.parametrize("balance", [False, True])
@pytest.mark.parametrize("function", range(10))
def test_groups_of_agrawal_follow_each_of_the_ten_functions(function, balance):
    stream = sources.Agrawal(classification_function=function, balance_classes=balance, seed=24)
    found = agrawal_columns(stream, N)

    assert np.array_equal(found["y"], rules.agrawal(found, function))
    assert 0 < found["y"].sum() < N


def tree_matrix(found, n_num):
    X = [values for name, values in found.items() if name != "y"]
    return np.column_stack([*X[:n_num], *(words.astype(int) for words in X[n_num:])])


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"n_classes": 7, "n_num_features": 2, "n_cat_features": 1, "n_categories_per_feature": 2},
        {"n_num_features": 0, "max_tree_depth": 3, "first_leaf_level": 1},
        {"n_cat_features": 0, "max_tree_depth": 12, "fraction_leaves_per_level": 0.3},
    ],
    ids=str,
)
def test_labels_of_random_tree_are_the_classes_of_its_leaves(shape):
    stream = sources.RandomTree(seed=25, **shape)
    n_num = shape.get("n_num_features", 5)
    found = columns(stream, N)

    wanted = rules.tree(tree_matrix(found, n_num), **stream.truth(0), n_num=n_num)
    assert np.array_equal(found["y"], wanted)


def test_labels_of_random_rbf_are_the_classes_of_the_centroids():
    # With 200 features two centres lie about 5.8 apart and a row falls nearly at a right angle.
    stream = sources.RandomRBF(n_classes=5, n_features=200, n_centroids=40, seed=26)
    X, y = drawn(stream, 5_000)
    truth = stream.truth(0)

    assert np.array_equal(truth["classes"][rules.nearest(X, truth["centres"])], y)


def test_labels_of_random_rbf_drift_are_the_classes_of_the_moving_centroids():
    n, given = 1_500, {"n_classes": 5, "n_features": 200, "n_centroids": 20, "seed": 27}
    stream = sources.RandomRBFDrift(change_speed=0.02, n_drift_centroids=12, **given)
    X, y = drawn(stream, n)

    told = truths(stream, n, "centres", "classes")
    found = [rules.nearest(X[[r]], told["centres"][r])[0] for r in range(n)]
    assert np.array_equal(told["classes"][np.arange(n), found], y)
    # The test can tell: by the centres of row 0 many labels would be wrong.
    assert (told["classes"][0][rules.nearest(X, told["centres"][0])] != y).mean() > 0.1


def test_bernoulli_errors_are_feature_and_label_in_one():
    stream = sources.BernoulliErrors(rates=[0.3, 0.6], drifts=DRIFTS, seed=28)
    X, y = drawn(stream, N)

    assert np.array_equal(X[:, 0], y)
    assert set(y) == {0, 1}


@pytest.mark.parametrize("kind", rules.FRIEDMAN_DRIFT)
def test_targets_of_friedman_drift_are_the_curves_in_force_and_standard_noise(kind):
    position = [5_000, 10_000, 15_000] if kind == "lea" else [6_000, 12_000]
    given = {"drift_type": kind, "position": position, "transition_window": 3_000}
    stream = sources.FriedmanDrift(seed=29, **given)
    X, y = drawn(stream, N)
    concept = truths(stream, N, "concept")["concept"]
    target = rules.FRIEDMAN_DRIFT[kind](X, concept)

    for c in range(len(position) + 1):  # a wrong curve shifts some of them by several deviations
        assert is_normal((y - target)[concept == c])
    for r in range(0, N, 10):
        x = dict(zip(stream.facts.features, X[r], strict=True))
        assert stream.label_of(x, row=r) == pytest.approx(target[r], rel=1e-12)


def test_targets_of_friedman_are_the_curve_and_standard_noise():
    stream = sources.Friedman(seed=30)
    X, y = drawn(stream, N)

    assert is_normal(y - rules.friedman(X))
    for r in range(0, N, 10):
        x = dict(zip(stream.facts.features, X[r], strict=True))
        assert stream.label_of(x) == pytest.approx(rules.friedman(X[[r]])[0], rel=1e-12)


RULED = {
    "SINE1": (sources.SINE1, {"drifts": [50]}),
    "SINE2": (sources.SINE2, {"drifts": [50]}),
    "SINIRREL1": (sources.SINIRREL1, {"drifts": [50]}),
    "SINIRREL2": (sources.SINIRREL2, {"drifts": [50]}),
    "CIRCLES": (sources.CIRCLES, {"drifts": [50]}),
    "STAGGER": (sources.STAGGER, {"drifts": [50]}),
    "STAGGER words": (sources.STAGGER, {"drifts": [50], "one_hot": False}),
    "MIXED": (sources.MIXED, {"drifts": [50]}),
    "LINES": (sources.LINES, {"drifts": [50]}),
    "MULTILINES": (sources.MULTILINES, {"drifts": [50]}),
    "Sine1Plus": (sources.Sine1Plus, {"drifts": [50]}),
    "RidgeConcepts": (sources.RidgeConcepts, {"drifts": [50], "noise": 0.0}),
    "SEA": (sources.SEA, {}),
    "Hyperplane": (sources.Hyperplane, {"noise_percentage": 0.0, "mag_change": 0.01}),
    "Agrawal": (sources.Agrawal, {"classification_function": 9}),
    "RandomTree": (sources.RandomTree, {}),
}


@pytest.mark.parametrize("name", RULED)
def test_label_of_gives_a_row_the_label_it_has_in_the_stream(name):
    make, given = RULED[name]
    stream = make(seed=31, rows=100, **given)

    for row, (x, y) in enumerate(stream):
        assert stream.label_of(x, row=row) == y


DRAWN_FIRST = ["GAUSS", "LED", "LEDDrift", "RandomRBF", "RandomRBFDrift", "Waveform"]


@pytest.mark.parametrize("name", DRAWN_FIRST)
def test_a_generator_that_draws_the_label_first_says_that_no_rule_tells_it(name):
    stream = getattr(sources, name)(seed=32, rows=1)
    x, _ = next(iter(stream))

    with pytest.raises(ValueError, match=f"{name} draws the label"):
        stream.label_of(x)
