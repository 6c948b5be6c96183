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
from driftline.metrics.regression_scorer import RegressionScorer

__all__ = [
    "CLASSIFICATION",
    "DEFAULTS",
    "REGRESSION",
    "ClassificationScorer",
    "RegressionScorer",
    "higher_is_better",
    "meaning",
    "task_of",
]
