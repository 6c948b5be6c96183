"""The models that meet the checks of other libraries: every public class, and two chains."""

import inspect
from typing import Any

from oracles.every_model import POSITIONAL

from driftline import adaptation, learners, transforms

FOLDERS = (learners, adaptation, transforms)
CLASSES = [getattr(folder, name) for folder in FOLDERS for name in folder.__all__]


def made(cls: Any) -> Any:
    """Return a model with its defaults; what has no default is chosen as for River's tests."""
    if cls.__name__ in POSITIONAL:
        return POSITIONAL[cls.__name__]()
    (choice, *_) = cls._unit_test_params()
    parameters = inspect.signature(cls).parameters
    required = [name for name in choice if parameters[name].default is inspect.Parameter.empty]
    return cls(**{name: choice[name] for name in required})


def chains() -> list[Any]:
    """Return a chain that classifies and one that regresses."""
    return [
        transforms.StandardScaler() | learners.PAClassifier(),
        transforms.StandardScaler() | learners.PARegressor(),
    ]


def name_of(model: Any) -> str:
    """Return the class of a model, or the classes of the steps of a chain."""
    steps = getattr(model, "steps", {"": model}).values()
    return " | ".join(type(step).__name__ for step in steps)
