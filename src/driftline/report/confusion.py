"""Confusion matrices of the page: tables with coloured cells, which can be read aloud and printed.

A cell is coloured by its share of the true label, so a rare label shows as well as a frequent one.
Hovering tells the count.
"""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from driftline.report.results import ModelResult
from driftline.report.sections import swatch
from driftline.report.summary import by_name

if TYPE_CHECKING:
    from driftline.report.charts import Look
    from driftline.report.report import Report

MOST_LABELS = 30  # of a matrix that can still be read
LARGE = 8  # labels; from here on a matrix takes a line of its own, and only the first is open
SILENT = 0.005  # share of a label without an answer that is worth a column


def matrices(report: "Report", look: "Look") -> str:
    """Return a matrix for each model that has one; folds are counted together."""
    groups = {name: folds for name, folds in by_name(report.models).items() if _can_show(folds)}
    if not groups:
        return ""
    is_large = any(len(folds[0].labels) > LARGE for folds in groups.values())
    drawn = [
        _matrix(look, name, folds, is_open=not is_large or place == 0)
        for place, (name, folds) in enumerate(groups.items())
    ]
    return f'<div class="matrices{" large" * is_large}">{"".join(drawn)}</div>'


def joined(folds: Sequence[ModelResult]) -> tuple[list[Any], NDArray[np.int64]]:
    """Return all labels of the folds, and their counts added up; the last column is "no answer"."""
    labels = list(dict.fromkeys(label for fold in folds for label in fold.labels))
    counts = np.zeros((len(labels), len(labels) + 1), dtype=np.int64)
    for fold in folds:
        if fold.confusion is not None:
            places = [labels.index(label) for label in fold.labels]
            counts[np.ix_(places, [*places, len(labels)])] += fold.confusion
    return labels, counts


def _can_show(folds: Sequence[ModelResult]) -> bool:
    return folds[0].confusion is not None and 0 < len(folds[0].labels) <= MOST_LABELS


def _matrix(look: "Look", name: str, folds: Sequence[ModelResult], *, is_open: bool) -> str:
    labels, counts = joined(folds)
    names = [escape(str(label)) for label in labels]
    # Most models have no answer for the first row alone.
    silent = bool((counts[:, -1] > SILENT * counts.sum(axis=1)).any())
    answers = [*names, "no answer"] if silent else names
    head = "".join(f'<th scope="col" title="{one}">{one}</th>' for one in answers)
    body = "".join(
        _line(own, answers, row) for own, row in zip(names, counts.tolist(), strict=True)
    )
    return (
        f'<details class="matrix-of"{" open" * is_open}>'
        f"<summary>{swatch(look, name)}{escape(name)}</summary>"
        f'<div class="wide"><table class="matrix"><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div></details>"
    )


def _line(name: str, answers: Sequence[str], row: Sequence[int]) -> str:
    total = sum(row)
    cells = "".join(
        _cell(f"{name} taken for {answer}", count, count / total if total else 0.0)
        for answer, count in zip(answers, row, strict=False)
    )
    return f'<tr><th scope="row" title="{name}">{name}</th>{cells}</tr>'


def _cell(what: str, count: int, share: float) -> str:
    full = ' class="full"' if share > 0.5 else ""
    told = f"{what}: {count:,} rows, {share:.1%}"
    return f'<td{full} style="--share: {share:.3f}" title="{told}">{100 * share:.0f}</td>'
