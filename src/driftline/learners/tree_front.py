"""The Python half of trees: their shape."""

from typing import TYPE_CHECKING, Any

from driftline.learners.front import ClassifierFront


class TreeFront(ClassifierFront):
    """In front of a native tree that classifies."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def columns(self) -> list[Any]: ...  # noqa: D102
        def _facts(self, what: str) -> list[float]: ...

    @property
    def n_nodes(self) -> int:
        """Tests and leaves."""
        return int(self._facts("shape")[0])

    @property
    def n_leaves(self) -> int:
        """Leaves, those that observe and those that do not."""
        return int(self._facts("shape")[1])

    @property
    def n_active_leaves(self) -> int:
        """Leaves that observe attributes, and can be split."""
        return int(self._facts("shape")[2])

    @property
    def n_inactive_leaves(self) -> int:
        """Leaves that count labels only."""
        return self.n_leaves - self.n_active_leaves

    @property
    def height(self) -> int:
        """Tests on the longest way from the root to a leaf."""
        return int(self._facts("shape")[3])

    @property
    def feature_importances(self) -> dict[Any, float]:
        """The share of each feature in what the tests of the tree have won; sums to 1."""
        raw = self._facts("importances")
        total = sum(raw)
        names = self.columns[: len(raw)]
        return {
            name: value / total if total > 0 else 0.0
            for name, value in zip(names, raw, strict=True)
        }
