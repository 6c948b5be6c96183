"""Models as commands take them: a text, or a file with one that has learned already."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from driftline import _core, specs, state
from driftline.cli.completion import model_names
from driftline.stream import Facts

#: What is learned with where nobody says otherwise.
USUAL = {"classification": "AROW()", "regression": "PARegressor()"}
#: What is tested where nobody says otherwise, by name.
CONTENDERS = {
    "classification": {
        "GaussianNB": "GaussianNB()",
        "AROW": "AROW()",
        "PA-I": "PAClassifier(C=0.01)",
        "SGD": "SGDClassifier(eta0=0.05)",
    },
    "regression": {
        "PA-I": "PARegressor(C=0.01)",
        "SGD": "SGDRegressor()",
        "LMS": "LMS()",
    },
}

ModelOption = typer.Option(
    "--model",
    metavar="TEXT",
    help="A model, such as 'StandardScaler() | AROW(regularization=0.1)', or a saved one; "
    "driftline models lists them.",
    autocompletion=model_names,
)
OneModel = Annotated[str | None, ModelOption]
SeveralModels = Annotated[list[str] | None, ModelOption]


def opened(text: str, seed: int = 0) -> Any:
    """Return the learner that a text names or a file holds; the seed is for what names none."""
    is_file = re.search(r"\.safetensors\Z", text)
    model = loaded(text) if is_file else specs.model(text, seed=seed)
    if task_of(model) is None:
        raise ValueError(f"{model!r} only transforms; put a learner behind it, as {text} | AROW()")
    return model


def loaded(path: str) -> Any:
    """Return the model that a file holds."""
    if not Path(path).is_file():
        raise ValueError(f"{path}: there is no such model file")
    try:
        return state.load(path)
    except state.StateError as error:
        raise ValueError(f"{path}: {error}") from error


def task_of(model: Any) -> str | None:
    """Return what kind of target a model takes; None for transforms."""
    kinds = {"classification": _core.Classifier, "regression": _core.Regressor}
    return next((task for task, kind in kinds.items() if isinstance(model, kind)), None)


def check_task(model: Any, name: str, task: str | None) -> None:
    """Raise unless the target of a stream is of the kind that the model takes."""
    wanted = task_of(model)
    if task != wanted:
        has = "labels" if task == "classification" else "numbers"
        raise ValueError(f"{model!r} is for {wanted}, and the target of {name} holds {has}")


def with_front(learner: str, facts: Facts) -> str:
    """Return the text of a learner behind the transforms that the columns of a stream need."""
    chosen = [part for part in _front(facts.features) if part]
    if not chosen:
        return learner
    joined = chosen[0] if len(chosen) == 1 else " + ".join(f"({part})" for part in chosen)
    return f"{joined} | {learner}"


def _front(features: Mapping[str, str]) -> Iterator[str]:
    """Give a chain for each kind of column; names are told only where the kind alone cannot."""
    kinds = set(features.values())
    apart = [name for name, kind in features.items() if kind in ("time", "text")]
    others = f"Discard({_listed(apart)}) | " if apart else ""
    for kind, cells, chain in (
        ("numeric", "number", "StandardScaler()"),
        ("nominal", "text", "OneHotEncoder()"),
    ):
        if kind in kinds:
            yield chain if len(kinds) == 1 else f"{others}SelectType({cells!r}) | {chain}"
    for kind, chain in (("time", "DateParts() | StandardScaler()"), ("text", "BagOfWords()")):
        named = [name for name in apart if features[name] == kind]
        if named:
            yield f"Select({_listed(named)}) | {chain}"


def _listed(names: list[str]) -> str:
    return ", ".join(map(repr, names))
