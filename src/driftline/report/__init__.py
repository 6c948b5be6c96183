"""What an evaluation found: as data, as tables, as pictures."""

from driftline.report.ranks import Friedman, Ranks
from driftline.report.report import Report
from driftline.report.results import (
    ESTIMATES,
    Cost,
    Curve,
    Event,
    Fall,
    ModelResult,
    Pair,
    StreamFacts,
)

__all__ = [
    "ESTIMATES",
    "Cost",
    "Curve",
    "Event",
    "Fall",
    "Friedman",
    "ModelResult",
    "Pair",
    "Ranks",
    "Report",
    "StreamFacts",
]
