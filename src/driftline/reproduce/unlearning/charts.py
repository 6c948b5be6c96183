"""Pictures of the unlearning experiment."""

from collections.abc import Sequence
from typing import Any

from driftline.report.charts import altair
from driftline.report.theme import Theme
from driftline.reproduce.tuning import Setting
from driftline.reproduce.unlearning.methods import (
    DEFAULT_READING,
    FIRST_READING,
    LITERAL_READING,
    METHODS,
)
from driftline.reproduce.unlearning.protocol import LEARNERS
from driftline.reproduce.unlearning.readings import Judged
from driftline.reproduce.unlearning.scores import Scores
from driftline.reproduce.unlearning.tables import KINDS

WIDTH = 640
#: Readings with a name.
READINGS: dict[str, Setting] = {
    "default": DEFAULT_READING,
    "first": FIRST_READING,
    "literal": LITERAL_READING,
}


def ranks(scores: Scores, theme: Theme) -> Any:
    """Draw the mean rank of each method by kind of drift."""
    alt = altair()
    rows = [
        {"drift": kind, "method": method, "rank": float(rank)}
        for kind in KINDS
        if (own := scores.of_kind(kind))
        for method, rank in zip(
            METHODS, scores.among(own).ranks().mean(axis=(0, 1, 2)), strict=True
        )
    ]
    return (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=200)
        .mark_point(filled=True, size=110)
        .encode(
            x=alt.X(
                "rank:Q",
                scale=alt.Scale(domain=[1, len(METHODS)]),
                axis=alt.Axis(values=list(range(1, len(METHODS) + 1)), grid=True),
                title="mean rank, 1 is best",
            ),
            y=alt.Y("method:N", sort=list(METHODS), title=None),
            color=_color(alt, "drift", KINDS, theme),
            shape=alt.Shape("drift:N", sort=list(KINDS), legend=None),
        )
    )


def gains(scores: Scores, theme: Theme) -> Any:
    """Draw what queue, EDDM and the oracle gain over no unlearning, by stream and learner."""
    alt = altair()
    shown = ("queue", "EDDM", "concept")
    rows = [
        {"stream": name, "learner": learner, "method": arm, "gain": 100 * float(gain)}
        for arm in shown
        for name in scores.problems
        for learner, gain in zip(
            LEARNERS,
            (scores.of(arm, [name]) - scores.of("none", [name])).mean(axis=(0, 1, 2)),
            strict=True,
        )
    ]
    base = alt.Chart(alt.Data(values=rows), width=180, height=280)
    points = base.mark_point(filled=True, size=70).encode(
        x=alt.X("gain:Q", axis=alt.Axis(tickCount=4, grid=True), title="points over none"),
        y=alt.Y("stream:N", sort=list(scores.problems), title=None),
        color=_color(alt, "method", shown, theme),
        shape=alt.Shape("method:N", sort=list(shown), legend=None),
    )
    return points.facet(column=_facet(alt, theme))


def gap_by_noise(scores: Scores, theme: Theme) -> Any:
    """Draw how far the oracle is ahead of queue at each level of noise."""
    gaps = 100 * (scores.of("concept") - scores.of("queue")).mean(axis=(0, 2))
    rows = [
        {"x": noise, "learner": learner, "y": float(gaps[i, j])}
        for i, noise in enumerate(scores.noises)
        for j, learner in enumerate(LEARNERS)
    ]
    return _lines(rows, "share of flipped labels", "points that concept leads queue by", theme)


def windows(course: Sequence[dict[str, Any]], theme: Theme) -> Any:
    """Draw what forwarding gains on tuning streams by its window, with the best alpha for each."""
    none = next(row["accuracy"] for row in course if row["arm"] == "none")
    own = [row for row in course if row["arm"] == "forwarding"]
    rows = [
        {
            "x": window,
            "learner": learner,
            "y": 100
            * (
                max(row["accuracy"][learner] for row in own if row["window"] == window)
                - none[learner]
            ),
        }
        for window in sorted({row["window"] for row in own})
        for learner in LEARNERS
    ]
    return _lines(rows, "window L, in rounds", "points over none", theme, is_log=True)


def alphas(course: Sequence[dict[str, Any]], theme: Theme) -> Any:
    """Draw what queue gains on tuning streams by alpha."""
    none = next(row["accuracy"] for row in course if row["arm"] == "none")
    rows = [
        {"x": row["alpha"], "learner": name, "y": 100 * (row["accuracy"][name] - none[name])}
        for row in course
        if row["arm"] == "queue"
        for name in LEARNERS
    ]
    return _lines(rows, "alpha", "points over none", theme)


def kind_of(own: Judged) -> str:
    """Return what the report calls a reading: one of `READINGS`, or other."""
    return next((name for name, reading in READINGS.items() if reading == own.reading), "other")


def readings(judged: Sequence[Judged], theme: Theme) -> Any:
    """Draw each reading: how well it agrees with the paper, and how accurate it is."""
    alt = altair()
    names = (*READINGS, "other")
    rows = [
        {"score": own.score, "accuracy": 100 * own.accuracy, "reading": kind_of(own)}
        for own in judged
    ]
    return (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=260)
        .mark_point(filled=True, size=90, opacity=0.8)
        .encode(
            x=alt.X("score:Q", scale=alt.Scale(zero=False), title="agreement with the paper"),
            y=alt.Y("accuracy:Q", scale=alt.Scale(zero=False), title="accuracy of queue, %"),
            color=_color(alt, "reading", names, theme),
            shape=alt.Shape("reading:N", sort=list(names), legend=None),
        )
    )


def _lines(rows: list[dict[str, Any]], x: str, y: str, theme: Theme, is_log: bool = False) -> Any:
    alt = altair()
    scale = alt.Scale(type="log") if is_log else alt.Scale(zero=False)
    ticks = alt.Axis(values=sorted({row["x"] for row in rows}))
    return (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=240)
        .mark_line(point=True, strokeWidth=2)
        .encode(
            x=alt.X("x:Q", scale=scale, axis=ticks, title=x),
            y=alt.Y("y:Q", title=y),
            color=_color(alt, "learner", LEARNERS, theme),
        )
    )


def _color(alt: Any, field: str, names: Sequence[str], theme: Theme) -> Any:
    colors = [theme.series[i] for i in range(len(names))]
    return alt.Color(
        f"{field}:N",
        sort=list(names),
        scale=alt.Scale(domain=list(names), range=colors),
        legend=alt.Legend(labelColor=theme.ink, titleColor=theme.muted),
    )


def _facet(alt: Any, theme: Theme) -> Any:
    header = alt.Header(labelColor=theme.ink, labelFontSize=13)
    return alt.Column("learner:N", sort=list(LEARNERS), title=None, header=header)
