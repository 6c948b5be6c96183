"""A report as one web page that needs nothing else: style, script, charts and data lie in the file.

The page's own policy forbids it to load anything, and names by their hash the two scripts that may
run: Vega's bundle, from the wheel of vl-convert, and `page/page.js`. So a model or a label may be
called `<script>…` and the page shows just that. The colours are CSS variables, also in the charts:
light, dark and print need no redrawing.
"""

import base64
import hashlib
import importlib.resources
import json
from html import escape
from typing import TYPE_CHECKING, Any

from driftline.report import charts, sections
from driftline.report.confusion import matrices
from driftline.report.records import MOST_POINTS, is_thinned, page_data
from driftline.report.results import ESTIMATES
from driftline.report.scores import estimate_title, title
from driftline.report.series import Series, series
from driftline.report.theme import DARK, LIGHT, PAGE

if TYPE_CHECKING:
    from driftline.report.report import Report

MARGIN = 58  # pixels beside the plot: labels of the vertical axis


def page(report: "Report") -> str:
    """Return the whole file."""
    bundle = _bundle()
    drawn = series(report.models)
    look = charts.Look.of(drawn, PAGE)
    data = page_data(drawn, report.metrics, report.stream)
    scripts = [bundle, _file("page.js")]
    parts = [
        _header(report),
        *_cards(report, drawn, look, data),
        "</main>",
        _footer(report),
        _json("data", data),
        _json("specs", _specs(look, drawn, data)),
        *(f"<script>{script}</script>" for script in scripts),
    ]
    return (
        _head(report, scripts) + "\n".join(part for part in parts if part) + "\n</body>\n</html>\n"
    )


def _head(report: "Report", scripts: list[str]) -> str:
    allowed = " ".join(f"'sha256-{_hash(script)}'" for script in scripts)
    policy = f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(report.stream.name)} - driftline report</title>
