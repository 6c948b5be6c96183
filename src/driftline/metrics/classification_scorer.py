"""Scores of predicted labels along a stream."""

from collections.abc import Sequence

from driftline import _core
from driftline.metrics.names import DEFAULTS


class ClassificationScorer(_core.ClassificationScorer):
    """Scores of predicted labels along a stream, over four estimates at regular points.

    Each metric comes cumulative (all rows scored), sliding (the last `window` of them), tumbling
    (those since the last multiple of `window`) and fading (a row counts `fading` times as much as
    the next), in this order. Labels are codes: `meet` says how many there are and how they sort,
    before the first row and whenever there are more. `update` takes the rows of a batch, and
    `take_points` hands out what was written down after every `every`-th row.

    Parameters
    ----------
    metrics
        Names out of `metrics.CLASSIFICATION`.
    window
        Rows of the sliding and of the tumbling window.
    every
        Rows between two points.
    fading
        Above 0 and at most 1; 1 forgets nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import metrics
    >>> truth = np.array([0, 0, 0, 1, 1, 0, 0, 1], dtype=np.int32)
    >>> predicted = np.array([0, 0, 1, 1, 0, 0, 0, -1], dtype=np.int32)  # -1: no answer
    >>> scorer = metrics.ClassificationScorer(["accuracy"], window=4, every=4)
    >>> scorer.meet(np.array([0, 1], dtype=np.int32), -1)
    >>> scorer.update(truth, predicted, begin=0, end=8)
    >>> rows, scored, values = scorer.take_points()
    >>> rows.tolist(), values[:, 0, 0].tolist()
    ([4, 8], [0.75, 0.625])
    >>> scorer.confusion.tolist()
    [[4, 1, 0], [1, 1, 1]]
    """

    def __init__(
        self,
        metrics: Sequence[str] = DEFAULTS["classification"],
        *,
        window: int = 1000,
        every: int = 250,
        fading: float = 0.999,
    ) -> None:
        super().__init__(metrics, window, every, fading)
