"""A Hoeffding tree as its definition reads: slow, in plain Python, to be read.

A row is a sequence of numbers; NaN (or None) is missing; a column named in `nominal` holds
categories of any kind. Labels are codes 0, 1, 2, ... To learn from (x, y) with weight w:
  1. follow x to its leaf; if it would vote for y, by class weights or naive Bayes, credit that;
  2. add w to the leaf's weight of y, and each value of x to the leaf's observer of its attribute;
  3. if the leaf's weight has grown by the grace period since the last attempt, try to split it:
     each attribute offers its best split; the leaf is split on the best of all if its merit
     exceeds the second's by more than eps = sqrt(R^2 ln(1 / delta) / (2 n)), or if eps < tau.
     n is the leaf's weight, R the range of the merit.

Where the definition leaves something open:
  - a child starts with the class weights its branch is expected to hold; n counts them too;
  - the weight since the last attempt, also a failed one, is added up by itself from zero: as the
    difference of two sums with fractions in them, rounding would delay attempts by a row at will;
  - no attempt at a leaf of fewer than two labels with weight, nor if one label holds more than
    `max_share_to_split`, nor at `max_depth`; the leaf stays as it is and goes on learning;
  - merit: the impurity before is that of the leaf's class weights; the branches are those of the
    observer, which saw neither what the leaf started with nor missing values; so a merit may be
    slightly negative;
  - a split of which fewer than two branches hold more than `min_branch_fraction` of the observed
    weight is no candidate; not to split is such a split, so it never wins; and the only attribute
    that has a candidate is split on at the first attempt, however small its merit;
  - `merit_preprune`: a leaf that could be split for eps < tau, but has no candidate, stops
    observing for good; it goes on to count labels, and votes by them;
  - of equal merits the first candidate of an attribute, but the last attribute, is taken;
  - R: Gini 1, Hellinger sqrt(2), info gain log2(labels, at least 2); labels are those with weight
    in the leaf, or, with the preset "moa", all codes up to the highest of them;
  - Gini merit is the reduction of impurity; Hellinger of more than two labels is the largest of
    one label against the others, from the observers' weights alone;
  - a missing value, and a category for which there is no branch, follows the branch that was
    given the largest weight when the node was split, the first of equals; observers and naive
    Bayes skip a missing value;
  - a category that the tree has never learned is missing until a row with it is learned, in the
    votes and on the way of that row too; only its leaf's observer takes it in;
  - naive Bayes: the weight of a label times the likelihood of each value under an observer; a
    label the leaf started with but has not seen itself has no vote; if no label has a vote, the
    class weights vote; below `nb_threshold` too;
  - a leaf without any weight votes for nothing, and neither way of voting gets credit there;
  - adaptive: naive Bayes votes unless the class weights have been right strictly more often;
  - a vote for several labels equally is one for the lowest;
  - `subspace`: the attributes a leaf observes, drawn at its first row by the leaf's number; the
    root is number 0, children are numbered when they are made, in the order of their branches.
"""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from oracles.hoeffding_observers import (
    Candidate,
    GaussianObserver,
    HistogramObserver,
    NominalObserver,
    QuantizerObserver,
    Weights,
)

TIED = 1e-9  # merits that differ by less are taken for equal by `ties` alone


def entropy(weights: Weights) -> float:
    total = sum(weights.values())
    return -sum(w / total * math.log2(w / total) for w in weights.values() if w > 0.0)


def gini(weights: Weights) -> float:
    total = sum(weights.values())
    return 1.0 - sum((w / total) ** 2 for w in weights.values()) if total > 0.0 else 0.0


def reduction(impurity, before: Weights, branches: list[Weights]) -> float:
    sizes = [sum(branch.values()) for branch in branches]
    after = sum(
        size / sum(sizes) * impurity(branch)
        for size, branch in zip(sizes, branches, strict=True)
        if size > 0.0
    )
    return impurity(before) - after


def info_gain(before: Weights, branches: list[Weights]) -> float:
    return reduction(entropy, before, branches)


def gini_gain(before: Weights, branches: list[Weights]) -> float:
    return reduction(gini, before, branches)


def hellinger(before: Weights, branches: list[Weights]) -> float:
    totals = {label: sum(b.get(label, 0.0) for b in branches) for label in before}
    everything = sum(totals.values())
    distances = [
        one_against_rest(label, branches, totals[label], everything - totals[label])
        for label in totals
        if 0.0 < totals[label] < everything
    ]
    return max(distances, default=0.0)


def one_against_rest(label, branches: list[Weights], own: float, others: float) -> float:
    gaps = (
        math.sqrt(b.get(label, 0.0) / own)
        - math.sqrt(max(0.0, sum(b.values()) - b.get(label, 0.0)) / others)
        for b in branches
    )
    return math.sqrt(sum(gap**2 for gap in gaps))


CRITERIA: dict[str, Callable[[Weights, list[Weights]], float]] = {
    "info_gain": info_gain,
    "gini": gini_gain,
    "hellinger": hellinger,
}


