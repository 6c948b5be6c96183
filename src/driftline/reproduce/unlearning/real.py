"""Two real streams: digits two by two, which do not drift, and the electricity market, which does.

Digits are shrunk to a quarter of their width and height by the mean of each 4 by 4 pixels, scaled
to [0, 1], and come in the order of the file. The market has all its eight columns as they are.
Nobody knows where the market drifts, and digits do not, so no oracle is run. The settings are
those chosen on generated streams.
"""

import functools
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline import sources
from driftline.reproduce.cells import Answer, Cell, Task, done
from driftline.reproduce.tuning import Setting
from driftline.reproduce.unlearning.methods import ARMS
from driftline.reproduce.unlearning.protocol import LEARNERS, Scale
from driftline.reproduce.unlearning.trials import counts
from driftline.reproduce.unlearning.tuning import Choice

REAL_ARMS = tuple(arm for arm in ARMS if arm != "concept")


def real_cells(scale: Scale, choice: Choice) -> list[Cell]:
    """Return a cell for the market and one for each pair of digits."""
    settings: dict[str, list[Setting]] = {
        learner: [choice[learner][arm] for arm in REAL_ARMS] for learner in LEARNERS
    }
    common = {"rows": scale.real_rows, "settings": settings}
    pairs = list(itertools.combinations(range(10), 2))[: scale.pairs]
    return [
        Cell("elec2", market, common),
        *(Cell(f"mnist-{a}-{b}", digits, {**common, "pair": [a, b]}) for a, b in pairs),
    ]


def run_on_real(
    scale: Scale, choice: Choice, folder: Path, **options: Any
) -> dict[str, list[dict[str, Any]]]:
    """Return the answers for each data set, none for one that cannot be had."""
    cells = real_cells(scale, choice)
    found: dict[str, list[dict[str, Any]]] = {}
    for name in ("elec2", "mnist"):
        own = [cell for cell in cells if cell.name.startswith(name)]
        try:
            answers = done(own, folder, what=name, **options)
        except sources.SourceError:
            answers = []
        found[name] = [{"name": c.name, **answer} for c, answer in zip(own, answers, strict=False)]
    return found


def market(task: Task) -> Answer:
    """Run all settings over the electricity market."""
    X, y = _table("elec2", lambda X: X)
    return _counted(X, (y == "UP").astype(np.int64), task)


def digits(task: Task) -> Answer:
    """Run all settings over the rows of two digits."""
    X, y = _shrunk()
    first, second = task["pair"]
    rows = np.flatnonzero((y == first) | (y == second))
    return _counted(X[rows], (y[rows] == second).astype(np.int64), task)


def _counted(X: NDArray[np.float64], y: NDArray[np.int64], task: Task) -> Answer:
    X, y = X[: task["rows"]], y[: task["rows"]]
    return {"rows": len(y), "right": counts(X, y, task["settings"], [])}


@functools.cache
def _shrunk() -> tuple[NDArray[np.float64], NDArray[Any]]:
    return _table("mnist_train", _quarter)


def _quarter(X: NDArray[Any]) -> NDArray[np.float64]:
    blocks = X.reshape(len(X), 7, 4, 7, 4)
    means: NDArray[np.float64] = blocks.mean(axis=(2, 4), dtype=np.float64) / 255.0
    return means.reshape(len(X), 49)


def _table(
    name: str, changed: Callable[[NDArray[Any]], NDArray[Any]]
) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Return a data set as arrays; `changed` is applied batch by batch, as it saves memory."""
    parts, labels = [], []
    for batch in sources.load(name).batches():
        columns = [column.to_numpy(zero_copy_only=False) for column in batch.x.columns]
        parts.append(changed(np.column_stack(columns)))
        assert batch.y is not None
        labels += batch.y.to_pylist()
    return np.vstack(parts).astype(np.float64), np.array(labels)
