"""A Hoeffding tree for numbers as its definition reads: slow, in plain Python, to be read.

A leaf keeps count, mean and squares of the target, and the same for every distinct value of every
attribute. When its weight has grown by the grace period it looks at each threshold: how much
smaller is the spread of the target in the two branches? It is split on the best attribute if
second / best < 1 - eps, eps = sqrt(ln(1 / delta) / (2 n)), or if eps < tau.

A leaf predicts the mean of its targets, or by a linear model (a perceptron): inputs and target are
standardised to (x - mean) / (3 deviation), the weights take a step of the rate 0.02 / (1 + 0.001 n)
along the error, and the answer is scaled back.

Where the definition leaves something open:
  - "variance": V(leaf) - sum (n_b / n) V(b), V with n below; "deviation": the same of deviations;
    everything of a candidate comes from the attribute's own values, the leaf's prior aside;
  - each branch must hold at least `min_samples` of weight;
  - a numeric split sends `value <= threshold` to the left; thresholds are the distinct values seen
    but the largest; of equal merits the first threshold, but the last attribute, is taken;
  - the only attribute that has a candidate, and a second of merit 0, are no obstacle: the ratio is
    then 0; a best merit of 0 or less never splits;
  - the weight since the last attempt is added up by itself from zero, and counts what is learned;
    n is all weight of the leaf, with what it started with;
  - a child starts with the target of its branch, and with a copy of its parent's linear model;
  - a missing value follows the branch that was given the larger weight, the left one of equals;
    the linear model takes it for the mean;
  - linear model: weights start at 0, with one for the constant 1; a row enters the means and
    deviations first and is standardised with the new ones, n is the weight it has seen before; a
    column without deviation counts 0; the row's weight multiplies the step;
  - deviations are with n below;
  - "adaptive": leaves keep faded sums of squared errors of both answers, made before the row is
    learned, s = 0.95 s + error^2; the linear one is given if its sum is not larger.
"""

import copy
import math
from dataclasses import dataclass, field

FADING = 0.95


def is_missing(value) -> bool:
    return value is None or value != value


@dataclass
class Moments:
    """Weight, mean and sum of squares around it, by Welford's rule."""

    weight: float = 0.0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float, w: float) -> None:
        self.weight += w
        step = value - self.mean
        self.mean += w * step / self.weight
        self.squares += w * step * (value - self.mean)

    def joined(self, other: "Moments") -> "Moments":
        total = self.weight + other.weight
        if total == 0.0:
            return Moments()
        gap = other.mean - self.mean
        squares = self.squares + other.squares + gap**2 * self.weight * other.weight / total
        return Moments(total, self.mean + gap * other.weight / total, squares)

    @property
    def variance(self) -> float:
        return self.squares / self.weight if self.weight > 0.0 else 0.0

    @property
    def deviation(self) -> float:
        return math.sqrt(max(0.0, self.variance))


@dataclass
class LinearModel:
    """The perceptron of a leaf."""

    inputs: list[Moments] = field(default_factory=list)
    target: Moments = field(default_factory=Moments)
    weights: list[float] = field(default_factory=list)  # the last one is the constant's

    def predict(self, x) -> float:
        if not self.weights:
            return 0.0
        answer = sum(w * v for w, v in zip(self.weights, self.standardised(x), strict=True))
        return answer * 3.0 * self.target.deviation + self.target.mean

    def learn(self, x, y: float, w: float) -> None:
        if not self.weights:
            self.inputs = [Moments() for _ in x]
            self.weights = [0.0] * (len(x) + 1)
        rate = 0.02 / (1.0 + 0.001 * self.target.weight)
        for moments, value in zip(self.inputs, x, strict=True):
            if not is_missing(value):
                moments.add(value, w)
        self.target.add(y, w)
        row = self.standardised(x)
        answer = sum(weight * v for weight, v in zip(self.weights, row, strict=True))
        error = scaled(y, self.target) - answer
        self.weights = [
            weight + rate * w * error * v for weight, v in zip(self.weights, row, strict=True)
        ]

    def standardised(self, x) -> list[float]:
        return [scaled(v, m) for v, m in zip(x, self.inputs, strict=True)] + [1.0]


def scaled(value, moments: Moments) -> float:
    if is_missing(value) or moments.deviation == 0.0:
        return 0.0
    return (value - moments.mean) / (3.0 * moments.deviation)


@dataclass(eq=False)
class Leaf:
    target: Moments
    depth: int
    model: LinearModel
    since_attempt: float = 0.0
    values: dict[int, dict[float, Moments]] = field(default_factory=dict)  # attribute -> value
    errors: list[float] = field(default_factory=lambda: [0.0, 0.0])  # of the mean, of the model


