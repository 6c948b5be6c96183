"""Each rule beside another writing of it: River's code on River's rows, or a few lines here."""

import itertools
import math

import numpy as np
import pytest
from river.datasets import synth

from driftline import sources


def river_rows(dataset, count=2000):
    return list(dataset.take(count))


def named(x):
    """River numbers its features from 0."""
    return {f"x{key + 1}": value for key, value in x.items()}


def columns(stream):
    (batch,) = stream.batches(stream.facts.rows)
    return [column.to_numpy(zero_copy_only=False) for column in batch.x.columns], batch.y.to_numpy()


# Beside River.


@pytest.mark.parametrize("variant", range(4))
def test_sea_agrees_with_river(variant):
    stream = sources.SEA(variant=variant)

    for x, y in river_rows(synth.SEA(variant=variant, seed=1)):
        assert stream.label_of(named(x)) == y


@pytest.mark.parametrize("function", range(4))
def test_sine_agrees_with_river(function):
    cls = sources.SINE1 if function < 2 else sources.SINE2
    stream = cls(drifts=[1])

    for x, y in river_rows(synth.Sine(classification_function=function, seed=1)):
        swapped = {"x1": x[1], "x2": x[0]}  # River's curve goes up along the other axis
        assert stream.label_of(swapped, row=function % 2) == y


@pytest.mark.parametrize("function", range(2))
def test_mixed_agrees_with_river(function):
    stream = sources.MIXED(drifts=[1])

    for x, y in river_rows(synth.Mixed(classification_function=function, seed=1)):
        ours = dict(zip(("v", "w", "x1", "x2"), x.values(), strict=True))
        assert stream.label_of(ours, row=1 - function) == y


@pytest.mark.parametrize("one_hot", [True, False])
@pytest.mark.parametrize("function", range(3))
def test_stagger_agrees_with_river(function, one_hot):
    stream = sources.STAGGER(drifts=[1, 2], one_hot=one_hot)
    dataset = synth.STAGGER(classification_function=function, seed=1)

    for x, y in river_rows(dataset, 200):
        words = {
            "size": dataset.size_labels[x["size"]],
            "color": dataset.color_labels[x["color"]],
            "shape": dataset.shape_labels[x["shape"]],
        }
        hot = dict.fromkeys(stream.facts.features, 0.0)
        hot.update({f"{name}_{word}": 1.0 for name, word in words.items()})
        assert stream.label_of(hot if one_hot else words, row=function) == y


def loan(x):
    return x | {
        "elevel": f"level{x['elevel']}",
        "car": f"car{x['car']}",
        "zipcode": f"zipcode{x['zipcode'] + 1}",
    }


@pytest.mark.parametrize("function", [0, 1, 2, 3, 5])
def test_agrawal_agrees_with_river_whose_group_a_is_one(function):
    stream = sources.Agrawal(classification_function=function)

    for x, y in river_rows(synth.Agrawal(classification_function=function, seed=1)):
        assert stream.label_of(loan(x)) == 1 - y


@pytest.mark.parametrize("function", [6, 7, 8, 9])
def test_agrawal_agrees_with_river_on_what_is_left_of_an_income(function):
    stream = sources.Agrawal(classification_function=function)

    # River asks for more than 1 and the paper for more than 0: no row of these lies between.
    for x, y in river_rows(synth.Agrawal(classification_function=function, seed=1)):
        assert stream.label_of(loan(x)) == y


def test_agrawal_function_4_is_the_one_of_the_paper():
    stream = sources.Agrawal(classification_function=4, seed=1, rows=3000)
    wanted = {
        (0, True): (100, 300), (0, False): (200, 400),
        (1, True): (200, 400), (1, False): (300, 500),
        (2, True): (300, 500), (2, False): (100, 300),
    }  # fmt: skip
    pay = [(50, 100), (75, 125), (25, 75)]

    for x, y in stream:
        age = 0 if x["age"] < 40 else 1 if x["age"] < 60 else 2
        is_paid = pay[age][0] <= x["salary"] / 1000 <= pay[age][1]
        low, high = wanted[age, is_paid]
        assert y == (0 if low <= x["loan"] / 1000 <= high else 1)


