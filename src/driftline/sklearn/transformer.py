"""A native transform as a scikit-learn transformer."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import OneToOneFeatureMixin, TransformerMixin  # type: ignore[import-untyped]

from driftline.sklearn.stream_model import StreamModel


class StreamTransformer(OneToOneFeatureMixin, TransformerMixin, StreamModel):  # type: ignore[misc]
    """A driftline transform for scikit-learn's pipelines.

    Parameters
    ----------
    model
        The transform, untaught or taught; only its parameters are used. It gives back as many
        features as it takes.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline.transforms import StandardScaler
    >>> StreamTransformer(StandardScaler()).fit_transform(np.array([[1.0], [3.0]]))
    array([[-1.],
           [ 1.]])
    """

    def fit(self, X: Any, y: Any = None) -> Self:
        """Forget everything, then learn the rows once."""
        return self._learn(X, reset=True)

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Learn more rows."""
        return self._learn(X, reset=not hasattr(self, "model_"))

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Return the rows as the transform sees them now; it learns nothing from them."""
        rows = self._rows(X, reset=False)
        return np.asarray(self.model_.transform_many(rows))

    def _learn(self, X: Any, reset: bool) -> Self:
        rows = self._rows(X, reset=reset)
        model = self._untaught_model("transform_many") if reset else self.model_
        model.learn_many(rows)
        self.model_ = model
        return self

    def _takes_sparse_rows(self) -> bool:
        return False  # centring would fill every zero
