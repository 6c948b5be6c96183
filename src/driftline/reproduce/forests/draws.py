"""S2: how often the members of `BaggingClassifier` take a row, beside Poisson(1).

Every row has a label of its own, and the members are single leaves, so the weight of a label in a
leaf is how often that member took that row. All draws together are compared with Poisson(1) by a
chi-square test.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.ensembles import BaggingClassifier
from driftline.evaluation.scipy_stats import scipy_stats
from driftline.reproduce.cells import Answer, Cell, Task
from driftline.reproduce.forests.models import tree
from driftline.reproduce.forests.protocol import SEEDS, Scale

ROWS = 1_000
MOST = 6  # draws of so many or more are counted together
NEVER = 1e9  # a grace period that no leaf lives to see


def draw_cells(scale: Scale) -> list[Cell]:
    """Return a cell for each seed."""
    return [
        Cell(f"draws-{seed}", drawn, {"rows": ROWS, "seed": seed, "members": scale.members})
        for seed in range(SEEDS, SEEDS + 4 * scale.repetitions)
    ]


def drawn(task: Task) -> Answer:
    """Count how many rows were taken 0, 1, 2, ... times, over all members."""
    leaf = tree(leaf_prediction="mc", grace_period=NEVER)
    bagging = BaggingClassifier(leaf, n_models=task["members"], seed=task["seed"])
    bagging.learn_many(np.zeros((task["rows"], 1)), np.arange(task["rows"]))
    counts = np.zeros(MOST + 1, dtype=int)
    for member in bagging.members:
        times = np.zeros(task["rows"], dtype=int)
        for row, weight in member.to_dict()["labels"].items():
            times[row] = round(weight)
        counts += np.bincount(np.minimum(times, MOST), minlength=MOST + 1)
    return {"counts": counts.tolist()}


def expected() -> NDArray[np.float64]:
    """Return the shares of 0, 1, 2, ... under Poisson(1), the last of all that are more.

    Examples
    --------
    >>> expected().round(4).tolist()
    [0.3679, 0.3679, 0.1839, 0.0613, 0.0153, 0.0031, 0.0006]
    """
    shares = [math.exp(-1.0) / math.factorial(k) for k in range(MOST)]
    return np.array([*shares, 1.0 - sum(shares)])


def counted(cells: Sequence[dict[str, Any]]) -> NDArray[np.int64]:
    """Add the counts of all seeds up."""
    counts: NDArray[np.int64] = np.sum([cell["counts"] for cell in cells], axis=0)
    return counts


def chance(counts: NDArray[np.int64]) -> float:
    """Return how likely Poisson(1) itself strays as far from its shares."""
    return float(scipy_stats().chisquare(counts, expected() * counts.sum()).pvalue)
