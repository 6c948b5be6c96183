"""FIMT-DD. The algorithm is core/driftline/trees/fimtdd_regressor.hpp."""

from collections.abc import Iterable
from typing import Any, Literal

from driftline import _core
from driftline.learners.tree_front import RegressionTreeFront
from driftline.transforms.arguments import drawn, listed


class FIMTDDRegressor(RegressionTreeFront, _core.FIMTDDRegressor):
    """Regression tree with linear models in its leaves that replaces what a drift has made wrong.

    Every test watches the errors of the rows that pass it. Where they rise a new tree grows beside
    it, and takes its place once its errors are smaller. The single tree for numbers under drift.
    The watch of a node, 72 bytes, comes on top of `max_bytes`.

    Parameters
    ----------
    grace_period
        Weight that a leaf learns between two looks for a split.
    max_depth
        Tests on the longest way from the root to a leaf; None for any number.
    split_criterion
        What a split is to make smaller: the "variance" of the target, or its "deviation".
    delta
        Chance to take the wrong attribute for the best. The lower, the later are splits.
    tau
        Below this bound two attributes count as equally good, and the leaf is split.
    leaf_prediction
        What leaves answer: the "mean" of their targets, the answer of a linear "model", or
        "adaptive", the one of these whose errors are smaller of late.
    model_selector_decay
        How fast "adaptive" forgets errors: each is worth this much of the next one.
    learning_rate
        First step of the linear models, on standardised numbers.
    learning_rate_decay
        How fast their steps get shorter: the rate is divided by 1 + this times the weight learned.
    nominal_attributes
        Columns whose numbers are names, not quantities; by position where rows have no names.
    max_categories
        Values known of each nominal column; later ones count as missing. It bounds the memory.
    splitter
        How leaves tell values of a number apart: each for itself ("exhaustive"), or by bins of one
        width ("quantizer").
    max_bins
        Values or bins kept of each attribute in each leaf, at most. When there are more, neighbours
        are joined so that all hold about the same weight.
    radius
        Width of the bins of "quantizer".
    min_samples_split
        Weight that each branch of a split must hold.
    binary_split
        Whether a nominal attribute may only be split in two: one value and the rest.
    max_bytes
        Limit of the tree's nodes and statistics, at least 16,384; None for no limit. Near it, the
        leaves that promise least stop observing attributes. Watches of nodes do not count.
    memory_estimate_period
        Rows between two rankings of leaves, by which those that promise more are taken up again.
    stop_mem_management
        Whether the tree stops growing for good when it meets its limit.
    max_features
        Attributes that a leaf looks at, drawn when its first row comes: a number, a share, "sqrt"
        or "paper", the root and one; None for all. Linear models see all of them.
    seed
        Seed of the draws of attributes. None draws one.
    drift_alpha
        Rise of the error, in three deviations of the target, that a test does not mind.
    drift_threshold
        Sum of greater rises that is an alarm (lambda in the paper).
    alternate_fading
        How fast the errors of a node and of the tree beside it are forgotten.
    alternate_check_period
        Rows between two comparisons of these (T_min in the paper).
    alternate_patience
        Rows after which a tree that has not won is given up.

    Examples
    --------
    >>> from driftline import learners, sources
    >>> model = learners.FIMTDDRegressor()
    >>> for batch in sources.Friedman(rows=5000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.n_nodes > 1
    True

    References
    ----------
    Ikonomovska, Gama, Dzeroski. Learning Model Trees from Evolving Data Streams. 2011.
    """

    def __init__(
        self,
        *,
        grace_period: float = 200,
        max_depth: int | None = None,
        split_criterion: Literal["variance", "deviation"] = "deviation",
        delta: float = 1e-7,
        tau: float = 0.05,
        leaf_prediction: Literal["mean", "model", "adaptive"] = "model",
        model_selector_decay: float = 0.95,
        learning_rate: float = 0.02,
        learning_rate_decay: float = 0.001,
        nominal_attributes: Iterable[Any] | None = None,
        max_categories: int = 1000,
        splitter: Literal["exhaustive", "quantizer"] = "exhaustive",
        max_bins: int = 128,
        radius: float = 0.25,
        min_samples_split: float = 5,
        binary_split: bool = False,
        max_bytes: int | None = 100 * 2**20,
        memory_estimate_period: int = 1_000_000,
        stop_mem_management: bool = False,
        max_features: float | str | None = None,
        seed: int | None = 0,
        drift_alpha: float = 0.005,
        drift_threshold: float = 50,
        alternate_fading: float = 0.995,
        alternate_check_period: int = 150,
        alternate_patience: int = 1500,
    ) -> None:
        super().__init__(
            grace_period,
            max_depth,
            split_criterion,
            delta,
            tau,
            leaf_prediction,
            model_selector_decay,
            learning_rate,
            learning_rate_decay,
            listed(nominal_attributes),
            max_categories,
            splitter,
            max_bins,
            radius,
            min_samples_split,
            binary_split,
            max_bytes,
            memory_estimate_period,
            stop_mem_management,
            max_features,
            drawn(seed),
            drift_alpha,
            drift_threshold,
            alternate_fading,
            alternate_check_period,
            alternate_patience,
        )

    @property
    def n_alternate_trees(self) -> int:
        """Trees that stand beside a node now."""
        return int(self._facts("alternates")[0])

    @property
    def n_started_alternate_trees(self) -> int:
        """Trees that were started, those that stand or are gone."""
        return int(self._facts("alternates")[1])

    @property
    def n_switch_alternate_trees(self) -> int:
        """Trees that have taken the place of a node."""
        return int(self._facts("alternates")[2])

    @property
    def n_pruned_alternate_trees(self) -> int:
        """Trees that were given up."""
        return int(self._facts("alternates")[3])
