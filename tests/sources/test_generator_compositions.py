"""Generators joined by drift: each row is the one that its generator draws, in its place."""

import numpy as np
import pytest
from oracles import generators as rules
from oracles.samples import ALPHA, assert_labels, drawn, is_share
from scipy import stats

from driftline import sources
from driftline.stream import Drift


def seas():
    return [sources.SEA(variant=v, seed=10 + v) for v in range(3)]


def rows_of(stream, n):
    X, y = drawn(stream, n)
    return np.column_stack([X, y])


def test_before_an_abrupt_drift_rows_are_the_first_generators_and_after_it_the_seconds():
    first, second, third = seas()
    stream = sources.drift([first, second, third], at=[1_000, 2_500], seed=1)
    X, y = drawn(stream, 4_000)

    assert np.array_equal(rows_of(stream, 4_000)[:1_000], rows_of(first, 1_000))
    assert np.array_equal(rows_of(stream, 4_000)[1_000:2_500], rows_of(second, 1_500))
    assert np.array_equal(rows_of(stream, 4_000)[2_500:], rows_of(third, 1_500))
    concept = rules.concepts(4_000, [1_000, 2_500])
    assert_labels(y, rules.sea(X, np.take(rules.SEA_THRESHOLDS, concept)))
    assert stream.drifts == (Drift(1_000), Drift(2_500))


def test_in_a_gradual_drift_each_row_is_the_next_one_of_either_generator():
    width, mark = 2_000, 500
    first, second, _ = seas()
    stream = sources.drift([first, second], at=mark, width=width, seed=2)
    joined = rows_of(stream, 4_000)
    parts = [rows_of(first, 4_000), rows_of(second, 4_000)]

    taken, is_new = [0, 0], []
    for row in joined:
        which = int(np.array_equal(row, parts[1][taken[1]]))
        assert np.array_equal(row, parts[which][taken[which]])
        taken[which] += 1
        is_new.append(which)
    assert not any(is_new[:mark])
    assert all(is_new[mark + width :])
    # The share in each tenth of the transition is a sum of independent draws.
    drawn_new = np.array(is_new[mark : mark + width]).reshape(10, -1).sum(axis=1)
    chance = rules.chance_of_new(width).reshape(10, -1)
    spread = (drawn_new - chance.sum(axis=1)) ** 2 / (chance * (1 - chance)).sum(axis=1)
    assert stats.chi2(10).sf(spread.sum()) > ALPHA
    assert stream.drifts == (Drift(mark, width, "gradual"),)


def test_random_places_are_told_and_kept():
    first, second, third = seas()
    stream = sources.drift([first, second, third], drifts=2, within=5_000, seed=3)
    one, two = (drift.row for drift in stream.drifts)

    assert 0 < one < two < 5_000
    joined = rows_of(stream, two + 10)
    assert np.array_equal(joined[:one], rows_of(first, one))
    assert np.array_equal(joined[one:two], rows_of(second, two - one))
    assert np.array_equal(joined[two:], rows_of(third, 10))


def test_a_generators_own_drift_lies_where_its_rows_come_to_lie():
    own = sources.SINE1(seed=4, drifts=[300])
    stream = sources.drift([sources.SINE1(seed=5), own], at=1_000, seed=6)
    X, y = drawn(stream, 2_000)

    assert [drift.row for drift in stream.drifts] == [1_000, 1_300]
    assert_labels(y, rules.sine1(X, reversed=np.arange(2_000) >= 1_300))


def test_recurring_generators_take_turns_and_go_on_where_they_were_left():
    calm, wild, _ = seas()
    stream = sources.recurring([calm, wild], every=400, times=5, seed=7)
    X, y = drawn(stream, 2_400)

    turns = np.arange(2_400) // 400 % 2
    assert np.array_equal(rows_of(stream, 2_400)[turns == 0], rows_of(calm, 1_200))
    assert np.array_equal(rows_of(stream, 2_400)[turns == 1], rows_of(wild, 1_200))
    assert_labels(y, rules.sea(X, np.take(rules.SEA_THRESHOLDS, turns)))
    marks = range(400, 2_001, 400)
    assert stream.drifts == tuple(Drift(row, 0, "recurring") for row in marks)


