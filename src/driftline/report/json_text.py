"""A report as one JSON text and back.

What was found stands apart from what was measured: `measurements` holds times, memory, versions and
the command, and may be left out. What remains is the same text, byte for byte, for two runs of the
same evaluation. Floats come back bit for bit; NaN is null, an infinity is a text.
"""

import json
import math
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.report.results import Cost, Curve, Event, Fall, ModelResult, Pair, StreamFacts
from driftline.stream import Drift

FORMAT = "driftline report"
VERSION = 1


def written(report: Any, *, costs: bool = True) -> str:
    """Return the text of a report."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "stream": _stream_content(report.stream),
        "settings": plain(report.settings),
        "errors": list(report.errors),
        "is_complete": report.is_complete,
        "models": [_model_content(model) for model in report.models],
        "pairs": [plain(asdict(pair)) for pair in report.pairs],
    }
    if costs:
        content["measurements"] = {
            "versions": dict(report.versions),
            "command": report.command,
            "costs": [_cost_content(model.cost) for model in report.models],
        }
    return json.dumps(content, allow_nan=False, separators=(",", ":")) + "\n"


def read(text: str) -> dict[str, Any]:
    """Return the fields of the report that a text holds; any other text is a ValueError."""
    try:
        content = json.loads(text)
    except ValueError as error:
        raise ValueError(f"not a report: no JSON ({error})") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f'not a report: JSON without "format": "{FORMAT}"')
    if content.get("version") != VERSION:
        raise ValueError(
            f"report of version {content.get('version')!r}; this driftline reads version {VERSION}"
        )
    try:
        return _fields(content)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ValueError(f"broken report: {type(error).__name__}: {error}") from error


def plain(value: Any) -> Any:
    """Return what JSON can hold: other objects become their text."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return str(value)


def _fields(content: dict[str, Any]) -> dict[str, Any]:
    measured = content.get("measurements", {})
    models = content["models"]
    costs = measured.get("costs", [None] * len(models))
    return {
        "stream": _stream(content["stream"]),
        "models": tuple(_model(own, cost) for own, cost in zip(models, costs, strict=True)),
        "settings": dict(content["settings"]),
        "pairs": tuple(_pair(own) for own in content["pairs"]),
        "versions": dict(measured.get("versions", {})),
        "command": measured.get("command"),
        "is_complete": bool(content["is_complete"]),
        "errors": tuple(map(str, content["errors"])),
    }


def _stream_content(facts: StreamFacts) -> dict[str, Any]:
    content = plain(asdict(facts))
    content["labels"] = [[plain(label), int(count)] for label, count in facts.labels.items()]
    return dict(content)


def _stream(content: dict[str, Any]) -> StreamFacts:
    labels = {label: int(count) for label, count in content.pop("labels")}
    drifts = content.pop("drifts")
    return StreamFacts(
        **content,
        labels=labels,
        drifts=None if drifts is None else tuple(Drift(**drift) for drift in drifts),
    )


def _model_content(model: ModelResult) -> dict[str, Any]:
    return {
        "name": model.name,
        "spec": model.spec,
        "is_baseline": model.is_baseline,
        "fold": model.fold,
        "labels": plain(model.labels),
        "curve": {
            "metrics": list(model.curve.metrics),
            "rows": model.curve.rows.tolist(),
            "scored": model.curve.scored.tolist(),
            "values": _numbers(model.curve.values),
        },
        "confusion": None if model.confusion is None else model.confusion.tolist(),
        "falls": [plain(asdict(fall)) for fall in model.falls],
        "events": [plain(asdict(event)) for event in model.events],
    }


def _model(content: dict[str, Any], cost: dict[str, Any] | None) -> ModelResult:
    confusion = content["confusion"]
    return ModelResult(
        name=str(content["name"]),
        spec=str(content["spec"]),
        is_baseline=bool(content["is_baseline"]),
        curve=_curve(content["curve"]),
        cost=_cost(cost or {"rows": [], "seconds": [], "memory": []}),
        labels=tuple(content["labels"]),
        confusion=None if confusion is None else np.array(confusion, dtype=np.int64),
        falls=tuple(_fall(fall) for fall in content["falls"]),
        events=tuple(Event(**event) for event in content["events"]),
        fold=content["fold"],
    )


def _curve(content: dict[str, Any]) -> Curve:
    metrics = tuple(map(str, content["metrics"]))
    rows = np.array(content["rows"], dtype=np.int64)
    values = _floats(content["values"]).reshape(len(rows), 4, len(metrics))
    return Curve(rows, np.array(content["scored"], dtype=np.int64), values, metrics)


def _cost_content(cost: Cost) -> dict[str, Any]:
    return {
        "rows": cost.rows.tolist(),
        "seconds": _numbers(cost.seconds),
        "memory": cost.memory.tolist(),
    }


def _cost(content: dict[str, Any]) -> Cost:
    return Cost(
        rows=np.array(content["rows"], dtype=np.int64),
        seconds=_floats(content["seconds"]),
        memory=np.array(content["memory"], dtype=np.int64),
    )


def _fall(content: dict[str, Any]) -> Fall:
    return Fall(
        drift=Drift(**content["drift"]),
        before=_float(content["before"]),
        lowest=_float(content["lowest"]),
        depth=_float(content["depth"]),
        recovery_rows=content["recovery_rows"],
        retained=content["retained"],
        metric=content.get("metric", "accuracy"),
    )


def _pair(content: dict[str, Any]) -> Pair:
    return Pair(
        content.pop("first"),
        content.pop("second"),
        **{key: _float(value) for key, value in content.items()},
    )


def _numbers(values: NDArray[np.float64]) -> Any:
    if np.isfinite(values).all():
        return values.tolist()
    return plain(values.tolist())


def _floats(values: Any) -> NDArray[np.float64]:
    # A text such as "inf" becomes a number here, None becomes NaN.
    return np.array(values, dtype=object).astype(np.float64)


def _float(value: float | str | None) -> float:
    return math.nan if value is None else float(value)
