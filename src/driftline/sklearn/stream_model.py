"""What the three façades share: one native model inside, one pass over the rows.

`model` is the untaught pattern and is never taught; `model_` is its taught clone. scikit-learn
counts features and refuses another width, whereas the native model would let named features come
and go; it reads frames by position. Missing values (NaN) stay welcome, infinite ones do not.
"""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator  # type: ignore[import-untyped]
from sklearn.utils import Tags, check_array  # type: ignore[import-untyped]
from sklearn.utils.validation import (  # type: ignore[import-untyped]
    check_is_fitted,
    validate_data,
)

from driftline.compat.parameters import flat_params
from driftline.compat.river import POSITIVE_INPUT
from driftline.sklearn.parameters import with_params


class StreamModel(BaseEstimator):  # type: ignore[misc]
    """A native model with the parts of scikit-learn's protocol that know nothing of targets."""

    model_: Any
    n_features_in_: int

    def __init__(self, model: Any) -> None:
        self.model = model

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the model and, if deep, its own parameters as `model__name`."""
        params: dict[str, Any] = {"model": self.model}
        if deep:
            params |= {f"model__{name}": v for name, v in flat_params(self.model).items()}
        return params

    def set_params(self, **params: Any) -> Self:
        """Replace the model, or change its parameters; values are judged by `fit`."""
        changes = {n: params.pop(n) for n in list(params) if n.startswith("model__")}
        super().set_params(**params)
        if changes:
            own = {name.removeprefix("model__"): value for name, value in changes.items()}
            self.model = with_params(self.model, own)
        return self

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = self._takes_sparse_rows()
        tags.input_tags.positive_only = POSITIVE_INPUT in self._hints()
        return tags

    def _hints(self) -> set[str]:
        hints: set[str] = getattr(self.model, "_tags", set())
        return hints

    def _takes_sparse_rows(self) -> bool:
        params = flat_params(self.model)
        return not any(n.endswith("covariance") and v == "full" for n, v in params.items())

    def _untaught_model(self, verb: str) -> Any:
        if not hasattr(self.model, "clone"):
            raise TypeError(f"model: {self.model!r} is not a model of driftline")
        model = self.model.clone()
        if not hasattr(model, verb):
            raise TypeError(f"model: {model!r} has no {verb}, which {type(self).__name__} needs")
        return model

    def _rows(self, X: Any, y: Any = "no_validation", *, reset: bool, **checks: Any) -> Any:
        """Return X, or X and y, as arrays that the native model reads as they are."""
        accept = "csr" if self._takes_sparse_rows() else False
        if not reset:
            check_is_fitted(self)
        return validate_data(
            self,
            X,
            y,
            reset=reset,
            accept_sparse=accept,
            dtype=[np.float64, np.float32],
            ensure_all_finite="allow-nan",
            **checks,
        )

    def _weights_of_rows(self, sample_weight: Any, X: Any, *, reset: bool) -> Any:
        if sample_weight is None:
            return None
        weight = check_array(
            sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
        )
        if weight.shape != (X.shape[0],):
            raise ValueError(f"sample_weight has shape {weight.shape}, not ({X.shape[0]},)")
        if reset and not weight.any():
            raise ValueError("sample_weight: all weights are zero, so there is nothing to learn")
        return weight
