"""From the tree of a text to the object it names, with errors that say which name is wrong."""

import inspect
import operator
from collections.abc import Callable, Mapping
from typing import Any

from driftline.sources.errors import SourceError, unknown
from driftline.specs.fitting import misfit
from driftline.specs.syntax import Call, Joined

Known = Mapping[str, Callable[..., Any]]

_JOINS = {"|": operator.or_, "+": operator.add}


def built(tree: Any, known: Known, what: str) -> Any:
    """Return what a tree names among `known`; `what` is how errors call such a thing."""
    if isinstance(tree, Call):
        return _called(tree, known, what)
    if isinstance(tree, Joined):
        return _joined(built(tree.left, known, what), tree.sign, built(tree.right, known, what))
    if isinstance(tree, list | tuple):
        return type(tree)(built(entry, known, what) for entry in tree)
    if isinstance(tree, dict):
        return {key: built(entry, known, what) for key, entry in tree.items()}
    return tree


def seeded(tree: Any, known: Known, seed: int) -> Any:
    """Return the tree with a seed for every part that takes one and names none, each its own."""
    return _Seeds(known, seed).into(tree)


class _Seeds:
    def __init__(self, known: Known, first: int) -> None:
        self._known, self._next = known, first

    def into(self, tree: Any) -> Any:
        if isinstance(tree, Call):
            return self._call(tree)
        if isinstance(tree, Joined):
            return Joined(self.into(tree.left), tree.sign, self.into(tree.right))
        if isinstance(tree, list | tuple):
            return type(tree)(self.into(entry) for entry in tree)
        return tree

    def _call(self, call: Call) -> Call:
        params = dict(call.params)
        make = self._known.get(call.name)
        if make is not None and "seed" in inspect.signature(make).parameters:
            params.setdefault("seed", self._next)
            self._next += 1
        args = tuple(self.into(arg) for arg in call.args)
        return Call(call.name, args, {name: self.into(value) for name, value in params.items()})


def _called(call: Call, known: Known, what: str) -> Any:
    if call.name not in known:
        raise ValueError(unknown(what, call.name, known))
    make = known[call.name]
    signature = inspect.signature(make)
    _check_names(call, signature)
    args = built(call.args, known, what)
    params = {name: built(value, known, what) for name, value in call.params.items()}
    try:
        bound = signature.bind(*args, **params)
    except TypeError as error:
        raise ValueError(f"{call.name}: {error}{_by_name(call, signature)}") from None
    try:
        return make(*args, **params)
    except SourceError:
        raise  # a data set that is not there, told by itself
    except MemoryError:
        raise ValueError(f"{call.name}: it needs more memory than there is") from None
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise ValueError(f"{call.name}: {misfit(bound) or _told(error)}") from error


def _told(error: Exception) -> str:
    """Return the first line; that of the binding speaks of C++ and helps nobody."""
    line, *_ = str(error).splitlines() or [type(error).__name__]
    return "a value does not fit its parameter" if "incompatible function" in line else line


def _check_names(call: Call, signature: inspect.Signature) -> None:
    known = {name: p for name, p in signature.parameters.items() if p.kind != p.VAR_POSITIONAL}
    for name in call.params:
        if name not in known:
            raise ValueError(f"{call.name}: {unknown('parameter', name, known)}")


def _by_name(call: Call, signature: inspect.Signature) -> str:
    named = [p.name for p in signature.parameters.values() if p.kind == p.KEYWORD_ONLY]
    return f"; parameters go by name, as {call.name}({named[0]}=...)" if call.args and named else ""


def _joined(left: Any, sign: str, right: Any) -> Any:
    try:
        return _JOINS[sign](left, right)
    except TypeError as error:
        told = str(error)
        if told.startswith("unsupported operand"):
            told = f"{left!r} and {right!r} cannot be joined by {sign}"
        raise ValueError(f"{told}; only transforms may stand before a {sign}") from error
    except AttributeError as error:  # a stream, and behind it what is no stage
        raise ValueError(f"{right!r} cannot stand behind {left!r} {sign}") from error
