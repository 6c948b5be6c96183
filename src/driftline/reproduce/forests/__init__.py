"""Trees, bagging, random forests: how they fare where concepts drift."""

# The steps, each resumed where it stopped: `trials` runs every model on every stream, and the
# settings of the forest; `rivals` tunes all models alike; `choices`, `bagged`, `draws` and `styles`
# look at one claim each; `scaling` measures threads, `first_rows` stands beside CapyMOA; `claims`
# judges, `writing` reports.

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import driftline
from driftline import sources
from driftline.reproduce.cells import Cell, done
from driftline.reproduce.forests.bagged import bagged_cells
from driftline.reproduce.forests.choices import choice_cells
from driftline.reproduce.forests.claims import judged
from driftline.reproduce.forests.draws import draw_cells
from driftline.reproduce.forests.first_rows import STREAM, first_row_cells
from driftline.reproduce.forests.models import GRID
from driftline.reproduce.forests.protocol import QUICK, REAL, Scale
from driftline.reproduce.forests.results import Found, Results
from driftline.reproduce.forests.rivals import chosen, rival_cells, tuned_cells
from driftline.reproduce.forests.scaling import scaled
from driftline.reproduce.forests.styles import style_cells
from driftline.reproduce.forests.trials import ablation_cells, accuracy_cells, real_cells
from driftline.reproduce.forests.writing import document

__all__ = ["QUICK", "Results", "Scale", "run"]

ASKED = ("stream", "model", "style", "seed", "delay")


def run(
    out: Path,
    *,
    scale: Scale | None = None,
    jobs: int | None = None,
    progress: bool | None = None,
    command: str = "driftline reproduce forests",
) -> Results:
    """Run the experiment and write `forests.json`, `.md` and `.html`.

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
    options: dict[str, Any] = {"jobs": jobs or os.cpu_count() or 1, "progress": progress}

    def answered(cells: Sequence[Cell], what: str) -> list[dict[str, Any]]:
        answers = done(cells, out / "cells", what=what, **options)
        return [_asked(cell) | answer for cell, answer in zip(cells, answers, strict=True)]

    real = [cell for name in scale.real_streams for cell in _there(scale, name)]
    tuning = answered(rival_cells(scale), "tuning")
    found = Found(
        threads=scaled(scale),
        choices=answered(choice_cells(scale), "first splits"),
        bagged=answered(bagged_cells(scale), "bagging"),
        draws=answered(draw_cells(scale), "draws"),
        cells=answered([*accuracy_cells(scale), *real], "streams"),
        ablation=answered(ablation_cells(scale), "settings"),
        tuning=tuning,
        tuned=answered(tuned_cells(scale, chosen(tuning)), "tuned rivals"),
        styles=answered(style_cells(scale), "styles"),
        first_rows=answered(_beside_capymoa(scale), "first rows"),
    )
    results = Results(command, _versions(), scale, found, judged(found))
    results.save(out / "forests.json")
    report = document(results)
    report.save(out / "forests.md")
    report.save(out / "forests.html")
    return results


def _asked(cell: Cell) -> dict[str, Any]:
    """Return what the tables need to know of a cell's task."""
    asked = {name: cell.task[name] for name in ASKED if name in cell.task}
    if "options" in cell.task:
        asked["setting"] = next(
            (n for n, own in GRID.items() if own == cell.task["options"]), "tuned"
        )
    return asked


def _there(scale: Scale, name: str) -> list[Cell]:
    """Return the cells of a real stream, none if it cannot be had."""
    try:
        next(iter(sources.load(REAL[name]).batches(1)))
    except sources.SourceError:
        return []
    return real_cells(scale, name)


def _beside_capymoa(scale: Scale) -> list[Cell]:
    is_there = STREAM in scale.real_streams and _there(scale, STREAM)
    return first_row_cells(scale) if is_there else []


def _versions() -> dict[str, str]:
    return {
        "driftline": str(driftline.__version__),
        "numpy": np.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
