"""The file format: safetensors for the arrays, one JSON text for everything else.

A file is data. Loading looks a class up by name among driftline's own, calls its constructor with
the stored parameters, and fills in the arrays; whatever does not fit raises `StateError`. Equal
models give equal bytes.
"""

import importlib
import json
import os
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from driftline.state.earlier import brought_up
from driftline.stream.draws import DrawnSeed

if TYPE_CHECKING:
    from driftline.state.stateful import Stateful

#: Raised when an older driftline could no longer read what this one writes. Files of earlier
#: formats go through `earlier.brought_up`.
FORMAT = 2

_KEY = "driftline"


class StateError(ValueError):
    """A model file that cannot be read, or a model that cannot be written."""


def save(model: "Stateful", path: str | PathLike[str]) -> None:
    """Write a model to a file. A crash half-way leaves the older file as it was."""
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as out:
            out.write(dumps(model))
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def load(path: str | PathLike[str]) -> Any:
    """Read a model of any class from a file.

    Examples
    --------
    >>> import tempfile, pathlib, driftline
    >>> from driftline import learners
    >>> model = learners.AROW(regularization=2.0)
    >>> model.learn_one({"price": 2.5}, "buy")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     model.save(pathlib.Path(folder) / "model.safetensors")
    ...     driftline.load(pathlib.Path(folder) / "model.safetensors") == model
    True
    """
    return loads(Path(path).read_bytes())


def dumps(model: "Stateful") -> bytes:
    """Return a model as the bytes of a file."""
    return _written(model, keeps_drawn=True)


def likeness(model: Any) -> bytes:
    """Return what `dumps` does, but for seeds that were drawn: the same for models made alike."""
    return _written(model, keeps_drawn=False)


def _written(model: "Stateful", *, keeps_drawn: bool) -> bytes:
    from safetensors.numpy import save as pack  # noqa: PLC0415 - not needed to learn

    arrays, schema = model._pack()
    described = _describe(model, keeps_drawn=keeps_drawn)
    header = {"format": FORMAT, "model": described, "schema": plain(schema)}
    try:
        text = json.dumps(header, sort_keys=True, separators=(",", ":"))
    except ValueError as error:  # an int of more digits than Python writes
        raise StateError(f"a name or label cannot be saved: {error}") from error
    return bytes(pack(arrays, metadata={_KEY: text}))


def loads(data: bytes) -> Any:
    """Return the model that `dumps` gave these bytes for."""
    from safetensors import SafetensorError  # noqa: PLC0415 - not needed to learn
    from safetensors.numpy import load as unpack  # noqa: PLC0415

    try:
        arrays = unpack(data)
        length = int.from_bytes(data[:8], "little")
        text = json.loads(data[8 : 8 + length])["__metadata__"][_KEY]
        header = json.loads(text)
        _check_format(header)
        model = _build(header["model"])
        model._unpack(brought_up(arrays, header["format"]), lively(header["schema"]))
    except StateError:
        raise
    except (
        *(SafetensorError, KeyError, TypeError, ValueError, IndexError, AttributeError),
        *(RecursionError, OverflowError, RuntimeError),
    ) as error:
        raise StateError(f"no driftline model file, or a damaged one: {error}") from error
    return model


def _check_format(header: dict[str, Any]) -> None:
    stored = header["format"]
    if isinstance(stored, int) and stored > FORMAT:
        raise StateError(
            f"the file has format {stored}, this driftline reads formats up to {FORMAT}: "
            "it was written by a newer driftline, please upgrade"
        )
    if type(stored) is not int or stored < 1:
        raise StateError(f"the file has format {stored!r}, which no driftline has written")


def _describe(value: Any, *, keeps_drawn: bool = True) -> Any:
    """Return a model as its class and constructor arguments; anything else as plain JSON.

    A seed that nobody chose is None unless it is kept.
    """
    if isinstance(value, DrawnSeed):
        return int(value) if keeps_drawn else None
    if not hasattr(value, "_arguments"):
        return plain(value)
    args, kwargs = value._arguments()
    return {
        "class": value._public_name(),
        "args": [_describe(arg, keeps_drawn=keeps_drawn) for arg in args],
        "params": {name: _describe(arg, keeps_drawn=keeps_drawn) for name, arg in kwargs.items()},
    }


def _build(described: Any) -> Any:
    if not isinstance(described, dict) or "tuple" in described:
        return lively(described)
    cls = _public_class(described["class"])
    args = [_build(arg) for arg in described["args"]]
    params = {name: _build(arg) for name, arg in described["params"].items()}
    return cls(*args, **params)


def _public_class(name: str) -> Any:
    """Find a class by name among the lists that are the registry of all models."""
    for folder in ("learners", "ensembles", "adaptation", "transforms", "samplers", "detectors"):
        module = importlib.import_module(f"driftline.{folder}")
        if name in module.__all__:
            return getattr(module, name)
    raise StateError(f"the file holds a {name!r}, which this driftline does not have")


def plain(value: Any) -> Any:
    """Return names and labels as JSON; a tuple is marked, since JSON knows lists only."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return {"tuple": [plain(entry) for entry in value]}
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    raise StateError(
        f"{value!r} is a {type(value).__name__}: names and labels can be saved if they are str, "
        "int, float, bool or tuples of these"
    )


def lively(value: Any) -> Any:
    """Return what `plain` made JSON of."""
    if isinstance(value, dict):
        if set(value) == {"tuple"}:
            return tuple(lively(entry) for entry in value["tuple"])
        return {key: lively(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [lively(entry) for entry in value]
    return value
