"""All rivals tuned alike.

All of them are made of Hoeffding trees, so one grid serves all: how many rows a leaf sees before it
may be split, and how sure it must be (`grace_period`, `delta`). Each setting is tried by
`evaluation.tune` on generated streams of their own seed, which is never scored, and the one with
the most right answers over all of them is taken. Then it is scored as the defaults are.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from driftline.reproduce.cells import Answer, Cell, Task
from driftline.reproduce.forests.models import MODELS, NO_CHANGE, model
from driftline.reproduce.forests.protocol import TUNING_SEED, Scale
from driftline.reproduce.forests.trials import cell, made, seeds
from driftline.reproduce.tuning import Setting, tried

RIVALS = tuple(name for name in MODELS if name != NO_CHANGE)
#: The defaults of each rival are among them.
TREES: list[Setting] = [
    {"grace_period": grace, "delta": delta}
    for grace in (50, 100, 200)
    for delta in (1e-7, 1e-4, 0.01)
]


def rival_cells(scale: Scale) -> list[Cell]:
    """Return all settings of each rival on each tuning stream, also of streams left unscored."""
    return [
        Cell(
            f"tuning-{name}-{one.replace(' ', '_')}",
            tune,
            {
                "stream": name,
                "model": one,
                "seed": TUNING_SEED,
                "rows": scale.tuning_rows,
                "members": scale.members,
                "settings": TREES,
            },
        )
        for name in (scale.problems if scale.streams else ())
        for one in RIVALS
    ]


def tune(task: Task) -> Answer:
    """Run all settings of a rival over a stream."""

    def make(setting: Setting) -> Any:
        return model(task["model"], task["seed"], task["members"], setting)

    stream = made(task["stream"], task["seed"], task["rows"])
    return {"rows": task["rows"], "right": tried(make, task["settings"], stream)}


def chosen(answers: Sequence[dict[str, Any]]) -> dict[str, Setting]:
    """Return the best setting of each rival; the first of equal ones.

    Examples
    --------
    >>> one = {"model": "a forest", "right": [5, 1, 4]}
    >>> other = {"model": "a forest", "right": [0, 3, 4]}
    >>> chosen([one, other]) == {"a forest": TREES[2]}
    True
    """
    by_rival: dict[str, list[list[int]]] = defaultdict(list)
    for answer in answers:
        by_rival[answer["model"]].append(answer["right"])
    return {name: TREES[_most(tries)] for name, tries in by_rival.items()}


def tuned_cells(scale: Scale, settings: dict[str, Setting]) -> list[Cell]:
    """Return each rival with its setting on every generated stream, labels at once."""
    return [
        cell(scale, name, one, seed, 0, "tuned", settings[one])
        for seed in seeds(scale)
        for name in scale.streams
        for one in RIVALS
    ]


def _most(tries: list[list[int]]) -> int:
    totals = [sum(each) for each in zip(*tries, strict=True)]
    return totals.index(max(totals))
