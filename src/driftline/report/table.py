"""A report on the terminal: one line for each model, and the verdict below."""

from rich.table import Table
from rich.text import Text

from driftline.report.results import StreamFacts
from driftline.report.scores import number, rate, size, text, title
from driftline.report.summary import Line


def table(stream: StreamFacts, lines: list[Line], metrics: tuple[str, ...], verdict: str) -> Table:
    """Return the table; names are texts, so brackets in them are no markup."""
    out = Table(
        title=_heading(stream),
        title_justify="left",
        caption=Text(verdict),
        caption_justify="left",
        caption_style="",
    )
    out.add_column("model", overflow="fold")
    for metric in metrics:
        out.add_column(title(metric), justify="right", no_wrap=True)
    for heading in ("rows/s", "memory", "RAM-hours"):
        out.add_column(heading, justify="right", no_wrap=True)
    for line in lines:
        cells = [Text(line.name), *(_score(line, metric) for metric in metrics), *_costs(line)]
        out.add_row(*cells, style="dim" if line.is_baseline else None)
    return out


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
