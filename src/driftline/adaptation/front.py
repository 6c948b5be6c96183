"""The Python half of every adaptation: its parts, its events, its state on file."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from driftline.learners.composite import Composite, require_learner

#: How many events a model keeps: the last ones.
MOST_EVENTS = 1000


class Adaptation(Composite):
    """A learner and what is done about drift, as one model."""

    if TYPE_CHECKING:

        def _events(self) -> list[tuple[int, str, float, int]]: ...
        def _told(self, kind: str, estimate: float, rows: int) -> str: ...

    @property
    def learner(self) -> Any:
        """The learner that is started with, untaught."""
        return self._parts["learner"]

    @property
    def events(self) -> list[tuple[int, str, str]]:
        """What was noticed and done: row, kind and a sentence, of the last 1,000 events.

        Rows are counted as they are learned, from 0; rows without a label do not count.
        """
        return [
            (row, kind, self._told(kind, estimate, rows))
            for row, kind, estimate, rows in self._events()
        ]

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        parts = dict(self._parts)
        places = [parts.pop(name) for name in ("learner", "detector") if name in parts]
        return tuple(places), parts


def kind_for(learner: Any, kinds: Mapping[type, type], otherwise: type) -> type:
    """Return the class for a learner: a native one, or the one around objects of Python."""
    require_learner(learner, "learner")
    return next((kind for native, kind in kinds.items() if isinstance(learner, native)), otherwise)


def told_rows(count: int) -> str:
    """Return a number of rows in words."""
    return "1 row" if count == 1 else f"{count:,} rows"
