"""Mondrian tree. The algorithm is core/driftline/trees/mondrian_tree.hpp."""

from driftline import _core
from driftline.learners.front import ClassifierFront
from driftline.learners.mondrian_front import MondrianShape


class MondrianTreeClassifier(MondrianShape, ClassifierFront, _core.MondrianTreeClassifier):
    """Tree whose splits are drawn by chance where rows leave known ground, averaged over prunings.

    It learns from the first row on and has no grace period. One tree is unsteady: take several, as
    `ensembles.AMFClassifier` does. Columns should have about the same scale, as a column is split
    in proportion to the room its values take. A missing value is never a reason to split, and goes
    where more rows went.

    Parameters
    ----------
    step
        Weight of losses in the average over prunings (eta), above 0. 1 is best in theory.
    use_aggregation
        Average over all prunings of the tree; otherwise its leaves answer alone.
    dirichlet
        Added to the weight of each label in each node, above 0. For many labels one over their
        number is a good choice.
    split_pure
        Whether nodes that have met one label only are split by a row of that label.
    max_nodes
        Most nodes the tree may have; then it is split no more and goes on counting. None for no
        limit. A node takes 68 bytes, 16 for each column and 8 for each label.
    seed
        Other seeds, other splits.

    Examples
    --------
    >>> from driftline import learners, sources
    >>> model = learners.MondrianTreeClassifier()
    >>> for batch in sources.SINE1(rows=1000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.n_leaves > 10
    True

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
        dirichlet: float = 0.5,
        split_pure: bool = False,
        max_nodes: int | None = 100_000,
        seed: int = 0,
    ) -> None:
        super().__init__(step, use_aggregation, dirichlet, split_pure, max_nodes, seed)