<style>
:root {{ color-scheme: light dark; {LIGHT.css} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {DARK.css} }} }}
{_file("page.css")}</style>
</head>
<body>
<main>
"""


def _header(report: "Report") -> str:
    facts = report.stream
    counts = {
        "row": facts.rows,
        "feature": len(facts.features),
        "label": len(facts.labels),
        "known drift": len(facts.drifts or ()),
    }
    listed = "".join(
        f"<li><b>{count:,}</b> {name}{'s' * (count != 1)}</li>"
        for name, count in counts.items()
        if count
    )
    return (
        f'<header><p class="kicker">driftline report</p>\n<h1>{escape(facts.name)}</h1>\n'
        f'<p class="verdict">{escape(report.verdict)}</p>\n<ul class="facts">{listed}</ul></header>'
    )


def _cards(report: "Report", drawn: list[Series], look: charts.Look, data: Any) -> list[str]:
    settings = sections.definitions(report.settings)
    versions = sections.definitions(report.versions)
    command = f"<pre><code>{escape(report.command)}</code></pre>" if report.command else ""
    return [
        sections.section(
            "Summary",
            sections.summary_table(report, look),
            note="Over the whole stream, each row predicted before it was learned. "
            "The best value is bold, baselines are grey.",
        ),
        _curves_card(report, drawn, look),
        sections.section(
            "Falls at drifts",
            sections.falls_table(report, look),
            note="Over windows of rows as they arrived: the level before each true drift, the "
            "lowest until the next, and the rows until it was as good again. Retained: how much of "
            "a concept that came back was still known.",
        ),
        _costs_card(data),
        sections.section(
            "Confusion",
            matrices(report, look),
            note="Of each true label (a line), the share in percent that was taken for each label "
            "(a column). Hover for counts.",
        ),
        sections.section(
            "Two by two",
            sections.pairs_table(report),
            note="McNemar's test on rows that just one of two models got wrong. The counts fade, "
            "so the latest rows decide. p is how often equal models would differ as much.",
        ),
        sections.section("Models", sections.models_table(report, look) if drawn else ""),
        sections.section(
            "How it was made",
            '<div class="columns"><div><h3>Data</h3>' + sections.stream_facts(report) + "</div>",
            f"<div><h3>Settings</h3>{settings}</div>" if settings else "",
            f"<div><h3>Versions</h3>{versions}</div>" if versions else "",
            "</div>",
            f"<h3>Command</h3>{command}" if command else "",
        ),
    ]


def _curves_card(report: "Report", drawn: list[Series], look: charts.Look) -> str:
    if not any(len(one.rows) for one in drawn):
        return ""
    metrics = {metric: title(metric) for metric in report.metrics}
    estimates = {name: estimate_title(name, report.settings) for name in ESTIMATES}
    selects = (
        f"<label>Metric{_select('metric', metrics, report.metrics[0])}</label>"
        f"<label>Estimate{_select('estimate', estimates, 'sliding')}</label>"
    )
    legend = "".join(
        f'<button type="button" aria-pressed="true" data-model="{place}">'
        f"{sections.swatch(look, one.name)}{escape(one.name)}</button>"
        for place, one in enumerate(drawn)
    )
    return sections.section(
        "Over time",
        f'<div class="controls">{selects}</div>',
        f'<div class="legend" role="group" aria-label="Models shown">{legend}</div>',
        '<div class="chart" id="curves"></div>',
        f'<p class="note">{" ".join(_footnotes(report, drawn))}</p>',
    )


def _footnotes(report: "Report", drawn: list[Series]) -> list[str]:
    notes = [
        '<span class="hint">Drag to move, Ctrl + wheel to zoom, double-click to see all.</span>'
    ]
    if report.stream.drifts:
        notes.append("Dotted lines are true drifts; a grey band is one that takes a while.")
    if any(one.events for one in drawn):
        notes.append("Ticks above are what models noticed, faint ones are warnings.")
    if any(one.spread is not None for one in drawn):
        notes.append("A band is one standard deviation over folds to either side.")
    if is_thinned(drawn):
        notes.append(
            f"Curves are thinned to {MOST_POINTS:,} points; "
            "each stretch keeps its highest and its lowest."
        )
    return notes


def _costs_card(data: dict[str, Any]) -> str:
    if not data["costs"]:
        return ""
    return sections.section(
        "Memory and speed",
        '<div class="pair"><div><h3>Bytes held</h3><div class="chart" id="memory"></div></div>'
        '<div><h3>Rows a second</h3><div class="chart" id="speed"></div></div></div>',
        note="Measured along the way. Time is that of predicting and learning alone.",
    )


def _specs(look: charts.Look, drawn: list[Series], data: dict[str, Any]) -> dict[str, Any]:
    specs = {}
    if any(len(one.rows) for one in drawn):
        lanes = sum(bool(one.events) for one in drawn)
        has_band = any(one.spread is not None for one in drawn)
        chart = charts.curves(look, lanes=lanes, has_band=has_band)
        names = ["points", "readings", "drifts", *(["events"] if lanes else [])]
        specs["curves"] = _spec(chart, look, names)
    for quantity in ("memory", "speed") if data["costs"] else ():
        values = [record[quantity] for record in data["costs"] if record[quantity]]
        is_log = bool(values) and max(values) > 50 * min(values)
        chart = charts.costs(look, quantity, is_log=is_log)
        specs[quantity] = _spec(chart, look, ["costs"])
    return specs


def _spec(chart: dict[str, Any], look: charts.Look, datasets: list[str]) -> dict[str, Any]:
    del chart["$schema"]  # an address, which the page does not need
    return {
        **chart,
        "config": {**look.config(), "background": None},
        "autosize": {"type": "pad", "resize": True},
        "padding": 0,
        "datasets": {name: [] for name in datasets},  # filled in by the page
        "usermeta": {"margin": MARGIN},
    }


def _select(name: str, options: dict[str, str], chosen: str) -> str:
    marks = {value: " selected" if value == chosen else "" for value in options}
    listed = "".join(
        f'<option value="{escape(value)}"{marks[value]}>{escape(shown)}</option>'
        for value, shown in options.items()
    )
    return f'<select id="{name}">{listed}</select>'


def _footer(report: "Report") -> str:
    version = report.versions.get("driftline", "")
    return f"<footer>Made by driftline {escape(version)}</footer>"


def _json(name: str, content: Any) -> str:
    # "<" would let a name end the script element.
    text = json.dumps(content, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _bundle() -> str:
    return str(charts.converter().javascript_bundle()).replace("</script", "<\\/script")


def _file(name: str) -> str:
    return importlib.resources.files("driftline.report").joinpath("page", name).read_text("utf-8")


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
