"""The Python half of trees: their shape, and their nodes to be read."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from driftline.learners.front import ClassifierFront, RegressorFront
from driftline.learners.tree_nodes import TreeNode, conditions, read_nodes


class ReadableTree:
    """What all trees tell of themselves."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def columns(self) -> list[Any]: ...  # noqa: D102
        def _facts(self, what: str) -> list[float]: ...
        def _snapshot(self) -> Any: ...

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        """Parameters under which a few rows make a tree."""
        yield {"grace_period": 5, "delta": 0.1, "tau": 0.5}

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
        """Leaves that observe none any more, for want of memory."""
        return self.n_leaves - self.n_active_leaves

    @property
    def height(self) -> int:
        """Tests on the longest way from the root to a leaf."""
        return int(self._facts("shape")[3])

    @property
    def tree_memory(self) -> int:
        """Bytes of nodes and statistics at most: what `max_bytes` limits."""
        return int(self._facts("bytes")[0])

    @property
    def feature_importances(self) -> dict[Any, float]:
        """The share of each feature in what the tests of the tree have won; no test wins less."""
        raw = [max(0.0, won) for won in self._facts("importances")]
        total = sum(raw)
        names = self.columns[: len(raw)]
        return {
            name: value / total if total > 0 else 0.0
            for name, value in zip(names, raw, strict=True)
        }

    def walk(self) -> Iterator[TreeNode]:
        """Give each node before those below it, branch by branch."""
        nodes = read_nodes(*self._snapshot())
        todo = [0]
        while todo:
            node = nodes[todo.pop()]
            yield node
            todo.extend(reversed(node.children))

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as nested dicts, ready for JSON where features and labels are."""
        nodes = read_nodes(*self._snapshot())
        made: dict[int, dict[str, Any]] = {}
        for node in reversed(nodes):
            made[node.number] = _as_dict(node, made)
        return made[0]

    def rules(self) -> str:
        """Return a line for each leaf: what leads to it, and its majority or mean.

        Of several bounds of a feature the tightest is told. A missing value goes the way of most
        rows, whatever a line says of its feature.
        """
        paths: dict[int, tuple[tuple[TreeNode, int], ...]] = {0: ()}
        lines = []
        for node in self.walk():
            for branch, child in enumerate(node.children):
                paths[child] = (*paths[node.number], (node, branch))
            if node.kind == "leaf":
                test = " and ".join(conditions(paths[node.number])) or "always"
                lines.append(f"{test}: {node.heading} ({node.weight:g})")
        return "\n".join(lines)


class TreeFront(ReadableTree, ClassifierFront):
    """In front of a native tree that classifies."""

    __slots__ = ()


class RegressionTreeFront(ReadableTree, RegressorFront):
    """In front of a native tree that predicts numbers."""

    __slots__ = ()


def _as_dict(node: TreeNode, below: dict[int, dict[str, Any]]) -> dict[str, Any]:
    if node.kind == "leaf":
        known: dict[str, Any] = {"labels": dict(node.labels)}
        if node.mean is not None:
            known = {"mean": node.mean, "deviation": node.deviation}
        return {"weight": node.weight, **known, "is_active": node.is_active}
    return {
        "feature": node.feature,
        "kind": node.kind,
        "threshold": node.threshold,
        "values": list(node.values),
        "otherwise": node.otherwise,
        "weight": node.weight,
        "merit": node.merit,
        "children": [below[child] for child in node.children],
    }
