"""What Mondrian trees of both kinds tell of themselves."""

from typing import TYPE_CHECKING, Any

import numpy as np


class MondrianShape:
    """Counts of nodes, and what columns are worth."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def columns(self) -> list[Any]: ...  # noqa: D102
        def _facts(self, what: str) -> list[float]: ...
        def _snapshot(self) -> Any: ...

    @property
    def n_nodes(self) -> int:
        """Tests and leaves."""
        return int(self._facts("shape")[0])

    @property
    def n_leaves(self) -> int:
        """Leaves."""
        return int(self._facts("shape")[1])

    @property
    def height(self) -> int:
        """Tests on the longest way from the root to a leaf."""
        return int(self._facts("shape")[2])

    @property
    def feature_importances(self) -> dict[Any, float]:
        """The share of each feature in the losses that the tests of the tree have saved.

        A test saves what the node above it has lost more than the two nodes below it. Where the
        tree does not count losses (`use_aggregation=False`), a test counts by its rows instead.
        """
        arrays, _ = self._snapshot()
        held = {name.removeprefix("model.nodes."): array for name, array in arrays.items()}
        held = {name.removeprefix("nodes."): array for name, array in held.items()}
        columns, left, right, weights, losses = (
            np.asarray(held[name])
            for name in ("columns", "left", "right", "weights", "log_weights")
        )
        at = np.flatnonzero(columns >= 0)
        saved = np.maximum(0.0, losses[left[at]] + losses[right[at]] - losses[at])
        won = saved if losses.any() else weights[at]
        raw = np.bincount(columns[at], won, len(self.columns))
        total = float(raw.sum())
        shares = raw / total if total > 0 else raw
        return dict(zip(self.columns, shares.tolist(), strict=True))
