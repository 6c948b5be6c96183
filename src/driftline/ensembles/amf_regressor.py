"""Mondrian forest for numbers. The algorithm is core/driftline/trees/mondrian_tree.hpp."""

from collections.abc import Iterator
from typing import Any, ClassVar

from driftline import _core
from driftline.ensembles.front import Ensemble, counted, drawn, threads_of
from driftline.learners import MondrianTreeRegressor
from driftline.learners.front import RegressorFront


class AMFRegressor(Ensemble, RegressorFront, _core.AMFRegressor):
    """Aggregated Mondrian forest for numbers: the mean of trees that are split by chance.

    It learns from the first row on. Nothing is forgotten: under drift wrap it in an adaptation.
    Columns should have about the same scale, and targets one of about 1: where they are large, give
    a smaller `step`, or the average over prunings follows every tree to its leaves.

    Its memory grows with the rows, up to `max_nodes` in each tree.

    Parameters
    ----------
    n_estimators
        How many trees there are. Every tree learns every row.
    step
        Weight of squared losses in the average over prunings (eta), above 0.
    use_aggregation
        Average over all prunings of a tree; otherwise its leaves answer alone.
    max_nodes
        Most nodes a tree may have; then it is split no more and goes on counting. None for no
        limit. A node takes 76 bytes and 16 for each column.
    seed
        Other seeds, other trees. None draws one.
    threads
        How many threads share the trees of a batch; "all" for as many as the machine has. The
        answers are the same to the bit.

    Examples
    --------
    >>> from driftline import ensembles
    >>> model = ensembles.AMFRegressor(seed=1)
    >>> model.learn_many([[0.1], [0.2], [0.8], [0.9]] * 9, [1.0, 1.0, 5.0, 5.0] * 9)
    >>> round(model.predict_one([0.15]), 1), round(model.predict_one([0.85]), 1)
    (1.0, 5.0)

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
        max_nodes: int | None = 100_000,
        seed: int | None = None,
        threads: int | str = 1,
    ) -> None:
        seed = drawn(seed)
        of_trees: dict[str, Any] = {
            "step": step,
            "use_aggregation": use_aggregation,
            "max_nodes": max_nodes,
        }
        tree = MondrianTreeRegressor(**of_trees)
        members = counted("n_estimators", n_estimators)
        super().__init__(tree, members, seed, threads_of(threads), 0.0)
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
