"""Reservoirs: a plain reference of both algorithms, uniformity, and exact merges."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sampler_draws import LEAST_P, Draws, positions_p, shares_p, subset_counts
from scipy import stats

from driftline.samplers import ReservoirSampler

BOTH = pytest.mark.parametrize("algorithm", ["L", "R"])


def algorithm_r(items, size, seed):
    draws, kept = Draws(seed), []
    for n, item in enumerate(items):
        if n < size:
            kept.append(item)
        elif (j := draws.below(n + 1, n, 0)) < size:
            kept[j] = item
    return kept


def algorithm_l(items, size, seed):
    draws, kept = Draws(seed), list(items[:size])
    i, w, entered = size - 1, 1.0, 0
    while len(kept) == size:
        w *= math.exp(math.log(draws.uniform(entered, 1)) / size)
        i += 1 + math.floor(math.log(draws.uniform(entered, 2)) / math.log1p(-w))
        entered += 1
        if i >= len(items):
            break
        kept[draws.below(size, entered, 0)] = items[i]
    return kept


REFERENCES = {"L": algorithm_l, "R": algorithm_r}


def sampled(items, size, seed, algorithm):
    sampler = ReservoirSampler(size, algorithm=algorithm, seed=seed)
    sampler.update_many(items)
    return sampler


@BOTH
@given(n=st.integers(0, 3000), size=st.integers(1, 40), seed=st.integers(0, 2**63 - 1))
def test_agrees_with_the_paper(algorithm, n, size, seed):
    sampler = sampled(range(n), size, seed, algorithm)

    assert sampler.sample() == REFERENCES[algorithm](range(n), size, seed)
    assert sampler.seen == n


@BOTH
def test_sample_larger_than_the_stream_holds_all_of_it_in_order(algorithm):
    for n in (0, 1, 9, 10):
        assert sampled(range(n), 10, 3, algorithm).sample() == list(range(n))


@BOTH
def test_every_position_is_as_likely_as_any_other(algorithm):
    runs, n, size = 20_000, 20, 5
    counts = np.zeros(n)

    for seed in range(runs):
        counts[sampled(range(n), size, seed, algorithm).sample()] += 1

    # The standard deviation of a share is 0.0031, so this is four of them.
    assert np.abs(counts / runs - size / n).max() < 0.0125
    assert positions_p(counts, size, runs) > LEAST_P


@BOTH
def test_every_subset_is_as_likely_as_any_other(algorithm):
    samples = [sampled(range(7), 3, seed, algorithm).sample() for seed in range(14_000)]

    assert shares_p(subset_counts(samples, 7, 3), np.full(35, 1 / 35)) > LEAST_P


@BOTH
def test_after_a_hundred_thousand_items_the_sample_is_still_uniform(algorithm):
    size = 4000

    sample = np.array(sampled(range(100_000), size, 11, algorithm).sample())

    counts = np.bincount(sample // 1000, minlength=100)
    assert len(np.unique(sample)) == size
    assert shares_p(counts, np.full(100, 0.01)) > LEAST_P


@BOTH
def test_merged_sample_takes_a_hypergeometric_number_from_each_side(algorithm):
    runs, left, right, size = 6000, 30, 50, 10
    counts = np.zeros(size + 1)

    for run in range(runs):
        one = sampled(range(left), size, 2 * run, algorithm)
        one.merge(sampled(range(left, left + right), size, 2 * run + 1, algorithm))
        counts[sum(item < left for item in one.sample())] += 1

    shares = stats.hypergeom(left + right, left, size).pmf(np.arange(size + 1))
    common = shares > 0.002  # chi-square wants at least about five in each
    pooled = np.append(counts[common], counts[~common].sum())
    assert shares_p(pooled, np.append(shares[common], shares[~common].sum())) > LEAST_P


@BOTH
@pytest.mark.parametrize(("left", "right", "later"), [(4, 5, 0), (1, 6, 0), (3, 4, 3), (1, 1, 5)])
def test_every_subset_of_both_streams_and_what_follows_is_equally_likely(
    algorithm, left, right, later
):
    n, size, samples = left + right + later, 2, []

    for run in range(300 * math.comb(n, size)):
        one = sampled(range(left), size, 2 * run, algorithm)
        one.merge(sampled(range(left, left + right), size, 2 * run + 1, algorithm))
        one.update_many(range(left + right, n))
        samples.append(one.sample())

    counts = subset_counts(samples, n, size)
    assert shares_p(counts, np.full(len(counts), 1 / len(counts))) > LEAST_P


@BOTH
def test_merge_of_streams_shorter_than_the_sample_holds_all(algorithm):
    one, other = sampled(range(3), 10, 1, algorithm), sampled(range(3, 8), 10, 2, algorithm)

    one.merge(other)

    assert one.sample() == list(range(8))
    assert one.seen == 8


def test_nothing_is_asked_of_items_that_are_passed_over():
    asked = []

    class Counting(list):
        def __getitem__(self, place):
            asked.append(place)
            return place

    sampler = ReservoirSampler(10, seed=0)
    sampler.update_many(Counting([None] * 100_000))

    assert sorted(asked) == sorted(sampler.sample())


@pytest.mark.parametrize("size", [0, -1])
def test_size_below_one_is_refused(size):
    with pytest.raises(ValueError, match=f"size must be at least 1, not {size}"):
        ReservoirSampler(size)


def test_unknown_algorithm_and_bad_seed_are_refused():
    with pytest.raises(ValueError, match="algorithm must be one of 'L', 'R', not 'X'"):
        ReservoirSampler(3, algorithm="X")
    with pytest.raises(ValueError, match="seed must be at least 0"):
        ReservoirSampler(3, seed=-1)
