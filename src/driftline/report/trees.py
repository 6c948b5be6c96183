"""Drawings of trees: DOT for Graphviz, and SVG without it."""

from html import escape
from typing import Any, Protocol

from driftline.learners.tree_nodes import TreeNode

BOX_WIDTH = 150  # of a leaf with its margin, in pixels
LEVEL_HEIGHT = 80
TEXT_HEIGHT = 14


class Walkable(Protocol):
    """A tree that tells its nodes."""

    def walk(self) -> Any:
        """Give each node before those below it."""


def tree_dot(tree: Walkable, *, max_depth: int | None = None) -> str:
    r"""Draw a tree in DOT, the language of Graphviz.

    Parameters
    ----------
    tree
        A tree of `driftline.learners`.
    max_depth
        Levels below the root to draw; None draws all.

    Examples
    --------
    >>> from driftline import learners, report
    >>> print(report.tree_dot(learners.HoeffdingTreeClassifier()))
    digraph tree {
      node [shape=box, fontname="sans-serif"];
      0 [label="None\n0"];
    }
    """
    lines = ["digraph tree {", '  node [shape=box, fontname="sans-serif"];']
    for node in _shown(tree, max_depth):
        text = "\\n".join(_quoted(line) for line in _lines(node))
        lines.append(f'  {node.number} [label="{text}"];')
        for branch, child in enumerate(_children(node, max_depth)):
            test = _quoted(node.condition(branch))
            lines.append(f'  {node.number} -> {child} [label="{test}"];')
    return "\n".join([*lines, "}"])


def tree_svg(tree: Walkable, *, max_depth: int | None = None) -> str:
    """Draw a tree as SVG; nothing needs to be installed.

    Parameters
    ----------
    tree
        A tree of `driftline.learners`.
    max_depth
        Levels below the root to draw; None draws all.

    Examples
    --------
    >>> from driftline import learners, report
    >>> report.tree_svg(learners.HoeffdingTreeClassifier()).startswith("<svg")
    True
    """
    nodes = {node.number: node for node in _shown(tree, max_depth)}
    places = _places(nodes, max_depth)
    width = max(x for x, _ in places.values()) + BOX_WIDTH / 2
    height = max(y for _, y in places.values()) + LEVEL_HEIGHT / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="11">'
    ]
    for number, node in nodes.items():
        for branch, child in enumerate(_children(node, max_depth)):
            parts.append(_edge(places[number], places[child], node.condition(branch)))
    for number, node in nodes.items():
        parts.append(_box(places[number], _lines(node)))
    return "\n".join([*parts, "</svg>"])


def _shown(tree: Walkable, max_depth: int | None) -> list[TreeNode]:
    if not hasattr(tree, "walk"):
        hint = "; draw one of its members" if hasattr(tree, "members") else ""
        raise TypeError(f"only trees can be drawn{hint}; got {tree!r}")
    return [node for node in tree.walk() if max_depth is None or node.depth <= max_depth]


def _children(node: TreeNode, max_depth: int | None) -> tuple[int, ...]:
    return node.children if max_depth is None or node.depth < max_depth else ()


def _lines(node: TreeNode) -> list[str]:
    return [node.heading, f"{node.weight:g}"]


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _places(nodes: dict[int, TreeNode], max_depth: int | None) -> dict[int, tuple[float, float]]:
    """Return the middle of each box: leaves side by side, a test above the middle of its own."""
    places: dict[int, tuple[float, float]] = {}
    next_x = BOX_WIDTH / 2
    for number in nodes:  # each before those below it, so leaves come from left to right
        node = nodes[number]
        if not _children(node, max_depth):
            places[number] = (next_x, _height(node))
            next_x += BOX_WIDTH
    for number in reversed(nodes):
        node = nodes[number]
        if below := _children(node, max_depth):
            middle = (places[below[0]][0] + places[below[-1]][0]) / 2
            places[number] = (middle, _height(node))
    return places


def _height(node: TreeNode) -> float:
    return LEVEL_HEIGHT * (node.depth + 0.5)


def _edge(start: tuple[float, float], end: tuple[float, float], text: str) -> str:
    (x1, y1), (x2, y2) = start, end
    line = f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="#888"/>'
    x, y = (x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3 - TEXT_HEIGHT
    halo = 'paint-order="stroke" stroke="#fff" stroke-width="4"'  # or the line would cross it out
    return line + f'<text x="{x:g}" y="{y:g}" text-anchor="middle" {halo}>{escape(text)}</text>'


def _box(place: tuple[float, float], lines: list[str]) -> str:
    x, y = place
    width, height = BOX_WIDTH * 0.7, TEXT_HEIGHT * (len(lines) + 0.6)
    parts = [
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" '
        f'height="{height:g}" rx="3" fill="#fff" stroke="#444"/>'
    ]
    for i, line in enumerate(lines):
        at = y - height / 2 + TEXT_HEIGHT * (i + 1)
        parts.append(f'<text x="{x:g}" y="{at:g}" text-anchor="middle">{escape(line)}</text>')
    return "".join(parts)
