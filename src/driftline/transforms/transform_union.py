"""Transforms side by side."""

from collections.abc import Iterator, Mapping
from typing import Any, Self

from driftline import _core
from driftline.transforms.front import TransformFront


class TransformUnion(TransformFront, _core.TransformUnion):
    """Give the row to each part and join what they put out: what `a + b` makes.

    The parts are copied in with what they have learned. Two that put out the same name both keep
    their column; in a dict the later one shows.

    Parameters
    ----------
    parts
        Transforms, or chains of them.

    Examples
    --------
    >>> from driftline import transforms
    >>> colours = transforms.Select("colour") | transforms.OneHotEncoder()
    >>> both = transforms.Select("price") + colours
    >>> both.learn_one({"price": 2.5, "colour": "red"})
    >>> both.transform_one({"price": 3.0, "colour": "red"})
    {'price': 3.0, 'colour_red': 1.0}
    >>> both
    Select('price') + (Select('colour') | OneHotEncoder())
    """

    _parts: list[Any]

    def __init__(self, *parts: Any) -> None:
        flat = [own for part in parts for own in parts_of(part)]
        for part in flat:
            if not isinstance(part, _core.Transform):
                raise TypeError(f"only transforms can be joined with +, not {part!r}")
        super().__init__(flat)
        self._parts = [part.clone() for part in flat]

    @property
    def params(self) -> dict[str, Any]:
        """The parts, untaught."""
        return {"parts": [part.clone() for part in self._parts]}

    @property
    def parts(self) -> list[Any]:
        """Copies of the parts as they are now."""
        arrays, schema = self._snapshot()
        out = []
        for place, part in enumerate(self._parts):
            prefix = f"steps.{place}."
            own = {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}
            copy = part.clone()
            copy._restore(own, schema)
            out.append(copy)
        return out

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return tuple(self.params["parts"]), {}

    @classmethod
    def _made_of(cls, params: Mapping[str, Any]) -> Self:
        return cls(*params["parts"])

    def __repr__(self) -> str:
        if len(self._parts) == 1:
            return f"TransformUnion({self._parts[0]!r})"
        shown = (f"({part!r})" if " | " in repr(part) else repr(part) for part in self._parts)
        return " + ".join(shown)

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield from ()  # parts are positional: there is nothing to construct by keyword


def parts_of(transform: Any) -> list[Any]:
    """Return copies of the parts of a union; anything else is its own one part."""
    return transform.parts if isinstance(transform, TransformUnion) else [transform]
