"""The charts of a report, as Vega-Lite that Altair has checked.

A chart names its data and does not hold them: the page fills them in when a reader chooses another
metric, a picture when it is drawn. Records are short: `m` model, `x` row, `y` value, `lo` and `hi`
the band of folds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from driftline.report.series import Series
from driftline.report.theme import Theme

MISSING = "charts need Altair and vl-convert: pip install 'driftline[report]'"
LANE = 12  # pixels of a model's events


def altair() -> Any:
    """Return the library that writes charts, or say how to get it."""
    try:
        import altair as alt  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ImportError(MISSING) from error
    return alt


def converter() -> Any:
    """Return the library that draws charts, and has Vega's scripts, or say how to get it."""
    try:
        import vl_convert  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ImportError(MISSING) from error
    return vl_convert


@dataclass(frozen=True)
class Look:
    """What all charts of a report share: who is drawn how."""

    theme: Theme
    rows: int
    names: list[str]
    colors: list[str]
    strokes: list[list[float]]

    @classmethod
    def of(cls, drawn: Sequence[Series], theme: Theme) -> "Look":
        """Give each series its colour and its stroke."""
        rows = [int(part[-1]) for one in drawn for part in (one.rows, one.cost.rows) if len(part)]
        places = [
            sum(s.is_baseline == one.is_baseline for s in drawn[:k]) for k, one in enumerate(drawn)
        ]
        pairs = list(zip(places, drawn, strict=True))
        return cls(
            theme,
            max(rows, default=1),
            [one.name for one in drawn],
            [theme.color(place, is_baseline=one.is_baseline) for place, one in pairs],
            [theme.stroke(place, is_baseline=one.is_baseline) for place, one in pairs],
        )

    def config(self) -> dict[str, Any]:
        """Return what Vega calls a config."""
        theme = self.theme
        return {
            "background": theme.surface,
            "font": theme.font,
            "view": {"stroke": None},
            "axis": {
                "labelColor": theme.muted,
                "titleColor": theme.muted,
                "gridColor": theme.grid,
                "domainColor": theme.grid,
                "tickColor": theme.grid,
                "labelFontSize": 12,
                "titleFontSize": 12,
                "titleFontWeight": "normal",
                "labelPadding": 6,
                "titlePadding": 10,
            },
            "axisX": {"grid": False},
            "axisY": {"domain": False, "ticks": False, "tickCount": 5},
            "legend": {"labelColor": theme.ink, "labelFontSize": 12, "labelLimit": 260},
            "title": {"color": theme.ink, "fontSize": 15, "anchor": "start"},
        }


@dataclass(frozen=True)
class Shown:
    """What the vertical axis of a picture shows."""

    title: str
    is_share: bool


def curves(
    look: Look,
    *,
    shown: Shown | None = None,
    lanes: int = 0,
    has_band: bool = False,
    width: int = 760,
    height: int = 300,
) -> dict[str, Any]:
    """Return the main chart: curves, drift marks, and a lane of ticks for each model with events.

    Parameters
    ----------
    look
        Who is drawn how.
    shown
        What the vertical axis is, for a picture with a legend. None for a page: there a reader
        chooses, and the parameter `share` says whether it is in percent.
    lanes
        Models that noticed something.
    has_band
        Whether there are folds.
    width, height
        Pixels of the plot.
    """
    alt = altair()
    band, mark = _drift_marks(alt, look)
    lines = _lines(alt, look, shown, has_band=has_band)
    if shown:
        main = alt.layer(band, *lines, _drift_names(alt, look), mark)
    else:
        lines[-1] = lines[-1].add_params(_zoom(alt))
        main = alt.layer(band, *lines, *_readings(alt, look), mark)
        main = main.add_params(alt.param(name="share", value=True))
    main = main.properties(width=width, height=height)
    if not lanes:
        return dict(main.to_dict())
    strip = _events(alt, look).properties(width=width, height=LANE * lanes)
    return _above(strip.to_dict(), main.to_dict())


