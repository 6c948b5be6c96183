"""Scores of predicted numbers along a stream."""

from collections.abc import Sequence

from driftline import _core
from driftline.metrics.names import DEFAULTS


class RegressionScorer(_core.RegressionScorer):
    """Scores of predicted numbers along a stream, over four estimates at regular points.

    Estimates and points are those of `ClassificationScorer`. A value that is not finite raises
    ValueError, and nothing of its batch is scored.

    Parameters
    ----------
    metrics
        Names out of `metrics.REGRESSION`; a quantile other than the median goes with its name, as
        in "pinball(0.9)".
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
    >>> truth, predicted = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0, 3.5, 3.0])
    >>> scorer = metrics.RegressionScorer(["mae", "r2"], window=2, every=2)
    >>> scorer.update(truth, predicted, begin=0, end=4)
    >>> rows, scored, values = scorer.take_points()
    >>> rows.tolist(), values[:, 0, 0].tolist()
    ([2, 4], [0.0, 0.375])
    >>> scorer.values()[:3]  # cumulative, sliding, tumbling
    array([[ 0.375,  0.75 ],
           [ 0.75 , -1.5  ],
           [ 0.75 , -1.5  ]])
    """

    def __init__(
        self,
        metrics: Sequence[str] = DEFAULTS["regression"],
        *,
        window: int = 1000,
        every: int = 250,
        fading: float = 0.999,
    ) -> None:
        super().__init__(metrics, window, every, fading)
