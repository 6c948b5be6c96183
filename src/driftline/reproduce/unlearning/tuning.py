"""Settings chosen on streams of their own, never on those that are scored.

Every method that has something to choose gets the same chance: the setting with the most right
answers over all tuning streams together, for each learner. Methods of the paper choose alpha;
forwarding and selecting choose their window beside it, and EDDM its thresholds.
"""

import functools
from pathlib import Path
from typing import Any

from driftline.reproduce.cells import Answer, Cell, Task, done
from driftline.reproduce.tuning import Setting, tried
from driftline.reproduce.unlearning.methods import (
    ARMS,
    DEFAULT_READING,
    LITERAL,
    LITERAL_READING,
    LOSS_ONLY,
    LOSS_ONLY_READING,
    eddm,
    model,
    unlearning,
)
from driftline.reproduce.unlearning.protocol import LEARNERS, TUNING_SEEDS, Scale
from driftline.reproduce.unlearning.trials import Settings, made, task

BETAS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
Choice = dict[str, dict[str, Setting]]  # by learner, then by arm


def candidates(scale: Scale, reading: Setting) -> list[tuple[str, Setting]]:
    """Return all settings of all arms, those without a choice included."""

    def own(strategy: str, alpha: float, window: int | None = None) -> tuple[str, Setting]:
        return strategy, unlearning(strategy, alpha, window, reading)

    found: list[tuple[str, Setting]] = [("none", {"method": "none"})]
    found += [("concept", {"method": "concept"})]
    for window in scale.forwarding_windows:
        found += [own("forwarding", alpha, window) for alpha in scale.alphas]
    for window in scale.selecting_windows:
        found += [own("selecting", alpha, window) for alpha in scale.alphas]
    for alpha in scale.alphas:
        found.append(own("queue", alpha))
        found.append((LITERAL, unlearning("queue", alpha, reading=LITERAL_READING)))
        found.append((LOSS_ONLY, unlearning("queue", alpha, reading=LOSS_ONLY_READING)))
    found += [("EDDM", eddm(beta)) for beta in BETAS]
    return found


def tuning_cells(scale: Scale, reading: Setting) -> list[Cell]:
    """Return one cell for each kind of stream and level of noise."""
    settings = [setting for _, setting in candidates(scale, reading)]
    prefix = "tuning" if reading == DEFAULT_READING else "first-tuning"
    return [
        Cell(
            f"{prefix}-{name}-{noise:g}",
            tune,
            task(
                name,
                noise,
                TUNING_SEEDS,
                scale.tuning_rows,
                scale.rows,
                {learner: settings for learner in LEARNERS},
            ),
        )
        for name in scale.problems
        for noise in scale.tuning_noises
    ]


def tune(task: Task) -> Answer:
    """Run all settings of each learner over a stream."""
    stream, drifts = made(task)
    settings: Settings = task["settings"]
    right = {
        name: tried(functools.partial(model, name, drifts=drifts), own, stream)
        for name, own in settings.items()
    }
    return {"rows": task["rows"], "drifts": len(drifts), "right": right}


def tuned(
    scale: Scale, folder: Path, reading: Setting = DEFAULT_READING, **options: Any
) -> tuple[Choice, list[dict[str, Any]]]:
    """Return the settings chosen, and the share of right answers that each candidate had."""
    answers = done(tuning_cells(scale, reading), folder, what="tuning", **options)
    offers = candidates(scale, reading)
    shares = {learner: _shares(answers, learner) for learner in LEARNERS}
    choice: Choice = {}
    for learner, own in shares.items():
        places = range(len(offers))
        choice[learner] = {
            arm: offers[max((p for p in places if offers[p][0] == arm), key=own.__getitem__)][1]
            for arm in ARMS
        }
    course = [
        {"arm": arm, **setting, "accuracy": {name: shares[name][place] for name in LEARNERS}}
        for place, (arm, setting) in enumerate(offers)
    ]
    return choice, course


def _shares(answers: list[Answer], learner: str) -> list[float]:
    rows = sum(answer["rows"] for answer in answers)
    columns = zip(*(answer["right"][learner] for answer in answers), strict=True)
    return [sum(column) / rows for column in columns]
