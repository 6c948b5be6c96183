"""What goes wrong with a source, told with the place where it went wrong."""

import difflib
from collections.abc import Iterable


class SourceError(ValueError):
    """A source cannot give its rows. The message names file, line and column, and what to do."""


def place(
    name: str, *, line: int | None = None, row: int | None = None, column: object = None
) -> str:
    """Return the beginning of a message: where it is."""
    parts = [name]
    if line is not None:
        parts.append(f"line {line:,}")
    if row is not None:
        parts.append(f"row {row:,}")
    if column is not None:
        parts.append(f"column {column!r}")
    return ", ".join(parts)


def unknown(what: str, found: str, known: Iterable[str]) -> str:
    """Return the end of a message about a name that is not there, with the nearest that are."""
    names = list(known)
    lowered = {name.lower(): name for name in names}
    near = difflib.get_close_matches(found.lower(), lowered, n=3, cutoff=0.5)
    if near:
        hint = "did you mean " + " or ".join(repr(lowered[name]) for name in near) + "?"
    else:
        shown = ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
        hint = f"there are: {shown or 'none at all'}"
    return f"no {what} {found!r}; {hint}"
