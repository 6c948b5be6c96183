"""McNemar's test with fading beside its formula, row by row."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from driftline.evaluation import McNemar
from driftline.report import Pair

BLOCK_ROWS = 1024  # after so many rows weights start again


def faded_counts(first, second, fading):
    """The definition: each count fades at every row, then the row is added."""
    n01 = n10 = 0.0
    for a, b in zip(first, second, strict=True):
        n01 = fading * n01 + (a and not b)
        n10 = fading * n10 + (b and not a)
    return n01, n10


def errors(seed, rows, models=2, share=0.3):
    return np.random.default_rng(seed).random((models, rows)) < share


@given(
    seed=st.integers(0, 2**32 - 1),
    rows=st.sampled_from([0, 1, 7, 8, 9, 100, BLOCK_ROWS, BLOCK_ROWS + 1, 2 * BLOCK_ROWS + 77]),
    fading=st.sampled_from([0.5, 0.9, 0.999, 1.0]),
)
def test_counts_fade_as_the_definition_says(seed, rows, fading):
    first, second = errors(seed, rows)
    test = McNemar("a", "b", fading=fading)
    test.update(first, second)

    n01, n10 = faded_counts(first.tolist(), second.tolist(), fading)
    (pair,) = test.pairs()

    # The errors of a sum of at most 1 / (1 - fading) like terms; counts without fading are whole.
    assert pair.only_first_wrong == pytest.approx(n01, rel=1e-12, abs=1e-300)
    assert pair.only_second_wrong == pytest.approx(n10, rel=1e-12, abs=1e-300)


@given(
    seed=st.integers(0, 2**32 - 1),
    cuts=st.lists(st.integers(0, 3 * BLOCK_ROWS), max_size=8),
    models=st.integers(2, 4),
)
def test_batches_and_looks_in_between_change_no_bit(seed, cuts, models):
    wrong = errors(seed, 3 * BLOCK_ROWS, models)
    whole, cut = McNemar(*"abcd"[:models]), McNemar(*"abcd"[:models])
    whole.update(*wrong)

    for part in np.split(wrong, sorted(cuts), axis=1):
        cut.update(*part)
        cut.pairs()

    assert cut.pairs() == whole.pairs()


def test_worked_by_hand():
    test = McNemar("a", "b", fading=0.5)
    test.update([True, False, True, True], [False, True, False, True])

    # Only a wrong at ages 3 and 1, only b at age 2.
    n01, n10 = 0.125 + 0.5, 0.25
    statistic = (n01 - n10) ** 2 / (n01 + n10)
    assert test.pairs() == (Pair("a", "b", n01, n10, statistic),)


def test_without_fading_it_is_the_test_of_the_textbook():
    # Of 59 rows that split the two models, 48 go against the first.
    first = np.repeat([True, False, True, False], [48, 11, 100, 200])
    second = np.repeat([False, True, True, False], [48, 11, 100, 200])
    test = McNemar("old", "new", fading=1.0)
    test.update(first, second)

    (pair,) = test.pairs()

    assert (pair.only_first_wrong, pair.only_second_wrong) == (48.0, 11.0)
    assert pair.statistic == pytest.approx(37**2 / 59)
    assert pair.p_value == pytest.approx(scipy.stats.chi2.sf(37**2 / 59, 1))
    assert pair.better == "new"


def test_models_that_err_alike_are_not_told_apart():
    test = McNemar("a", "b")
    test.update([True, False, True], [True, False, True])

    (pair,) = test.pairs()

    assert (pair.statistic, pair.p_value, pair.better) == (0.0, 1.0, None)


def test_the_better_model_changes_with_the_stream():
    good, bad = errors(1, 20_000, share=0.1), errors(2, 20_000, share=0.3)
    test = McNemar("a", "b")

    test.update(good[0], bad[0])
    (before,) = test.pairs()
    test.update(bad[1], good[1])
    (after,) = test.pairs()

    assert (before.better, after.better) == ("a", "b")


def test_equal_models_are_seldom_told_apart_at_a_row_chosen_beforehand():
    told_apart = 0
    for seed in range(300):
        test = McNemar("a", "b")
        test.update(*errors(seed, 6_000))
        told_apart += test.pairs()[0].better is not None

    # At most one in a hundred is promised: 3 of 300, and 9 is four standard deviations more.
    assert told_apart <= 9


def test_every_pair_is_named_in_the_order_of_the_models():
    test = McNemar("a", "b", "c", fading=1.0)
    test.update([True, True, True], [True, False, False], [False, False, False])

    pairs = [(p.first, p.second, p.only_first_wrong, p.only_second_wrong) for p in test.pairs()]

    assert pairs == [("a", "b", 2.0, 0.0), ("a", "c", 3.0, 0.0), ("b", "c", 1.0, 0.0)]


@pytest.mark.parametrize("rows", [0, 5, BLOCK_ROWS, BLOCK_ROWS + 100])
def test_a_restored_state_goes_on_with_the_same_bits(rows):
    before, after = errors(3, rows, 3), errors(4, 5_000, 3)
    test, other = McNemar(*"abc"), McNemar(*"abc")
    test.update(*before)

    other.update(*after)  # whatever it knew is replaced
    other.restore(test.state())
    test.update(*after)
    other.update(*after)

    assert other.pairs() == test.pairs()


@pytest.mark.parametrize(
    "change",
    [
        {"sums": np.zeros(3)},
        {"sums": np.array([0.0, math.nan, 0.0, 0.0])},
        {"sums": np.array([0.0, -1.0, 0.0, 0.0])},
        {"sums": np.array([0.0, math.inf, 0.0, 0.0])},
        {"sums": np.zeros(4, dtype=np.float32)},
        {"place": np.array([-1])},
        {"place": np.array([10**9])},
        {"latest": np.array([0.0])},
        {"latest": np.array([math.nan])},
        {"another": np.zeros(1)},
    ],
)
def test_a_state_that_does_not_fit_is_refused_and_changes_nothing(change):
    test = McNemar("a", "b")
    test.update(*errors(5, 100))
    before = test.pairs()

    with pytest.raises(ValueError, match="state"):
        test.restore(test.state() | change)
    with pytest.raises(ValueError, match="missing"):
        test.restore({})

    assert test.pairs() == before


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (([True],), "errors of 2 models wanted, not of 1"),
        (([True], [True, False]), "lists of one length"),
        (([[True]], [[True]]), "lists of one length"),
        (([True], [0.5]), "errors of 'b' must be bools"),
        (([math.nan], [True]), "errors of 'a' must be bools"),
    ],
)
def test_bad_errors_are_refused_and_change_nothing(wrong, message):
    test = McNemar("a", "b")

    with pytest.raises(ValueError, match=message):
        test.update(*wrong)

    assert test.pairs() == McNemar("a", "b").pairs()


def test_an_empty_batch_adds_nothing():
    test = McNemar("a", "b")
    test.update([], [])

    assert test.pairs() == (Pair("a", "b", 0.0, 0.0, 0.0),)


@pytest.mark.parametrize("names", [(), ("a",), ("a", "a")])
def test_names_are_two_or_more_and_all_different(names):
    with pytest.raises(ValueError, match="two or more names, all different"):
        McNemar(*names)


@pytest.mark.parametrize("fading", [0.0, 1.5, -1.0, math.nan])
def test_fading_out_of_range_is_refused(fading):
    with pytest.raises(ValueError, match="fading must be above 0 and at most 1"):
        McNemar("a", "b", fading=fading)
