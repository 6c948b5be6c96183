"""Parameters of a model by scikit-learn's names: `C`, or `AROW__C` inside a chain.

A native constructor refuses a bad value at once, scikit-learn wants `set_params` to take anything
and `fit` to complain. So a refused choice is kept as a `Refusal`, which raises when it is fitted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from driftline.compat.parameters import flat_params, nested_params


@dataclass(frozen=True)
class Refusal:
    """A model that could not be made, in the place of the model until `fit`."""

    model: Any
    changes: dict[str, Any]
    error: Exception

    def clone(self) -> NoReturn:
        """Say what the constructor said."""
        raise self.error

    def _get_params(self) -> dict[str, Any]:
        return {**self.model._get_params(), **self.changes}


def with_params(model: Any, changes: Mapping[str, Any]) -> Any:
    """Return an untaught model with some parameters changed, or a `Refusal`."""
    known = flat_params(model)
    for name in changes:
        if name not in known:
            raise ValueError(
                f"Invalid parameter {name!r} for {model!r}. Valid parameters are: {sorted(known)!r}"
            )
    nested = nested_params(changes)
    if isinstance(model, Refusal):
        model, nested = model.model, model.changes | nested
    try:
        return model.clone(nested)
    except (TypeError, ValueError) as error:
        return Refusal(model, nested, error)
