"""The Python half of every transform: its state on file, what others ask of it, and `|`."""

import importlib
from typing import Any

from driftline.compat.river import RiverTransform
from driftline.state import Stateful


class TransformFront(Stateful, RiverTransform):
    """In front of a native transform."""

    __slots__ = ()

    def __or__(self, other: Any) -> Any:
        # A chain may end in a learner, so it is made one floor above, where learners are known.
        return importlib.import_module("driftline.learners.pipeline").join(self, other)
