"""S5: a forest on several threads: how much sooner it is through, and whether it is the same one.

Wall time, the best of several rounds in turns. Nothing else of the experiment runs meanwhile, so
this is no cell among others, and is measured anew by every run.
"""

import os
import time
from typing import Any

import numpy as np

from driftline.reproduce.forests.models import FOREST, model
from driftline.reproduce.forests.protocol import SEEDS, Scale
from driftline.reproduce.forests.trials import listed, made

STREAM = "RBF_m"
ROUNDS = 3


def scaled(scale: Scale) -> list[dict[str, Any]]:
    """Measure a forest on 1, 2, 4, ... threads, up to the number of cores."""
    batches = list(made(STREAM, SEEDS, scale.thread_rows).batches(scale.thread_rows))
    cores = os.cpu_count() or 1
    counts = [1 << i for i in range(cores.bit_length()) if 1 << i <= cores]
    found: dict[int, list[float]] = {threads: [] for threads in counts}
    answers: dict[int, list[Any]] = {}
    forests: dict[int, Any] = {}
    for _ in range(ROUNDS):
        for threads in counts:
            forest = model(FOREST, SEEDS, scale.members, {"threads": threads})
            begin = time.perf_counter()
            given = [forest.predict_learn_many(batch.x, batch.y) for batch in batches]
            found[threads].append(time.perf_counter() - begin)
            answers[threads] = [listed(part) for part in given]
            forests[threads] = forest
    return [
        {
            "threads": threads,
            "cores": cores,
            "rows": scale.thread_rows,
            "seconds": min(times),
            "speedup": min(found[1]) / min(times),
            "is_same": answers[threads] == answers[1]
            and are_alike(forests[threads], forests[1], batches[-1].x),
        }
        for threads, times in found.items()
    ]


def are_alike(one: Any, other: Any, X: Any) -> bool:
    """Tell whether two forests give the same chances to the bit, and have the same trees."""
    chances = [np.asarray(forest.predict_proba_many(X)) for forest in (one, other)]
    return np.array_equal(chances[0], chances[1]) and bool(one.members == other.members)
