"""How good a model is on a stream that changes."""

from driftline.evaluation.checkpoint import CheckpointError
from driftline.evaluation.label_timing import EveryKth, RandomDelay, RandomLabels
from driftline.evaluation.prequential import Snapshot, iter_prequential, prequential

__all__ = [
    "CheckpointError",
    "EveryKth",
    "RandomDelay",
    "RandomLabels",
    "Snapshot",
    "iter_prequential",
    "prequential",
]
