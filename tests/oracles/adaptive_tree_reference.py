"""A Hoeffding adaptive tree as its definition reads: slow, in plain Python, to be read.

Every node watches whether its own subtree, without alternates, predicts the rows that pass it; the
prediction is made before the row is learned. If the errors of a split node rise, a new leaf starts
as its alternate and learns the same rows. Once both have been watched for more than
`drift_window_threshold` rows, their error rates e_o and e_a over widths w_o and w_a are compared:
  bound = sqrt(2 e_o (1 - e_o) ln(2 / switch_significance) (1 / w_a + 1 / w_o));
  e_o - e_a > bound: the alternate takes the node's place; e_a - e_o > bound: it is given up.

Where the definition leaves something open (see hoeffding_reference for the rest):
  - the detector signals only a rise; a fall changes nothing;
  - a rise while there is an alternate replaces that by a new one; in the row of a rise nothing is
    compared;
  - an alternate that took a node's place learns the row at once; the rest of the old node does not;
  - an alternate learns each row before the branches of its node do;
  - a leaf has no alternate: it has nothing below it that could be wrong. It is watched because it
    may be one;
  - a leaf that is split makes way for a node whose errors, like its children's, are counted anew;
  - `draw(n)` is the Poisson number of the n-th row that any leaf learns, counted from 0 over the
    whole tree in the order above; 0 leaves the weight as it is, as does no `draw` at all;
  - only the tree itself votes; with `alternates_vote` the normalised votes of every leaf that is
    reached, in alternates of nodes on the way too, are added up.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from oracles.hoeffding_observers import Weights
from oracles.hoeffding_reference import HoeffdingTree, Leaf, Split, best_label

from driftline import detectors


@dataclass
class Watch:
    """The errors of one node, and its alternate."""

    detector: detectors.ADWIN
    alternate: Leaf | Split | None = None

    def note(self, is_wrong: bool) -> bool:
        self.detector.update(float(is_wrong))
        return self.detector.drift_detected


def watched_adwin() -> detectors.ADWIN:
    return detectors.ADWIN(delta=0.002, preset="moa")


@dataclass
class AdaptiveTree(HoeffdingTree):
    drift_window_threshold: int = 300
    switch_significance: float = 0.05
    detector: Callable[[], detectors.ADWIN] = watched_adwin
    draw: Callable[[int], int] | None = None
    alternates_vote: bool = False
    events: list[tuple[str, int]] = field(default_factory=list)  # what, at which row

    def __post_init__(self):
        self.watches: dict[Leaf | Split, Watch] = {}
        self.rows = self.draws = 0
        super().__post_init__()

    def watch(self, node) -> Watch:
        return self.watches.setdefault(node, Watch(self.detector()))

    # Prediction.

    def votes(self, x) -> Weights:
        if not self.alternates_vote:
            return super().votes(x)
        total: Weights = {}
        for leaf in self.reached(self.root, x):
            votes = self.leaf_votes(leaf, x)
            for label, vote in votes.items():
                total[label] = total.get(label, 0.0) + vote / sum(votes.values())
        return total

    def reached(self, node, x) -> list[Leaf]:
        if isinstance(node, Leaf):
            return [node]
        alternate = self.watch(node).alternate
        beside = self.reached(alternate, x) if alternate is not None else []
        return beside + self.reached(node.children[node.branch(x)], x)

    def own_prediction(self, node, x) -> int | None:
        while isinstance(node, Split):
            node = node.children[node.branch(x)]
        return best_label(self.leaf_votes(node, x))

    # Learning. `place` puts another node where this one stands.

    def learn_one(self, x, y: int, w: float = 1.0) -> None:
        if w > 0.0:
            self.learn_at(self.root, x, y, w, lambda node: setattr(self, "root", node))
            self.rows += 1

    def learn_at(self, node, x, y, w, place) -> None:
        rose = self.watch(node).note(self.own_prediction(node, x) != y)
        if isinstance(node, Leaf):
            self.learn_at_leaf(node, x, y, w, place)
        elif rose:
            self.note("alternate")
            self.watch(node).alternate = self.new_leaf({}, node.leaf.depth)
            self.learn_below(node, x, y, w)
        elif self.verdict(node) == "switch":
            self.note("switch")
            alternate = self.watch(node).alternate
            place(alternate)
            self.learn_at(alternate, x, y, w, place)
        else:
            if self.verdict(node) == "prune":
                self.note("prune")
                self.watch(node).alternate = None
            self.learn_below(node, x, y, w)

    def learn_below(self, node: Split, x, y, w) -> None:
        watch, branch = self.watch(node), node.branch(x)
        if watch.alternate is not None:
            self.learn_at(watch.alternate, x, y, w, lambda new: setattr(watch, "alternate", new))
        child = node.children[branch]
        self.learn_at(child, x, y, w, lambda new: node.children.__setitem__(branch, new))

    def learn_at_leaf(self, leaf: Leaf, x, y, w, place) -> None:
        times = self.draw(self.draws) if self.draw else 1
        self.draws += 1
        self.teach(leaf, x, y, w * max(1, times))
        if leaf.since_attempt >= self.grace_period:
            leaf.since_attempt = 0.0
            split = self.attempt(leaf)
            if split is not None:
                self.grow(split)
                place(split)

    def verdict(self, node: Split) -> str:
        alternate = self.watch(node).alternate
        if alternate is None:
            return "wait"
        own, other = self.watch(node).detector, self.watch(alternate).detector
        if min(own.width, other.width) <= self.drift_window_threshold:
            return "wait"
        error, rival = own.estimation, other.estimation
        spread = 2.0 * error * (1.0 - error) * (1.0 / own.width + 1.0 / other.width)
        bound = math.sqrt(spread * math.log(2.0 / self.switch_significance))
        if error - rival > bound:
            return "switch"
        return "prune" if rival - error > bound else "wait"

    def note(self, what: str) -> None:
        self.events.append((what, self.rows))
