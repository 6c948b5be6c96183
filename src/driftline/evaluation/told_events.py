"""What a model tells of itself: its `events`, in the words of a report.

A model written by others may have an attribute of that name that is something else. An
evaluation that has run for hours must not fail over it, so what has another form is left out.
"""

from numbers import Integral
from typing import Any

from driftline.report import Event


def told_events(model: Any) -> tuple[Event, ...]:
    """Return the events of a model: those that are Events, or tuples of row, kind and detail."""
    told = getattr(model, "events", ())
    if not isinstance(told, list | tuple):
        return ()
    return tuple(event for event in map(_event, told) if event is not None)


def _event(told: Any) -> Event | None:
    match told:
        case Event():
            return told
        case (Integral() as row, str() as kind):
            return Event(int(row), kind)
        case (Integral() as row, str() as kind, str() as detail):
            return Event(int(row), kind, detail)
    return None
