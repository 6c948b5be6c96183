"""Items as text for a file, and back: the text is data, and reading it runs nothing.

It is JSON, in which a tuple and a row are marked, since JSON knows only lists and names that
are text.
"""

import json
from typing import Any

import numpy as np

from driftline.state import StateError


def written(items: list[Any]) -> bytes:
    """Return items as text. StateError names the first that cannot be saved."""
    try:
        return json.dumps([_plain(item) for item in items], separators=(",", ":")).encode()
    except ValueError as error:
        if isinstance(error, StateError):
            raise
        raise StateError(f"an item cannot be saved: {error}") from error


def read(text: bytes) -> list[Any]:
    """Return the items that `written` gave this text for."""
    items = json.loads(text)
    if not isinstance(items, list):
        raise StateError("the items of the sampler are no list")
    return [_lively(item) for item in items]


def same(some: list[Any], others: list[Any]) -> bool:
    """Tell whether two lists of items are alike; NaN is like NaN."""
    if len(some) != len(others):
        return False
    try:
        if some == others:
            return True
        return written(some) == written(others)
    except (StateError, ValueError):  # items that cannot be saved, or that will not compare
        return False


def _plain(item: Any) -> Any:
    if isinstance(item, np.generic):
        item = item.item()
    if item is None or type(item) in (bool, int, float, str):
        return item
    if type(item) is list:
        return [_plain(entry) for entry in item]
    if type(item) is tuple:
        return {"tuple": [_plain(entry) for entry in item]}
    if type(item) is dict:
        return {"row": [[_plain(name), _plain(value)] for name, value in item.items()]}
    raise StateError(
        f"{item!r} is a {type(item).__name__}: items can be saved if they are numbers, text, "
        "bools, None, or tuples, lists and rows of these"
    )


def _lively(item: Any) -> Any:
    if isinstance(item, list):
        return [_lively(entry) for entry in item]
    if not isinstance(item, dict):
        return item
    ((mark, entries),) = item.items()
    if mark == "tuple":
        return tuple(_lively(entry) for entry in entries)
    if mark == "row":
        return {_lively(name): _lively(value) for name, value in entries}
    raise StateError(f"the items of the sampler hold {mark!r}, which no driftline has written")
