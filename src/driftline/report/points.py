"""The curves of a report as one table: a row for each model, point and estimate."""

from typing import Any

import numpy as np
import pyarrow as pa

from driftline.report.results import ESTIMATES, ModelResult
from driftline.report.summary import metrics_of

_KEYS = ("model", "fold", "is_baseline", "row", "scored", "estimate")


def points(models: tuple[ModelResult, ...]) -> pa.Table:
    """Return all curves; a metric is a column, and NaN is null.

    Columns: `model`, `fold` (null if there are none), `is_baseline`, `row` (rows that had come),
    `scored`, `estimate`, then the metrics. A metric named like one of these gets a `_`.
    """
    names = {metric: metric + "_" * (metric in _KEYS) for metric in metrics_of(models)}
    parts = [_part(model, names) for model in models]
    return pa.concat_tables([_schema(names).empty_table(), *parts])


def _schema(names: dict[str, str]) -> pa.Schema:
    types = (pa.string(), pa.int64(), pa.bool_(), pa.int64(), pa.int64(), pa.string())
    keys = list(zip(_KEYS, types, strict=True))
    return pa.schema([*keys, *((name, pa.float64()) for name in names.values())])


def _part(model: ModelResult, names: dict[str, str]) -> pa.Table:
    curve = model.curve
    estimates = len(ESTIMATES)
    count = len(curve.rows) * estimates
    columns: dict[str, Any] = {
        "model": [model.name] * count,
        "fold": [model.fold] * count,
        "is_baseline": [model.is_baseline] * count,
        "row": np.repeat(curve.rows, estimates),
        "scored": np.repeat(curve.scored, estimates),
        "estimate": list(ESTIMATES) * len(curve.rows),
    }
    for metric, name in names.items():
        has = metric in curve.metrics
        values = curve.values[:, :, curve.metrics.index(metric)].ravel() if has else [None] * count
        columns[name] = pa.array(values, pa.float64(), from_pandas=True)
    return pa.table(columns, schema=_schema(names))