def test_friedman_agrees_with_river():
    stream = sources.Friedman()
    exact = synth.FriedmanDrift(drift_type="gra", position=(10**8, 10**9))

    for x, _ in river_rows(synth.Friedman(seed=1)):
        assert math.isclose(stream.label_of(named(x)), exact._y_maker(x, 0), rel_tol=1e-14)


@pytest.mark.parametrize(("kind", "position"), [("lea", (10, 20, 30)), ("gra", (10, 20))])
def test_abrupt_drifts_of_friedman_agree_with_river(kind, position):
    stream = sources.FriedmanDrift(drift_type=kind, position=position)
    river = synth.FriedmanDrift(drift_type=kind, position=position, seed=1)

    for x, _ in river_rows(river):
        for row in (9, 10, 19, 20, 29, 30):
            ours, theirs = stream.label_of(named(x), row=row), river._y_maker(x, row)
            assert math.isclose(ours, theirs, rel_tol=1e-13, abs_tol=1e-13)


def test_gradual_drifts_of_friedman_agree_with_river_outside_of_the_windows():
    settings = {"drift_type": "gsg", "position": (10, 30), "transition_window": 5}
    stream, river = sources.FriedmanDrift(**settings), synth.FriedmanDrift(**settings, seed=1)

    for x, _ in river_rows(river, 500):
        for row in (9, 15, 29, 35):
            ours, theirs = stream.label_of(named(x), row=row), river._y_maker(x, row)
            assert math.isclose(ours, theirs, rel_tol=1e-13)


def test_led_lights_the_segments_that_river_lights():
    for x, digit in sources.LED(seed=1, rows=500):
        assert list(x.values()) == synth.LED._ORIGINAL_INSTANCES[digit]


def test_waveform_has_the_waves_of_river():
    assert sources.Waveform().truth(0)["waves"].tolist() == synth.Waveform._H_FUNCTION


# Beside a few lines of NumPy.


def test_circles_are_those_of_the_paper():
    stream = sources.CIRCLES(seed=1, rows=5000, drifts=[1000, 2000, 3000, 4000])
    (x1, x2), y = columns(stream)

    centres, radii = np.array([0.2, 0.4, 0.6, 0.8, 0.2]), np.array([0.15, 0.2, 0.25, 0.3, 0.15])
    number = np.arange(5000) // 1000
    inside = np.hypot(x1 - centres[number], x2 - 0.5) < radii[number]

    assert (y == inside).all()


def test_gauss_has_the_clouds_of_the_paper():
    stream = sources.GAUSS(seed=1, rows=80_000, drifts=[40_000])
    x, y = columns(stream)

    for rows, small in ((slice(0, 40_000), 1), (slice(40_000, None), 0)):
        for label in (0, 1):
            cloud = np.array([column[rows][y[rows] == label] for column in x])
            mean, deviation = ([0, 0], 1) if label == small else ([2, 0], 4)
            # Five deviations of a mean, and of a deviation, over some 20,000 rows.
            assert abs(cloud.mean(axis=1) - mean).max() < 5 * deviation / np.sqrt(19_000)
            assert abs(cloud.std(axis=1) / deviation - 1).max() < 5 / np.sqrt(2 * 19_000)


def test_lines_move_evenly_from_mark_to_mark():
    stream = sources.LINES(seed=1, rows=4000, drifts=[1000, 3000])
    (x1, x2), y = columns(stream)
    truth = [stream.truth(row) for row in range(4000)]
    angle = np.array([t["angle"] for t in truth])
    offset = np.array([t["offset"] for t in truth])

    assert (y == (np.cos(angle) * x1 + np.sin(angle) * x2 >= offset)).all()
    for path, most in ((angle, np.pi), (offset, 0.8)):
        assert np.ptp(path[:1001]) == 0
        steps = np.diff(path)[1000:2999]
        assert np.allclose(steps, steps[0], atol=1e-12)
        assert abs(steps[0]) * 2000 <= most
    assert (abs(offset) <= 0.4).all()
    assert stream.truth(10_000) == stream.truth(5_000)  # arrived, and at rest


