"""A user's own metric: a function of true and predicted values, computed over windows.

Only the last window of rows is kept. The sliding estimate is the function of these, the tumbling
one the function of the rows since the last multiple of the window. The cumulative one is the mean
over all windows, weighted by their rows; for a function that is a mean over rows this is exact.
There is no fading one. A metric object of River (`update` and `get`) is asked instead of a
function: each window is given to a fresh copy of it.
"""

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.report import ESTIMATES


class OwnMetric:
    """One function or metric object, and the rows it needs."""

    def __init__(self, metric: Any, window: int, every: int) -> None:
        self.name, self._window = self.name_of(metric), window
        self._function: Callable[..., float] = _function_of(metric)
        self._truth: NDArray[Any] = np.empty(0)
        self._predicted: NDArray[Any] = np.empty(0)
        self._labels: list[Any] | None = None
        self._scored = 0
        self._past = 0.0  # rows times value of all windows that are over

    @staticmethod
    def name_of(metric: Any) -> str:
        """Return what reports call it."""
        if not callable(metric) and not hasattr(metric, "get"):
            raise TypeError(
                f"metric {metric!r} is neither a name nor a function of (y_true, y_pred)"
            )
        return str(getattr(metric, "__name__", type(metric).__name__))

    @staticmethod
    def is_error(metric: Any) -> bool:
        """Whether less is better: a metric object says so, a function by its name."""
        if hasattr(metric, "bigger_is_better"):
            return not metric.bigger_is_better
        return OwnMetric.name_of(metric).endswith(("_error", "_loss"))  # as scikit-learn names them

    def update(
        self,
        truth: NDArray[Any],
        predicted: NDArray[Any],
        labels: Sequence[Any] | None,
        points: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """Take rows that were scored; return the estimates after each of `points` of them."""
        self._labels = None if labels is None else list(labels)
        out = np.full((len(points), len(ESTIMATES)), np.nan)
        done = 0
        for row, point in zip(out, points.tolist(), strict=True):
            self._take(truth[done:point], predicted[done:point])
            row[:] = self.now()
            done = point
        self._take(truth[done:], predicted[done:])
        return out

    def _take(self, truth: NDArray[Any], predicted: NDArray[Any]) -> None:
        done = 0
        while done < len(truth):
            length = min(len(truth) - done, self._window - self._scored % self._window)
            part = slice(done, done + length)
            self._truth = np.append(self._truth, truth[part])[-self._window :]
            self._predicted = np.append(self._predicted, predicted[part])[-self._window :]
            self._scored += length
            done += length
            if self._scored % self._window == 0:
                self._past += self._window * self._of_last(self._window)

    def now(self) -> NDArray[np.float64]:
        """Return the four estimates as they are."""
        out = np.full(len(ESTIMATES), np.nan)
        if self._scored == 0:
            return out
        begun = self._scored % self._window
        current = self._of_last(begun) if begun else 0.0
        out[ESTIMATES.index("cumulative")] = (self._past + begun * current) / self._scored
        out[ESTIMATES.index("sliding")] = self._of_last(len(self._truth))
        out[ESTIMATES.index("tumbling")] = self._of_last(begun or self._window)
        return out

    def _of_last(self, count: int) -> float:
        truth, predicted = self._truth[-count:], self._predicted[-count:]
        if self._labels is None:
            return float(self._function(truth, predicted))
        known = _as_array([*self._labels, None])  # -1 finds the last
        return float(self._function(_plain(known[_codes(truth)]), _plain(known[_codes(predicted)])))

    def state(self) -> dict[str, NDArray[Any]]:
        """Return everything as arrays, but for the labels, which the evaluation knows."""
        numbers = np.array([self._past])
        return {
            "truth": self._truth,
            "predicted": self._predicted,
            "scored": np.array([self._scored]),
            "past": numbers,
        }

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take back what `state` gave."""
        self._truth, self._predicted = state["truth"], state["predicted"]
        self._scored, self._past = int(state["scored"][0]), float(state["past"][0])


def _function_of(metric: Any) -> Callable[..., float]:
    if not hasattr(metric, "get"):
        return metric  # type: ignore[no-any-return]

    def asked(truth: NDArray[Any], predicted: NDArray[Any]) -> float:
        fresh = metric.clone() if hasattr(metric, "clone") else copy.deepcopy(metric)
        for true, guess in zip(truth.tolist(), predicted.tolist(), strict=True):
            fresh.update(true, guess)
        return float(fresh.get())

    return asked


def _codes(values: NDArray[Any]) -> NDArray[np.int64]:
    return values.astype(np.int64)


def _as_array(labels: list[Any]) -> NDArray[np.object_]:
    out = np.empty(len(labels), dtype=object)
    out[:] = labels
    return out


def _plain(labels: NDArray[np.object_]) -> NDArray[Any]:
    """Return labels as numbers or texts, where they are all of one kind."""
    kinds = {type(label) for label in labels}
    if len(kinds) == 1 and kinds <= {bool, int, float, str}:
        return np.array(labels.tolist())
    return labels
