"""A user's own metric: a function of true and predicted values, computed over windows.

Only the last window of rows is kept. The sliding estimate is the function of these, the tumbling
one the function of the rows since the last multiple of the window. The cumulative one is the mean
over all windows, weighted by their rows; for a function that is a mean over rows this is exact.
There is no fading one. A metric object of River (`update` and `get`) is asked instead of a
function: each window is given to a fresh copy of it. Where it is one of probabilities, it is given
a dict with the share of each label.

A function of labels cannot be handed None. Where a model gave no answer, as before its first label,
the prediction is a wrong label: another one of the window's, or one made up if there is none.
So no answer counts as an error, as it does everywhere. The shares are 0 for all labels then.
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
        self._shares: NDArray[np.float64] | None = (
            np.empty((0, 0)) if wants_shares(metric) else None
        )
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
        shares: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """Take rows that were scored; return the estimates after each of `points` of them."""
        self._labels = None if labels is None else list(labels)
        out = np.full((len(points), len(ESTIMATES)), np.nan)
        done = 0
        for row, point in zip(out, points.tolist(), strict=True):
            self._take(slice(done, point), truth, predicted, shares)
            row[:] = self.now()
            done = point
        self._take(slice(done, len(truth)), truth, predicted, shares)
        return out

    def _take(
        self,
        rows: slice,
        truth: NDArray[Any],
        predicted: NDArray[Any],
        shares: NDArray[np.float64] | None,
    ) -> None:
        done = rows.start
        while done < rows.stop:
            length = min(rows.stop - done, self._window - self._scored % self._window)
            part = slice(done, done + length)
            self._truth = np.append(self._truth, truth[part])[-self._window :]
            self._predicted = np.append(self._predicted, predicted[part])[-self._window :]
            if self._shares is not None and shares is not None:
                self._shares = _below(self._shares, shares[part])[-self._window :]
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
        true_labels = _plain(_as_array(self._labels)[_codes(truth)])
        if self._shares is not None:
            return float(self._function(true_labels, self._tables(self._shares[-count:])))
        return float(self._function(true_labels, self._answers(_codes(truth), _codes(predicted))))

    def _answers(self, truth: NDArray[np.int64], predicted: NDArray[np.int64]) -> NDArray[Any]:
        """Return the predicted labels, a wrong one where there was no answer."""
        labels = list(self._labels or ())
        known = np.union1d(truth, predicted[predicted >= 0]).tolist()  # in these rows, not later
        if len(known) == 1:
            known.append(len(labels))
            labels.append(_another(labels[known[0]]))
        silent = predicted < 0
        codes = np.where(silent, np.where(truth == known[0], known[1], known[0]), predicted)
        return _plain(_as_array(labels)[codes])

    def _tables(self, shares: NDArray[np.float64]) -> NDArray[np.object_]:
        """Return for each row a dict from labels to shares."""
        labels = list(self._labels or ())[: shares.shape[1]]
        rows = [dict(zip(labels, row, strict=True)) for row in shares.tolist()]
        for row in rows:
            row.pop(None, None)
        return _as_array(rows)

    def state(self) -> dict[str, NDArray[Any]]:
        """Return everything as arrays, but for the labels, which the evaluation knows."""
        shares = {} if self._shares is None else {"shares": self._shares}
        return shares | {
            "truth": self._truth,
            "predicted": self._predicted,
            "scored": np.array([self._scored]),
            "past": np.array([self._past]),
        }

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take back what `state` gave."""
        self._truth, self._predicted = state["truth"], state["predicted"]
        self._scored, self._past = int(state["scored"][0]), float(state["past"][0])
        self._shares = state.get("shares")


def wants_shares(metric: Any) -> bool:
    """Tell whether a metric object is one of probabilities, as River has them."""
    return not getattr(metric, "requires_labels", True)


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


def _below(above: NDArray[np.float64], rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Put rows below others that may know fewer labels."""
    wide = np.zeros((len(above), rows.shape[1]))
    wide[:, : above.shape[1]] = above
    return np.concatenate([wide, rows])


def _another(label: Any) -> Any:
    """Return a label other than this one, of its kind where there is one.

    Examples
    --------
    >>> _another(0), _another(7), _another(True), _another("up")
    (1, 0, False, '')
    """
    if isinstance(label, bool):
        return not label
    if isinstance(label, int | float):
        return type(label)(label == 0)
    if isinstance(label, str):
        return "" if label else "-"
    return None


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