def merit_range(criterion: str, weights: Weights, preset: str) -> float:
    present = [label for label, w in weights.items() if w > 0.0]
    labels = 1 + max(present) if preset == "moa" else len(present)
    ranges = {"info_gain": math.log2(max(2, labels)), "gini": 1.0, "hellinger": math.sqrt(2.0)}
    return ranges[criterion]


def hoeffding_bound(span: float, delta: float, n: float) -> float:
    return math.sqrt(span**2 * math.log(1.0 / delta) / (2.0 * n))


def has_enough_branches(branches: list[Weights], fraction: float) -> bool:
    sizes = [sum(branch.values()) for branch in branches]
    return sum(size > fraction * sum(sizes) for size in sizes) >= 2


def is_missing(value) -> bool:
    return value is None or value != value  # NaN is the one number unequal to itself


def best_label(votes: Weights) -> int | None:
    return min(votes, key=lambda label: (-votes[label], label)) if votes else None


@dataclass(eq=False)  # two leaves are never the same one
class Leaf:
    weights: Weights
    depth: int
    number: int
    since_attempt: float = 0.0  # weight learned
    observers: dict = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)  # labels of rows this leaf learned itself
    features: Collection[int] | None = None  # None: not drawn yet
    is_active: bool = True
    majority_right: float = 0.0
    bayes_right: float = 0.0

    @property
    def weight(self) -> float:
        return sum(self.weights.values())


@dataclass(eq=False)
class Split:
    feature: int
    candidate: Candidate
    merit: float
    leaf: Leaf  # that it was
    weights_at_split: Weights
    children: list = field(default_factory=list)
    missing: int = 0  # the branch of a missing value

    def branch(self, x) -> int:
        value, categories = x[self.feature], self.candidate.categories
        if is_missing(value):
            return self.missing
        if categories is None:
            return 0 if value <= self.candidate.threshold else 1
        if len(categories) == 1:
            return 0 if value == categories[0] else 1
        return categories.index(value) if value in categories else self.missing


