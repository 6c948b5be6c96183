"""The scores of one model: driftline's own metrics natively, a user's functions beside them."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from driftline import metrics as names
from driftline.evaluation.own_metrics import OwnMetric, wants_shares
from driftline.report import ESTIMATES, Curve

Task = Literal["classification", "regression"]
Metric = str | Callable[..., float] | Any

#: Metrics that need a probability for each label.
WANT_SHARES = frozenset({"log_loss", "brier", "auc"})

#: Metrics of the positive label, where there is one.
ABOUT_ONE_LABEL = frozenset({"precision", "recall", "f1", "auc"})


def are_about_shares(metrics: Sequence[Metric]) -> bool:
    """Tell whether any of the metrics needs a probability for each label."""
    return any(
        metric in WANT_SHARES if isinstance(metric, str) else wants_shares(metric)
        for metric in metrics
    )


def is_error(metric: Metric) -> bool:
    """Tell whether less of a metric is better.

    Examples
    --------
    >>> is_error("mae"), is_error("accuracy")
    (True, False)
    """
    if isinstance(metric, str):
        return not names.higher_is_better(metric)
    return OwnMetric.is_error(metric)


def metric_names(metrics: Sequence[Metric], task: Task) -> tuple[str, ...]:
    """Return what each metric is called; a name that does not fit the task raises ValueError."""
    out = [metric if isinstance(metric, str) else OwnMetric.name_of(metric) for metric in metrics]
    for metric in metrics:
        if isinstance(metric, str) and names.task_of(metric) != task:
            raise ValueError(f"metric {metric!r} is of {names.task_of(metric)}, not of {task}")
    if len(set(out)) < len(out):
        raise ValueError(f"metrics: a name stands twice among {', '.join(out)}")
    if not out:
        raise ValueError("metrics: name at least one")
    return tuple(out)


class Scores:
    """Four estimates of every metric, at regular points and at the end."""

    def __init__(
        self, metrics: Sequence[Metric], task: Task, window: int, every: int, fading: float
    ) -> None:
        self.names = metric_names(metrics, task)
        self.window, self.every = window, every
        own = [metric for metric in metrics if isinstance(metric, str)]
        scorer = names.RegressionScorer if task == "regression" else names.ClassificationScorer
        base = own or [names.DEFAULTS[task][0]]  # counts rows even where all is the user's own
        self.native: Any = scorer(base, window=window, every=every, fading=fading)
        self.own = [OwnMetric(m, window, every) for m in metrics if not isinstance(m, str)]
        self._native_places = [i for i, m in enumerate(metrics) if isinstance(m, str)]
        self._own_places = [i for i, m in enumerate(metrics) if not isinstance(m, str)]
        self._rows: list[NDArray[np.int64]] = []
        self._scored: list[NDArray[np.int64]] = []
        self._values: list[NDArray[np.float64]] = []

    def update(
        self,
        truth: NDArray[Any],
        predicted: NDArray[Any],
        labels: Sequence[Any] | None,
        *,
        keeps_points: bool = True,
        **where: Any,
    ) -> None:
        """Score rows in the order in which their labels came. `where` is the native scorer's."""
        before = self.native.scored
        self.native.update(truth, predicted, **where)
        rows, scored, values = self.native.take_points()
        points = scored - before if keeps_points else scored[:0]
        shares = where.get("shares")
        columns = [m.update(truth, predicted, labels, points, shares) for m in self.own]
        if len(rows) and keeps_points:
            self._rows.append(rows)
            self._scored.append(scored)
            self._values.append(self._joined(values, columns))

    def _joined(
        self, native: NDArray[np.float64], own: Sequence[NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        if not self.own:
            return native
        out = np.full((len(native), len(ESTIMATES), len(self.names)), np.nan)
        out[:, :, self._native_places] = native[:, :, : len(self._native_places)]
        for place, values in zip(self._own_places, own, strict=True):
            out[:, :, place] = values
        return out

    def now(self) -> NDArray[np.float64]:
        """Return all estimates of all metrics as they are."""
        own = [metric.now()[np.newaxis] for metric in self.own]
        here: NDArray[np.float64] = self._joined(self.native.values()[np.newaxis], own)[0]
        return here

    def curve(self, rows: int) -> Curve:
        """Return all points up to now, the end of the stream at `rows` included."""
        here = self.now()[np.newaxis]
        at = np.concatenate([*self._rows, np.array([rows])])
        scored = np.concatenate([*self._scored, np.array([self.native.scored])])
        values = np.concatenate([*self._values, here])
        end = int(np.searchsorted(at[:-1], rows))  # what is now stands for this row and later ones
        at[end], scored[end], values[end] = at[-1], scored[-1], here[0]
        last = end + 1
        return Curve(rows=at[:last], scored=scored[:last], values=values[:last], metrics=self.names)

    def state(self) -> dict[str, NDArray[Any]]:
        """Return everything as arrays."""
        out = {f"native.{name}": array for name, array in self.native.state().items()}
        curve_rows = np.concatenate([np.empty(0, dtype=np.int64), *self._rows])
        shape = (0, len(ESTIMATES), len(self.names))
        out["rows"] = curve_rows
        out["scored"] = np.concatenate([np.empty(0, dtype=np.int64), *self._scored])
        out["values"] = np.concatenate([np.empty(shape), *self._values])
        for place, metric in enumerate(self.own):
            out |= {f"own.{place}.{name}": array for name, array in metric.state().items()}
        return out

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take back what `state` gave."""
        self.native.restore(_part(state, "native."))
        self._rows, self._scored = [state["rows"]], [state["scored"]]
        self._values = [state["values"]]
        for place, metric in enumerate(self.own):
            metric.restore(_part(state, f"own.{place}."))


def _part(state: dict[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    return {k.removeprefix(prefix): v for k, v in state.items() if k.startswith(prefix)}
