"""Chain sampling: uniform over the window at any time, chains independent, memory small."""

import numpy as np
import pytest
from oracles.sampler_draws import LEAST_P, shares_p

from driftline.samplers import WindowSampler


@pytest.mark.parametrize(("seen", "window"), [(1, 8), (5, 8), (8, 8), (9, 8), (40, 8), (7, 1)])
def test_every_item_of_the_window_is_as_likely_as_any_other(seen, window):
    inside = min(seen, window)
    counts = np.zeros(inside)

    for seed in range(3000):
        sampler = WindowSampler(4, window, seed=seed)
        sampler.update_many(range(seen))
        for item in sampler.sample():
            counts[item - (seen - inside)] += 1

    assert shares_p(counts, np.full(inside, 1 / inside)) > LEAST_P if inside > 1 else counts[0]


def test_chains_do_not_know_of_each_other():
    counts = np.zeros((5, 5))

    for seed in range(5000):
        sampler = WindowSampler(2, 5, seed=seed)
        sampler.update_many(range(30))
        one, other = sampler.sample()
        counts[one - 25, other - 25] += 1

    assert shares_p(counts.ravel(), np.full(25, 1 / 25)) > LEAST_P


def test_sample_at_every_moment_lies_in_the_window():
    sampler = WindowSampler(20, 15, seed=3)

    for seen in range(1, 400):
        sampler.update(seen)

        assert len(sampler.sample()) == 20
        assert all(seen - 15 < item <= seen for item in sampler.sample())


def test_samples_of_far_moments_are_unrelated():
    """Within a window samples overlap; two windows later nothing of it may be left."""
    same = 0

    for seed in range(4000):
        sampler = WindowSampler(1, 4, seed=seed)
        sampler.update_many(range(20))
        (before,) = sampler.sample()
        sampler.update_many(range(20, 28))
        (after,) = sampler.sample()
        same += before - 16 == after - 24

    assert abs(same / 4000 - 1 / 4) < 4 * np.sqrt(0.25 * 0.75 / 4000)


def test_a_chain_holds_few_items_however_long_the_stream():
    sampler = WindowSampler(100, 10_000, seed=0)

    sampler.update_many(range(1_000_000))

    # A chain holds e items on average, so 100 chains have some 270 slots at their fullest.
    assert len(sampler._snapshot()[1]["items"]) < 500


@pytest.mark.parametrize(("size", "window", "word"), [(0, 5, "size"), (5, 0, "window")])
def test_sizes_below_one_are_refused(size, window, word):
    with pytest.raises(ValueError, match=f"{word} must be at least 1, not 0"):
        WindowSampler(size, window)
