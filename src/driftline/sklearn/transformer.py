"""A native transform as a scikit-learn transformer."""

import re
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import TransformerMixin  # type: ignore[import-untyped]
from sklearn.utils.validation import (  # type: ignore[import-untyped]
    _check_feature_names_in,
    check_is_fitted,
)

from driftline.sklearn.stream_model import StreamModel


class StreamTransformer(TransformerMixin, StreamModel):  # type: ignore[misc]
    """A driftline transform for scikit-learn's pipelines.

    Parameters
    ----------
    model
        The transform, untaught or taught; only its parameters are used. Columns go by their
        positions: `Select(0)`, not `Select("age")`.

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

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of what goes out, made of the names of what comes in."""
        check_is_fitted(self)
        names = [str(name) for name in _check_feature_names_in(self, input_features)]
        return np.array([_named(out, names) for out in self.model_.features_out], dtype=object)

    def _learn(self, X: Any, reset: bool) -> Self:
        rows = self._rows(X, reset=reset)
        model = self._untaught_model("transform_many") if reset else self.model_
        model.learn_many(rows)
        self.model_ = model
        return self

    def _takes_sparse_rows(self) -> bool:
        return False  # centring would fill every zero


def _named(out: Any, names: list[str]) -> str:
    """Name a feature that the model knows by position: 2, or `2_red`, which is made of it."""
    if isinstance(out, int):
        return names[out]
    made = re.fullmatch(r"(\d+)(_.*)", out, re.DOTALL)
    return names[int(made[1])] + made[2] if made and int(made[1]) < len(names) else out
