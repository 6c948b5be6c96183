"""Metrics along a stream, recomputed from the whole history wherever a value is wanted.

An estimate is a weight for each row scored so far; every metric is a function of weighted rows.
Weights are integers of any size, so that sums of labels are exact.
"""

import math
from fractions import Fraction

import numpy as np

NAN = float("nan")


def estimates(n, window, fading):
    """The weights of n rows: cumulative, sliding, tumbling, fading (times a power of q)."""
    ages = range(n - 1, -1, -1)
    in_block = (n - 1) % window + 1
    p, q = Fraction(fading).as_integer_ratio()
    return [
        [1 for _ in ages],
        [int(age < window) for age in ages],
        [int(age < in_block) for age in ages],
        [p**age * q ** (n - 1 - age) for age in ages],
    ]


def mean(values, w):
    """The weighted mean of numbers."""
    total = sum(w)
    return math.fsum(x * (weight / total) for x, weight in zip(values, w, strict=True))


def majority_answers(truth, ranks):
    """What the most frequent label so far would have answered; -1 for the first row."""
    answers = []
    for i in range(len(truth)):
        counts = np.bincount(truth[:i], minlength=len(ranks))
        leaders = [c for c in range(len(ranks)) if counts[c] == counts.max()]
        answers.append(min(leaders, key=lambda c: ranks[c]) if i else -1)
    return np.array(answers, dtype=int)


def no_change_answers(truth):
    return np.array([-1, *truth[:-1]], dtype=int)[: len(truth)]


def corrected(p0, pc):
    return 0.0 if pc == 1 else float((p0 - pc) / (1 - pc))


def ratio(part, whole):
    return part / whole if whole else 0.0


def label_metrics(truth, predicted, ranks, positive, w):
    """All metrics of labels, given the weight of each row."""
    if not len(truth):
        return dict.fromkeys(LABEL_METRICS, NAN)

    def weight(rows):
        return sum(weight for weight, row in zip(w, rows, strict=True) if row)

    labels = range(len(ranks))
    true = [weight(truth == c) for c in labels]
    said = [weight(predicted == c) for c in labels]
    hits = [weight((truth == c) & (predicted == c)) for c in labels]
    p0 = Fraction(sum(hits), sum(w))
    by_chance = Fraction(sum(t * s for t, s in zip(true, said, strict=True)), sum(w) ** 2)
    majority = Fraction(weight(truth == majority_answers(truth, ranks)), sum(w))
    no_change = Fraction(weight(truth == no_change_answers(truth)), sum(w))
    recalls = [ratio(hits[c], true[c]) for c in labels if true[c]]
    chosen = [positive] if positive >= 0 else [c for c in labels if true[c] + said[c]]
    return {
        "accuracy": float(p0),
        "kappa": corrected(p0, by_chance),
        "kappa_m": corrected(p0, majority),
        "kappa_t": corrected(p0, no_change),
        "balanced_accuracy": np.mean(recalls),
        "g_mean": math.prod(recalls) ** (1 / len(recalls)),
        "precision": np.mean([ratio(hits[c], said[c]) for c in chosen]),
        "recall": np.mean([ratio(hits[c], true[c]) for c in chosen]),
        "f1": np.mean([ratio(2 * hits[c], true[c] + said[c]) for c in chosen]),
    }


LABEL_METRICS = [
    "accuracy",
    "kappa",
    "kappa_m",
    "kappa_t",
    "balanced_accuracy",
    "g_mean",
    "precision",
    "recall",
    "f1",
]


def log_losses(truth, shares):
    return -np.log(np.clip(shares[np.arange(len(truth)), truth], np.finfo(float).eps, 1.0))


def brier_losses(truth, shares):
    return 0.5 * ((shares - np.eye(shares.shape[1])[truth]) ** 2).sum(axis=1)


def area(scores, is_positive):
    """Share of pairs of a positive and a negative row that are in order; ties count half."""
    up, down = scores[is_positive], scores[~is_positive]
    if not len(up) or not len(down):
        return NAN
    gaps = up[:, None] - down[None, :]
    return ((gaps > 0).sum() + 0.5 * (gaps == 0).sum()) / gaps.size


def window_auc(truth, shares, come, positive):
    """AUC of the rows of one window; `come` are the labels that were true by then."""
    if positive < 0 and len(come) == 2:
        positive = max(come)
    if positive >= 0:
        return area(shares[:, positive], truth == positive)
    areas = [area(shares[:, c], truth == c) for c in range(shares.shape[1])]
    areas = [a for a in areas if not math.isnan(a)]
    return np.mean(areas) if areas else NAN


def auc(truth, shares, window, positive):
    """The four estimates of prequential AUC."""
    n = len(truth)

    def of(begin, end):
        return window_auc(truth[begin:end], shares[begin:end], set(truth[:end]), positive)

    tumbling = of((n - 1) // window * window, n) if n else NAN
    done = [of(end - window, end) for end in range(window, n + 1, window)]
    areas = [a for a in done if not math.isnan(a)]
    mean = np.mean(areas) if areas else NAN
    return [mean if done else tumbling, of(max(0, n - window), n), tumbling, NAN]


def regression_metrics(truth, predicted, quantile, w):
    """All metrics of numbers, given the weight of each row."""
    if not len(truth):
        return dict.fromkeys(("mae", "rmse", "r2", "pinball"), NAN)
    gap = truth - predicted
    return {
        "mae": mean(abs(gap), w),
        "rmse": math.sqrt(mean(gap**2, w)),
        "r2": r2(truth, predicted, w),
        "pinball": mean(np.where(gap >= 0, quantile * gap, (quantile - 1) * gap), w),
    }


def r2(truth, predicted, w):
    """1 - SSE / SST, exactly: old rows may weigh less than rounding the mean would cost."""
    y, p = ([int(Fraction(x) * 2**60) for x in numbers.tolist()] for numbers in (truth, predicted))
    total, s1, s2 = sum(w), 0, 0
    errors = 0
    for weight, true, said in zip(w, y, p, strict=True):
        s1 += weight * true
        s2 += weight * true**2
        errors += weight * (true - said) ** 2
    squares = s2 * total - s1**2
    return float(1 - Fraction(errors * total, squares)) if squares else NAN