def costs(look: Look, quantity: str, *, is_log: bool, width: int = 340) -> dict[str, Any]:
    """Return memory or speed over the stream."""
    alt = altair()
    unit = "B" if quantity == "memory" else ""
    label = f"replace(format(datum.value, '~s'), /([^0-9.]*)$/, ' $1') + '{unit}'"
    scale = alt.Scale(type="log", nice=False) if is_log else alt.Scale(zero=True)
    chart = (
        alt.Chart(alt.NamedData("costs"))
        .mark_line(strokeWidth=1.8)
        .encode(
            x=_row_axis(alt, look, "x"),
            y=alt.Y(
                f"{quantity}:Q",
                title=None,
                scale=scale,
                axis=alt.Axis(labelExpr=label, tickCount=4),
            ),
            color=_color(alt, look),
            strokeDash=_stroke(alt, look),
            tooltip=[
                alt.Tooltip("m:N", title="model"),
                alt.Tooltip("x:Q", title="row", format=","),
                alt.Tooltip(f"{quantity}:Q", title=quantity, format=".3s"),
            ],
        )
        .properties(width=width, height=180)
    )
    return dict(chart.to_dict())


def _above(strip: dict[str, Any], main: dict[str, Any]) -> dict[str, Any]:
    """Put one chart above the other, with one horizontal scale for both.

    Altair's own `vconcat` ties the selections of a layer to all of its layers, which Vega refuses.
    """
    tops: dict[str, Any] = {
        key: main.pop(key) for key in ("$schema", "config", "params") if key in main
    }
    parts = [{k: v for k, v in one.items() if k not in tops} for one in (strip, main)]
    # Colours are not shared: the chart without a legend would take it from the other.
    scales = {"x": "shared", "color": "independent", "strokeDash": "independent"}
    return {**tops, "vconcat": parts, "spacing": 4, "resolve": {"scale": scales}}


def _zoom(alt: Any) -> Any:
    """Let the wheel zoom with a key held; alone it scrolls the page, as everywhere."""
    keys = "event.ctrlKey || event.metaKey || event.shiftKey"
    return alt.selection_interval(
        name="zoom", bind="scales", encodings=["x"], zoom=f"wheel![{keys}]"
    )


def _lines(alt: Any, look: Look, shown: Shown | None, *, has_band: bool) -> list[Any]:
    base = alt.Chart(alt.NamedData("points")).encode(x=_row_axis(alt, look, "x"))
    axis = _value_axis(alt, shown)
    legend = _legend(alt, look) if shown else None
    line = base.mark_line(strokeWidth=1.8, clip=True, strokeJoin="round").encode(
        y=axis("y:Q"),
        color=_color(alt, look, legend),
        strokeDash=_stroke(alt, look, legend),
    )
    if not has_band:
        return [line]
    band = base.mark_area(opacity=0.15, clip=True).encode(
        y=axis("lo:Q"), y2="hi:Q", color=_color(alt, look, legend)
    )
    return [band, line]


def _drift_marks(alt: Any, look: Look) -> list[Any]:
    """Return a band for each drift that takes a while, and a line where each begins."""
    base = alt.Chart(alt.NamedData("drifts")).encode(x=_row_axis(alt, look, "x"))
    band = (
        base.transform_filter("datum.width > 0")
        .mark_rect(color=look.theme.muted, opacity=0.14, clip=True)
        .encode(x2="end:Q")
    )
    line = base.mark_rule(
        color=look.theme.muted, strokeWidth=1.5, strokeDash=[3, 3], clip=True
    ).encode(
        tooltip=[
            alt.Tooltip("kind:N", title="true drift"),
            alt.Tooltip("x:Q", title="row", format=","),
            alt.Tooltip("width:Q", title="rows it takes", format=","),
        ]
    )
    return [band, line]


