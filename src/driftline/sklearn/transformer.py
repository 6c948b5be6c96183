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
        The transform, untaught or taught; only its parameters are used. Columns go by their
        positions, `Select(0)`, and scikit-learn's checks let numbers through only.

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
        """Return the names of what is put out, made of the names of what came in."""
        names = [str(name) for name in super().get_feature_names_out(input_features)]
        arrays, schema = self.model_._snapshot()
        named = self.model_.clone()  # the model itself knows its columns by position
        columns = {"kind": "named", "names": names, "width": len(names)}
        named._restore(arrays, {**schema, "columns": columns})
        outputs = named.outputs
        if len(outputs) != len(self.model_.outputs):  # it chooses columns by their position
            chosen = self.model_.outputs
            outputs = [names[out] if isinstance(out, int) else out for out in chosen]
        return np.array([str(name) for name in outputs], dtype=object)

    def _learn(self, X: Any, reset: bool) -> Self:
        rows = self._rows(X, reset=reset)
        model = self._untaught_model("transform_many") if reset else self.model_
        model.learn_many(rows)
        self.model_ = model
        return self

    def _takes_sparse_rows(self) -> bool:
        return False  # centring would fill every zero
