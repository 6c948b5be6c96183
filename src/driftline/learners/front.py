"""The Python half of every learner: its state on file, and what other libraries ask of it."""

from driftline.compat.river import RiverClassifier, RiverRegressor
from driftline.state import Stateful


class ClassifierFront(Stateful, RiverClassifier):
    """In front of a native classifier."""

    __slots__ = ()


class RegressorFront(Stateful, RiverRegressor):
    """In front of a native regressor."""

    __slots__ = ()
