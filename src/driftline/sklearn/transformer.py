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
        by_place = self.model_.outputs  # a column kept goes by its position
        kept = {i: names[out] for i, out in enumerate(by_place) if isinstance(out, int)}
        by_name = self._named(names).outputs
        if len(by_name) != len(by_place) or any(by_name[i] != name for i, name in kept.items()):
            # The model chooses columns, and by other names than these.
            by_name = [kept.get(i, out) for i, out in enumerate(by_place)]
        return np.array(by_name, dtype=object)

    def _named(self, names: list[str]) -> Any:
        """Return a copy of the model that knows its columns by name, not by position."""
        arrays, schema = self.model_._snapshot()
        named = self.model_.clone()
        columns = {"kind": "named", "names": names, "width": len(names)}
        named._restore(arrays, {**schema, "columns": columns})
        return named

    def _learn(self, X: Any, reset: bool) -> Self:
        rows = self._rows(X, reset=reset)
        model = self._untaught_model("transform_many") if reset else self.model_
        model.learn_many(rows)
        self.model_ = model
        return self

    def _takes_sparse_rows(self) -> bool:
        return False  # centring would fill every zero
