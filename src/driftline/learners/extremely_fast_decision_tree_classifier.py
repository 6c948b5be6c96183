"""The extremely fast decision tree.

The algorithm is core/driftline/trees/extremely_fast_decision_tree_classifier.hpp.
"""

from collections.abc import Iterable
from typing import Any, Literal

from driftline import _core
from driftline.learners.tree_front import TreeFront
from driftline.transforms.arguments import drawn, listed


class ExtremelyFastDecisionTreeClassifier(TreeFront, _core.ExtremelyFastDecisionTreeClassifier):
    """Decision tree that splits early and changes its mind.

    A leaf is split as soon as some split is better than none, and tests are looked at again: one
    that another attribute would beat makes way for it, with all below. It learns in fewer rows than
    a Hoeffding tree, and costs more time, as every node on the way of a row learns it.

    Parameters
    ----------
    grace_period
        Weight that a leaf learns between two looks for a split.
    max_depth
        Tests on the longest way from the root to a leaf; None for any number.
    split_criterion
        "info_gain", "gini" or "hellinger"; the last one does not mind rare labels.
    delta
        Chance to take the wrong attribute for the best. The lower, the later are splits.
    tau
        Below this bound two attributes count as equally good, and the leaf is split.
    leaf_prediction
        How leaves vote: "mc" by majority, "nb" by naive Bayes, "nba" by the one of these that has
        been right more often in the leaf.
    nb_threshold
        Weight from which on naive Bayes may vote in a leaf.
    nominal_attributes
        Columns whose numbers are names, not quantities; by position where rows have no names.
    max_categories
        Values known of each nominal column; later ones count as missing. It bounds the memory.
    splitter
        What leaves keep of a number: "gaussian", a normal distribution for each label; counts in
        bins that end at the first values ("histogram"), have one width ("quantizer"), or hold one
        value each ("exhaustive"). The first is the quickest and takes the least memory.
    n_splits
        Points at which "gaussian" tries an attribute.
    n_bins
        Bins of "histogram".
    max_bins
        Bins that "quantizer" and "exhaustive" make at most.
    radius
        Width of the bins of "quantizer".
    binary_split
        Whether a nominal attribute may only be split in two: one value and the rest.
    min_branch_fraction
        At least two branches must hold more than this part of the weight.
    max_share_to_split
        A leaf in which one label has more than this share is not split. None is what the preset
        has: 0.99 for "river", no such limit for "moa".
    max_bytes
        Limit of the tree's nodes and statistics, at least 16,384; None for no limit. Near it, the
        leaves that promise least stop observing attributes.
    memory_estimate_period
        Rows between two rankings of leaves, by which those that promise more are taken up again.
    stop_mem_management
        Whether the tree stops growing for good when it meets its limit.
    remove_poor_attrs
        Whether leaves drop attributes that are worse than the best by more than the bound.
    merit_preprune
        Whether a leaf stops observing once `tau` would split it and no attribute can.
    max_features
        Attributes that a leaf looks at, drawn when its first row comes: a number, a share, "sqrt"
        or "paper", the root and one; None for all.
    preset
        Whose tree it is where two well known ones differ. "river" bounds merits by the labels a
        leaf has met, "moa" by all labels up to the last of them, has no `max_share_to_split`,
        and a `min_samples_reevaluate` of 2000 in place of 20.
    seed
        Seed of the draws of attributes. None draws one.
    min_samples_reevaluate
        Weight that a test learns between two looks at it. None is what the preset has: 20 for
        "river", 2000 for "moa".

    Examples
    --------
    >>> from driftline import learners, sources
    >>> model = learners.ExtremelyFastDecisionTreeClassifier()
    >>> for batch in sources.SEA(rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.n_nodes > 1
    True

    References
    ----------
    Manapragada, Webb, Salehi. Extremely Fast Decision Tree. 2018.
    """

    def __init__(
        self,
        *,
        grace_period: float = 200,
        max_depth: int | None = None,
        split_criterion: Literal["info_gain", "gini", "hellinger"] = "info_gain",
        delta: float = 1e-7,
        tau: float = 0.05,
        leaf_prediction: Literal["mc", "nb", "nba"] = "nba",
        nb_threshold: float = 0,
        nominal_attributes: Iterable[Any] | None = None,
        max_categories: int = 1000,
        splitter: Literal["gaussian", "histogram", "quantizer", "exhaustive"] = "gaussian",
        n_splits: int = 10,
        n_bins: int = 10,
        max_bins: int = 1000,
        radius: float = 0.25,
        binary_split: bool = False,
        min_branch_fraction: float = 0.01,
        max_share_to_split: float | None = None,
        max_bytes: int | None = 100 * 2**20,
        memory_estimate_period: int = 1_000_000,
        stop_mem_management: bool = False,
        remove_poor_attrs: bool = False,
        merit_preprune: bool = True,
        max_features: float | str | None = None,
        preset: Literal["river", "moa"] = "river",
        seed: int | None = 0,
        min_samples_reevaluate: float | None = None,
    ) -> None:
        super().__init__(
            grace_period,
            max_depth,
            split_criterion,
            delta,
            tau,
            leaf_prediction,
            nb_threshold,
            listed(nominal_attributes),
            max_categories,
            splitter,
            n_splits,
            n_bins,
            max_bins,
            radius,
            binary_split,
            min_branch_fraction,
            max_share_to_split,
            max_bytes,
            memory_estimate_period,
            stop_mem_management,
            remove_poor_attrs,
            merit_preprune,
            max_features,
            preset,
            drawn(seed),
            min_samples_reevaluate,
        )