def test_multilines_and_hyperplane_label_by_their_weights():
    for stream in (
        sources.MULTILINES(seed=1, rows=1000, drifts=[500], magnitude=0.01),
        sources.Hyperplane(seed=1, rows=1000, mag_change=0.01, noise_percentage=0.0),
    ):
        x, y = columns(stream)
        w = np.array([stream.truth(row)["weights"] for row in range(1000)])

        assert (y == ((w * np.array(x).T).sum(axis=1) >= 0.5 * w.sum(axis=1))).all()


def test_moving_weights_take_even_steps_and_turn_now_and_then():
    stream = sources.Hyperplane(seed=1, mag_change=0.01, sigma=0.1)
    w = np.array([stream.truth(row)["weights"] for row in range(20_001)])
    steps = np.diff(w, axis=0)

    assert np.allclose(abs(steps[:, :2]), 0.01)
    assert (steps[:, 2:] == 0).all()
    turns = (np.sign(steps[1:, :2]) != np.sign(steps[:-1, :2])).mean()
    assert abs(turns - 0.1) < 5 * np.sqrt(0.09 / 40_000)


def test_multilines_move_other_weights_after_a_drift():
    stream = sources.MULTILINES(seed=1, d=10, k=3, drifts=[100, 200, 300])
    w = np.array([stream.truth(row)["weights"] for row in range(401)])

    for begin in (0, 100, 200, 300):
        moved = np.ptp(w[begin : begin + 101], axis=0) > 0
        assert set(moved.nonzero()[0]) == set(stream.truth(begin)["moving"])
        assert moved.sum() == 3
    assert len({tuple(stream.truth(row)["moving"]) for row in (0, 100, 200, 300)}) > 1


def test_sine1_plus_is_the_formula_of_the_paper():
    stream = sources.Sine1Plus(d=5, sigma=10.0, seed=1, rows=2000, drifts=[1000])
    x, y = columns(stream)

    below = x[4] < np.sin((x[0] / 10.0 + x[1] + x[2] + x[3]) / 4)

    assert (y[:1000] == below[:1000]).all()
    assert (y[1000:] == ~below[1000:]).all()
    assert 9.9 < x[0].max() < 10.0


def test_ridge_concepts_have_their_coefficients_and_noise():
    stream = sources.RidgeConcepts(d=3, sigma=5.0, noise=0.5, seed=1, rows=40_000, drifts=[20_000])
    x, y = columns(stream)
    beta = np.repeat([stream.truth(row)["beta"] for row in (0, 20_000)], 20_000, axis=0)

    error = y - (np.array(x).T * beta).sum(axis=1)

    assert abs(error.std() / 0.5 - 1) < 5 / np.sqrt(2 * 40_000)
    assert abs(x[0].std() / 5.0 - 1) < 5 / np.sqrt(2 * 40_000)
    assert abs(np.corrcoef([*x, error]) - np.eye(4)).max() < 5 / np.sqrt(40_000)


def test_random_tree_labels_by_the_tree_it_tells():
    stream = sources.RandomTree(n_classes=4, seed=1, rows=2000)
    tree, features = stream.truth(0), list(stream.facts.features)
    levels = []

    for x, y in stream:
        node, level = 0, 0
        while (feature := tree["features"][node]) >= 0:
            value = x[features[feature]]
            child = value >= tree["thresholds"][node] if feature < 5 else int(value)
            node, level = tree["children"][node][int(child)], level + 1
        levels.append(level)
        assert y == tree["classes"][node]
    assert set(levels) <= {3, 4, 5}


def test_random_rbf_rows_lie_around_their_centroids():
    stream = sources.RandomRBF(n_centroids=1, n_features=3, seed=1, rows=50_000)
    x, _ = columns(stream)
    truth = stream.truth(0)

    away = np.array(x).T - truth["centres"][0]

    # The length of the way is |N(0, 1)| times the deviation: its square has mean 1, variance 2.
    squares = (away**2).sum(axis=1) / truth["deviations"][0] ** 2
    assert abs(squares.mean() - 1) < 5 * np.sqrt(2 / 50_000)
    assert abs(away.mean(axis=0)).max() < 5 * truth["deviations"][0] / np.sqrt(50_000)


