"""Parameters of a model under one name each: `C`, or `AROW__C` inside a chain."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any


def flat_params(model: Any) -> dict[str, Any]:
    """Return all parameters of a model, those of nested models under `outer__inner`.

    Examples
    --------
    >>> from driftline import learners, transforms
    >>> flat_params(transforms.StandardScaler() | learners.Perceptron())
    {'StandardScaler__with_std': True, 'Perceptron__fit_intercept': True}
    """
    return dict(_flat(model._get_params())) if hasattr(model, "_get_params") else {}


def nested_params(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return flat changes as `clone` takes them.

    Examples
    --------
    >>> nested_params({"AROW__C": 2.0, "AROW__fit_intercept": False})
    {'AROW': {'C': 2.0, 'fit_intercept': False}}
    """
    nested: dict[str, Any] = {}
    inner: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for name, value in changes.items():
        head, _, tail = name.partition("__")
        if tail:
            inner[head][tail] = value
        else:
            nested[head] = value
    return nested | {head: nested_params(tails) for head, tails in inner.items()}


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
