"""Signatures of native functions, for those who ask `inspect.signature`.

River asks whether `learn_one` takes a weight, and so do help() and notebooks. nanobind writes
signatures down as text only, so they are parsed here, on demand: a call pays nothing.
"""

import ast
import inspect
import re
from typing import Any

from driftline import _core


def install() -> None:
    """Give native functions and methods a `__signature__`. Costs nothing twice."""
    method: Any = _core.Classifier.learn_many
    if not hasattr(method, "__signature__"):
        give: Any = _core._give_signature  # type: ignore[attr-defined]
        give(method, of_function)
        give(method.__get__(method), of_bound_method)


def of_function(function: Any) -> inspect.Signature:
    """Return the signature of a native function: its first, where it is overloaded."""
    text, _, values = function.__nb_signature__[0]
    # nanobind keeps default values apart and writes `\\0`, `\\1` in their place.
    header = re.sub(r"\\(\d+)", r"default_\1", text)
    try:
        definition = ast.parse(f"{header}: ...").body[0]
    except SyntaxError:  # a C++ type that Python has no word for
        raise AttributeError("__signature__") from None
    assert isinstance(definition, ast.FunctionDef)
    return inspect.Signature(_parameters(definition.args, values or ()))


def of_bound_method(method: Any) -> inspect.Signature:
    """Return the signature of a native method without its first parameter, `self`."""
    signature = of_function(method.__func__)
    return signature.replace(parameters=list(signature.parameters.values())[1:])


def _parameters(args: ast.arguments, values: tuple[Any, ...]) -> list[inspect.Parameter]:
    kinds = inspect.Parameter
    positional = [*args.posonlyargs, *args.args]
    required = len(positional) - len(args.defaults)
    parts = [
        *((arg, kinds.POSITIONAL_ONLY) for arg in args.posonlyargs),
        *((arg, kinds.POSITIONAL_OR_KEYWORD) for arg in args.args),
        *((arg, kinds.VAR_POSITIONAL) for arg in [args.vararg] if arg),
        *((arg, kinds.KEYWORD_ONLY) for arg in args.kwonlyargs),
        *((arg, kinds.VAR_KEYWORD) for arg in [args.kwarg] if arg),
    ]
    defaults = dict(zip(args.kwonlyargs, args.kw_defaults, strict=True))
    defaults |= dict(zip(positional[required:], args.defaults, strict=True))
    return [kinds(arg.arg, kind, default=_value(defaults.get(arg), values)) for arg, kind in parts]


def _value(default: ast.expr | None, values: tuple[Any, ...]) -> Any:
    if default is None:
        return inspect.Parameter.empty
    if isinstance(default, ast.Name) and default.id.startswith("default_"):
        return values[int(default.id.removeprefix("default_"))]
    return ast.literal_eval(default)
