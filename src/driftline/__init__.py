"""Learning from data streams that change."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from driftline import (
        adaptation,
        detectors,
        ensembles,
        evaluation,
        learners,
        metrics,
        report,
        reproduce,
        samplers,
        sklearn,
        sources,
        specs,
        state,
        stream,
        transforms,
    )
    from driftline.state import load

__all__ = [
    "adaptation",
    "detectors",
    "ensembles",
    "evaluation",
    "learners",
    "load",
    "metrics",
    "report",
    "reproduce",
    "samplers",
    "sklearn",
    "sources",
    "specs",
    "state",
    "stream",
    "transforms",
]


def __getattr__(name: str) -> Any:
    # Lazy, so that importing the package costs next to nothing.
    if name == "load":
        return importlib.import_module("driftline.state").load
    if name == "__version__":  # read from a file: once
        globals()[name] = importlib.import_module("importlib.metadata").version("driftline")
        return globals()[name]
    if name in __all__:
        return importlib.import_module(f"driftline.{name}")
    raise AttributeError(f"module 'driftline' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
