"""A generator from a text such as `SEA(variant=1)`. Nothing in it is ever run."""

import ast
import inspect
from typing import Any

from driftline import sources
from driftline.sources.errors import unknown
from driftline.stream import Stream


def generators() -> dict[str, type[Stream]]:
    """Return the classes of `driftline.sources` that are streams, by name."""
    found = {name: getattr(sources, name) for name in sources.__all__}
    return {
        name: kind
        for name, kind in found.items()
        if isinstance(kind, type) and issubclass(kind, Stream)
    }


def parsed(text: str) -> tuple[type[Stream], dict[str, Any]]:
    """Return the class and the parameters that a text names, or raise ValueError."""
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is not of the form SEA or SEA(variant=1)") from error
    call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
    if not isinstance(call.func, ast.Name) or call.args:
        raise ValueError(f"{text!r} is not of the form SEA or SEA(variant=1)")
    known = generators()
    if call.func.id not in known:
        raise ValueError(unknown("generator", call.func.id, known))
    params = {}
    for keyword in call.keywords:
        if keyword.arg is None:
            raise ValueError(f"{text!r} is not of the form SEA or SEA(variant=1)")
        params[keyword.arg] = _value(keyword.arg, keyword.value)
    return known[call.func.id], params


def parameter(text: str) -> tuple[str, Any]:
    """Return name and value of `name=value`; what is no Python value is a text."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise ValueError(f"{text!r} is not of the form name=value")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return name, value


def made(kind: type[Stream], params: dict[str, Any]) -> Stream:
    """Return the generator, or raise ValueError for a parameter it does not have."""
    known = inspect.signature(kind).parameters
    for name in params:
        if name not in known:
            raise ValueError(f"{kind.__name__}: {unknown('parameter', name, known)}")
    try:
        return kind(**params)
    except TypeError as error:
        raise ValueError(f"{kind.__name__}: {error}") from error


def accepts(kind: type[Stream], name: str) -> bool:
    """Whether a generator has a parameter of this name."""
    return name in inspect.signature(kind).parameters


def _value(name: str, node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError as error:
        raise ValueError(f"{name}: {ast.unparse(node)!r} is no plain value") from error
