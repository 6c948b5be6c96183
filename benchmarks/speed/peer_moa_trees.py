"""MOA's trees and ensembles in its own Java loop, and what they are made of."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import tree_models
from capymoa.base import MOAClassifier
from contest import Contestant
from peer_moa import STRICT, WARM_UP_ROWS, Jvm, java_loop, java_rows
from streams import Stream

DRIVEN = "CapyMOA, row by row"
DRIVEN_ROWS = 20_000


def make(
    schema: Any, learner: str, seed: int = 1, members: int = tree_models.MODELS
) -> MOAClassifier:
    """Make an untaught MOA model."""
    name, options = tree_models.MOA[learner]
    if learner != "tree":
        options += f" -s {members}"
    return MOAClassifier(Jvm(f"moa.classifiers.{name}")(), schema, options, random_seed=seed)


def nodes(model: MOAClassifier) -> int | None:
    """Return the nodes of a tree, or of all trees of an ensemble together."""
    members = _field(model.moa_learner, "ensemble")
    if members is None:
        return _tree_nodes(model.moa_learner)
    return sum(_tree_nodes(_field(member, "classifier") or member) for member in members)


def forest_bytes(model: MOAClassifier) -> int:
    """Return the bytes of all trees of an ensemble; needs the agent of `tree_memory`."""
    members = _field(model.moa_learner, "ensemble")
    return sum(int((_field(m, "classifier") or m).measureByteSize()) for m in members)


def _tree_nodes(tree: Any) -> int:
    for measured in tree.getModelMeasurements():
        if str(measured.getName()) == "tree size (nodes)":
            return int(measured.getValue())
    raise ValueError(f"{tree.getClass()} does not say how many nodes it has")


def _field(thing: Any, name: str) -> Any:
    """Return a field of a Java object that is not public; None if it has none of that name."""
    kind = thing.getClass()
    while kind is not None:
        for field in kind.getDeclaredFields():
            if str(field.getName()) == name:
                field.setAccessible(True)
                return field.get(thing)
        kind = kind.getSuperclass()
    return None


def contestants(stream: Stream, chosen: list[str], seed: int) -> Iterator[Contestant]:
    """Yield the Java loop and, for a tree, CapyMOA driven row by row."""
    schema, rows = java_rows(stream)
    for learner in chosen:
        is_tree = learner == "tree"
        yield Contestant(
            name=STRICT,
            learner=learner,
            is_scaled=False,
            rows=stream.rows,
            fresh=partial(make, schema, learner, seed),
            run=lambda model: (java_loop(rows, True, model), model),
            accuracy=lambda found: found[0],
            warm_up=min(20, 1 + WARM_UP_ROWS // stream.rows) if is_tree else 1,
        )
        if is_tree:
            yield Contestant(
                name=DRIVEN,
                learner=learner,
                is_scaled=False,
                rows=min(stream.rows, DRIVEN_ROWS),
                fresh=partial(make, schema, learner, seed),
                run=partial(_driven, rows, DRIVEN_ROWS),
                accuracy=lambda found: found[0],
            )


def _driven(rows: Any, most: int, model: MOAClassifier) -> tuple[float, MOAClassifier]:
    rows.restart()
    right = seen = 0
    while rows.hasMoreInstances() and seen < most:
        example = rows.nextInstance()
        right += bool(model.moa_learner.correctlyClassifies(example.getData()))
        model.moa_learner.trainOnInstance(example)
        seen += 1
    return right / seen, model
