"""Labels from a tree. The rule: core/driftline/sources/random_tree.hpp."""

from driftline import _core
from driftline.sources.generators.generator import Generator, derived_seed


class RandomTree(Generator):
    """Labels from a decision tree drawn at random over numbers and categories.

    Made for tree learners; `truth` gives the whole tree.

    Parameters
    ----------
    n_classes
        Number of classes.
    n_num_features
        How many numbers.
    n_cat_features
        How many categories.
    n_categories_per_feature
        Values of each category.
    max_tree_depth
        No leaf lies deeper.
    first_leaf_level
        No leaf lies higher.
    fraction_leaves_per_level
        Share of leaves among the nodes between.
    seed_tree
        What the tree is drawn from; None takes `seed`.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.RandomTree(seed=7, rows=3)
    >>> [y for x, y in stream] == [stream.label_of(x) for x, y in stream]
    True

    References
    ----------
    Domingos, Hulten. Mining High-Speed Data Streams. 2000.
    """

    def __init__(
        self,
        *,
        n_classes: int = 2,
        n_num_features: int = 5,
        n_cat_features: int = 5,
        n_categories_per_feature: int = 5,
        max_tree_depth: int = 5,
        first_leaf_level: int = 3,
        fraction_leaves_per_level: float = 0.15,
        seed_tree: int | None = None,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        seed, seed_tree = derived_seed("seed_tree", seed, seed_tree)
        super().__init__(
            _core.Generator.random_tree,
            n_classes=n_classes,
            n_num_features=n_num_features,
            n_cat_features=n_cat_features,
            n_categories_per_feature=n_categories_per_feature,
            max_tree_depth=max_tree_depth,
            first_leaf_level=first_leaf_level,
            fraction_leaves_per_level=fraction_leaves_per_level,
            seed_tree=seed_tree,
            seed=seed,
            rows=rows,
        )
