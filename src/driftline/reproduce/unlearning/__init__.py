"""Unlearning: linear learners that take back what single examples taught them."""

# The steps, each resumed where it stopped: `tuning` chooses settings on streams of their own,
# `readings` compares what the lost equations may have meant, `trials` runs the scored streams,
# `real` two real ones; `claims` judges, `writing` reports.

import os
import platform
from pathlib import Path
from typing import Any

import numpy as np

import driftline
from driftline.reproduce.cells import Cell, done
from driftline.reproduce.unlearning.claims import judged
from driftline.reproduce.unlearning.methods import ARMS, FIRST_READING
from driftline.reproduce.unlearning.protocol import (
    LEARNERS,
    QUICK,
    SCORED_SEEDS,
    Scale,
)
from driftline.reproduce.unlearning.readings import compared
from driftline.reproduce.unlearning.real import run_on_real
from driftline.reproduce.unlearning.results import Results
from driftline.reproduce.unlearning.scores import joined
from driftline.reproduce.unlearning.trials import task, trial
from driftline.reproduce.unlearning.tuning import Choice, tuned
from driftline.reproduce.unlearning.writing import document

__all__ = ["QUICK", "Results", "Scale", "run"]


def run(
    out: Path,
    *,
    scale: Scale | None = None,
    jobs: int | None = None,
    progress: bool | None = None,
    command: str = "driftline reproduce unlearning",
) -> Results:
    """Run the experiment and write `unlearning.json`, `.md` and `.html`.

    Parameters
    ----------
    out
        Folder of the report; finished cells lie in `out/cells`, and a later run takes them up.
    scale
        How much of it; None: all.
    jobs
        Processes; None: one for each core.
    progress
        Whether to show a bar; None: on a terminal.
    command
        What to type to make the report again.
    """
    scale = scale or Scale()
    folder = out / "cells"
    options: dict[str, Any] = {"jobs": jobs or os.cpu_count() or 1, "progress": progress}
    first, _ = tuned(scale, folder, FIRST_READING, **options)
    readings, reading_cells = compared(scale, first, folder, **options)
    choice, course = tuned(scale, folder, **options)
    scored = scored_cells(scale, choice)
    answers = done(scored, folder, what="scored streams", **options)
    cells = [
        {name: cell.task[name] for name in ("problem", "noise", "seed")} | answer
        for cell, answer in zip(scored, answers, strict=True)
    ]
    real = run_on_real(scale, choice, folder, **options)
    table = joined(cells, ARMS)
    found = Results(
        command=command,
        versions=_versions(),
        scale=scale,
        choice=choice,
        course=course,
        cells=cells,
        scores=table,
        real=real,
        readings=readings,
        reading_cells=reading_cells,
        claims=judged(table, real),
    )
    found.save(out / "unlearning.json")
    report = document(found)
    report.save(out / "unlearning.md")
    report.save(out / "unlearning.html")
    return found


def scored_cells(scale: Scale, choice: Choice) -> list[Cell]:
    """Return the scored streams, all kinds and noises of a repetition before the next."""
    settings = {name: [choice[name][arm] for arm in ARMS] for name in LEARNERS}
    return [
        Cell(
            f"scored-{name}-{noise:g}-{repetition}",
            trial,
            task(name, noise, SCORED_SEEDS + repetition, scale.rows, scale.rows, settings),
        )
        for repetition in range(scale.repetitions)
        for name in scale.scored or scale.problems
        for noise in scale.noises
    ]


def _versions() -> dict[str, str]:
    return {
        "driftline": str(driftline.__version__),
        "numpy": np.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
