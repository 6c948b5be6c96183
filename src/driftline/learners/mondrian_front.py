"""What Mondrian trees of both kinds tell of their shape."""

from typing import TYPE_CHECKING


class MondrianShape:
    """Counts of nodes."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _facts(self, what: str) -> list[float]: ...

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
