"""The critical-difference diagram: models on an axis of ranks, a bar over those not told apart.

The better half of the models has its names on the left, the other half on the right. Lines to the
names do not cross: the outermost model has the shortest. Demšar. JMLR 7, 2006, figure 1.
"""

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from driftline.report.charts import altair, converter
from driftline.report.theme import FONT, LIGHT

if TYPE_CHECKING:
    from driftline.report.ranks import Ranks

WIDTH = 520
LINE = 22  # pixels between two names
BAR = 9  # pixels between two bars
INK, ACCENT = LIGHT.ink, LIGHT.series[1]


def diagram(ranks: "Ranks") -> Any:
    """Draw it with Altair; anything that is drawn is data, so no name can be taken for markup."""
    alt = altair()
    top = BAR * (len(ranks.groups) + 2)
    height = top + LINE * ((len(ranks.ranks) + 1) // 2)
    lowest = len(ranks.ranks)
    x = alt.X(
        "rank:Q",
        scale=alt.Scale(domain=[1, lowest], nice=False, zero=False),
        axis=alt.Axis(orient="top", values=list(range(1, lowest + 1)), grid=False, format="d"),
        title=None,
    )
    y = alt.Y("y:Q", scale=alt.Scale(domain=[0, height], range=[0, height]), axis=None)
    layers = [*_names(alt, ranks, top, x, y), _bars(alt, ranks, x, y), *_ruler(alt, ranks, x, y)]
    return (
        alt.layer(*layers)
        .properties(width=WIDTH, height=height, background="white", padding=16)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(domainColor=INK, tickColor=INK, labelColor=INK, labelFontSize=12)
    )


def _names(alt: Any, ranks: "Ranks", top: int, x: Any, y: Any) -> list[Any]:
    half = (len(ranks.names) + 1) // 2
    left, right = ranks.names[:half], ranks.names[half:][::-1]
    layers = []
    for names, edge, align, step in ((left, 0, "right", -6), (right, WIDTH, "left", 6)):
        rows = [
            {"rank": ranks.ranks[n], "y": top + LINE * i, "axis": 0, "name": _label(ranks, n)}
            for i, n in enumerate(names)
        ]
        chart = alt.Chart(alt.Data(values=rows))
        text = chart.mark_text(align=align, dx=step, baseline="middle", fontSize=13, color=INK)
        layers += [
            chart.mark_rule(color=INK).encode(x=x, y=y, y2="axis:Q"),
            chart.mark_rule(color=INK).encode(x=x, x2=alt.value(edge), y=y),
            text.encode(x=alt.value(edge), y=y, text="name:N"),
        ]
    return layers


def _label(ranks: "Ranks", name: str) -> str:
    return f"{name}  {ranks.ranks[name]:.2f}"


def _bars(alt: Any, ranks: "Ranks", x: Any, y: Any) -> Any:
    rows = [
        {"rank": ranks.ranks[group[0]], "end": ranks.ranks[group[-1]], "y": BAR * (i + 1.2)}
        for i, group in enumerate(ranks.groups)
    ]
    bars = alt.Chart(alt.Data(values=rows)).mark_rule(
        color=ACCENT, strokeWidth=4, strokeCap="round"
    )
    return bars.encode(x=x, x2="end:Q", y=y)


def _ruler(alt: Any, ranks: "Ranks", x: Any, y: Any) -> list[Any]:
    """How long the critical difference is, above the axis."""
    length = min(ranks.critical_difference, len(ranks.ranks) - 1)
    is_cut = ranks.critical_difference > length
    label = (
        f"critical difference {ranks.critical_difference:.2f}{' (longer than the axis)' * is_cut}"
    )
    row = {"rank": 1, "end": 1 + length, "y": -38, "label": label}
    ends = [{"rank": rank, "y": -38} for rank in (row["rank"], row["end"])]
    chart = alt.Chart(alt.Data(values=[row]))
    text = chart.mark_text(align="left", dy=-10, fontSize=12, color=INK)
    return [
        chart.mark_rule(color=INK, strokeWidth=2).encode(x=x, x2="end:Q", y=y),
        alt.Chart(alt.Data(values=ends)).mark_tick(color=INK, size=9, thickness=2).encode(x=x, y=y),
        text.encode(x=x, y=y, text="label:N"),
    ]


def _svg(chart: Any) -> bytes:
    text: str = converter().vegalite_to_svg(chart.to_dict())
    return text.encode()


def _png(chart: Any) -> bytes:
    content: bytes = converter().vegalite_to_png(chart.to_dict(), scale=2)
    return content


def _html(chart: Any) -> bytes:
    title = escape("Critical-difference diagram")
    head = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
    return head.encode() + _svg(chart) + b"\n</html>\n"


#: What a diagram can be saved as.
ENDINGS: dict[str, Callable[[Any], bytes]] = {".svg": _svg, ".png": _png, ".html": _html}
