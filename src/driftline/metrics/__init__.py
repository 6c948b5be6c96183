"""One number from many predictions."""

from driftline.metrics.classification_scorer import ClassificationScorer
from driftline.metrics.names import (
    CLASSIFICATION,
    DEFAULTS,
    REGRESSION,
    higher_is_better,
    meaning,
    task_of,
)

__all__ = [
    "CLASSIFICATION",
    "DEFAULTS",
    "REGRESSION",
    "ClassificationScorer",
    "higher_is_better",
    "meaning",
    "task_of",
]
