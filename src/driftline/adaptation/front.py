"""The Python half of every adaptation: its parts, its events, its state on file."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from driftline.detectors import FeatureMonitor
from driftline.state import Stateful

#: How many events a model keeps: the last ones.
MOST_EVENTS = 1000


class Adaptation(Stateful):
    """A learner and what is done about drift, as one model."""

    _public: ClassVar[type[Any]]  # the class that users know
    _parts: dict[str, Any]

    def __init_subclass__(cls) -> None:
        if Adaptation in cls.__bases__:
            cls._public = cls

    if TYPE_CHECKING:

        def _events(self) -> list[tuple[int, str, float, int]]: ...

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name; models among them are untaught."""
        return dict(self._parts)

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

    def _told(self, kind: str, estimate: float, rows: int) -> str:
        raise NotImplementedError

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        parts = dict(self._parts)
        places = [parts.pop(name) for name in ("learner", "detector") if name in parts]
        return tuple(places), parts

    @classmethod
    def _public_name(cls) -> str:
        return cls._public.__name__

    @classmethod
    def _made_of(cls, params: Mapping[str, Any]) -> Self:
        made: Self = cls._public(**params)  # another learner may make it another kind
        return made


def kind_for(learner: Any, kinds: Mapping[type, type], otherwise: type) -> type:
    """Return the class for a learner: a native one, or the one around objects of Python."""
    if isinstance(learner, type) or not all(
        callable(getattr(learner, verb, None)) for verb in ("learn_one", "predict_one")
    ):
        raise TypeError(f"learner must have learn_one and predict_one; got {learner!r}")
    return next((kind for native, kind in kinds.items() if isinstance(learner, native)), otherwise)


def told_rows(count: int) -> str:
    """Return a number of rows in words."""
    return "1 row" if count == 1 else f"{count:,} rows"


def require_detector(detector: Any, name: str = "detector") -> None:
    """Raise TypeError unless the object takes numbers and signals drift."""
    if isinstance(detector, FeatureMonitor):
        raise TypeError(f"{name} must take errors, one by one; got {detector!r}, which takes rows")
    if isinstance(detector, type) or not all(
        hasattr(detector, verb) for verb in ("update", "drift_detected")
    ):
        raise TypeError(f"{name} must have update and drift_detected; got {detector!r}")
