"""The parts of the page that are words and tables. Every name goes through `escape`."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from statistics import median
from typing import TYPE_CHECKING, Any

from driftline.report.results import Fall
from driftline.report.scores import heading, number, rate, size, text, title
from driftline.report.summary import Line, by_name

if TYPE_CHECKING:
    from driftline.report.charts import Look
    from driftline.report.report import Report

MOST_LISTED = 40  # features and labels


def section(heading: str, *parts: str, note: str = "") -> str:
    """Return a card of the page; none if it has no part."""
    body = "\n".join(part for part in parts if part)
    if not body:
        return ""
    told = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section>\n<h2>{escape(heading)}</h2>\n{told}{body}\n</section>"


def table(headings: Sequence[str], rows: Iterable[str], *, texts: int = 1) -> str:
    """Return a table that scrolls where it is too wide; its first `texts` columns are words."""
    head = "".join(
        f'<th scope="col"{_text(k < texts)}>{escape(one)}</th>' for k, one in enumerate(headings)
    )
    body = "\n".join(rows)
    inner = f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody>"
    return f'<div class="wide"><table>{inner}</table></div>'


def swatch(look: "Look", name: str) -> str:
    """Return a short stroke in a model's colour."""
    place = look.names.index(name)
    dash = " ".join(map(str, look.strokes[place]))
    return (
        '<svg class="swatch" viewBox="0 0 22 8" aria-hidden="true">'
        f'<line x2="22" y1="4" y2="4" stroke="{look.colors[place]}" stroke-width="3" '
        f'stroke-dasharray="{dash}"/></svg>'
    )


def summary_table(report: "Report", look: "Look | None") -> str:
    """Return models by metrics; the best is bold, baselines are grey."""
    scores = [heading(metric, report.settings) for metric in report.metrics]
    headings = ["model", *scores, "rows/s", "memory", "RAM-hours"]
    return table(headings, (_summary_row(line, report.metrics, look) for line in report.lines))


def falls_table(report: "Report", look: "Look") -> str:
    """Return what each true drift did to each model."""
    groups = {name: folds for name, folds in by_name(report.models).items() if folds[0].falls}
    if not groups:
        return ""
    rows = []
    for place in range(max(len(folds[0].falls) for folds in groups.values())):
        for name, folds in groups.items():
            falls = [fold.falls[place] for fold in folds if place < len(fold.falls)]
            if falls:
                rows.append(_fall_row(look, name, falls, folds[0].is_baseline))
    metric = title(next(iter(groups.values()))[0].falls[0].metric)
    headings = ["drift at row", "model", f"{metric} before", "lowest", "fall"]
    headings += ["rows to recover", "retained"]
    return table(headings, rows, texts=2)


def pairs_table(report: "Report") -> str:
    """Return models compared two by two."""
    if not report.pairs:
        return ""
    rows = (
        f'<tr><th scope="row">{escape(pair.first)}</th><td class="text">{escape(pair.second)}</td>'
        f"<td>{number(pair.only_first_wrong)}</td><td>{number(pair.only_second_wrong)}</td>"
        f"<td>{number(pair.statistic)}</td><td>{pair.p_value:.2g}</td>"
        f'<td class="text">{escape(pair.better or "cannot be told")}</td></tr>'
        for pair in report.pairs
    )
    headings = ["first", "second", "only first wrong", "only second wrong"]
    headings += ["statistic", "p", "better"]
    return f'<div class="pairs">{table(headings, rows, texts=2)}</div>'


def models_table(report: "Report", look: "Look") -> str:
    """Return how each model is written."""
    rows = (
        f"<tr{_baseline(folds[0].is_baseline)}>"
        f'<th scope="row">{swatch(look, name)}{escape(name)}</th>'
        f'<td class="spec text"><code>{escape(folds[0].spec)}</code></td></tr>'
        for name, folds in by_name(report.models).items()
    )
    return table(["model", "parameters"], rows, texts=2)


def stream_facts(report: "Report") -> str:
    """Return what was streamed."""
    facts = report.stream
    drifts = "unknown" if facts.drifts is None else f"{len(facts.drifts):,} known"
    entries: dict[str, Any] = {
        "rows": f"{facts.rows:,}",
        "labelled": f"{facts.labelled:,}",
        "task": facts.task,
        "target": facts.target or "-",
        "features": _features(facts.features),
        "drifts": drifts,
    }
    if facts.labels:
        entries["labels"] = _label_shares(facts.labels)
    return definitions(entries)


def definitions(entries: dict[str, Any]) -> str:
    """Return names and values in two columns."""
    if not entries:
        return ""
    lines = (
        f"<dt>{escape(str(name))}</dt><dd>{escape(_setting(value))}</dd>"
        for name, value in entries.items()
    )
    return f"<dl>{''.join(lines)}</dl>"


def _summary_row(line: Line, metrics: Sequence[str], look: "Look | None") -> str:
    cells = []
    for metric in metrics:
        score = line.scores.get(metric)
        best = ' class="best"' if metric in line.best_in else ""
        cells.append(f"<td{best}>{text(metric, score.value, score.spread) if score else ''}</td>")
    costs = (rate(line.rows_per_second), size(line.peak_memory), number(line.ram_hours))
    cells += [f"<td>{cost}</td>" for cost in costs]
    name = (swatch(look, line.name) if look else "") + escape(line.name)
    return f'<tr{_baseline(line.is_baseline)}><th scope="row">{name}</th>{"".join(cells)}</tr>'


def _fall_row(look: "Look", name: str, falls: Sequence[Fall], is_baseline: bool) -> str:
    """Return one drift and model; of several folds, the middle one in each column."""
    drift, metric = falls[0].drift, falls[0].metric
    where = f"{drift.row:,}" + (f" to {drift.row + drift.width:,}" if drift.width else "")
    before, lowest, depth = (
        median(getattr(fall, part) for fall in falls) for part in ("before", "lowest", "depth")
    )
    retained = [fall.retained for fall in falls if fall.retained is not None]
    cells = [
        text(metric, before),
        text(metric, lowest),
        "none" if depth <= 0 else text(metric, depth),
        _recovery(falls),
        f"{max(0.0, median(retained)):.0%}" if retained else "",
    ]
    return (
        f'<tr{_baseline(is_baseline)}><td class="text">{where} ({escape(drift.kind)})</td>'
        f'<td class="text">{swatch(look, name)}{escape(name)}</td>'
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )


def _recovery(falls: Sequence[Fall]) -> str:
    never = math.inf
    rows = median(never if fall.recovery_rows is None else fall.recovery_rows for fall in falls)
    return "not until the next" if math.isinf(rows) else f"{rows:,.0f}"


def _features(features: dict[str, str]) -> str:
    names = [f"{name} ({kind})" for name, kind in features.items()]
    listed = ", ".join(names[:MOST_LISTED])
    more = f", and {len(names) - MOST_LISTED:,} more" if len(names) > MOST_LISTED else ""
    return f"{len(names):,}: {listed}{more}" if names else "0"


def _label_shares(labels: dict[Any, int]) -> str:
    total = sum(labels.values()) or 1
    shares = [f"{label} ({count / total:.1%})" for label, count in labels.items()]
    more = f", and {len(shares) - MOST_LISTED:,} more" if len(shares) > MOST_LISTED else ""
    return f"{len(shares):,}: {', '.join(shares[:MOST_LISTED])}{more}"


def _setting(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {one}" for key, one in value.items())
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _baseline(is_baseline: bool) -> str:
    return ' class="baseline"' if is_baseline else ""


def _text(is_text: bool) -> str:
    return ' class="text"' if is_text else ""
