"""What an evaluation found: as data, as tables, as pictures."""

from driftline.report.detection import Detection
from driftline.report.pictures import picture
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
from driftline.report.trees import tree_dot, tree_svg
from driftline.report.tuning import Candidate, Tuning

__all__ = [
    "ESTIMATES",
    "Candidate",
    "Cost",
    "Curve",
    "Detection",
    "Event",
    "Fall",
    "Friedman",
    "ModelResult",
    "Pair",
    "Ranks",
    "Report",
    "StreamFacts",
    "Tuning",
    "picture",
    "tree_dot",
    "tree_svg",
]
