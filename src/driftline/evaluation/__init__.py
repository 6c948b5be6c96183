"""Test-then-train over a stream."""

from driftline.evaluation.mcnemar import McNemar
from driftline.evaluation.paired_t_test import PairedTTest, paired_t_test
from driftline.evaluation.ranking import compare_ranks, friedman, nemenyi

__all__ = [
    "McNemar",
    "PairedTTest",
    "compare_ranks",
    "friedman",
    "nemenyi",
    "paired_t_test",
]