@dataclass(eq=False)
class Split:
    feature: int
    threshold: float
    merit: float
    leaf: Leaf  # that it was
    branches: list[Moments]
    children: list = field(default_factory=list)

    def branch(self, x) -> int:
        if is_missing(x[self.feature]):
            left, right = self.branches
            return 0 if left.weight >= right.weight else 1
        return 0 if x[self.feature] <= self.threshold else 1


def spread_reduction(branches: list[Moments], criterion: str) -> float:
    whole = branches[0].joined(branches[1])
    parts = [(b.weight / whole.weight, b) for b in branches]
    if criterion == "variance":
        return whole.variance - sum(share * b.variance for share, b in parts)
    return whole.deviation - sum(share * b.deviation for share, b in parts)


@dataclass
class TreeRegressor:
    grace_period: float = 200
    delta: float = 1e-7
    tau: float = 0.05
    criterion: str = "variance"  # or "deviation"
    leaf_prediction: str = "mean"  # "model", "adaptive"
    min_samples: float = 5
    max_depth: float = math.inf

    def __post_init__(self):
        self.root: Leaf | Split = Leaf(Moments(), 0, LinearModel())

    def path(self, x) -> list:
        nodes = [self.root]
        while isinstance(nodes[-1], Split):
            nodes.append(nodes[-1].children[nodes[-1].branch(x)])
        return nodes

    def predict_one(self, x) -> float:
        return self.leaf_answer(self.path(x)[-1], x)

    def leaf_answer(self, leaf: Leaf, x) -> float:
        mean, model = leaf.target.mean, leaf.model.predict(x)
        if self.leaf_prediction == "adaptive":
            return model if leaf.errors[1] <= leaf.errors[0] else mean
        return mean if self.leaf_prediction == "mean" else model

    def learn_one(self, x, y: float, w: float = 1.0) -> None:
        if w == 0.0:
            return
        *above, leaf = self.path(x)
        self.teach(leaf, x, y, w)
        if leaf.since_attempt >= self.grace_period:
            leaf.since_attempt = 0.0
            split = self.attempt(leaf)
            if split is not None:
                self.put(split, leaf, above[-1] if above else None)

    def teach(self, leaf: Leaf, x, y: float, w: float) -> None:
        for i, answer in enumerate((leaf.target.mean, leaf.model.predict(x))):
            leaf.errors[i] = FADING * leaf.errors[i] + w * (y - answer) ** 2
        leaf.model.learn(x, y, w)
        leaf.target.add(y, w)
        leaf.since_attempt += w
        for i, value in enumerate(x):
            if not is_missing(value):
                leaf.values.setdefault(i, {}).setdefault(value, Moments()).add(y, w)

    def attempt(self, leaf: Leaf) -> Split | None:
        offers = sorted(self.offers(leaf), key=lambda offer: (offer.merit, offer.feature))
        if leaf.depth >= self.max_depth or not offers or offers[-1].merit <= 0.0:
            return None
        second = max(0.0, offers[-2].merit) if len(offers) > 1 else 0.0
        eps = math.sqrt(math.log(1.0 / self.delta) / (2.0 * leaf.target.weight))
        if second / offers[-1].merit < 1.0 - eps or eps < self.tau:
            return self.grown(offers[-1])
        return None

    def offers(self, leaf: Leaf) -> list[Split]:
        """Return the best split of each attribute that has one."""
        best = []
        for feature, values in sorted(leaf.values.items()):
            offers = [o for o in self.thresholds(leaf, feature, values) if self.is_allowed(o)]
            if offers:
                best.append(max(offers, key=lambda offer: offer.merit))
        return best

    def thresholds(self, leaf: Leaf, feature: int, values: dict[float, Moments]) -> list[Split]:
        ordered = sorted(values)
        lefts, rights = [Moments()], [Moments()]
        for value in ordered:
            lefts.append(lefts[-1].joined(values[value]))
        for value in reversed(ordered):
            rights.append(rights[-1].joined(values[value]))
        pairs = [[lefts[i], rights[len(ordered) - i]] for i in range(1, len(ordered))]
        return [
            Split(feature, value, spread_reduction(pair, self.criterion), leaf, pair)
            for value, pair in zip(ordered, pairs, strict=False)
        ]

    def is_allowed(self, offer: Split) -> bool:
        return all(branch.weight >= self.min_samples for branch in offer.branches)

    def grown(self, split: Split) -> Split:
        split.children = [
            Leaf(copy.copy(branch), split.leaf.depth + 1, copy.deepcopy(split.leaf.model))
            for branch in split.branches
        ]
        return split

    def put(self, new, old, parent: Split | None) -> None:
        if parent is None:
            self.root = new
        else:
            parent.children[parent.children.index(old)] = new

    def nodes(self, node=None) -> list:
        """Return all nodes, each before its children, from left to right."""
        node = self.root if node is None else node
        below = node.children if isinstance(node, Split) else []
        return [node] + [found for child in below for found in self.nodes(child)]
