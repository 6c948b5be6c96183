"""Two models over several runs of one kind: whether their mean difference is more than chance."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from driftline.evaluation.scipy_stats import scipy_stats


@dataclass(frozen=True)
class PairedTTest:
    """What a paired t-test found.

    Parameters
    ----------
    difference
        Mean of first minus second.
    low, high
        The interval that holds the true difference with 95 % confidence.
    statistic
        Student's t.
    p_value
        How often equal models would differ at least so much.
    runs
        How many pairs there were.
    """

    difference: float
    low: float
    high: float
    statistic: float
    p_value: float
    runs: int

    def __str__(self) -> str:
        return (
            f"first - second = {self.difference:.4g}, "
            f"95 % between {self.low:.4g} and {self.high:.4g}; "
            f"t = {self.statistic:.3f}, p = {self.p_value:.3g} over {self.runs} runs"
        )


def paired_t_test(
    first: ArrayLike, second: ArrayLike, *, test_per_train: float = 0.0
) -> PairedTTest:
    """Compare the scores of two models over repetitions, run by run.

    Run i of both must be the same run but for the model: one seed, one stream, one fold. What makes
    a run easy or hard for both then cancels.

    Parameters
    ----------
    first, second
        One score for each run.
    test_per_train
        Rows tested on for each row trained on, where runs share rows: 1 / 9 for ten folds of
        cross-validation. Such runs are not independent, and the plain test is too sure
        (Nadeau, Bengio. Inference for the generalization error. 2003). 0 for runs that share none.

    Examples
    --------
    >>> result = paired_t_test([0.81, 0.84, 0.79, 0.83], [0.78, 0.82, 0.77, 0.79])
    >>> round(result.difference, 4), round(result.p_value, 4)
    (0.0275, 0.0105)
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if a.ndim != 1 or a.shape != b.shape or len(a) < 2:
        raise ValueError(
            f"a paired test wants as many scores of both, two or more, not {a.shape} and {b.shape}"
        )
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        raise ValueError("a paired test wants finite scores; some are missing")
    if not test_per_train >= 0.0:
        raise ValueError(f"test_per_train must be at least 0, not {test_per_train}")
    return _tested(a - b, test_per_train)


def _tested(gaps: np.ndarray, test_per_train: float) -> PairedTTest:
    student = scipy_stats().t(len(gaps) - 1)
    middle = float(gaps.mean())
    error = float(gaps.std(ddof=1)) * math.sqrt(1.0 / len(gaps) + test_per_train)
    if error > 0.0:
        statistic = middle / error
    else:  # all gaps are the same: none at all, or one that chance cannot explain
        statistic = math.copysign(math.inf, middle) if middle else 0.0
    reach = float(student.ppf(0.975)) * error
    p_value = min(1.0, 2.0 * float(student.sf(abs(statistic))))
    return PairedTTest(middle, middle - reach, middle + reach, statistic, p_value, len(gaps))
