"""Weighted reservoirs: the shares of the spec, exact probabilities of pairs, exact merges."""

import itertools

import numpy as np
import pytest
from oracles.sampler_draws import LEAST_P, Draws, shares_p, subset_counts

from driftline.samplers import WeightedReservoirSampler
from driftline.state import dumps

BOTH = pytest.mark.parametrize("algorithm", ["A-ExpJ", "A-Res"])
WEIGHTS = np.array([1.0, 2.0, 3.0, 4.0])


def sampled(items, w, size, seed, algorithm):
    sampler = WeightedReservoirSampler(size, algorithm=algorithm, seed=seed)
    sampler.update_many(items, w)
    return sampler


def pair_shares(w):
    """Return how likely each pair is, drawn one after another by weight without replacement."""
    total = w.sum()
    return [
        w[i] / total * w[j] / (total - w[i]) + w[j] / total * w[i] / (total - w[j])
        for i, j in itertools.combinations(range(len(w)), 2)
    ]


def test_a_res_keeps_the_largest_keys():
    rng, draws = np.random.default_rng(0), Draws(5)
    w = rng.gamma(1.0, size=500) + 1e-3

    sampler = sampled(range(500), w, 20, 5, "A-Res")

    keys = [np.log(draws.uniform(i, 0)) / w[i] for i in range(500)]
    assert sorted(sampler.sample()) == sorted(np.argsort(keys)[-20:].tolist())


@BOTH
def test_one_item_is_drawn_by_its_share_of_the_weight(algorithm):
    runs, counts = 40_000, np.zeros(4)

    for seed in range(runs):
        counts[sampled(range(4), WEIGHTS, 1, seed, algorithm).sample()] += 1

    # The largest standard deviation of a share is 0.0025.
    assert np.abs(counts / runs - [0.1, 0.2, 0.3, 0.4]).max() < 0.01
    assert shares_p(counts, WEIGHTS / 10) > LEAST_P


@BOTH
@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]])
def test_pairs_are_as_likely_as_drawing_one_after_another_makes_them(algorithm, order):
    w = np.array([0.5, 1.0, 2.0, 4.0, 8.0])

    samples = [sampled(order, w[order], 2, seed, algorithm).sample() for seed in range(20_000)]

    assert shares_p(subset_counts(samples, 5, 2), pair_shares(w)) > LEAST_P


@BOTH
@pytest.mark.parametrize(("left", "later"), [(1, 0), (2, 0), (3, 2), (4, 1)])
def test_merged_sample_is_what_one_sampler_would_have_drawn(algorithm, left, later):
    w, samples = np.array([3.0, 1.0, 2.0, 5.0, 1.0, 4.0]), []
    middle = 6 - later

    for run in range(20_000):
        one = sampled(range(left), w[:left], 2, 2 * run, algorithm)
        other = sampled(range(left, middle), w[left:middle], 2, 2 * run + 1, algorithm)
        one.merge(other)
        one.update_many(range(middle, 6), w[middle:])
        samples.append(one.sample())

    assert shares_p(subset_counts(samples, 6, 2), pair_shares(w)) > LEAST_P


@BOTH
def test_sample_larger_than_the_stream_holds_all_of_it_in_order(algorithm):
    assert sampled(range(5), None, 5, 0, algorithm).sample() == [0, 1, 2, 3, 4]


@BOTH
@pytest.mark.parametrize("scale", [1e-280, 1e280])
def test_only_the_ratio_of_weights_matters_however_large_they_are(algorithm, scale):
    counts = np.zeros(4)

    for seed in range(4000):
        counts[sampled(range(4), WEIGHTS * scale, 1, seed, algorithm).sample()] += 1

    assert shares_p(counts, WEIGHTS / 10) > LEAST_P


@BOTH
@pytest.mark.parametrize("bad", [0.0, -1.0, float("nan"), float("inf")])
def test_weight_that_is_not_above_zero_is_refused_and_nothing_changes(algorithm, bad):
    sampler = sampled(range(50), None, 5, 0, algorithm)
    before = dumps(sampler)

    with pytest.raises(ValueError, match=r"item 50: weight .* is not above 0"):
        sampler.update("item", bad)
    with pytest.raises(ValueError, match=r"item 52: weight .* is not above 0"):
        sampler.update_many(["a", "b", "c"], [1.0, 1.0, bad])
    with pytest.raises(ValueError, match="an entry for each item"):
        sampler.update_many(["a", "b"], [1.0])

    assert dumps(sampler) == before