@dataclass
class HoeffdingTree:
    grace_period: float = 200
    delta: float = 1e-7
    tau: float = 0.05
    criterion: str = "info_gain"
    leaf_prediction: str = "nba"  # "mc", "nb"
    nb_threshold: float = 0.0
    nominal: Collection[int] = ()
    numeric: Callable[[], object] = GaussianObserver  # or Histogram-, QuantizerObserver, partial
    binary_split: bool = False
    min_branch_fraction: float = 0.01
    max_share_to_split: float = 0.99
    max_depth: float = math.inf
    merit_preprune: bool = True
    preset: str = "river"  # or "moa"
    subspace: Callable[[int], Collection[int]] | None = None

    def __post_init__(self):
        self.ties = 0  # splits that were chosen among equals, so by rounding elsewhere
        self.known: dict[int, set] = {i: set() for i in self.nominal}  # categories learned
        self.leaves_made = 0
        self.root: Leaf | Split = self.new_leaf({}, 0)

    def new_leaf(self, weights, depth):
        self.leaves_made += 1
        return Leaf(dict(weights), depth, self.leaves_made - 1)

    # Prediction.

    def predict_one(self, x) -> int | None:
        return best_label(self.votes(x))

    def predict_proba_one(self, x) -> Weights:
        votes = self.votes(x)
        return {label: vote / sum(votes.values()) for label, vote in votes.items()}

    def votes(self, x) -> Weights:
        x = self.read(x)
        return self.leaf_votes(self.path(x)[-1], x)

    def read(self, x) -> list:
        """Return a row in which categories never learned are missing."""
        return [None if i in self.known and v not in self.known[i] else v for i, v in enumerate(x)]

    def path(self, x) -> list:
        nodes = [self.root]
        while isinstance(nodes[-1], Split):
            nodes.append(nodes[-1].children[nodes[-1].branch(x)])
        return nodes

    def leaf_votes(self, leaf: Leaf, x) -> Weights:
        if self.leaf_prediction == "mc" or leaf.weight < self.nb_threshold or not leaf.is_active:
            return leaf.weights
        if self.leaf_prediction == "nba" and leaf.majority_right > leaf.bayes_right:
            return leaf.weights
        return naive_bayes(leaf, x)

    # Learning.

    def learn_one(self, x, y: int, w: float = 1.0) -> None:
        if w == 0.0:
            return
        *above, leaf = self.path(self.read(x))
        self.teach(leaf, x, y, w)
        if leaf.since_attempt >= self.grace_period:
            leaf.since_attempt = 0.0
            split = self.attempt(leaf)
            if split is not None:
                self.grow(split)
                self.put(split, leaf, above[-1] if above else None)

    def teach(self, leaf: Leaf, x, y: int, w: float) -> None:
        if leaf.weights:
            leaf.majority_right += w if best_label(leaf.weights) == y else 0.0
            leaf.bayes_right += w if best_label(naive_bayes(leaf, self.read(x))) == y else 0.0
        leaf.weights[y] = leaf.weights.get(y, 0.0) + w
        leaf.since_attempt += w
        leaf.seen.add(y)
        if leaf.is_active:
            self.observe(leaf, x, y, w)

    def observe(self, leaf: Leaf, x, y: int, w: float) -> None:
        if leaf.features is None:
            leaf.features = self.subspace(leaf.number) if self.subspace else range(len(x))
        for i in leaf.features:
            if not is_missing(x[i]):
                self.observer(leaf, i).observe(x[i], y, w)
        for i, known in self.known.items():
            known.add(x[i])

    def observer(self, leaf: Leaf, i: int):
        if i not in leaf.observers:
            leaf.observers[i] = NominalObserver() if i in self.nominal else self.numeric()
        return leaf.observers[i]

    def attempt(self, leaf: Leaf) -> Split | None:
        if not self.may_split(leaf):
            return None
        eps = self.bound(leaf.weights)
        offers = sorted(self.offers(leaf), key=lambda offer: (offer.merit, offer.feature))
        if not offers:
            leaf.is_active = not (self.merit_preprune and eps < self.tau)
            return None
        gap = offers[-1].merit - (offers[-2].merit if len(offers) > 1 else -math.inf)
        if gap <= eps and eps >= self.tau:
            return None
        self.ties += self.is_tied(offers[-1])
        return offers[-1]

    def is_tied(self, chosen: Split) -> bool:
        """Tell whether another candidate of the leaf is as good, but for rounding."""
        equals = [
            offer
            for feature, observer in chosen.leaf.observers.items()
            for offer in self.candidates(chosen.leaf, feature, observer)
            if chosen.merit - offer.merit < TIED
        ]
        return len(equals) > 1

    def may_split(self, leaf: Leaf) -> bool:
        present = [w for w in leaf.weights.values() if w > 0.0]
        if len(present) < 2 or leaf.depth >= self.max_depth or not leaf.is_active:
            return False
        return max(present) <= self.max_share_to_split * leaf.weight

    def bound(self, weights: Weights) -> float:
        return hoeffding_bound(
            merit_range(self.criterion, weights, self.preset), self.delta, sum(weights.values())
        )

    def offers(self, leaf: Leaf) -> list[Split]:
        """Return the best split of each attribute that has one."""
        best = []
        for feature, observer in sorted(leaf.observers.items()):
            offers = self.candidates(leaf, feature, observer)
            if offers:
                best.append(max(offers, key=lambda offer: offer.merit))
        return best

    def candidates(self, leaf: Leaf, feature: int, observer) -> list[Split]:
        return [
            Split(feature, c, self.merit(leaf.weights, c), leaf, dict(leaf.weights))
            for c in observer.candidates(self.binary_split)
            if has_enough_branches(c.branches, self.min_branch_fraction)
        ]

    def merit(self, weights: Weights, candidate: Candidate) -> float:
        return CRITERIA[self.criterion](weights, candidate.branches)

    def grow(self, split: Split) -> None:
        """Give a split its children."""
        sizes = [sum(branch.values()) for branch in split.candidate.branches]
        split.missing = sizes.index(max(sizes))
        split.children = [
            self.new_leaf({c: w for c, w in branch.items() if w > 0.0}, split.leaf.depth + 1)
            for branch in split.candidate.branches
        ]

    def put(self, new, old, parent: Split | None) -> None:
        """Let a node stand where another one stood."""
        if parent is None:
            self.root = new
        else:
            parent.children[parent.children.index(old)] = new

    # Inspection.

    def nodes(self, node=None) -> list:
        """Return all nodes, each before its children, from left to right."""
        node = self.root if node is None else node
        below = node.children if isinstance(node, Split) else []
        return [node] + [found for child in below for found in self.nodes(child)]

    def importances(self, width: int) -> list[float]:
        """Return, per attribute, the merit of its splits times the weight they split."""
        totals = [0.0] * width
        for node in self.nodes():
            if isinstance(node, Split):
                totals[node.feature] += node.merit * sum(node.weights_at_split.values())
        return totals


def naive_bayes(leaf: Leaf, x) -> Weights:
    known = {i: o for i, o in leaf.observers.items() if not is_missing(x[i])}
    logs = {
        label: math.log(leaf.weights[label])
        + sum(observer.log_likelihood(x[i], label) for i, observer in sorted(known.items()))
        for label in leaf.seen
    }
    highest = max(logs.values(), default=-math.inf)
    if highest == -math.inf:
        return leaf.weights
    return {label: math.exp(log - highest) for label, log in logs.items()}


__all__ = [
    "GaussianObserver",
    "HistogramObserver",
    "HoeffdingTree",
    "Leaf",
    "NominalObserver",
    "QuantizerObserver",
    "Split",
    "entropy",
    "gini",
    "gini_gain",
    "hellinger",
    "hoeffding_bound",
    "info_gain",
    "merit_range",
    "naive_bayes",
]