def test_random_rbf_takes_centroids_by_weight():
    stream = sources.RandomRBF(n_centroids=6, n_classes=50, seed=3, rows=50_000)
    truth = stream.truth(0)
    assert len(set(truth["classes"])) == 6  # the class names the centroid
    _, y = columns(stream)

    shares = truth["weights"] / truth["weights"].sum()
    for label, share in zip(truth["classes"], shares, strict=True):
        assert abs((y == label).mean() - share) < 5 * np.sqrt(share * (1 - share) / 50_000)


def test_centroids_move_at_their_speed_and_stay_in_the_cube():
    stream = sources.RandomRBFDrift(
        n_centroids=5, n_features=3, change_speed=0.02, n_drift_centroids=3, seed=1
    )
    path = np.array([stream.truth(row)["centres"] for row in range(500)])
    steps = np.linalg.norm(np.diff(path, axis=0), axis=2)

    assert path.min() == 0
    assert path.max() == 1
    assert (steps[:, 3:] == 0).all()
    assert np.median(steps[:, :3]) == pytest.approx(0.02)
    assert steps.max() < 0.0201


def test_led_inverts_segments_and_leddrift_moves_them():
    plain = sources.LED(noise_percentage=0.1, irrelevant_features=True, seed=1, rows=20_000)
    moved = sources.LEDDrift(
        noise_percentage=0.1, irrelevant_features=True, n_drift_features=4, seed=1, rows=20_000
    )
    (x, y), (other, same) = columns(plain), columns(moved)
    places = moved.truth(0)["places"]

    lit = np.array(synth.LED._ORIGINAL_INSTANCES)[y].T
    assert abs((lit != x[:7]).mean() - 0.1) < 5 * np.sqrt(0.09 / 140_000)
    assert abs(np.mean(x[7:]) - 0.5) < 5 * np.sqrt(0.25 / 340_000)
    assert (y == same).all()
    assert sorted(places) == list(range(24))
    assert (places != np.arange(24)).sum() == 8
    assert all((other[place] == x[segment]).all() for segment, place in enumerate(places))


def test_waveform_mixes_the_two_waves_of_its_class():
    stream = sources.Waveform(has_noise=True, seed=1, rows=60_000)
    x, y = columns(stream)
    waves = stream.truth(0)["waves"]

    for label, (first, second) in enumerate(itertools.combinations(range(3), 2)):
        mean = np.array(x)[:, y == label].mean(axis=1)
        assert abs(mean[:21] - (waves[first] + waves[second]) / 2).max() < 0.08
        assert abs(mean[21:]).max() < 5 / np.sqrt(19_000)


def test_agrawal_balances_and_perturbs():
    stream = sources.Agrawal(balance_classes=True, perturbation=0.1, seed=1, rows=4000)
    quiet = sources.Agrawal(balance_classes=True, seed=1, rows=4000)
    rows, calm = list(stream), list(quiet)

    assert [y for _, y in rows] == [1, 0] * 2000
    moved = np.array([x["salary"] - z["salary"] for (x, _), (z, _) in zip(rows, calm, strict=True)])
    assert 12_000 < abs(moved).max() <= 13_000
    for x, _ in rows:
        assert 20_000 <= x["salary"] <= 150_000
        assert x["commission"] == 0 or 10_000 <= x["commission"] <= 75_000
        assert x["age"] == int(x["age"])
        assert 20 <= x["age"] <= 80
        assert 1 <= x["hyears"] <= 30


def test_bernoulli_errors_have_their_rates():
    stream = sources.BernoulliErrors(seed=1, rows=40_000, drifts=[10_000, 20_000, 30_000])
    (error,), y = columns(stream)

    assert (error == y).all()
    for part, rate in zip(np.split(y, 4), (0.2, 0.5, 0.1, 0.2), strict=True):
        assert abs(part.mean() - rate) < 5 * np.sqrt(rate * (1 - rate) / 10_000)
    assert stream.truth(10_000)["rate"] == 0.5
