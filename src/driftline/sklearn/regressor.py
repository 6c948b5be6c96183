"""A native regressor as a scikit-learn regressor."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin  # type: ignore[import-untyped]
from sklearn.utils import Tags  # type: ignore[import-untyped]

from driftline.compat.river import POOR_SCORE
from driftline.sklearn.stream_model import StreamModel


class StreamRegressor(RegressorMixin, StreamModel):  # type: ignore[misc]
    """A driftline regressor for scikit-learn's pipelines, searches and scores.

    `fit` makes one pass over the rows, in their order. On a stream, the model itself is faster.

    Parameters
    ----------
    model
        The regressor, untaught or taught; only its parameters are used. They can be searched
        under names such as `model__epsilon`.

    Examples
    --------
    >>> from sklearn.datasets import make_regression
    >>> from driftline.learners import PARegressor
    >>> X, y = make_regression(n_samples=500, n_features=3, random_state=0)
    >>> StreamRegressor(PARegressor(C=10.0)).fit(X, y).score(X, y) > 0.9
    True
    """

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything, then learn the rows once."""
        return self._learn(X, y, sample_weight, reset=True)

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn more rows."""
        return self._learn(X, y, sample_weight, reset=not hasattr(self, "model_"))

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the predicted number of each row."""
        rows = self._rows(X, reset=False)
        return np.asarray(self.model_.predict_many(rows))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = POOR_SCORE in self._hints()
        return tags

    def _learn(self, X: Any, y: Any, sample_weight: Any, reset: bool) -> Self:
        rows, targets = self._rows(X, y, reset=reset, y_numeric=True)
        weight = self._weights_of_rows(sample_weight, rows, reset=reset)
        model = self._untaught_model("predict_many") if reset else self.model_
        model.learn_many(rows, targets, weight)
        self.model_ = model
        return self
