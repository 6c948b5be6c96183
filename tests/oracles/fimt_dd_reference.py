"""FIMT-DD as its definition reads: a regression tree that grows another subtree where it errs.

Every split node runs a Page-Hinkley test over the errors of the rows that pass it. On an alarm it
starts an alternate, a new leaf, which learns the same rows. Both keep faded sums of squared errors,
s = 0.995 s + error^2. Every `check_every` rows of the alternate, Q = ln(s_node / s_alternate):
above 0 the alternate takes the node's place. It is given up after `patience` rows, or, from ten
grace periods on, when the mean of all Q so far is below what it was at the last check.

Where the definition leaves something open (see tree_regressor_reference for the rest):
  - an error is |y - answer| / (3 deviation of all targets before this row), 0 as long as that is 0;
    the answer is that of the tree itself, made before anything learns the row;
  - Page-Hinkley: with the mean of the errors so far, this one included, the sum of
    error - mean - 0.005 is above its least value, 0 among them, by more than 50;
  - nodes are tested from the root down; below a node with an alternate, or one that has just
    alarmed, nothing is tested; an alternate is tested only once it has a node's place;
  - a node with an alternate is not tested; when the alternate is given up, its test starts anew;
  - an alternate learns the row before the branches of its node; one that was just started does so
    from the next row on; one that took a node's place learns the row that decided it;
  - the squared errors compared are those of the node's own subtree and of the alternate, made
    before the row is learned; both sums start at 0 with the alternate;
  - a split is chosen by deviation, and leaves answer by their linear model.
"""

import math
from dataclasses import dataclass, field

from oracles.tree_regressor_reference import Leaf, LinearModel, Moments, Split, TreeRegressor

ALPHA, THRESHOLD = 0.005, 50.0
FADED = 0.995


@dataclass
class PageHinkley:
    rows: int = 0
    total: float = 0.0
    sum: float = 0.0
    least: float = 0.0

    def alarms(self, error: float) -> bool:
        self.rows += 1
        self.total += error
        self.sum += error - self.total / self.rows - ALPHA
        self.least = min(self.least, self.sum)
        return self.sum - self.least > THRESHOLD


@dataclass
class Rivalry:
    """An alternate beside its node, and how both have erred since it started."""

    alternate: Leaf | Split
    rows: int = 0
    node_loss: float = 0.0
    alternate_loss: float = 0.0
    ratios: list[float] = field(default_factory=list)


@dataclass
class FIMTDD(TreeRegressor):
    criterion: str = "deviation"
    leaf_prediction: str = "model"
    check_every: int = 150
    patience: int = 1500
    events: list[tuple[str, int]] = field(default_factory=list)  # what, at which row

    def __post_init__(self):
        super().__post_init__()
        self.rows = 0
        self.targets = Moments()
        self.tests: dict[Split, PageHinkley] = {}
        self.rivals: dict[Split, Rivalry] = {}

    def learn_one(self, x, y: float, w: float = 1.0) -> None:
        if w == 0.0:
            return
        spread = 3.0 * self.targets.deviation
        error = abs(y - self.predict_one(x)) / spread if spread > 0.0 else 0.0
        self.test(x, error)
        self.learn_at(self.root, x, y, w, lambda node: setattr(self, "root", node))
        self.targets.add(y, w)
        self.rows += 1

    def test(self, x, error: float) -> None:
        for node in self.path(x)[:-1]:
            if node in self.rivals:
                return
            if self.tests.setdefault(node, PageHinkley()).alarms(error):
                self.rivals[node] = Rivalry(Leaf(Moments(), node.leaf.depth, LinearModel()), -1)
                self.note("alternate")
                return

    def answer(self, node, x) -> float:
        while isinstance(node, Split):
            node = node.children[node.branch(x)]
        return self.leaf_answer(node, x)

    def learn_at(self, node, x, y, w, place) -> None:
        if isinstance(node, Leaf):
            self.learn_at_leaf(node, x, y, w, place)
            return
        if node in self.rivals and self.takes_over(node, x, y):
            self.note("switch")
            winner = self.rivals.pop(node).alternate
            place(winner)
            self.learn_at(winner, x, y, w, place)
            return
        rival = self.rivals.get(node)
        if rival is not None and rival.rows > 0:
            put = lambda new: setattr(rival, "alternate", new)  # noqa: E731
            self.learn_at(rival.alternate, x, y, w, put)
        i = node.branch(x)
        self.learn_at(node.children[i], x, y, w, lambda new: node.children.__setitem__(i, new))

    def learn_at_leaf(self, leaf: Leaf, x, y, w, place) -> None:
        self.teach(leaf, x, y, w)
        if leaf.since_attempt >= self.grace_period:
            leaf.since_attempt = 0.0
            split = self.attempt(leaf)
            if split is not None:
                place(split)

    def takes_over(self, node: Split, x, y: float) -> bool:
        """Note both errors; at a check, tell whether the alternate wins, or give it up."""
        rival = self.rivals[node]
        rival.rows += 1
        if rival.rows == 0:  # it has just been started
            return False
        rival.node_loss = FADED * rival.node_loss + (y - self.answer(node, x)) ** 2
        own = self.answer(rival.alternate, x)
        rival.alternate_loss = FADED * rival.alternate_loss + (y - own) ** 2
        if rival.rows % self.check_every != 0:
            return False
        ratio = log_ratio(rival.node_loss, rival.alternate_loss)
        if ratio > 0.0:
            return True
        if self.is_hopeless(rival, ratio):
            self.note("prune")
            del self.rivals[node]
            self.tests[node] = PageHinkley()
        return False

    def is_hopeless(self, rival: Rivalry, ratio: float) -> bool:
        before = sum(rival.ratios) / len(rival.ratios) if rival.ratios else -math.inf
        rival.ratios.append(ratio)
        is_falling = sum(rival.ratios) / len(rival.ratios) < before
        is_old = rival.rows >= 10 * self.grace_period
        return rival.rows >= self.patience or (is_old and is_falling)

    def note(self, what: str) -> None:
        self.events.append((what, self.rows))


def log_ratio(loss: float, other: float) -> float:
    if loss == 0.0:
        return 0.0 if other == 0.0 else -math.inf
    return math.log(loss / other) if other > 0.0 else math.inf
