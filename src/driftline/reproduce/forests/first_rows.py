"""The first 2,000 rows of ELEC2, beside the accuracies that CapyMOA's own tests expect there.

Models have the sizes and settings of those tests, which are CapyMOA's defaults, and the preset
"moa". Ours are means over seeds, theirs one run. CapyMOA's file lacks the date and the day, so
they are left out here too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from driftline import ensembles, learners, transforms
from driftline.reproduce.cells import Answer, Cell, Task
from driftline.reproduce.forests.models import tree
from driftline.reproduce.forests.protocol import SEEDS, Scale
from driftline.reproduce.forests.trials import listed, made

STREAM, ROWS = "ELEC2", 2_000
LEFT_OUT = ("date", "day")
DELTA = 1e-3  # of CapyMOA's single trees; members of its ensembles have MOA's 1e-7


@dataclass(frozen=True)
class Expected:
    """A model by its size and seed, and the accuracy in percent that CapyMOA expects of its own."""

    accuracy: float
    make: Callable[[int, int], Any]
    size: int = 1


def _member() -> Any:
    return tree(preset="moa")


#: By the names of the table; makers take size and seed.
EXPECTED = {
    "no change": Expected(85.95, lambda n, s: learners.NoChangeClassifier()),
    "naive Bayes": Expected(84.0, lambda n, s: learners.GaussianNB()),
    "nearest neighbours": Expected(
        81.6,
        lambda n, s: (
            transforms.MinMaxScaler() | learners.KNNClassifier(n_neighbors=3, weighted=False)
        ),
    ),
    "Hoeffding tree": Expected(82.65, lambda n, s: tree(delta=DELTA, preset="moa")),
    "EFDT": Expected(
        82.69,
        lambda n, s: learners.ExtremelyFastDecisionTreeClassifier(
            delta=DELTA, min_samples_reevaluate=200, preset="moa", seed=s
        ),
    ),
    "adaptive tree": Expected(
        84.15,
        lambda n, s: learners.HoeffdingAdaptiveTreeClassifier(delta=DELTA, preset="moa", seed=s),
    ),
    "online bagging": Expected(
        84.6, lambda n, s: ensembles.BaggingClassifier(_member(), n_models=n, seed=s), 5
    ),
    "ADWIN bagging": Expected(
        85.25,
        lambda n, s: ensembles.ADWINBaggingClassifier(_member(), n_models=n, seed=s, preset="moa"),
        100,
    ),
    "leveraging bagging": Expected(
        86.7,
        lambda n, s: ensembles.LeveragingBaggingClassifier(
            _member(), n_models=n, seed=s, preset="moa"
        ),
        100,
    ),
    "online boosting": Expected(
        89.95,
        lambda n, s: ensembles.AdaBoostClassifier(_member(), n_models=n, seed=s, preset="moa"),
        10,
    ),
    "adaptive random forest": Expected(
        89.0,
        lambda n, s: ensembles.ARFClassifier(n_models=n, max_features=0.6, seed=s, preset="moa"),
        100,
    ),
    "random patches": Expected(
        90.2,
        lambda n, s: ensembles.SRPClassifier(
            model=tree(grace_period=50, delta=0.01, preset="moa"), n_models=n, seed=s, preset="moa"
        ),
        100,
    ),
}


def first_row_cells(scale: Scale) -> list[Cell]:
    """Return every model with every seed."""
    return [
        Cell(
            f"first-{name.replace(' ', '_')}-{seed}",
            scored,
            {"model": name, "seed": seed, "rows": ROWS, "size": min(one.size, scale.most_members)},
        )
        for seed in range(SEEDS, SEEDS + scale.repetitions)
        for name, one in EXPECTED.items()
    ]


def scored(task: Task) -> Answer:
    """Run a model over the first rows."""
    classifier = EXPECTED[task["model"]].make(task["size"], task["seed"])
    batch = next(made(STREAM, task["seed"], task["rows"]).batches(task["rows"]))
    kept = batch.x.select([name for name in batch.x.column_names if name not in LEFT_OUT])
    answers = listed(classifier.predict_learn_many(kept, batch.y))
    assert batch.y is not None
    labels = batch.y.to_pylist()
    return {
        "accuracy": float(np.mean([a == b for a, b in zip(answers, labels, strict=True)])),
        "size": task["size"],
    }
