"""The trees and ensembles that are raced, and how each library spells them.

A tree by itself has grace 200 and delta 1e-7, one in a forest grace 50 and delta 0.01. The members
of leveraging bagging are plain trees. A forest's "share" is 60 % of the columns in each leaf;
"sqrt" is the rounded square root and one more in MOA, the square root in River. driftline follows
the one it is compared with: its preset says what else differs, as MOA's trees that split whatever
the share of one label is.
"""

from collections.abc import Callable, Iterable
from typing import Any

LEARNERS = {
    "tree": "Hoeffding tree",
    "arf_share": "adaptive random forest of 10, 60 % of the columns",
    "arf_sqrt": "adaptive random forest of 10, square root of the columns",
    "leveraging": "leveraging bagging of 10 trees",
    "bagging": "online bagging of 10 trees",
    "adwin_bagging": "ADWIN bagging of 10 trees",
    "boosting": "online boosting of 10 trees",
    "patches": "streaming random patches of 10 trees",
    "mondrian": "Mondrian forest of 10",
}
RACED = ("tree", "arf_share", "arf_sqrt", "leveraging")
"""Those whose speed is measured; accuracy is compared of all."""
MODELS = 10


def driftline(learner: str, seed: int, preset: str = "moa", **options: Any) -> Any:
    """Make driftline's model with the settings of MOA or of River."""
    # Imported here, so that peers can be measured alone.
    from driftline import ensembles, learners  # noqa: PLC0415

    tree = learners.HoeffdingTreeClassifier
    if learner == "tree":
        return tree(preset=preset, **options)
    if learner == "mondrian":
        return ensembles.AMFClassifier(n_estimators=MODELS, seed=seed, **options)
    plain = {"n_models": MODELS, "seed": seed} | options
    shared = plain | {"preset": preset}
    member = tree(preset=preset)
    make: dict[str, Callable[[], Any]] = {
        "leveraging": lambda: ensembles.LeveragingBaggingClassifier(member, **shared),
        "bagging": lambda: ensembles.BaggingClassifier(member, **plain),
        "adwin_bagging": lambda: ensembles.ADWINBaggingClassifier(member, **shared),
        "boosting": lambda: ensembles.AdaBoostClassifier(member, **shared),
        "patches": lambda: ensembles.SRPClassifier(
            tree(grace_period=50, delta=0.01, preset=preset), **shared
        ),
    }
    if learner in make:
        return make[learner]()
    root = "paper" if preset == "moa" else "sqrt"
    share = 0.6 if learner == "arf_share" else root
    return ensembles.ARFClassifier(max_features=share, **shared)


MOA = {
    "tree": ("trees.HoeffdingTree", "-g 200 -c 1.0E-7 -t 0.05"),
    "arf_share": (
        "meta.AdaptiveRandomForest",
        "-l (ARFHoeffdingTree -g 50 -c 0.01) -o (Percentage (M * (m / 100))) -m 60 -j 1",
    ),
    "arf_sqrt": (
        "meta.AdaptiveRandomForest",
        "-l (ARFHoeffdingTree -g 50 -c 0.01) -o (sqrt(M)+1) -m -1 -j 1",
    ),
    "leveraging": ("meta.LeveragingBag", ""),
    "bagging": ("meta.OzaBag", ""),
    "adwin_bagging": ("meta.OzaBagAdwin", ""),
    "boosting": ("meta.OzaBoost", ""),
    "patches": ("meta.StreamingRandomPatches", "-l (trees.HoeffdingTree -g 50 -c 0.01)"),
}
"""MOA's class under moa.classifiers, and its options, without the number of members; it has no
Mondrian forest."""


def river(learner: str, seed: int) -> Any:
    """Make River's model."""
    from river import ensemble, forest, tree  # noqa: PLC0415

    plain: dict[str, Any] = {"n_models": MODELS, "seed": seed}
    member = tree.HoeffdingTreeClassifier()
    make: dict[str, Callable[[], Any]] = {
        "tree": tree.HoeffdingTreeClassifier,
        "bagging": lambda: ensemble.BaggingClassifier(member, **plain),
        "adwin_bagging": lambda: ensemble.ADWINBaggingClassifier(member, **plain),
        "boosting": lambda: ensemble.AdaBoostClassifier(member, **plain),
        "patches": lambda: ensemble.SRPClassifier(**plain),
        "mondrian": lambda: forest.AMFClassifier(n_estimators=MODELS, seed=seed),
        "arf_share": lambda: forest.ARFClassifier(n_models=10, max_features=0.6, seed=seed),
        "arf_sqrt": lambda: forest.ARFClassifier(n_models=10, max_features="sqrt", seed=seed),
        "leveraging": lambda: ensemble.LeveragingBaggingClassifier(
            tree.HoeffdingTreeClassifier(), n_models=10, seed=seed
        ),
    }
    return make[learner]()


def nodes(model: Any) -> int | None:
    """Return the nodes of a tree, or of all members together; None where they are not known."""
    if hasattr(model, "n_nodes"):
        return int(model.n_nodes)
    members: Iterable[Any] | None = getattr(model, "members", None)
    members = getattr(model, "models", None) if members is None else members
    if members is None:
        return None
    counts = [nodes(getattr(member, "model", member)) for member in members]
    return None if None in counts else sum(count for count in counts if count is not None)
