"""A report on the terminal: one line for each model, and the verdict below."""

from typing import Any

from rich.table import Table
from rich.text import Text

from driftline.report.results import StreamFacts
from driftline.report.scores import heading, number, rate, size, text
from driftline.report.summary import Line

#: Costs in the order in which a narrow terminal keeps them.
_COSTS = ("rows/s", "memory", "RAM-hours")
_NAME_WIDTH = 24


def table(
    stream: StreamFacts,
    lines: list[Line],
    metrics: tuple[str, ...],
    verdict: str,
    width: int | None = None,
    settings: dict[str, Any] | None = None,
) -> Table:
    """Return the table; names are texts, so brackets in them are no markup.

    Where `width` characters are too few for all columns, costs are left out, the last one first.
    """
    out = Table(
        title=_heading(stream),
        title_justify="left",
        caption=Text(verdict),
        caption_justify="left",
        caption_style="",
    )
    rows = [
        [Text(line.name), *(_score(line, metric) for metric in metrics), *_costs(line)]
        for line in lines
    ]
    headings = ["model", *(heading(metric, settings or {}) for metric in metrics), *_COSTS]
    shown = _columns_that_fit(headings, rows, len(_COSTS), width)
    out.add_column("model", overflow="fold")
    for above in headings[1:shown]:
        out.add_column(above, justify="right", no_wrap=True)
    for line, cells in zip(lines, rows, strict=True):
        out.add_row(*cells[:shown], style="dim" if line.is_baseline else None)
    return out


def _columns_that_fit(
    headings: list[str], rows: list[list[Text]], droppable: int, width: int | None
) -> int:
    """Return how many columns to show; names may fold where they are long."""
    needs = [max(map(len, cells)) for cells in zip(headings, *rows, strict=True)]
    needs[0] = min(needs[0], _NAME_WIDTH)
    shown = len(headings)
    while width is not None and droppable and sum(needs[:shown]) + 3 * shown + 1 > width:
        shown, droppable = shown - 1, droppable - 1
    return shown


def _heading(stream: StreamFacts) -> Text:
    return Text(f"{stream.name}: {stream.rows:,} rows, {len(stream.features):,} features")


def _score(line: Line, metric: str) -> Text:
    if metric not in line.scores:
        return Text("")
    score = line.scores[metric]
    return Text(
        text(metric, score.value, score.spread),
        style="bold not dim" if metric in line.best_in else "",
    )


def _costs(line: Line) -> list[Text]:
    shown = (rate(line.rows_per_second), size(line.peak_memory), number(line.ram_hours))
    return [Text(part) for part in shown]
