"""What generators draw besides rows: centroids, trees, waves, loans, and weights that wander.

As in `test_generator_distributions.py`, a claim is refused below a p-value of `ALPHA`.
"""

import itertools

import numpy as np
import pytest
from oracles import generators as rules
from oracles.samples import (
    are_independent,
    columns,
    drawn,
    eighths,
    follows,
    has_shares,
    has_unit_variance,
    is_normal,
    is_share,
    is_uniform,
    truths,
)
from scipy import stats

from driftline import sources

N = 20_000
UNIT = stats.uniform(0, 1)


# ---- centroids -------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [sources.RandomRBF, sources.RandomRBFDrift])
def test_centroids_are_drawn_uniformly(make):
    moving = {"n_drift_centroids": 0} if make is sources.RandomRBFDrift else {}
    stream = make(n_classes=4, n_features=5, n_centroids=4_000, seed=1, **moving)
    truth = stream.truth(0)

    parts = [*truth["centres"].T, truth["deviations"], truth["weights"]]
    assert all(is_uniform(part) for part in parts)
    assert has_shares(truth["classes"], np.ones(4))
    codes = [*(eighths(part, UNIT.cdf) for part in parts), truth["classes"]]
    assert all(are_independent(a, b) for a, b in itertools.combinations(codes, 2))


def test_rows_of_random_rbf_fall_around_a_centroid_picked_by_weight():
    stream = sources.RandomRBF(n_features=200, n_centroids=10, seed=2)
    X, _ = drawn(stream, N)
    truth = stream.truth(0)
    picked = rules.nearest(X, truth["centres"])
    away = X - truth["centres"][picked]
    distance = np.linalg.norm(away, axis=1) / truth["deviations"][picked]

    assert has_shares(picked, truth["weights"])
    assert are_independent(picked[:-1], picked[1:])
    for centroid in range(10):  # the length is normal, so its size is half-normal
        assert follows(distance[picked == centroid], stats.halfnorm)
    assert has_unit_variance(distance)
    # A direction is that of a point of the cube, whose coordinates are uniform in [-1, 1].
    cube = np.random.default_rng(3).uniform(-1, 1, (N, 200))
    cube /= np.linalg.norm(cube, axis=1, keepdims=True)
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    assert all(follows(away[:, column], cube[:, column]) for column in range(0, 200, 40))
    assert are_independent(away[:, 0] > 0, away[:, 1] > 0)


def test_with_one_feature_each_class_of_random_rbf_is_a_mixture_of_normal_clouds():
    stream = sources.RandomRBF(n_classes=2, n_features=1, n_centroids=12, seed=4)
    X, y = drawn(stream, N)
    truth = stream.truth(0)

    assert has_shares(y, [truth["weights"][truth["classes"] == label].sum() for label in (0, 1)])
    for label in (0, 1):
        mine = truth["classes"] == label
        share = truth["weights"][mine] / truth["weights"][mine].sum()
        clouds = stats.norm(truth["centres"][mine, 0], truth["deviations"][mine])
        assert follows(X[y == label, 0], lambda v, c=clouds, s=share: c.cdf(v[:, None]) @ s)


def test_moving_centroids_walk_straight_and_turn_back_at_the_faces_of_the_cube():
    given = {"n_features": 6, "n_centroids": 9, "seed": 5}
    stream = sources.RandomRBFDrift(change_speed=0.01, n_drift_centroids=7, **given)
    start = sources.RandomRBF(**given).truth(0)["centres"]
    directions = stream.truth(0)["steps"] / 0.01

    assert np.allclose(np.linalg.norm(directions, axis=1)[:7], 1, rtol=0, atol=1e-12)
    assert (directions >= 0).all()  # as in MOA, all set off away from the origin
    centres, set_off = start.copy(), directions.copy()
    for row in range(600):  # as in MOA, the first row already comes from moved centroids
        centres[:7], directions[:7] = rules.next_centres(centres[:7], directions[:7], 0.01)
        assert np.allclose(stream.truth(row)["centres"], centres, rtol=0, atol=1e-9)
    assert (directions != set_off).any()
    assert np.array_equal(centres[7:], start[7:])


def test_directions_of_centroids_are_those_of_points_in_the_cube():
    stream = sources.RandomRBFDrift(
        n_features=3, n_centroids=4_000, n_drift_centroids=4_000, change_speed=1e-9, seed=6
    )
    cube = np.random.default_rng(7).uniform(0, 1, (N, 3))
    cube /= np.linalg.norm(cube, axis=1, keepdims=True)

    directions = stream.truth(0)["steps"] / 1e-9
    assert all(follows(directions[:, i], cube[:, i]) for i in range(3))


