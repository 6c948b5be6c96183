"""Mondrian forest. The algorithm is core/driftline/trees/mondrian_tree.hpp."""

from collections.abc import Iterator
from typing import Any, ClassVar

from driftline import _core
from driftline.ensembles.front import Ensemble, counted, drawn, threads_of
from driftline.learners import MondrianTreeClassifier
from driftline.learners.front import ClassifierFront


class AMFClassifier(Ensemble, ClassifierFront, _core.AMFClassifier):
    """Aggregated Mondrian forest: trees split by chance, each an average over all its prunings.

    It learns from the first row on, there is next to nothing to tune, and it is hard to beat on
    streams that do not change. Nothing is forgotten: under drift wrap it in an adaptation, or take
    `ARFClassifier`. Columns should have about the same scale: put a `MinMaxScaler` in front.

    Its memory grows with the rows, up to `max_nodes` in each tree: with the default, 10 trees and
    20 columns of two labels at most 404 MB.

    Parameters
    ----------
    n_estimators
        How many trees there are. Every tree learns every row.
    step
        Weight of losses in the average over prunings (eta), above 0. 1 is best in theory.
    use_aggregation
        Average over all prunings of a tree; otherwise its leaves answer alone.
    dirichlet
        Added to the weight of each label in each node, above 0. For many labels one over their
        number is a good choice.
    split_pure
        Whether nodes that have met one label only are split by a row of that label.
    max_nodes
        Most nodes a tree may have; then it is split no more and goes on counting. None for no
        limit. A node takes 68 bytes, 16 for each column and 8 for each label.
    seed
        Other seeds, other trees. None draws one.
    threads
        How many threads share the trees of a batch; "all" for as many as the machine has. The
        answers are the same to the bit.

    Examples
    --------
    >>> from driftline import ensembles, sources
    >>> model = ensembles.AMFClassifier(seed=1)
    >>> right = total = 0
    >>> for batch in sources.SINE1(rows=2000, seed=1).batches():
    ...     found = model.predict_learn_many(batch.x, batch.y).to_pylist()
    ...     right += sum(a == b for a, b in zip(found, batch.y.to_pylist(), strict=True))
    ...     total += len(found)
    >>> right / total > 0.9
    True

    References
    ----------
    Mourtada, Gaïffas, Scornet. AMF: Aggregated Mondrian Forests for Online Learning. 2021.
    """

    _counted_by: ClassVar[str] = "n_estimators"

    def __init__(
        self,
        *,
        n_estimators: int = 10,
        step: float = 1.0,
        use_aggregation: bool = True,
        dirichlet: float = 0.5,
        split_pure: bool = False,
        max_nodes: int | None = 100_000,
        seed: int | None = None,
        threads: int | str = 1,
    ) -> None:
        seed = drawn(seed)
        of_trees: dict[str, Any] = {
            "step": step,
            "use_aggregation": use_aggregation,
            "dirichlet": dirichlet,
            "split_pure": split_pure,
            "max_nodes": max_nodes,
        }
        tree = MondrianTreeClassifier(**of_trees)
        members = counted("n_estimators", n_estimators)
        super().__init__(
            *(tree, members, seed, threads_of(threads), 0.0),
            *(False, "paper", None, None, None),
        )
        self._tree = tree
        self._parts = {
            "n_estimators": n_estimators,
            **{name: getattr(tree, name) for name in of_trees},
            "seed": seed,
            "threads": threads,
        }

    def _prototype(self) -> Any:
        return self._tree

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"n_estimators": 3, "seed": 1}
