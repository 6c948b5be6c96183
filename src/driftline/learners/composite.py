"""Models made of models: one public class, and a kind of it for each kind of part."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from driftline.detectors import FeatureMonitor
from driftline.state import Stateful


class Composite(Stateful):
    """What users know as one class, whatever it is made of.

    A family of such models derives from this, its public classes from the family, and the kinds
    of a class from the class.
    """

    _public: ClassVar[type[Any]]  # the class that users know
    _parts: dict[str, Any]  # constructor parameters by name; models among them are untaught

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if any(Composite in family.__bases__ for family in cls.__bases__):
            cls._public = cls

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name; models among them are untaught."""
        return dict(self._parts)

    @classmethod
    def _public_name(cls) -> str:
        return cls._public.__name__

    @classmethod
    def _made_of(cls, params: Mapping[str, Any]) -> Self:
        made: Self = cls._public(**params)  # another learner may make it another kind
        return made


def require_learner(learner: Any, name: str) -> None:
    """Raise TypeError unless the object learns and predicts."""
    if isinstance(learner, type) or not all(
        callable(getattr(learner, verb, None)) for verb in ("learn_one", "predict_one")
    ):
        raise TypeError(f"{name} must have learn_one and predict_one; got {learner!r}")


def require_detector(detector: Any, name: str = "detector") -> None:
    """Raise TypeError unless the object takes numbers and signals drift."""
    if isinstance(detector, FeatureMonitor):
        raise TypeError(f"{name} must take errors, one by one; got {detector!r}, which takes rows")
    if isinstance(detector, type) or not all(
        hasattr(detector, verb) for verb in ("update", "drift_detected")
    ):
        raise TypeError(f"{name} must have update and drift_detected; got {detector!r}")


def has_risen(detector: Any) -> bool:
    """Tell whether there is a drift to more errors; detectors of others do not tell which way."""
    return bool(detector.drift_detected) and bool(getattr(detector, "_has_risen", True))
