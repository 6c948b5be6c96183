"""Arguments as users write them, in the form the native constructors take."""

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
    return DrawnSeed(secrets.randbits(32)) if seed is None else seed
