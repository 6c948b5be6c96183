"""Experiments of papers, run again: one folder for each paper."""

import importlib
from typing import Any

#: What can be run, and of which paper it is.
EXPERIMENTS = {
    "forests": "Hoeffding trees, online bagging and adaptive random forests",
    "unlearning": "Forgetting single examples of a linear learner when drift asks for it",
}

__all__ = ["EXPERIMENTS", "experiment"]


def experiment(name: str) -> Any:
    """Return the module of an experiment; it has `run`.

    Examples
    --------
    >>> from driftline import reproduce
    >>> reproduce.experiment("unlearning").__name__
    'driftline.reproduce.unlearning'
    """
    if name not in EXPERIMENTS:
        raise ValueError(f"no experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
    return importlib.import_module(f"driftline.reproduce.{name}")