def test_an_incremental_drift_moves_noise_in_even_steps_over_rows_that_do_not_repeat():
    at, width, steps = 10_000, 20_000, 4
    quiet, noisy = sources.SEA(noise=0.0, seed=8), sources.SEA(noise=0.5, seed=8)
    stream = sources.incremental(quiet, noisy, at=at, width=width, steps=steps)
    X, y = drawn(stream, 40_000)

    assert np.array_equal(X, drawn(quiet, 40_000)[0])
    flipped = (rules.sea(X, 8.0) > 0) != y
    assert not flipped[:at].any()
    assert is_share(flipped[at + width :].sum(), 10_000, 0.5)
    for step, part in enumerate(flipped[at : at + width].reshape(steps, -1), start=1):
        assert is_share(part.sum(), len(part), 0.5 * step / (steps + 1))
    assert stream.drifts == (Drift(at, width, "incremental"),)


def test_an_incremental_drift_begins_in_its_row_and_ends_with_its_width():
    before, after = (
        sources.BernoulliErrors(rates=[0.0], seed=9),
        sources.BernoulliErrors(rates=[1.0], seed=9),
    )
    stream = sources.incremental(before, after, at=1_000, width=3_000, steps=2)
    y = drawn(stream, 6_000)[1]

    assert not y[:1_000].any()
    assert y[4_000:].all()
    assert 0 < y[1_000:4_000].mean() < 1


def test_virtual_drift_lets_rows_of_one_side_of_a_median_through_and_keeps_the_rule():
    stream = sources.SEA(seed=10)
    marks = [2_000, 4_000, 6_000]
    moved = sources.virtual(stream, at=marks, seed=11)
    X, y = drawn(moved, 8_000)

    assert_labels(y, rules.sea(X, 8.0))
    whole = rows_of(stream, 24_000)
    place = {row.tobytes(): i for i, row in enumerate(whole)}
    places = [place[row.tobytes()] for row in np.column_stack([X, y])]
    assert (np.diff(places) > 0).all()  # rows of the stream, in its order
    assert is_share(8_000, places[-1] + 1, 0.5)
    for begin, part in zip([0, *marks], np.split(X, marks), strict=True):
        low, high = part.min(axis=0), part.max(axis=0)
        sides = [(h < 5.3, lo > 4.7) for lo, h in zip(low, high, strict=True)]
        assert np.sum(sides) == 1, f"from row {begin} on"
    assert moved.drifts == tuple(Drift(row, 0, "virtual") for row in marks)


def test_each_region_of_a_virtual_drift_ends_in_the_row_of_the_next():
    marks = list(range(100, 10_000, 100))
    X, _ = drawn(sources.virtual(sources.SEA(seed=12), at=marks, seed=13), 10_000)

    def is_on_one_side(part):
        return ((part.max(axis=0) < 5.3) | (part.min(axis=0) > 4.7)).any()

    assert all(is_on_one_side(part) for part in np.split(X, marks))
    spoiled = [X[mark - 100 : mark + 1] for mark in marks], [X[m - 1 : m + 100] for m in marks]
    assert all(np.mean([not is_on_one_side(part) for part in side]) > 0.3 for side in spoiled)


@pytest.mark.parametrize("size", [1, 33, 1_000])
def test_the_batch_size_changes_no_row_of_a_composition(size):
    first, second, third = seas()
    nested = sources.drift(
        [
            sources.recurring([first, second], every=50, times=3, width=20, seed=14),
            sources.virtual(third, at=100, seed=15),
        ],
        at=400,
        width=100,
        seed=16,
    )

    def read(size):
        batches = nested.take(900).batches(size)
        return [row for batch in batches for row in batch.rows()]

    assert read(size) == read(8192)
