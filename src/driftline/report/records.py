"""The data that charts are filled with: few enough points to draw, as short records.

The page holds every metric in every estimate, so it keeps numbers in arrays and makes records of
those that are shown. Values have five digits there, which is more than a screen has.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.report.results import ESTIMATES, StreamFacts
from driftline.report.scores import is_share, title
from driftline.report.series import Series
from driftline.report.thinning import kept

MOST_POINTS = 1_500  # of one curve
MOST_READINGS = 400  # places where the pointer tells the values of all models
MOST_COSTS = 300
MOST_NAMES = 6  # of drifts, side by side
MOST_EVENTS = 2_000  # of one model


def page_data(
    drawn: Sequence[Series], metrics: Sequence[str], facts: StreamFacts
) -> dict[str, Any]:
    """Return all that the page's charts show, as JSON can hold it."""
    readings = _reading_rows(drawn)
    return {
        "models": [one.name for one in drawn],
        "metrics": [{"name": m, "title": title(m), "share": is_share(m)} for m in metrics],
        "curves": {
            metric: {e: [_curve(one, metric, e) for one in drawn] for e in ESTIMATES}
            for metric in metrics
        },
        "readings": {
            "rows": readings.tolist(),
            "values": {
                metric: {e: [_at(one, metric, e, readings) for one in drawn] for e in ESTIMATES}
                for metric in metrics
            },
        },
        "drifts": drift_records(facts),
        "events": event_records(drawn),
        "costs": cost_records(drawn),
    }


def point_records(drawn: Sequence[Series], metric: str, estimate: str) -> list[dict[str, Any]]:
    """Return the points of one metric of all models."""
    records = []
    for one in drawn:
        curve = _curve(one, metric, estimate)
        keys = [key for key in ("x", "y", "lo", "hi") if key in curve]
        for point in zip(*(curve[key] for key in keys), strict=True):
            records.append({"m": one.name, **dict(zip(keys, point, strict=True))})
    return records


def drift_records(facts: StreamFacts) -> list[dict[str, Any]]:
    """Return where the concept is known to change."""
    drifts = [drift for drift in facts.drifts or () if drift.row < facts.rows]
    are_few = len(drifts) <= MOST_NAMES
    return [
        {
            "x": drift.row,
            "end": drift.row + drift.width,
            "width": drift.width,
            "kind": drift.kind,
            "name": f"{drift.kind} drift" if are_few else "",
        }
        for drift in drifts
    ]


def event_records(drawn: Sequence[Series]) -> list[dict[str, Any]]:
    """Return what models noticed; of very many events, some evenly chosen."""
    return [
        {"m": one.name, "x": event.row, "kind": event.kind, "detail": event.detail}
        for one in drawn
        for event in one.events[:: max(1, math.ceil(len(one.events) / MOST_EVENTS))]
    ]


def cost_records(drawn: Sequence[Series]) -> list[dict[str, Any]]:
    """Return bytes and rows a second along the stream."""
    records = []
    for one in drawn:
        rows, seconds = one.cost.rows, one.cost.seconds
        taken = np.diff(seconds, prepend=0.0)
        speed = np.full(len(rows), np.nan)
        np.divide(np.diff(rows, prepend=0), taken, out=speed, where=taken > 0)
        for k in kept(speed, MOST_COSTS).tolist():
            records.append(
                {
                    "m": one.name,
                    "x": int(rows[k]),
                    "memory": int(one.cost.memory[k]),
                    "speed": _short(speed[k]),
                }
            )
    return records


def is_thinned(drawn: Sequence[Series]) -> bool:
    """Tell whether a curve has more points than are drawn."""
    return any(len(one.rows) > MOST_POINTS for one in drawn)


def _curve(one: Series, metric: str, estimate: str) -> dict[str, list[Any]]:
    values = one.of(metric, estimate)
    places = kept(values, MOST_POINTS)
    curve = {"x": one.rows[places].tolist(), "y": _shorts(values[places])}
    spread = one.spread_of(metric, estimate)
    if spread is not None:
        curve["lo"] = _shorts((values - spread)[places])
        curve["hi"] = _shorts((values + spread)[places])
    return curve


def _reading_rows(drawn: Sequence[Series]) -> NDArray[np.int64]:
    rows = np.unique(np.concatenate([np.array([], dtype=np.int64), *(one.rows for one in drawn)]))
    return rows[:: max(1, math.ceil(len(rows) / MOST_READINGS))]


def _at(one: Series, metric: str, estimate: str, rows: NDArray[np.int64]) -> list[float | None]:
    """Return the latest value that was known at each of the rows."""
    values = np.append(one.of(metric, estimate), np.nan)  # the last place is taken before the first
    return _shorts(values[np.searchsorted(one.rows, rows, side="right") - 1])


def _shorts(values: NDArray[np.float64]) -> list[float | None]:
    return [_short(value) for value in values.tolist()]


def _short(value: float) -> float | None:
    return float(f"{value:.5g}") if math.isfinite(value) else None
