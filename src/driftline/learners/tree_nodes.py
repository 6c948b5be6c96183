"""The nodes of a tree as plain values, read from its state."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["leaf", "at_most", "value", "each_value"]
KINDS: tuple[Kind, ...] = ("leaf", "at_most", "value", "each_value")


@dataclass(frozen=True)
class TreeNode:
    """A test or a leaf.

    Attributes
    ----------
    number
        Its place in the tree, level by level; the root is 0.
    depth
        Tests above it.
    kind
        "leaf"; "at_most", a test of `feature <= threshold`; "value", of one value of a nominal
        feature; "each_value", with a branch for each.
    feature
        The name of the column it tests, None for a leaf.
    threshold
        Of "at_most".
    values
        Of a nominal feature: the one set apart, or those of the branches.
    children
        Numbers of the nodes below, branch by branch. The first one is where the test holds.
    otherwise
        The branch that a missing or unknown value takes.
    weight
        Learned when it was split; of a leaf, by now.
    merit
        Of the split, None for a leaf.
    labels
        Weight of each label in a leaf.
    mean
        Of the targets of a leaf, where the tree predicts numbers.
    deviation
        Of the same.
    is_active
        Whether a leaf observes attributes.
    """

    number: int
    depth: int
    kind: Kind
    feature: Any = None
    threshold: float | None = None
    values: tuple[Any, ...] = ()
    children: tuple[int, ...] = ()
    otherwise: int = 0
    weight: float = 0.0
    merit: float | None = None
    labels: Mapping[Any, float] = field(default_factory=dict)
    mean: float | None = None
    deviation: float | None = None
    is_active: bool = True

    @property
    def majority(self) -> Any:
        """The heaviest label of a leaf, None where there is none."""
        return max(self.labels, key=lambda label: self.labels[label], default=None)

    @property
    def outcome(self) -> Any:
        """What stands in a leaf: its majority, or its mean in few digits."""
        return self.majority if self.mean is None else f"{self.mean:.6g}"

    @property
    def heading(self) -> str:
        """What it asks, or what stands in it, in one line."""
        return in_one_line(self.outcome if self.kind == "leaf" else self.feature)

    def condition(self, branch: int) -> str:
        """Say in words what leads to a branch, in one line."""
        feature = in_one_line(self.feature)
        if self.kind == "at_most":
            return f"{feature} {'<=' if branch == 0 else '>'} {self.threshold:g}"
        sign = "!=" if self.kind == "value" and branch == 1 else "="
        value = self.values[0 if self.kind == "value" else branch]
        return f"{feature} {sign} {in_one_line(value)}"


def in_one_line(value: Any) -> str:
    r"""Return a name or a label as text, with signs that cannot be printed as Python writes them.

    Examples
    --------
    >>> print(in_one_line("two\nlines"))
    two\nlines
    """
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(value))


def conditions(path: Sequence[tuple[TreeNode, int]]) -> list[str]:
    """Say what leads along a path of tests and branches; of bounds on one side, the tightest."""
    tightest: dict[Any, tuple[float, str]] = {}
    for test, branch in path:
        text = test.condition(branch)
        if test.threshold is None:
            tightest[text] = (0.0, text)
            continue
        side, bound = (test.feature, branch), test.threshold * (1 if branch == 0 else -1)
        if side not in tightest or bound < tightest[side][0]:
            tightest[side] = (bound, text)
    return [text for _, text in tightest.values()]


def read_nodes(arrays: Mapping[str, Any], schema: Mapping[str, Any]) -> list[TreeNode]:
    """Return the nodes of a tree, level by level, from what its file holds."""
    held = {name.removeprefix("model."): array for name, array in arrays.items()}
    tree = {name.removeprefix("tree."): array for name, array in held.items()}
    names = list(schema["columns"]["names"]) if schema["columns"]["names"] else None
    values = _categories(held)
    has_numbers = "leaf_numbers" in tree
    leaves = _number_leaves(tree) if has_numbers else _leaves(tree, schema["labels"])
    branch_values = iter(tree["branch_values"])
    depths = [0]
    nodes: list[TreeNode] = []
    for number, (branches, kind) in enumerate(zip(tree["branches"], tree["kinds"], strict=True)):
        facts = next(leaves) if tree["has_statistics"][number] else {}
        if branches == 0:
            nodes.append(TreeNode(number, depths[number], "leaf", **facts))
            continue
        column = int(tree["columns"][number])
        threshold = float(tree["thresholds"][number])
        tested: tuple[Any, ...] = ()
        if KINDS[kind] == "value":
            tested = (values[column][int(threshold)],)
        elif KINDS[kind] == "each_value":
            tested = tuple(values[column][int(next(branch_values))] for _ in range(branches))
        nodes.append(
            TreeNode(
                number,
                depths[number],
                KINDS[kind],
                feature=column if names is None else names[column],
                threshold=threshold if KINDS[kind] == "at_most" else None,
                values=tested,
                children=tuple(range(len(depths), len(depths) + int(branches))),
                otherwise=int(tree["heaviest"][number]),
                weight=float(tree["weights"][number]),
                merit=float(tree["merits"][number]),
            )
        )
        depths += [depths[number] + 1] * int(branches)
    return nodes


def _categories(arrays: Mapping[str, Any]) -> dict[int, list[Any]]:
    """Return the values of each nominal column, by their places."""
    held = {name.removeprefix("attributes.categories."): array for name, array in arrays.items()}
    out: dict[int, list[Any]] = defaultdict(list)
    start = 0
    for i, column in enumerate(held["columns"]):
        end = int(held["texts.ends"][i])
        text = bytes(held["texts"][start:end]).decode("utf-8", "replace")
        out[int(column)].append(text if held["are_texts"][i] else float(held["numbers"][i]))
        start = end
    return out


def _leaves(tree: Mapping[str, Any], labels: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yield what is known of each leaf, in the order of nodes."""
    at = 0
    facts = tree["leaf_facts"].reshape(-1, 9)
    weights = tree["leaf_weights"].reshape(-1, 4)
    label_weights = tree["label_weights"].reshape(-1, 2)
    for fact, own in zip(facts, weights, strict=True):
        codes = tree["label_codes"][at : at + int(fact[6])]
        yield {
            "weight": float(own[0]),
            "labels": {
                labels[int(code)]: float(label_weights[at + i, 0]) for i, code in enumerate(codes)
            },
            "is_active": bool(fact[2]),
        }
        at += len(codes)


def _number_leaves(tree: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the same of leaves that predict numbers."""
    facts = tree["leaf_facts"].reshape(-1, 7)
    for fact, own in zip(facts, tree["leaf_numbers"].reshape(-1, 6), strict=True):
        weight, mean, squares = (float(number) for number in own[:3])
        yield {
            "weight": weight,
            "mean": mean,
            "deviation": math.sqrt(squares / weight) if weight > 0 and squares > 0 else 0.0,
            "is_active": bool(fact[2]),
        }
