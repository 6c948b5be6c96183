"""A native classifier as a scikit-learn classifier."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin  # type: ignore[import-untyped]
from sklearn.utils import Tags  # type: ignore[import-untyped]
from sklearn.utils.multiclass import check_classification_targets  # type: ignore[import-untyped]

from driftline.compat.river import POOR_SCORE
from driftline.sklearn.stream_model import StreamModel


class StreamClassifier(ClassifierMixin, StreamModel):  # type: ignore[misc]
    """A driftline classifier for scikit-learn's pipelines, searches and scores.

    `fit` makes one pass over the rows, in their order. Labels that first appear in a later
    `partial_fit` are welcome: `classes_` grows. On a stream, the model itself is faster.

    Parameters
    ----------
    model
        The classifier, untaught or taught; only its parameters are used. They can be searched
        under names such as `model__regularization`.

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> from driftline.learners import AROW
    >>> X, y = make_blobs(random_state=0, centers=2, cluster_std=0.5)
    >>> StreamClassifier(AROW()).fit(X, y).score(X, y) > 0.9
    True
    """

    classes_: NDArray[Any]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything, then learn the rows once."""
        return self._learn(X, y, sample_weight, classes=None, reset=True)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn more rows. `classes` may announce labels that have not been seen yet."""
        return self._learn(X, y, sample_weight, classes, reset=not hasattr(self, "model_"))

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the label of each row."""
        rows = self._rows(X, reset=False)
        return self.classes_[self._columns(self.model_.predict_many(rows))]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each label, one column per entry of `classes_`."""
        rows = self._rows(X, reset=False)
        probabilities = np.zeros((rows.shape[0], len(self.classes_)))
        probabilities[:, self._columns(self.model_.labels)] = self.model_.predict_proba_many(rows)
        return probabilities

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = POOR_SCORE in self._hints()
        return tags

    def _learn(self, X: Any, y: Any, sample_weight: Any, classes: Any, reset: bool) -> Self:
        rows, labels = self._rows(X, y, reset=reset)
        check_classification_targets(labels)
        weight = self._weights_of_rows(sample_weight, rows, reset=reset)
        model = self._untaught_model("predict_proba_many") if reset else self.model_
        model.learn_many(rows, labels, weight)
        announced = [] if classes is None else [np.asarray(classes)]
        known = [] if reset else [self.classes_]
        self.classes_ = np.unique(np.concatenate([*known, *announced, labels]))
        self.model_ = model
        return self

    def _columns(self, labels: Any) -> NDArray[np.intp]:
        return np.searchsorted(self.classes_, np.asarray(labels, dtype=self.classes_.dtype))
