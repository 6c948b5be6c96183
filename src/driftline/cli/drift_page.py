"""The drifts of columns as one HTML page that needs no network."""

import html
from collections.abc import Sequence
from pathlib import Path

from driftline.cli.column_watch import ColumnWatch
from driftline.stream.export import whole_file

WIDTH, HEIGHT = 720, 90

_STYLE = """
:root { color-scheme: light dark; --line: #0072b2; --mark: #d55e00; --soft: #8886; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 0; }
svg { width: 100%; height: auto; border-bottom: 1px solid var(--soft); }
path { fill: none; stroke: var(--line); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
line { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 4 3; }
code { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { :root { --line: #56b4e9; --mark: #e69f00; } }
"""


def save(
    path: Path, name: str, rows: int, watches: Sequence[ColumnWatch], facts: dict[str, str]
) -> None:
    """Write the page: the course of every column, with a mark at each drift."""
    told = "".join(
        f"<dt>{html.escape(key)}</dt><dd><code>{html.escape(value)}</code></dd>"
        for key, value in facts.items()
    )
    columns = "".join(_column(watch, rows) for watch in watches)
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Drift in {html.escape(name)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>Drift in {html.escape(name)}</h1><p>{rows:,} rows</p>{columns}<dl>{told}</dl>"
        "</body></html>\n"
    )
    with whole_file(path) as part:
        part.write_text(page, encoding="utf-8")


def _column(watch: ColumnWatch, rows: int) -> str:
    x, y = watch.trace.points()
    places = ", ".join(f"{row:,}" for row in watch.rows)
    told = f"drift found at row {places}" if places else "no drift"
    marks = "".join(
        f'<line x1="{_across(row, rows):.1f}" x2="{_across(row, rows):.1f}" y1="0" y2="{HEIGHT}">'
        f"<title>row {row:,}</title></line>"
        for row in watch.rows
    )
    shape = ""
    if len(x):
        low, high = float(y.min()), float(y.max())
        down = HEIGHT - 5 - (y - low) / (high - low or 1.0) * (HEIGHT - 10)
        pairs = zip(x, down, strict=True)
        shape = "M" + "L".join(f"{_across(a, rows):.1f},{b:.1f}" for a, b in pairs)
    head = f"<h2>{html.escape(watch.name)}: {told}</h2>"
    picture = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><path d="{shape}"/>{marks}</svg>'
    return head + picture


def _across(row: float, rows: int) -> float:
    return row / max(rows, 1) * WIDTH
