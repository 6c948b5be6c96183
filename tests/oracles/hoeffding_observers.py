"""What a leaf of a Hoeffding tree keeps of one attribute, and the splits it offers.

Every observer answers three questions about the values it saw, each with a weight and a label:
  `observe(value, label, weight)` notes one value;
  `log_likelihood(value, label)` is log P(value | label), the factor of naive Bayes;
  `candidates(binary)` lists the splits, each with the class weights it expects in every branch.

Where the definition leaves something open:
  - a numeric split sends `value <= threshold` to the left;
  - Gaussian: a class whose variance is zero (one value, or all equal) has density 1 at its mean;
    elsewhere a density so small (`NO_SPREAD`) that only another such class compares with it;
    the right branch holds what the left one does not; a point mass is left of t if t >= mean;
  - Gaussian: a label never seen with this attribute is told nothing by it: likelihood 1;
  - histogram and exhaustive observer are one thing with two limits: each distinct value makes a
    bin until there are `limit` of them, then a value joins the first bin that is not below it, or
    the last; a bin's value is its upper end, so it is the threshold, and the last bin offers none;
  - quantizer: bin floor(value / radius); the threshold lies midway between the means of two
    neighbouring bins; the bins decide which weight is on the left;
  - a value of a counted bin or category has likelihood (count + 1) / (total of the label + bins
    or categories this observer holds); so has a value never seen, with count 0;
  - nominal: categories in order of their first appearance; a multiway split has a branch for
    each; with `binary` each category against the rest is a candidate, and there is no multiway.
"""

import bisect
import itertools
import math
from collections import defaultdict
from dataclasses import dataclass, field

NO_SPREAD = 1e300  # 1 / (2 variance) of a class whose variance is zero

Weights = dict[int, float]  # label -> weight


@dataclass
class Candidate:
    """A split on one attribute: by a threshold, or by one or more categories."""

    branches: list[Weights]
    threshold: float | None = None
    categories: list[object] | None = None  # one: that against the rest; more: a branch for each


@dataclass
class Gaussian:
    """Weight, mean and sum of squares of a class, by Welford's rule, with its extremes."""

    weight: float = 0.0
    mean: float = 0.0
    squares: float = 0.0
    low: float = math.inf
    high: float = -math.inf

    def observe(self, value, weight):
        self.weight += weight
        step = value - self.mean
        self.mean += weight * step / self.weight
        self.squares += weight * step * (value - self.mean)
        self.low, self.high = min(self.low, value), max(self.high, value)

    @property
    def variance(self):
        return self.squares / (self.weight - 1.0) if self.weight > 1.0 else 0.0

    def log_density(self, value):
        square = (value - self.mean) ** 2
        if self.variance <= 0.0:
            return -square * NO_SPREAD
        return -0.5 * math.log(2.0 * math.pi * self.variance) - square / (2.0 * self.variance)

    def weight_up_to(self, threshold):
        if threshold < self.low:
            return 0.0
        if threshold >= self.high:
            return self.weight
        if self.variance <= 0.0:
            return self.weight if threshold >= self.mean else 0.0
        z = (threshold - self.mean) / math.sqrt(self.variance)
        return self.weight * 0.5 * math.erfc(-z / math.sqrt(2.0))


@dataclass
class GaussianObserver:
    """One normal distribution per class; candidates lie evenly between the extremes."""

    n_splits: int = 10
    classes: dict[int, Gaussian] = field(default_factory=lambda: defaultdict(Gaussian))

    def observe(self, value, label, weight):
        self.classes[label].observe(value, weight)

    def log_likelihood(self, value, label):
        return self.classes[label].log_density(value) if label in self.classes else 0.0

    def candidates(self, binary):
        low = min(c.low for c in self.classes.values())
        high = max(c.high for c in self.classes.values())
        steps = (low + (high - low) * (i + 1) / (self.n_splits + 1) for i in range(self.n_splits))
        return [self.split_at(t) for t in steps if low < t < high]

    def split_at(self, threshold):
        left = {label: c.weight_up_to(threshold) for label, c in self.classes.items()}
        right = {label: c.weight - left[label] for label, c in self.classes.items()}
        return Candidate([left, right], threshold=threshold)


@dataclass
class CountingObserver:
    """Class weights per bin; what a bin is, the subclasses say."""

    bins: dict[object, Weights] = field(default_factory=dict)
    totals: Weights = field(default_factory=lambda: defaultdict(float))

    def observe(self, value, label, weight):
        counts = self.bins.setdefault(self.bin_of(value), defaultdict(float))
        counts[label] += weight
        self.totals[label] += weight

    def log_likelihood(self, value, label):
        count = self.bins.get(self.bin_of(value), {}).get(label, 0.0)
        return math.log((count + 1.0) / (self.totals.get(label, 0.0) + len(self.bins)))

    def bin_of(self, value):
        return value

    def two_sided(self, ordered, thresholds):
        """Return the splits after each bin but the last."""
        lefts = list(running(self.bins[key] for key in ordered))
        rights = list(running(self.bins[key] for key in reversed(ordered)))[::-1]
        return [
            Candidate([left, right], threshold=threshold)
            for left, right, threshold in zip(lefts, rights[1:], thresholds, strict=False)
        ]


@dataclass
class HistogramObserver(CountingObserver):
    """Bins that end at the first `limit` distinct values; without a limit, exhaustive."""

    limit: float = 10

    def bin_of(self, value):
        if len(self.bins) < self.limit:
            return value
        ends = sorted(self.bins)
        return ends[min(bisect.bisect_left(ends, value), len(ends) - 1)]

    def candidates(self, binary):
        ends = sorted(self.bins)
        return self.two_sided(ends, ends[:-1])


@dataclass
class QuantizerObserver(CountingObserver):
    """Bins of one width, found by division; each remembers the mean of its values."""

    radius: float = 0.25
    sums: dict[int, tuple[float, float]] = field(default_factory=dict)

    def observe(self, value, label, weight):
        super().observe(value, label, weight)
        key = self.bin_of(value)
        total, weights = self.sums.get(key, (0.0, 0.0))
        self.sums[key] = total + weight * value, weights + weight

    def bin_of(self, value):
        return math.floor(value / self.radius)

    def candidates(self, binary):
        ordered = sorted(self.bins)
        means = [self.sums[key][0] / self.sums[key][1] for key in ordered]
        return self.two_sided(ordered, [(a + b) / 2.0 for a, b in itertools.pairwise(means)])


@dataclass
class NominalObserver(CountingObserver):
    """Class weights per category."""

    def candidates(self, binary):
        categories = list(self.bins)
        if len(categories) < 2:
            return []
        if not binary:
            return [Candidate([dict(self.bins[c]) for c in categories], categories=categories)]
        return [self.one_against_rest(category) for category in categories]

    def one_against_rest(self, category):
        rest = added(counts for other, counts in self.bins.items() if other != category)
        return Candidate([dict(self.bins[category]), rest], categories=[category])


def added(parts):
    """Return the sum of several class weights."""
    *_, total = running(parts)
    return total


def running(parts):
    """Yield the sums of the first, the first two, ... of several class weights."""
    total: Weights = defaultdict(float)
    for part in parts:
        for label, weight in part.items():
            total[label] += weight
        yield dict(total)
