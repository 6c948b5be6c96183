"""Mondrian tree for numbers. The algorithm is core/driftline/trees/mondrian_tree.hpp."""

from driftline import _core
from driftline.learners.front import RegressorFront
from driftline.learners.mondrian_front import MondrianShape


class MondrianTreeRegressor(MondrianShape, RegressorFront, _core.MondrianTreeRegressor):
    """Tree whose splits are drawn by chance where rows leave known ground, averaged over prunings.

    Nodes predict the mean of their targets. One tree is unsteady: take several, as
    `ensembles.AMFRegressor` does. Columns should have about the same scale, and targets one of
    about 1, as losses are weighed by `step`. A missing value is never a reason to split, and goes
    where more rows went.

    Parameters
    ----------
    step
        Weight of squared losses in the average over prunings (eta), above 0.
    use_aggregation
        Average over all prunings of the tree; otherwise its leaves answer alone.
    max_nodes
        Most nodes the tree may have; then it is split no more and goes on counting. None for no
        limit. A node takes 76 bytes and 16 for each column.
    seed
        Other seeds, other splits.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.MondrianTreeRegressor()
    >>> model.learn_many([[0.1], [0.2], [0.8], [0.9]] * 9, [1.0, 1.0, 5.0, 5.0] * 9)
    >>> round(model.predict_one([0.15]), 1), round(model.predict_one([0.85]), 1)
    (1.0, 5.0)

    References
    ----------
    Lakshminarayanan et al. Mondrian Forests: Efficient Online Random Forests. 2014.
    Mourtada, Gaïffas, Scornet. AMF: Aggregated Mondrian Forests for Online Learning. 2021.
    """

    def __init__(
        self,
        *,
        step: float = 1.0,
        use_aggregation: bool = True,
        max_nodes: int | None = 100_000,
        seed: int = 0,
    ) -> None:
        super().__init__(step, use_aggregation, max_nodes, seed)
