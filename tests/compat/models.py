"""The models that meet the checks of other libraries: every public class, and two chains."""

import inspect
from typing import Any

from oracles.every_model import POSITIONAL

from driftline import adaptation, ensembles, learners, transforms

FOLDERS = (learners, ensembles, adaptation, transforms)
CLASSES = [getattr(folder, name) for folder in FOLDERS for name in folder.__all__]


def made(cls: Any) -> Any:
    """Return a model with its defaults; what has none is chosen as for River's tests.

    So is the seed: an ensemble without one would be another on each run.
    """
    if cls.__name__ in POSITIONAL:
        return POSITIONAL[cls.__name__]()
    (choice, *_) = cls._unit_test_params()
    parameters = inspect.signature(cls).parameters
    required = {name for name in choice if parameters[name].default is inspect.Parameter.empty}
    return cls(**{name: choice[name] for name in choice if name in required | {"seed"}})


def chains() -> list[Any]:
    """Return a chain that classifies and one that regresses."""
    return [
        transforms.StandardScaler() | learners.PAClassifier(),
        transforms.StandardScaler() | learners.PARegressor(),
    ]


def name_of(model: Any) -> str:
    """Return the public class of a model, or those of the steps of a chain."""
    steps = getattr(model, "steps", {"": model}).values()
    return " | ".join(step._public_name() for step in steps)
