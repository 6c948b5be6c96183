"""One stream and all models that are run on it: how many labels each foretells."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.reproduce.cells import Answer, Task
from driftline.reproduce.tuning import Setting
from driftline.reproduce.unlearning.methods import model
from driftline.reproduce.unlearning.protocol import PROBLEMS, arrays, drift_rows
from driftline.stream import Stream

Settings = dict[str, list[Setting]]


def task(problem: str, noise: float, seed: int, rows: int, whole: int, settings: Settings) -> Task:
    """Return the task of a cell; `settings` are those of each learner."""
    return {
        "problem": problem,
        "noise": noise,
        "seed": seed,
        "rows": rows,
        "whole": whole,
        "settings": settings,
    }


def trial(task: Task) -> Answer:
    """Make the stream once and run all models over it, one after the other."""
    stream, drifts = made(task)
    X, y = arrays(stream)
    return {"rows": len(y), "drifts": len(drifts), "right": counts(X, y, task["settings"], drifts)}


def made(task: Task) -> tuple[Stream, list[int]]:
    """Return the stream of a task, and where it drifts."""
    problem, seed, rows = task["problem"], task["seed"], task["rows"]
    drifts = drift_rows(problem, seed, rows, task["whole"])
    stream = PROBLEMS[problem].stream(seed=seed, rows=rows, noise=task["noise"], drifts=drifts)
    return stream, drifts


def counts(
    X: NDArray[np.float64], y: NDArray[Any], settings: Settings, drifts: list[int]
) -> dict[str, list[int]]:
    """Return for each learner how many rows each of its settings had right."""
    return {
        name: [right(model(name, setting, drifts), X, y) for setting in own]
        for name, own in settings.items()
    }


def right(classifier: Any, X: NDArray[np.float64], y: NDArray[Any]) -> int:
    """Test and train row by row; return how many rows were predicted right.

    The first row is given alone. It is answered with no label, which counts as wrong, and would
    turn the answers to all others into objects.
    """
    first = classifier.predict_learn_many(X[:1], y[:1])
    rest = classifier.predict_learn_many(X[1:], y[1:])
    return int((first == y[:1]).sum()) + int(np.count_nonzero(rest == y[1:]))
