"""Arguments as users write them, in the form the native constructors take."""

import operator
import secrets
from collections.abc import Iterable

from driftline.stream.draws import DrawnSeed


def listed(names: Iterable[object] | None) -> tuple[str, ...]:
    """Return names as a tuple; one name may stand alone, and None is no names."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(str(name) for name in names)


def drawn(seed: int | None) -> int:
    """Return the seed; without one, one is drawn here, so that it shows among the parameters."""
    if isinstance(seed, DrawnSeed):
        return seed
    return DrawnSeed(secrets.randbits(32)) if seed is None else whole("seed", seed)


def whole(name: str, number: int) -> int:
    """Return a whole number as an int; TypeError under its own name if it is none.

    Examples
    --------
    >>> whole("seed", 1.5)
    Traceback (most recent call last):
    TypeError: seed must be a whole number, not 1.5
    """
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {number!r}") from None
