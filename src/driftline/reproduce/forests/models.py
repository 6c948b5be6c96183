"""The models: what the paper compares, by the names its tables have here."""

from collections.abc import Callable
from typing import Any

from driftline import ensembles, learners
from driftline.detectors import ADWIN

NO_CHANGE, TREE = "no change", "Hoeffding tree"
BAGGING, LEVERAGING = "online bagging", "leveraging bagging"
FOREST, RESET = "adaptive random forest", "forest that only resets"
#: Compared on every stream.
MODELS = (
    NO_CHANGE,
    TREE,
    "adaptive tree",
    BAGGING,
    "ADWIN bagging",
    LEVERAGING,
    FOREST,
)
#: A small grid around the forest's defaults; what is not named stays as it is.
GRID: dict[str, dict[str, Any]] = {
    "defaults": {},
    "60 % of columns": {"max_features": 0.6},
    "90 % of columns": {"max_features": 0.9},
    "rate 3": {"lambda_value": 3},
    "rate 12": {"lambda_value": 12},
    "grace 25": {"grace_period": 25},
    "grace 100": {"grace_period": 100},
    "cautious detectors": {
        "warning_detector": {"delta": 0.0001},
        "drift_detector": {"delta": 0.00001},
    },
}


def model(name: str, seed: int, members: int, options: dict[str, Any] | None = None) -> Any:
    """Make an untaught model; `options` are those of its trees, or of the forest.

    Detectors of the forest are dicts.
    """
    shared: dict[str, Any] = {"n_models": members, "seed": seed}
    own = options or {}
    make: dict[str, Callable[[], Any]] = {
        NO_CHANGE: learners.NoChangeClassifier,
        TREE: lambda: tree(**own),
        "adaptive tree": lambda: learners.HoeffdingAdaptiveTreeClassifier(seed=seed, **own),
        BAGGING: lambda: ensembles.BaggingClassifier(tree(**own), **shared),
        "ADWIN bagging": lambda: ensembles.ADWINBaggingClassifier(tree(**own), **shared),
        LEVERAGING: lambda: ensembles.LeveragingBaggingClassifier(tree(**own), **shared),
        FOREST: lambda: _forest(shared, own),
        RESET: lambda: ensembles.ARFClassifier(**shared, warning_detector=None),
    }
    return make[name]()


def tree(**options: Any) -> Any:
    """Make an untaught Hoeffding tree."""
    return learners.HoeffdingTreeClassifier(**options)


def _forest(shared: dict[str, Any], options: dict[str, Any]) -> Any:
    given: dict[str, Any] = {
        name: ADWIN(**value) if name.endswith("_detector") else value
        for name, value in options.items()
    }
    return ensembles.ARFClassifier(**shared, **given)
