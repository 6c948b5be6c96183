"""Which value of a refused call does not fit, told from the annotations of its signature."""

import inspect
from collections.abc import Sequence
from types import UnionType
from typing import Any, Literal, get_args, get_origin

_WORDS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    type(None): "None",
}


def misfit(bound: inspect.BoundArguments) -> str | None:
    """Return what is wrong with the first value that its annotation refuses, if one does."""
    for name, value in bound.arguments.items():
        wanted = bound.signature.parameters[name].annotation
        if not _fits(value, wanted):
            return f"{name} must be {_shown(wanted)}, not {value!r}"
    return None


def _fits(value: Any, wanted: Any) -> bool:
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return value in inner
    if origin is UnionType:
        return any(_fits(value, one) for one in inner)
    if origin is Sequence:
        return isinstance(value, list | tuple) and all(_fits(entry, inner[0]) for entry in value)
    if wanted is Any:  # a type, but not one to ask isinstance about
        return True
    if wanted in (int, float):
        return isinstance(value, int | wanted) and not isinstance(value, bool)
    return origin is not None or not isinstance(wanted, type) or isinstance(value, wanted)


def _shown(wanted: Any) -> str:
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return "one of " + ", ".join(map(repr, inner))
    if origin is UnionType:
        return " or ".join(_shown(one) for one in inner)
    if origin is Sequence:
        return f"a list, each entry {_shown(inner[0])}"
    return _WORDS.get(wanted) or f"a {getattr(wanted, '__name__', wanted)}"
