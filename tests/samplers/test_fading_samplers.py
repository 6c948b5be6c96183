"""Samples that fade: by rows (Aggarwal's biased reservoir) and by time (forward decay)."""

import numpy as np
import pytest
from oracles.sampler_draws import LEAST_P, Draws, shares_p, subset_counts

from driftline.samplers import DecaySampler, ExponentialSampler
from driftline.state import dumps


def test_item_stays_with_a_probability_that_falls_exponentially():
    size, n, runs = 10, 60, 20_000
    counts = np.zeros(n)

    for seed in range(runs):
        sampler = ExponentialSampler(size, seed=seed)
        sampler.update_many(range(n))
        counts[sampler.sample()] += 1

    # Once full, each newcomer replaces one of the size: (1 - 1/size)^age, about e^(-age / size).
    ages = np.arange(n)[::-1]
    exact = (1 - 1 / size) ** ages[n // 2 :]
    assert np.abs(counts[n // 2 :] / runs - exact).max() < 4 * np.sqrt(0.25 / runs)


def test_lower_rate_lets_only_a_part_of_the_items_in():
    size, rate, n, runs = 5, 0.05, 200, 8000
    counts = np.zeros(n)

    for seed in range(runs):
        sampler = ExponentialSampler(size, rate=rate, seed=seed)
        sampler.update_many(range(n))
        counts[sampler.sample()] += 1

    ages = np.arange(n)[::-1]
    exact = size * rate * (1 - rate) ** ages
    assert np.abs(counts / runs - exact)[n // 2 :].max() < 4 * np.sqrt(0.25 * 0.75 / runs)


def test_reservoir_fills_up_and_never_beyond_its_size():
    sampler = ExponentialSampler(20, seed=1)

    sizes = []
    for item in range(400):
        sampler.update(item)
        sizes.append(len(sampler.sample()))

    assert sizes == sorted(sizes)
    assert sizes[0] == 1
    assert sizes[-1] == 20


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan"), 0.2])
def test_rate_must_be_above_zero_and_at_most_one_over_the_size(rate):
    with pytest.raises(ValueError, match="rate must be"):
        ExponentialSampler(10, rate=rate)
    with pytest.raises(ValueError, match="size must be at least 1, not 0"):
        ExponentialSampler(0)


def decayed(items, times, size, seed, rate=0.5, w=None):
    sampler = DecaySampler(size, rate=rate, seed=seed)
    sampler.update_many(items, times, w)
    return sampler


def test_decayed_sample_keeps_the_largest_keys():
    rng, draws = np.random.default_rng(0), Draws(5)
    times, w = rng.uniform(0.0, 2000.0, 500), rng.gamma(1.0, size=500) + 0.01

    sampler = decayed(range(500), times, 20, 5, 0.03, w)

    logs = [np.log(-np.log(draws.uniform(i, 0)) / w[i]) - 0.03 * times[i] for i in range(500)]
    assert sorted(sampler.sample()) == sorted(np.argsort(logs)[:20].tolist())


def pair_shares(w):
    total = w.sum()
    pairs = [(i, j) for i in range(len(w)) for j in range(i + 1, len(w))]
    return [w[i] * w[j] / total * (1 / (total - w[i]) + 1 / (total - w[j])) for i, j in pairs]


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 1, 0, 2]])
def test_items_weigh_what_is_left_of_them_in_whatever_order_they_come(order):
    times = np.array([0.0, 1.0, 2.5, 3.0])

    samples = [decayed(order, times[order], 2, seed).sample() for seed in range(20_000)]

    assert shares_p(subset_counts(samples, 4, 2), pair_shares(np.exp(0.5 * times))) > LEAST_P


@pytest.mark.parametrize("offset", [0.0, 1000.0])
def test_merged_sample_is_what_one_sampler_would_have_drawn(offset):
    times, samples = np.array([0.0, 2.0, 1.0, 3.0, 2.5]) + offset, []

    for run in range(20_000):
        one = decayed([0, 1], times[:2], 2, 2 * run)
        one.merge(decayed([2, 3], times[2:4], 2, 2 * run + 1))
        one.update(4, times[4])
        samples.append(one.sample())

    shares = pair_shares(np.exp(0.5 * (times - offset)))
    assert shares_p(subset_counts(samples, 5, 2), shares) > LEAST_P


def test_neither_a_late_start_nor_a_long_stream_changes_the_sample():
    times = np.arange(20_000.0)

    here = decayed(range(20_000), times, 50, 3, rate=0.125)
    later = decayed(range(20_000), times + 2.0**31, 50, 3, rate=0.125)

    assert here.sample() == later.sample()
    ages = 19_999 - np.array(here.sample())
    # Larger than size / rate = 400 only once in e^40 streams.
    assert 50 <= ages.max() + 1 < 800


def test_half_life_is_another_name_for_the_rate():
    sampler = DecaySampler(3, half_life=10.0, seed=0)

    assert sampler.rate == pytest.approx(np.log(2) / 10)
    assert sampler.half_life == pytest.approx(10.0)
    for wrong in ({}, {"rate": 1.0, "half_life": 1.0}, {"half_life": 0.0}, {"rate": -1.0}):
        with pytest.raises(ValueError, match=r"half_life|rate"):
            DecaySampler(3, **wrong)


def test_bad_weights_and_times_are_refused_and_nothing_changes():
    sampler = decayed(range(10), np.arange(10.0), 4, 0)
    before = dumps(sampler)

    with pytest.raises(ValueError, match="item 10: weight 0 is not above 0"):
        sampler.update("item", 11.0, 0.0)
    with pytest.raises(ValueError, match="item 11: time inf is not a finite number"):
        sampler.update_many(["a", "b"], [1.0, float("inf")])

    assert dumps(sampler) == before
