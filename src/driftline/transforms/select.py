"""Choices of columns. The algorithm is core/driftline/transforms/select.hpp."""

from collections.abc import Mapping
from typing import Any, Self

from driftline import _core
from driftline.transforms.front import TransformFront


class _Choice(TransformFront):
    """A transform that takes names, as River writes it: `Select("a", "b")`."""

    __slots__ = ()

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return tuple(self.params["features"]), {}

    @classmethod
    def _made_of(cls, params: Mapping[str, Any]) -> Self:
        return cls(*params["features"])


class Select(_Choice, _core.Select):
    """Keep the named columns, as they are.

    The beginning of a chain for some columns only; `+` joins it with chains for the others.

    Parameters
    ----------
    features
        Names of columns; positions where rows have no names. One that never comes is no error.

    Examples
    --------
    >>> from driftline import learners, transforms
    >>> transforms.Select("price").transform_one({"price": 2.5, "colour": "red"})
    {'price': 2.5}
    >>> numbers = transforms.Select("price") | transforms.StandardScaler()
    >>> texts = transforms.Select("colour") | transforms.OneHotEncoder()
    >>> model = (numbers + texts) | learners.AROW()
    >>> model.learn_one({"price": 2.5, "colour": "red"}, "buy")
    >>> model.predict_one({"price": 2.0, "colour": "red"})
    'buy'
    """

    def __init__(self, *features: Any) -> None:
        super().__init__([str(name) for name in features])


class Discard(_Choice, _core.Discard):
    """Keep all columns but the named ones.

    Parameters
    ----------
    features
        Names of columns; positions where rows have no names.

    Examples
    --------
    >>> from driftline import transforms
    >>> transforms.Discard("id").transform_one({"id": 17, "price": 2.5})
    {'price': 2.5}
    """

    def __init__(self, *features: Any) -> None:
        super().__init__([str(name) for name in features])
