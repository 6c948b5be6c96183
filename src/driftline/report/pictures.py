"""The curves of a report as a picture: SVG or PNG, without a browser."""

from typing import TYPE_CHECKING, Any

from driftline.report import charts
from driftline.report.records import drift_records, event_records, point_records
from driftline.report.scores import estimate_title, is_share, title
from driftline.report.series import series
from driftline.report.theme import LIGHT, Theme

if TYPE_CHECKING:
    from driftline.report.report import Report

SCALE = 2  # pixels of a PNG for each of the chart


def svg(report: "Report", **options: Any) -> str:
    """Return an SVG text; the options are those of `picture`."""
    return str(charts.converter().vegalite_to_svg(picture(report, **options)))


def png(report: "Report", **options: Any) -> bytes:
    """Return the bytes of a PNG; the options are those of `picture`."""
    return bytes(charts.converter().vegalite_to_png(picture(report, **options), scale=SCALE))


def picture(
    report: "Report",
    *,
    metric: str | None = None,
    estimate: str = "sliding",
    theme: Theme = LIGHT,
    heading: str | None = None,
    width: int = 760,
    height: int = 300,
) -> dict[str, Any]:
    """Return the picture as Vega-Lite.

    Parameters
    ----------
    report
        What is drawn.
    metric
        One of its metrics; None: the main one.
    estimate
        "cumulative", "sliding", "tumbling" or "fading".
    theme
        Colours.
    heading
        A title; None: the name of the stream, "" for none.
    width, height
        Pixels of the plot; axes and legend come on top.
    """
    drawn = series(report.models)
    metric = _known_metric(report, metric)
    look = charts.Look.of(drawn, theme)
    shown = charts.Shown(
        f"{title(metric)}, {estimate_title(estimate, report.settings)}", is_share(metric)
    )
    chart = charts.curves(
        look,
        shown=shown,
        lanes=sum(bool(one.events) for one in drawn),
        has_band=any(one.spread is not None for one in drawn),
        width=width,
        height=height,
    )
    heading = report.stream.name if heading is None else heading
    return {
        **chart,
        **({"title": heading} if heading else {}),
        "config": look.config(),
        "padding": 12,
        "datasets": {
            "points": point_records(drawn, metric, estimate),
            "drifts": drift_records(report.stream),
            "events": event_records(drawn),
        },
    }


def _known_metric(report: "Report", metric: str | None) -> str:
    known = ", ".join(map(repr, report.metrics))
    if metric is None and known:
        return report.metrics[0]
    if metric is None or metric not in report.metrics:
        raise ValueError(f"no metric {metric!r} to draw; there are {known or 'none'}")
    return metric
