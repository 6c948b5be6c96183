"""The samplers' random numbers, and statistics of samples, in plain Python."""

import itertools
import math

import numpy as np
from scipy import stats

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15

# Seeds are fixed, so nothing here is flaky. A right sampler gives a smaller p-value than this in
# one of ten thousand choices of seeds.
LEAST_P = 1e-4


def mix64(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Draws:
    def __init__(self, seed):
        self.key = mix64((seed + GOLDEN) & MASK)

    def bits(self, item, draw):
        place = mix64((self.key + item * GOLDEN) & MASK)
        return mix64((place + draw * 0xD1342543DE82EF95) & MASK)

    def uniform(self, item, draw):
        return ((self.bits(item, draw) >> 12) + 0.5) * 2.0**-52

    def below(self, n, item, draw):
        return (self.bits(item, draw) * n) >> 64


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def positions_p(counts, size, runs):
    """Return the p-value of how often each position was in a sample without replacement.

    Positions compete for the places of a sample, so their counts are correlated; the factor
    (n - 1) / n makes the sum of squares chi-square with n - 1 degrees of freedom.
    """
    n, share = len(counts), size / len(counts)
    variance = runs * share * (1 - share)
    statistic = np.sum((np.asarray(counts) - runs * share) ** 2) / variance * (n - 1) / n
    return stats.chi2.sf(statistic, n - 1)


def shares_p(counts, shares):
    """Return the p-value of counts of outcomes that exclude each other."""
    expected = np.asarray(shares) * np.sum(counts)
    return stats.chisquare(counts, expected).pvalue


def subset_counts(samples, n, size):
    """Return how often each subset of `size` of n items was drawn, in order of the subsets."""
    places = {subset: i for i, subset in enumerate(itertools.combinations(range(n), size))}
    counts = np.zeros(math.comb(n, size))
    for sample in samples:
        counts[places[tuple(sorted(sample))]] += 1
    return counts
