"""How good a model is on a stream that changes."""

from driftline.evaluation.checkpoint import CheckpointError
from driftline.evaluation.detecting import detection
from driftline.evaluation.distributed import distributed
from driftline.evaluation.distributions import integers, log_uniform, uniform
from driftline.evaluation.job import Snapshot
from driftline.evaluation.label_timing import EveryKth, RandomDelay, RandomLabels
from driftline.evaluation.mcnemar import McNemar
from driftline.evaluation.paired_t_test import PairedTTest, paired_t_test
from driftline.evaluation.prequential import iter_prequential, prequential
from driftline.evaluation.ranking import compare_ranks, friedman, nemenyi
from driftline.evaluation.tuning import tune

__all__ = [
    "CheckpointError",
    "EveryKth",
    "McNemar",
    "PairedTTest",
    "RandomDelay",
    "RandomLabels",
    "Snapshot",
    "compare_ranks",
    "detection",
    "distributed",
    "friedman",
    "integers",
    "iter_prequential",
    "log_uniform",
    "nemenyi",
    "paired_t_test",
    "prequential",
    "tune",
    "uniform",
]
