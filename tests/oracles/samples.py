"""Rows of streams as NumPy arrays, and what refuses a distribution.

A claim is refused at a p-value below `ALPHA`. The tests make fewer than 2,000 such claims, so if
all are true, the chance that one is refused is below 1e-6; with fixed seeds it never changes.
"""

import numpy as np
from oracles.generators import ON_THE_BORDER
from scipy import stats

ALPHA = 5e-10


def columns(stream, n):
    """The first rows by column: floats, words where a column is nominal, and the target in y."""
    table = stream.take(n).to_arrow()
    assert table.num_rows == n
    found = {}
    for name in table.column_names:
        column = table.column(name)
        is_nominal = stream.facts.features.get(name) == "nominal"
        found[name] = np.array(column.to_pylist()) if is_nominal else column.to_numpy()
    return found


def drawn(stream, n):
    """The first rows of a stream of numbers: the matrix of its features, and the target."""
    found = columns(stream, n)
    return np.column_stack([found[name] for name in stream.facts.features]), found["y"]


def truths(stream, n, *names):
    """The parameters in force at each of the first rows."""
    told = [stream.truth(row) for row in range(n)]
    return {name: np.array([t[name] for t in told]) for name in names}


def assert_labels(y, margins):
    """Labels are right wherever two libraries cannot differ by a rounding error: all but a few."""
    sure = np.abs(margins) > ON_THE_BORDER
    assert (~sure).sum() <= 2
    assert np.array_equal(y[sure], (margins > 0)[sure].astype(int))
    assert 0 < y.sum() < len(y)


def follows(sample, distribution):
    """Whether numbers could be drawn from it: a frozen distribution, a cdf or another sample."""
    cdf = getattr(distribution, "cdf", distribution)
    return stats.kstest(sample, cdf).pvalue > ALPHA


def is_uniform(sample, low=0.0, high=1.0):
    """Whether numbers could be uniform: also that they reach both ends and none lies beyond.

    The chance that none of n falls within c / n of an end, as a share of the range, is exp(-c).
    """
    at = (np.asarray(sample) - low) / (high - low)
    gap = -np.log(ALPHA) / len(at)
    reaches = 0 <= at.min() < gap and 1 - gap < at.max() <= 1
    return reaches and follows(at, stats.uniform)


def is_normal(sample, mean=0.0, deviation=1.0):
    """Whether numbers could be normal: also by their mean and their variance."""
    z = (np.asarray(sample) - mean) / deviation
    by_mean = 2 * stats.norm.sf(abs(z.sum()) / np.sqrt(len(z)))
    return follows(z, stats.norm) and by_mean > ALPHA and has_unit_variance(z)


def has_unit_variance(z, freedom=1):
    """Whether sums of so many squares of standard normal numbers could be these squares."""
    chi2 = stats.chi2(len(z) * freedom)
    squares = (np.asarray(z) ** 2).sum()
    return 2 * min(chi2.cdf(squares), chi2.sf(squares)) > ALPHA


def is_share(hits, n, p):
    """Whether so many hits could come from n draws of probability p."""
    return stats.binomtest(int(hits), int(n), p).pvalue > ALPHA


def has_shares(codes, shares):
    """Whether codes 0, 1, 2, ... come in these shares."""
    shares = np.asarray(shares, float)
    counts = np.bincount(np.asarray(codes, int), minlength=len(shares))
    assert len(counts) == len(shares), "there is a code beyond the last share"
    return stats.chisquare(counts, shares / shares.sum() * len(codes)).pvalue > ALPHA


def are_independent(a, b):
    """Whether two columns of codes have nothing to do with each other."""
    counts = np.zeros((int(a.max()) + 1, int(b.max()) + 1))
    np.add.at(counts, (a.astype(int), b.astype(int)), 1)
    counts = counts[counts.any(axis=1)][:, counts.any(axis=0)]
    return stats.chi2_contingency(counts).pvalue > ALPHA


def eighths(values, cdf):
    """Numbers as codes 0 to 7, equally likely."""
    return np.minimum((cdf(values) * 8).astype(int), 7)