# ---- waves -----------------------------------------------------------------------------------


def noise_over_a_segment(length):
    """The distribution function of a point uniform on a segment around 0, plus standard noise."""

    def integral(z):
        return z * stats.norm.cdf(z) + stats.norm.pdf(z)

    return lambda z: (integral(z + length / 2) - integral(z - length / 2)) / length


@pytest.mark.parametrize("has_noise", [False, True])
def test_waves_are_mixed_by_a_uniform_share_under_standard_noise(has_noise):
    stream = sources.Waveform(has_noise=has_noise, seed=8)
    X, y = drawn(stream, 60_000)

    assert np.array_equal(stream.truth(0)["waves"], rules.WAVES)
    assert has_shares(y, [1, 1, 1])
    assert are_independent(y[:-1], y[1:])
    for label, (a, b) in enumerate(rules.WAVES_OF_CLASS):
        one, other = rules.WAVES[a], rules.WAVES[b]
        between = X[y == label, :21] - (one + other) / 2
        length = np.linalg.norm(one - other)
        along = between @ (one - other) / length
        across = between - np.outer(along, (one - other) / length)
        assert follows(along, noise_over_a_segment(length))
        assert follows((across**2).sum(axis=1), stats.chi2(20))
        assert has_unit_variance(np.linalg.norm(across, axis=1), freedom=20)
        rest = eighths(along, noise_over_a_segment(length))
        assert are_independent(rest, eighths((across**2).sum(axis=1), stats.chi2(20).cdf))
    if has_noise:
        assert X.shape[1] == 40
        assert all(is_normal(column) for column in X.T[21:])
        assert all(are_independent(eighths(c, stats.norm.cdf), y) for c in X.T[21:])


def test_the_best_classifier_of_waveform_is_right_for_86_percent():
    X, y = drawn(sources.Waveform(seed=9), N)
    shares = (np.arange(50) + 0.5) / 50
    likelihood = []
    for a, b in rules.WAVES_OF_CLASS:
        means = np.outer(shares, rules.WAVES[a]) + np.outer(1 - shares, rules.WAVES[b])
        likelihood.append(np.exp(X @ means.T - (means**2).sum(axis=1) / 2).mean(axis=1))

    right = np.mean(np.argmax(likelihood, axis=0) == y)
    assert right == pytest.approx(0.86, abs=0.02)  # rounding, and six standard errors of 0.0025


# ---- trees -----------------------------------------------------------------------------------


def nodes(tree, n_num):
    """Each node's place, its depth, the categories above it and the bounds of the numbers."""
    todo = [(0, 0, (), ((0.0, 1.0),) * n_num)]
    while todo:
        place, depth, used, bounds = todo.pop()
        yield place, depth, used, bounds
        feature = tree["features"][place]
        if feature < 0:
            continue
        children = tree["children"][place]
        if feature >= n_num:
            todo += [(child, depth + 1, (*used, feature), bounds) for child in children]
            continue
        (low, high), cut = bounds[feature], tree["thresholds"][place]
        for child, part in zip(children, ((low, cut), (cut, high)), strict=False):
            todo.append((child, depth + 1, used, (*bounds[:feature], part, *bounds[feature + 1 :])))


def test_trees_have_their_leaves_cuts_and_classes_where_moa_has_them():
    cuts, leaves, classes, choices = [], [], [], []
    for seed in range(200):
        tree = sources.RandomTree(
            n_classes=3, first_leaf_level=2, max_tree_depth=4, seed=seed, n_cat_features=4
        ).truth(0)
        for place, depth, used, bounds in nodes(tree, 5):
            feature = tree["features"][place]
            is_leaf = feature < 0
            assert is_leaf == (tree["classes"][place] >= 0)
            assert depth <= 4
            assert is_leaf or depth < 4
            assert not (is_leaf and depth < 2)
            assert feature not in used
            if 2 <= depth < 4:
                leaves.append(is_leaf)
            if is_leaf:
                classes.append(tree["classes"][place])
            elif feature < 5:
                low, high = bounds[feature]
                cuts.append((tree["thresholds"][place] - low) / (high - low))
            if not is_leaf and depth == 1 and len(used) == 1:  # five numbers, three categories
                choices.append(feature if feature < 5 else 5)

    assert is_uniform(cuts)
    assert is_share(sum(leaves), len(leaves), 0.15)
    assert has_shares(classes, [1, 1, 1])
    assert has_shares(choices, [1, 1, 1, 1, 1, 3])


