"""Arguments as users write them, in the form the native constructors take."""

import secrets
from collections.abc import Sequence


def listed(names: str | Sequence[object]) -> tuple[str, ...]:
    """Return names of columns as a tuple; one name may stand alone."""
    return (names,) if isinstance(names, str) else tuple(str(name) for name in names)


def drawn(seed: int | None) -> int:
    """Return the seed; without one, one is drawn here, so that it shows among the parameters."""
    return secrets.randbits(32) if seed is None else seed
