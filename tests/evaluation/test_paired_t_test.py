"""The paired t-test beside SciPy's."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from driftline.evaluation import paired_t_test


@given(seed=st.integers(0, 2**32 - 1), runs=st.integers(2, 40))
def test_it_is_that_of_scipy(seed, runs):
    rng = np.random.default_rng(seed)
    first = rng.normal(0.8, 0.05, runs)
    second = first + rng.normal(0.01, 0.02, runs)

    ours, theirs = paired_t_test(first, second), scipy.stats.ttest_rel(first, second)

    interval = theirs.confidence_interval(0.95)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-9)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert (ours.low, ours.high) == pytest.approx((interval.low, interval.high), rel=1e-9)


def test_runs_that_share_rows_are_less_sure():
    """Nadeau and Bengio: the variance of the mean is s² (1 / n + test / train)."""
    rng = np.random.default_rng(1)
    first, second = rng.normal(0.82, 0.01, 10), rng.normal(0.80, 0.01, 10)
    plain, corrected = (paired_t_test(first, second, test_per_train=r) for r in (0, 1 / 9))

    ratio = math.sqrt((1 / 10 + 1 / 9) / (1 / 10))

    assert plain.statistic / corrected.statistic == pytest.approx(ratio)
    assert corrected.p_value > plain.p_value
    assert corrected.low < plain.low < plain.high < corrected.high


def test_the_same_scores_are_no_difference():
    result = paired_t_test([0.5, 0.6], [0.5, 0.6])

    assert (result.difference, result.statistic, result.p_value) == (0.0, 0.0, 1.0)


def test_a_gap_that_is_always_the_same_is_no_chance():
    result = paired_t_test([0.5, 0.75, 1.0], [0.25, 0.5, 0.75])

    assert (result.statistic, result.p_value) == (math.inf, 0.0)
    assert result.low == result.high == 0.25


def test_it_prints_the_difference_and_how_sure_it_is():
    text = str(paired_t_test([0.81, 0.84, 0.79, 0.83], [0.78, 0.82, 0.77, 0.79]))

    assert text == (
        "first - second = 0.0275, 95 % between 0.01227 and 0.04273; t = 5.745, p = 0.0105 "
        "over 4 runs"
    )


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([0.5], [0.6], "two or more"),
        ([0.5, 0.6], [0.5, 0.6, 0.7], "as many scores of both"),
        ([0.5, math.nan], [0.5, 0.6], "some are missing"),
        ([[0.5, 0.6]], [[0.5, 0.6]], "as many scores of both"),
    ],
)
def test_bad_scores_are_refused(first, second, message):
    with pytest.raises(ValueError, match=message):
        paired_t_test(first, second)


def test_a_negative_share_of_rows_is_refused():
    with pytest.raises(ValueError, match="test_per_train must be at least 0"):
        paired_t_test([1, 2], [2, 4], test_per_train=-1)
