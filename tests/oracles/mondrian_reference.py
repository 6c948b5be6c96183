"""Mondrian trees by their definition: every node keeps its rows, and all else is found from them.

Nothing is updated along the way. A node's box, purity, mean, shares and losses are worked out anew
from the rows that came to it, in their order; the prediction is the average over all prunings,
either by the recursion of the paper or pruning by pruning. Random numbers are handed in: `draw()`
gives the next one in [0, 1).

Mourtada, Gaïffas, Scornet. AMF: Aggregated Mondrian Forests for Online Learning. 2021.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any


@dataclass(frozen=True)
class Example:
    """A row as it was learned."""

    x: list[float]  # NaN where a value is missing
    y: Any
    weight: float
    labels: int  # how many labels were known, this one included


@dataclass
class Cell:
    """A node: the rows that came to it, when it began, and how it is split."""

    rows: list[Example]
    time: float
    column: int = -1
    threshold: float = math.nan
    children: list["Cell"] = field(default_factory=list)

    @property
    def weight(self) -> float:
        return math.fsum(row.weight for row in self.rows)

    def values(self, column: int) -> list[float]:
        held = (row.x[column] for row in self.rows if column < len(row.x))
        return [value for value in held if not math.isnan(value)]

    def box(self, column: int) -> tuple[float, float]:
        values = self.values(column)
        return (min(values), max(values)) if values else (math.nan, math.nan)

    def is_pure(self, y: Any) -> bool:
        return all(row.y == y for row in self.rows)

    def side(self, x: list[float]) -> int:
        """0 or 1; a row that misses the value goes where more rows went."""
        value = x[self.column] if self.column < len(x) else math.nan
        if math.isnan(value):
            return 1 if self.children[1].weight > self.children[0].weight else 0
        return 0 if value <= self.threshold else 1

    def walk(self) -> Iterator["Cell"]:
        yield self
        for child in self.children:
            yield from child.walk()


class Shares:
    """Labels: shares smoothed by `dirichlet`, and their logarithmic loss."""

    def __init__(self, dirichlet: float = 0.5) -> None:
        self.dirichlet = dirichlet

    def predict(self, rows: list[Example], labels: list[Any]) -> dict[Any, float]:
        return {label: self.share(rows, label, len(labels)) for label in labels}

    def share(self, rows: list[Example], label: Any, labels: int) -> float:
        own = math.fsum(row.weight for row in rows if row.y == label)
        total = math.fsum(row.weight for row in rows)
        return (own + self.dirichlet) / (total + self.dirichlet * labels)

    def loss(self, before: list[Example], row: Example) -> float:
        return -math.log(self.share(before, row.y, row.labels))


class Means:
    """Numbers: their mean, and half the squared loss."""

    def predict(self, rows: list[Example], _: list[Any]) -> dict[Any, float]:
        total = math.fsum(row.weight for row in rows)
        return {None: math.fsum(row.weight * row.y for row in rows) / total}

    def loss(self, before: list[Example], row: Example) -> float:
        return (self.predict(before, [])[None] - row.y) ** 2 / 2


class MondrianReference:
    """One tree."""

    def __init__(
        self,
        kind: Shares | Means,
        draw: Callable[[], float],
        *,
        step: float = 1.0,
        use_aggregation: bool = True,
        split_pure: bool = False,
        max_nodes: int | None = None,
    ) -> None:
        self.kind, self.draw, self.step = kind, draw, step
        self.use_aggregation, self.split_pure = use_aggregation, split_pure
        self.max_nodes = math.inf if max_nodes is None else max_nodes
        self.root: Cell | None = None
        self.labels: list[Any] = []

    def learn(self, x: list[float], y: Any, weight: float = 1.0) -> None:
        if weight == 0:
            return
        if y not in self.labels:
            self.labels.append(y)
        row = Example(list(x), y, weight, len(self.labels))
        self.root = Cell([row], 0.0) if self.root is None else self._placed(self.root, row)

    def _placed(self, cell: Cell, row: Example) -> Cell:
        """Return what stands in the cell's place once it has met the row."""
        split = self._split_above(cell, row)
        if split is not None:
            return split
        cell.rows.append(row)
        if cell.children:
            side = cell.side(row.x)
            cell.children[side] = self._placed(cell.children[side], row)
        return cell

    def _split_above(self, cell: Cell, row: Example) -> Cell | None:
        if len(list(self.root.walk())) + 2 > self.max_nodes:
            return None
        if not self.split_pure and isinstance(self.kind, Shares) and cell.is_pure(row.y):
            return None
        beyond = [_beyond(cell.box(i), value) for i, value in enumerate(row.x)]
        if not any(beyond):
            return None
        time = cell.time - math.log(1 - self.draw()) / math.fsum(beyond)
        if cell.children and time >= cell.children[0].time:
            return None
        column = _chosen(beyond, self.draw())
        low, high = cell.box(column)
        value = row.x[column]
        is_right = value > high
        near, far = (high, value) if is_right else (value, low)
        above = Cell([*cell.rows, row], cell.time, column, near + self.draw() * (far - near))
        cell.time = time
        alone = Cell([row], time)
        above.children = [cell, alone] if is_right else [alone, cell]
        return above

    def log_weight(self, cell: Cell) -> float:
        """How well a node has predicted its rows, each from those before it; the first is free."""
        losses = (
            row.weight * self.kind.loss(cell.rows[:i], row) for i, row in enumerate(cell.rows) if i
        )
        return -self.step * math.fsum(losses) if self.use_aggregation else 0.0

    def log_tree(self, cell: Cell) -> float:
        """The same for all prunings below a node together."""
        if not cell.children:
            return self.log_weight(cell)
        own, below = self.log_weight(cell), sum(map(self.log_tree, cell.children))
        top = max(own, below)
        return top + math.log((math.exp(own - top) + math.exp(below - top)) / 2)

    def predict(self, x: list[float]) -> dict[Any, float]:
        return {} if self.root is None else self._aggregated(self.root, x)

    def _aggregated(self, cell: Cell, x: list[float]) -> dict[Any, float]:
        own = self.kind.predict(cell.rows, self.labels)
        if not cell.children:
            return own
        below = self._aggregated(cell.children[cell.side(x)], x)
        share = 0.0
        if self.use_aggregation:
            share = math.exp(self.log_weight(cell) - self.log_tree(cell)) / 2
        return {label: share * own[label] + (1 - share) * below[label] for label in own}

    def predict_by_prunings(self, x: list[float]) -> dict[Any, float]:
        """Average over all prunings, each weighed by its prior and by what its leaves lost."""
        total, sums = 0.0, dict.fromkeys(self.predict(x), 0.0)
        for halves, leaves in _prunings(self.root):
            weight = 0.5**halves * math.exp(sum(map(self.log_weight, leaves)))
            leaf = self.root
            while not any(leaf is one for one in leaves):
                leaf = leaf.children[leaf.side(x)]
            total += weight
            for label, share in self.kind.predict(leaf.rows, self.labels).items():
                sums[label] += weight * share
        return {label: value / total for label, value in sums.items()}


def _beyond(box: tuple[float, float], value: float) -> float:
    low, high = box
    if math.isnan(low) or math.isnan(value):
        return 0.0
    return max(low - value, value - high, 0.0)


def _chosen(shares: list[float], chance: float) -> int:
    rest = chance * math.fsum(shares)
    for place, share in enumerate(shares):
        if rest < share:
            return place
        rest -= share
    return max(place for place, share in enumerate(shares) if share > 0)


def _prunings(cell: Cell) -> Iterator[tuple[int, list[Cell]]]:
    """Give each pruning as its leaves, and how many of its nodes were free to be cut or not."""
    if not cell.children:
        yield 0, [cell]
        return
    yield 1, [cell]
    for (a, left), (b, right) in product(*map(list, map(_prunings, cell.children))):
        yield a + b + 1, left + right
