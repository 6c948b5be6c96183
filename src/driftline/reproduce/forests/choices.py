"""S1: how often a leaf takes another attribute than it would with infinite data.

Ten attributes of two values each; with the label they agree with chance 0.6 down to 0.51, so the
first is the best one. A tree learns until it is split for the first time, by the bound alone (tau
is 0). Some trees never are; they have not chosen, so they have not chosen wrongly.
"""

from typing import Any

import numpy as np

from driftline.reproduce.cells import Answer, Cell, Task
from driftline.reproduce.forests.models import tree
from driftline.reproduce.forests.protocol import Scale

DELTAS = (0.2, 0.1, 0.05, 0.01)
AGREE = (0.6, *np.linspace(0.58, 0.51, 9).round(4).tolist())
ROWS, GRACE = 20_000, 200
PARTS = 20  # cells for each delta


def choice_cells(scale: Scale) -> list[Cell]:
    """Return parts of the simulation; each grows some trees."""
    each = max(1, scale.choices // PARTS)
    return [
        Cell(f"choice-{delta:g}-{part}", choose, {"delta": delta, "part": part, "trees": each})
        for delta in DELTAS
        for part in range(min(PARTS, scale.choices))
    ]


def choose(task: Task) -> Answer:
    """Grow trees until their first split; count those that took a wrong attribute."""
    random = np.random.default_rng([task["part"], round(1e6 * task["delta"])])
    chosen = [_first(random, task["delta"]) for _ in range(task["trees"])]
    split = [place for place in chosen if place is not None]
    return {
        "delta": task["delta"],
        "trees": len(chosen),
        "split": len(split),
        "wrong": sum(place != 0 for place in split),
    }


def _first(random: np.random.Generator, delta: float) -> int | None:
    """Return the attribute of a tree's first split, None if it is never split."""
    model = tree(
        delta=delta, tau=0.0, grace_period=GRACE, nominal_attributes=list(range(len(AGREE)))
    )
    for _ in range(ROWS // GRACE):
        y = random.integers(0, 2, GRACE)
        agrees = random.random((GRACE, len(AGREE))) < np.array(AGREE)
        model.learn_many(np.where(agrees, y[:, None], 1 - y[:, None]).astype(float), y)
        if model.n_nodes > 1:
            won: dict[Any, float] = model.feature_importances
            return int(np.argmax(list(won.values())))
    return None
