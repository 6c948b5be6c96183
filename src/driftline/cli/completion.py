"""Names that the shell completes: data sets, generators, models."""

import re
from collections.abc import Iterable

from driftline import specs


def source_names(incomplete: str) -> list[str]:
    """Return data sets and generators that begin so; with none of them the shell offers files."""
    return [name for name in specs.streams() if name.startswith(incomplete)]


def model_names(incomplete: str) -> list[str]:
    """Return the text with its last name completed, as in `StandardScaler() | AR`."""
    return _completed(incomplete, specs.models())


def detector_names(incomplete: str) -> list[str]:
    """Return detectors that begin so."""
    return _completed(incomplete, specs.detectors())


def all_names(incomplete: str) -> list[str]:
    """Return everything that `driftline models` explains."""
    known = {**specs.models(), **specs.detectors(), **specs.streams()}
    return [name for name in known if name.startswith(incomplete)]


def _completed(incomplete: str, known: Iterable[str]) -> list[str]:
    begun = re.search(r"\w*\Z", incomplete)
    last = begun[0] if begun else ""
    front = incomplete[: len(incomplete) - len(last)]
    return [f"{front}{name}" for name in known if name.startswith(last)]
