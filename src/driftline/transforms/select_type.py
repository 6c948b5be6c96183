"""A choice by type. The algorithm is core/driftline/transforms/select_type.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.transforms.front import TransformFront


class SelectType(TransformFront, _core.SelectType):
    """Keep the cells that hold a number, or those that hold text.

    Splits a mixed table without naming its columns. A column goes out from the first such cell
    that is learned; cells of the other type are dropped, in the same column too. Truth values are
    numbers.

    Parameters
    ----------
    kind
        `"number"` or `"text"`.

    Examples
    --------
    >>> from driftline import learners, transforms
    >>> numbers = transforms.SelectType("number") | transforms.StandardScaler()
    >>> texts = transforms.SelectType("text") | transforms.OneHotEncoder()
    >>> model = (numbers + texts) | learners.AROW()
    >>> model.learn_one({"price": 2.5, "colour": "red"}, "buy")
    >>> model.predict_one({"price": 2.0, "colour": "red"})
    'buy'
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind)

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (self.kind,), {}

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"kind": "number"}
