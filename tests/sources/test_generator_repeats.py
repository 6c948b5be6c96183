"""A generator draws the same rows in batches of any size, in every pass, for every equal seed."""

import itertools
import pickle

import numpy as np
import pytest

from driftline import sources

DRIFTING = {"drifts": [40, 90, 300], "width": 20}
HARD = {**DRIFTING, "noise": 0.2, "balanced": True}

GENERATORS = {
    "SINE1": (sources.SINE1, HARD),
    "SINE1 virtual": (sources.SINE1, {**HARD, "virtual": True}),
    "SINE2": (sources.SINE2, HARD),
    "SINIRREL1": (sources.SINIRREL1, HARD),
    "SINIRREL2": (sources.SINIRREL2, HARD),
    "CIRCLES": (sources.CIRCLES, HARD),
    "GAUSS": (sources.GAUSS, HARD),
    "STAGGER": (sources.STAGGER, HARD),
    "STAGGER words": (sources.STAGGER, {**HARD, "one_hot": False, "variant": "2x2"}),
    "MIXED": (sources.MIXED, HARD),
    "LINES": (sources.LINES, HARD),
    "MULTILINES": (sources.MULTILINES, HARD),
    "MULTILINES virtual": (sources.MULTILINES, {**HARD, "virtual": True}),
    "Sine1Plus": (sources.Sine1Plus, {**HARD, "d": 5, "sigma": 3.0}),
    "RidgeConcepts": (sources.RidgeConcepts, DRIFTING),
    "SEA": (sources.SEA, {"noise": 0.2}),
    "Hyperplane": (sources.Hyperplane, {"mag_change": 0.01}),
    "RandomRBF": (sources.RandomRBF, {}),
    "RandomRBFDrift": (sources.RandomRBFDrift, {"change_speed": 0.01}),
    "LED": (sources.LED, {"noise_percentage": 0.1, "irrelevant_features": True}),
    "LEDDrift": (
        sources.LEDDrift,
        {"noise_percentage": 0.1, "irrelevant_features": True, "n_drift_features": 4},
    ),
    "Agrawal": (sources.Agrawal, {"perturbation": 0.1, "classification_function": 6}),
    "Agrawal balanced": (sources.Agrawal, {"perturbation": 0.1, "balance_classes": True}),
    "Waveform": (sources.Waveform, {"has_noise": True}),
    "RandomTree": (sources.RandomTree, {}),
    "Friedman": (sources.Friedman, {}),
    "FriedmanDrift": (
        sources.FriedmanDrift,
        {"drift_type": "gsg", "position": [50, 200], "transition_window": 100},
    ),
    "BernoulliErrors": (sources.BernoulliErrors, DRIFTING),
}

pytestmark = pytest.mark.parametrize("name", GENERATORS)


def made(name, **given):
    make, parameters = GENERATORS[name]
    return make(**{"seed": 1, "rows": 400, **parameters, **given})


def rows_of(stream, size=8192):
    """Each row as a tuple, its label last; also that every batch says where it begins."""
    rows = []
    for batch in stream.batches(size):
        assert batch.start == len(rows)
        assert 0 < len(batch) <= size
        rows += zip(*(c.to_pylist() for c in batch.x.columns), batch.y.to_pylist(), strict=True)
    return rows


@pytest.mark.parametrize("size", [1, 7, 64, 399, 401, 100_000])
def test_the_batch_size_changes_no_row(name, size):
    assert rows_of(made(name), size) == rows_of(made(name))


def test_equal_seeds_draw_equal_rows_and_a_second_pass_too(name):
    stream = made(name)
    first = rows_of(stream)

    assert len(first) == 400
    assert rows_of(stream) == first
    assert rows_of(made(name)) == first
    assert rows_of(pickle.loads(pickle.dumps(stream))) == first


def test_a_pass_begun_in_the_middle_of_another_disturbs_neither(name):
    stream = made(name)
    both = [iter(stream.batches(50)), iter(stream.batches(50))]
    order = [0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1]
    seen = {0: [], 1: []}
    for which in order:
        stream.truth(390)
        batch = next(both[which])
        seen[which] += zip(*(c.to_pylist() for c in batch.x.columns), strict=True)

    assert seen[0] == seen[1] == [row[:-1] for row in rows_of(stream)]


def test_other_seeds_draw_other_rows(name):
    drawn = [rows_of(made(name, seed=seed)) for seed in (1, 2, 2**32 + 1, 2**63 - 1)]

    assert all(a != b for a, b in itertools.combinations(drawn, 2))


def test_a_seed_of_none_is_drawn_once_and_told(name):
    stream, other = made(name, seed=None), made(name, seed=None)

    assert rows_of(stream) == rows_of(stream) == rows_of(made(name, seed=stream.params["seed"]))
    assert stream.params["seed"] != other.params["seed"]


def test_more_rows_begin_with_the_same_ones(name):
    long = made(name, rows=None)

    assert rows_of(long.take(1_000))[:400] == rows_of(made(name))
    assert rows_of(long.skip(150).take(100)) == rows_of(made(name))[150:250]


def test_truth_is_the_same_in_any_order_of_asking(name):
    ascending, descending = made(name), made(name)
    rows = range(0, 400, 13)

    told = {row: ascending.truth(row) for row in rows}
    for row in reversed(rows):
        again = descending.truth(row)
        assert again.keys() == told[row].keys()
        assert all(np.array_equal(again[key], told[row][key]) for key in again)
