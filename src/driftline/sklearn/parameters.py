"""Parameters of a model by scikit-learn's names: `C`, or `AROW__C` inside a chain.

A native constructor refuses a bad value at once, scikit-learn wants `set_params` to take anything
and `fit` to complain. So a refused choice is kept as a `Refusal`, which raises when it is fitted.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


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


def flat_params(model: Any) -> dict[str, Any]:
    """Return all parameters of a model, those of nested models under `outer__inner`."""
    return dict(_flat(model._get_params())) if hasattr(model, "_get_params") else {}


def with_params(model: Any, changes: Mapping[str, Any]) -> Any:
    """Return an untaught model with some parameters changed, or a `Refusal`."""
    known = flat_params(model)
    for name in changes:
        if name not in known:
            raise ValueError(
                f"Invalid parameter {name!r} for {model!r}. Valid parameters are: {sorted(known)!r}"
            )
    nested = _nested(changes)
    if isinstance(model, Refusal):
        model, nested = model.model, model.changes | nested
    try:
        return model.clone(nested)
    except (TypeError, ValueError) as error:
        return Refusal(model, nested, error)


def _flat(params: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in params.items():
        # River's spelling: a nested model is (class, parameters), a step of a chain its parameters.
        inner = value[1] if _is_description(value) else value
        if isinstance(inner, dict):
            yield from ((f"{name}__{key}", each) for key, each in _flat(inner))
        else:
            yield name, value


def _is_description(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], dict)


def _nested(changes: Mapping[str, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    inner: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for name, value in changes.items():
        head, _, tail = name.partition("__")
        if tail:
            inner[head][tail] = value
        else:
            nested[head] = value
    return nested | {head: _nested(tails) for head, tails in inner.items()}