def _drift_names(alt: Any, look: Look) -> Any:
    """Write what each mark is; a picture has no pointer to ask."""
    names = alt.Chart(alt.NamedData("drifts")).mark_text(
        baseline="bottom", dy=-4, color=look.theme.muted
    )
    return names.encode(x=_row_axis(alt, look, "x"), y=alt.value(0), text="name:N")


def _events(alt: Any, look: Look) -> Any:
    return (
        alt.Chart(alt.NamedData("events"))
        .mark_tick(thickness=2, height=LANE - 3, clip=True)
        .encode(
            x=_row_axis(alt, look, "x").axis(None),
            y=alt.Y("m:N", axis=None, sort=look.names),
            color=_color(alt, look),
            opacity=alt.condition("datum.kind == 'warning'", alt.value(0.4), alt.value(1)),
            tooltip=[
                alt.Tooltip("kind:N", title="noticed"),
                alt.Tooltip("m:N", title="by"),
                alt.Tooltip("x:Q", title="row", format=","),
                alt.Tooltip("detail:N", title="why"),
            ],
        )
    )


def _readings(alt: Any, look: Look) -> list[Any]:
    """Draw a line under the pointer, and tell the values of all models there.

    Unseen stripes catch the pointer. Vega's own search for the nearest mark would do, but tells
    only numbers, and these are texts.
    """
    hover = alt.selection_point(
        name="hover", on="pointerover", clear="pointerout", fields=["x"], empty=False
    )
    told = [alt.Tooltip(f"v{k}:N", title=name) for k, name in enumerate(look.names)]
    base = alt.Chart(alt.NamedData("readings"))
    line = base.transform_filter(hover).mark_rule(color=look.theme.muted, aria=False, clip=True)
    stripes = base.mark_rect(opacity=0, aria=False, clip=True).encode(
        x=_row_axis(alt, look, "from"),
        x2="to:Q",
        tooltip=[alt.Tooltip("x:Q", title="row", format=","), *told],
    )
    return [line.encode(x=_row_axis(alt, look, "x")), stripes.add_params(hover)]


def _row_axis(alt: Any, look: Look, field: str) -> Any:
    return alt.X(
        f"{field}:Q",
        title="rows",
        scale=alt.Scale(domain=[0, look.rows], nice=False),
        axis=alt.Axis(format="~s", tickCount=8, labelFlush=False),
    )


def _value_axis(alt: Any, shown: Shown | None) -> Callable[[str], Any]:
    """Return what makes the vertical axis of a field; the range follows the curves."""
    label = "share ? format(datum.value, '.0%') : format(datum.value, '~g')"
    scale = alt.Scale(zero=False)
    if shown is None:
        return lambda field: alt.Y(field, title=None, scale=scale, axis=alt.Axis(labelExpr=label))
    axis = alt.Axis(format=".0%" if shown.is_share else "~g")
    return lambda field: alt.Y(field, title=shown.title, scale=scale, axis=axis)


def _legend(alt: Any, look: Look) -> Any:
    """Return a legend below the plot, in as many columns as the longest name leaves room for."""
    longest = min(40, max(map(len, look.names), default=0))  # more does not fit labelLimit
    columns = max(1, min(len(look.names), 110 // (longest + 5)))
    return alt.Legend(
        title=None,
        orient="bottom",
        symbolType="stroke",
        symbolSize=300,
        symbolOpacity=1,  # else that of a band
        columns=columns,
        columnPadding=18,
    )


def _color(alt: Any, look: Look, legend: Any = None) -> Any:
    scale = alt.Scale(domain=look.names, range=look.colors)
    return alt.Color("m:N", legend=legend, scale=scale)


def _stroke(alt: Any, look: Look, legend: Any = None) -> Any:
    scale = alt.Scale(domain=look.names, range=look.strokes)
    return alt.StrokeDash("m:N", legend=legend, scale=scale)
