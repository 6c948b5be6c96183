"""The form of a text: names, parameters, `|` and `+`. What the names mean is decided elsewhere.

The text is parsed as Python is and then read node by node. Only names, calls of names, plain
values and the two signs are known here; every other node is refused, so there is nothing that
could be run. Length and depth are bounded before Python's own parser and ours meet the text.
"""

import ast
import warnings
from dataclasses import dataclass
from typing import Any

MAX_LENGTH = 10_000
MAX_DEPTH = 30
MAX_JOINS = 200

#: Python writes these numbers as names.
NUMBERS = {"inf": float("inf"), "nan": float("nan")}

_SIGNS: dict[type[ast.operator], str] = {ast.BitOr: "|", ast.Add: "+"}


@dataclass(frozen=True)
class Call:
    """A name and what stands in its parentheses: plain values, or other nodes."""

    name: str
    args: tuple[Any, ...]
    params: dict[str, Any]


@dataclass(frozen=True)
class Joined:
    """Two nodes with `|` or `+` between them."""

    left: Any
    sign: str
    right: Any


def parsed(text: str) -> Call | Joined:
    """Return the tree of a text, or raise ValueError with the part that does not belong.

    Examples
    --------
    >>> parsed("AROW(regularization=0.1)")
    Call(name='AROW', args=(), params={'regularization': 0.1})
    """
    body = _expression(text)
    tree = _Reader(text.strip()).read(body, 0)
    if not isinstance(tree, Call | Joined):
        raise ValueError(f"{_short(text)} names nothing; write for example AROW(regularization=2)")
    return tree


def parameter(text: str) -> tuple[str, Any]:
    """Return name and value of `name=value`; what is no plain value is a text.

    Examples
    --------
    >>> parameter("noise=0.1"), parameter("variant=PA-II")
    (('noise', 0.1), ('variant', 'PA-II'))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise ValueError(f"{_short(text)} is not of the form name=value")
    try:
        read = _Reader(value.strip()).read(_expression(value), 0)
    except ValueError:
        return name, value
    return name, value if isinstance(read, Call | Joined) else read


def _expression(text: str) -> ast.expr:
    if len(text) > MAX_LENGTH:
        raise ValueError(f"the text has {len(text):,} characters; {MAX_LENGTH:,} are the most")
    if not text.strip():
        raise ValueError("the text is empty; write for example AROW(regularization=2)")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python finds odd is refused by us, or harmless
            return ast.parse(text.strip(), mode="eval").body
    except (RecursionError, MemoryError):
        raise ValueError(f"{_short(text)} is nested too deeply") from None
    except (SyntaxError, ValueError) as error:
        told = error.msg if isinstance(error, SyntaxError) else str(error)
        raise ValueError(f"{_short(text)} cannot be read: {told}") from None


class _Reader:
    """Turns nodes of Python into ours."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, node: ast.expr, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise ValueError(f"{_short(self._text)} is nested deeper than {MAX_DEPTH}")
        if isinstance(node, ast.Name):
            return NUMBERS[node.id] if node.id in NUMBERS else Call(node.id, (), {})
        if isinstance(node, ast.Call):
            return self._call(node, depth)
        if isinstance(node, ast.BinOp) and type(node.op) in _SIGNS:
            return self._joined(node, depth)
        if isinstance(node, ast.List | ast.Tuple):
            values = [self.read(entry, depth + 1) for entry in node.elts]
            return values if isinstance(node, ast.List) else tuple(values)
        if isinstance(node, ast.Dict):
            return self._dict(node, depth)
        return self._number_or_text(node)

    def _call(self, node: ast.Call, depth: int) -> Call:
        if not isinstance(node.func, ast.Name):
            raise self._refused(node.func)
        params: dict[str, Any] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self._refused(keyword.value)
            if keyword.arg in params:
                raise ValueError(f"{node.func.id}: {keyword.arg} is given twice")
            params[keyword.arg] = self.read(keyword.value, depth + 1)
        args = tuple(self.read(arg, depth + 1) for arg in node.args)
        return Call(node.func.id, args, params)

    def _joined(self, node: ast.BinOp, depth: int) -> Joined:
        joins: list[ast.BinOp] = []
        first: ast.expr = node
        while isinstance(first, ast.BinOp) and type(first.op) in _SIGNS:  # a | b | c is (a | b) | c
            joins.append(first)
            first = first.left
        if len(joins) > MAX_JOINS:
            raise ValueError(f"{_short(self._text)} joins more than {MAX_JOINS} parts")
        made: Any = self._part(first, depth)
        for join in reversed(joins):
            made = Joined(made, _SIGNS[type(join.op)], self._part(join.right, depth))
        joined: Joined = made
        return joined

    def _part(self, node: ast.expr, depth: int) -> Call | Joined:
        part = self.read(node, depth + 1)
        if not isinstance(part, Call | Joined):
            raise self._refused(node)
        return part

    def _dict(self, node: ast.Dict, depth: int) -> dict[Any, Any]:
        out = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if not isinstance(key, ast.Constant):
                raise self._refused(key or value)
            out[self._number_or_text(key)] = self.read(value, depth + 1)
        return out

    def _number_or_text(self, node: ast.expr) -> Any:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            value = _number(node.operand)
            if value is not None:
                return -value if isinstance(node.op, ast.USub) else value
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float | None):
            return node.value
        raise self._refused(node)

    def _refused(self, node: ast.expr) -> ValueError:
        part = ast.get_source_segment(self._text, node) or self._text
        return ValueError(
            f"{_short(part)} is neither a name with its parameters nor a plain value; "
            "texts are read and never run"
        )


def _number(node: ast.expr) -> int | float | None:
    if isinstance(node, ast.Name):
        return NUMBERS.get(node.id)
    value = node.value if isinstance(node, ast.Constant) else None
    return value if type(value) in (int, float) else None  # type: ignore[return-value]


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
