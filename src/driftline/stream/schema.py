"""What a model has met so far: its features and its labels."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Schema:
    """What a model has met so far. It grows with the stream and never shrinks.

    Parameters
    ----------
    features
        Names in the order of their first appearance; positions where rows had no names.
    labels
        Labels in the order of their codes; empty for regressors and transforms.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.AROW()
    >>> model.learn_one({"price": 2.5}, "buy")
    >>> model.learn_one({"price": 9.0, "stock": 3}, "wait")
    >>> model.schema
    Schema(features=['price', 'stock'], labels=['buy', 'wait'])
    """

    features: list[Any]
    labels: list[Any] = field(default_factory=list)

    @classmethod
    def of(cls, native: Mapping[str, Any]) -> "Schema":
        """Read what a native model tells of itself."""
        columns = native["columns"]
        features = list(columns["names"]) or list(range(columns["width"]))
        return cls(
            features=features,
            labels=[label for label in native.get("labels", []) if label is not None],
        )
