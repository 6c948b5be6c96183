"""The Python half of every transform: its state on file, what others ask of it, `|` and `+`."""

import importlib
from typing import Any

from driftline import _core
from driftline.compat.river import RiverTransform
from driftline.state import Stateful


class Joinable:
    """What may stand on either side of `+`."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, _core.Transform):
            return NotImplemented
        # The union is a transform itself, so it cannot be known here yet.
        union = importlib.import_module("driftline.transforms.transform_union").TransformUnion
        return union(self, other)


class TransformFront(Joinable, Stateful, RiverTransform):
    """In front of a native transform."""

    __slots__ = ()

    def __or__(self, other: Any) -> Any:
        # A chain may end in a learner, so it is made one floor above, where learners are known.
        return importlib.import_module("driftline.learners.pipeline").join(self, other)
