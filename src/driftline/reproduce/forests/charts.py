"""Pictures of the forest experiment."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from driftline.report.charts import altair
from driftline.report.theme import Theme
from driftline.reproduce.forests.models import BAGGING, FOREST, LEVERAGING, TREE
from driftline.reproduce.forests.results import Found

WIDTH = 640
SHOWN = (TREE, BAGGING, LEVERAGING, FOREST)


def over_time(found: Found, stream: str, theme: Theme) -> Any:
    """Draw the accuracy in windows over a stream, the mean of all seeds."""
    rows = []
    for name in SHOWN:
        own = [c for c in found.of([stream], 0) if c["model"] == name]
        curve = np.mean([c["curve"] for c in own], axis=0)
        rows += [
            {"x": at, "model": name, "y": 100 * float(y)}
            for at, y in zip(own[0]["at"], curve, strict=True)
        ]
    alt = altair()
    return (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=240)
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("x:Q", title="rows"),
            y=alt.Y("y:Q", scale=alt.Scale(zero=False), title="right in the window, %"),
            color=_color(alt, SHOWN, theme),
        )
    )


def late_labels(found: Found, streams: Sequence[str], delay: int, theme: Theme) -> Any:
    """Draw what late labels cost each model, by stream."""
    rows = [
        {"stream": name, "model": one, "x": 100 * (_mean(found, name, one, delay) - at_once)}
        for name in streams
        for one in SHOWN
        for at_once in [_mean(found, name, one, 0)]
    ]
    alt = altair()
    return (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=22 * len(streams) + 60)
        .mark_point(filled=True, size=80)
        .encode(
            x=alt.X("x:Q", title="points that late labels change"),
            y=alt.Y("stream:N", sort=list(streams), title=None),
            color=_color(alt, SHOWN, theme),
            shape=alt.Shape("model:N", sort=list(SHOWN), legend=None),
        )
    )


def _mean(found: Found, stream: str, model: str, delay: int) -> float:
    own = [c["accuracy"] for c in found.of([stream], delay) if c["model"] == model]
    return float(np.mean(own))


def _color(alt: Any, names: Sequence[str], theme: Theme) -> Any:
    return alt.Color(
        "model:N",
        sort=list(names),
        scale=alt.Scale(domain=list(names), range=[theme.series[i] for i in range(len(names))]),
        legend=alt.Legend(labelColor=theme.ink, titleColor=theme.muted),
    )