def test_the_root_of_a_tree_splits_any_feature():
    roots = [sources.RandomTree(seed=seed).truth(0)["features"][0] for seed in range(2_000)]

    assert has_shares(roots, np.ones(10))


def test_categories_of_random_tree_are_uniform_whatever_the_tree():
    found = columns(sources.RandomTree(seed=10, n_categories_per_feature=7), N)
    words = [found[f"x_cat_{i}"].astype(int) for i in range(5)]

    assert all(has_shares(codes, np.ones(7)) for codes in words)
    assert all(are_independent(a, b) for a, b in itertools.combinations(words, 2))
    assert are_independent(words[0][:-1], words[0][1:])
    assert are_independent(words[0], eighths(found["x_num_0"], UNIT.cdf))


# ---- loans -----------------------------------------------------------------------------------


def people(n, **given):
    found = columns(sources.Agrawal(**given), n)
    for name in ("elevel", "car", "zipcode"):
        found[name] = np.char.lstrip(found[name], "abcdefghijklmnopqrstuvwxyz").astype(int)
    return found


def test_people_of_agrawal_are_drawn_as_in_moa():
    # River draws commissions up to 85,000 and houses of the ninth zip code for nothing.
    found = people(50_000, seed=11)
    is_poor = found["salary"] < 75_000

    assert is_uniform(found["salary"], 20_000, 150_000)
    assert is_uniform(found["commission"][is_poor], 10_000, 75_000)
    assert (found["commission"][~is_poor] == 0).all()
    for name, low, high in [("age", 20, 80), ("elevel", 0, 4), ("car", 1, 20), ("zipcode", 1, 9)]:
        assert has_shares(found[name] - low, np.ones(high - low + 1))
    assert has_shares(found["hyears"] - 1, np.ones(30))
    price = found["hvalue"] / (10 - found["zipcode"]) / 100_000
    assert is_uniform(price, 0.5, 1.5)
    assert is_uniform(found["loan"], 0, 500_000)
    codes = [found[name] for name in ("age", "elevel", "car", "zipcode", "hyears")]
    codes += [eighths(found["loan"] / 500_000, UNIT.cdf), eighths(price - 0.5, UNIT.cdf), is_poor]
    assert all(are_independent(a, b) for a, b in itertools.combinations(codes, 2))
    assert all(are_independent(code[:-1], code[1:]) for code in codes)


@pytest.mark.parametrize("share", [0.05, 0.4])
def test_perturbation_moves_numbers_of_agrawal_within_their_range_after_the_label(share):
    before, after = people(N, seed=12), people(N, seed=12, perturbation=share)

    kept = ("y", "elevel", "car", "zipcode")
    assert all(np.array_equal(before[name], after[name]) for name in kept)
    ranges = {"salary": (20_000, 150_000), "loan": (0, 500_000), "commission": (10_000, 75_000)}
    for name, (low, high) in ranges.items():
        moved = (after[name] - before[name]) / (share * (high - low))
        inside = (low < after[name]) & (after[name] < high) & (before[name] > 0)
        middle = np.abs(before[name] - (low + high) / 2) < (0.5 - share) * (high - low)
        assert np.abs(moved).max() <= 1 + 1e-9
        assert inside[middle].all()
        assert is_uniform(moved[middle], -1, 1)
        assert (after[name] >= low)[before[name] > 0].all()
        assert (after[name] <= high).all()
    assert (after["commission"] == 0)[before["commission"] == 0].all()
    for name, low, high in [("age", 20, 80), ("hyears", 1, 30)]:
        assert (after[name] == np.round(after[name])).all()
        assert np.abs(after[name] - before[name]).max() <= np.ceil(share * (high - low) + 0.5)
        assert after[name].min() == low
        assert after[name].max() == high
    # MOA, after the C program, moves a house by its district's price and caps it at 135,000.
    district = (10 - after["zipcode"]) * 100_000
    free = (after["hvalue"] > 0) & (after["hvalue"] < 135_000)
    assert (after["hvalue"] <= 135_000).all()
    assert (np.abs(after["hvalue"] - before["hvalue"]) <= share * district)[free].all()
    assert (before["hvalue"] - share * district <= 135_000)[free].all()


def test_balanced_groups_of_agrawal_alternate():
    y = people(1_000, seed=13, classification_function=2, balance_classes=True)["y"]

    assert np.array_equal(y, np.arange(1, 1_001) % 2)


# ---- what wanders ----------------------------------------------------------------------------


def test_weights_of_hyperplane_begin_uniform():
    weights = [sources.Hyperplane(seed=s, n_features=4).truth(0)["weights"] for s in range(2_000)]

    assert all(is_uniform(column) for column in np.transpose(weights))
    codes = eighths(np.array(weights), UNIT.cdf)
    assert all(are_independent(codes[:, i], codes[:, i + 1]) for i in range(3))


def assert_turns(steps, rate):
    """Signs of steps, a column for each weight, turn at this rate and by themselves."""
    turned = steps[1:] != steps[:-1]
    assert all(is_share(column.sum(), len(column), rate) for column in turned.T)
    assert are_independent(turned[:, 0], turned[:, 1])
    assert are_independent(turned[:-1, 0], turned[1:, 0])


@pytest.mark.parametrize("sigma", [0.1, 0.37])
def test_the_first_weights_of_hyperplane_step_up_and_turn_round_at_random(sigma):
    # As in MOA the rate is what the parameter says; River's is 0.01 below it.
    given = {"n_features": 5, "n_drift_features": 3, "mag_change": 0.01, "sigma": sigma}
    weights = truths(sources.Hyperplane(seed=14, **given), N, "weights")["weights"]
    steps = np.diff(weights, axis=0) / 0.01

    assert (steps[:, 3:] == 0).all()
    assert np.allclose(np.abs(steps[:, :3]), 1, rtol=0, atol=1e-6)
    assert (steps[0, :3] > 0).all()
    assert_turns(steps[:, :3] > 0, sigma)


def test_moving_weights_of_multilines_step_and_turn_round_one_time_in_ten():
    stream = sources.MULTILINES(d=5, k=3, magnitude=0.01, seed=15)
    told = truths(stream, N, "weights", "moving")
    steps = np.diff(told["weights"], axis=0) / 0.01
    moving = told["moving"][0]

    assert (told["moving"] == moving).all()
    assert len(set(moving)) == 3
    assert (np.delete(steps, moving, axis=1) == 0).all()
    assert np.allclose(np.abs(steps[:, moving]), 1, rtol=0, atol=1e-6)
    assert_turns(steps[:, moving] > 0, 0.1)


def test_each_drift_of_multilines_draws_anew_which_weights_move():
    marks = range(2, 6_000, 2)
    stream = sources.MULTILINES(d=4, k=2, magnitude=0.01, seed=16, drifts=marks)
    told = truths(stream, 6_000, "weights", "moving")
    steps = np.diff(told["weights"], axis=0)

    pairs = list(itertools.combinations(range(4), 2))
    sets = np.array([pairs.index(tuple(sorted(moving))) for moving in told["moving"]])
    assert has_shares(sets[::2], np.ones(6))
    assert are_independent(sets[:-2:2], sets[2::2])
    for moving, step in zip(told["moving"], steps, strict=False):  # the step after each row
        assert sorted(np.flatnonzero(step)) == sorted(moving)


def test_under_virtual_drift_no_weight_of_multilines_moves():
    stream = sources.MULTILINES(seed=17, drifts=[100, 200], virtual=True)
    weights = truths(stream, 300, "weights")["weights"]

    assert (weights == weights[0]).all()


def test_lines_turn_to_anywhere_within_half_a_turn_and_shift_to_anywhere_in_bounds():
    marks = range(1, 4_000)
    told = truths(sources.LINES(seed=18, drifts=marks, width=1), 4_001, "angle", "offset")
    turns = np.diff(told["angle"])[1:]

    assert is_uniform(turns, -np.pi, np.pi)
    assert is_uniform(told["offset"][1:], -0.4, 0.4)
    codes = eighths(turns, stats.uniform(-np.pi, 2 * np.pi).cdf)
    assert are_independent(codes[:-1], codes[1:])
    assert are_independent(codes, eighths(told["offset"][2:], stats.uniform(-0.4, 0.8).cdf))
    first = [sources.LINES(seed=seed).truth(0) for seed in range(2_000)]
    assert is_uniform([t["angle"] for t in first], -np.pi, np.pi)
    assert is_uniform([t["offset"] for t in first], -0.4, 0.4)
