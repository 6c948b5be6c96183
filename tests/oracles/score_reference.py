"""Every metric in every estimate, recomputed from the whole history: slow, to be read.

An item is a truth and the answer given to it, in the order in which they were scored; the answer
None is none. An estimate is nothing but a weight for each item:

    cumulative  1 for all
    sliding     1 for the last `window`
    tumbling    1 since the last multiple of `window`; a window just completed counts whole
    fading      fading ** (how many items came after it)

Then each metric is a formula over weighted items. Kappas are written as 1 - wrong / wrong by
chance, which is (p0 - pc) / (1 - pc) without the cancellation where pc is close to 1.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

ESTIMATES = ("cumulative", "sliding", "tumbling", "fading")
CLASSIFICATION = (
    *("accuracy", "kappa", "kappa_m", "kappa_t", "balanced_accuracy", "g_mean"),
    *("precision", "recall", "f1"),
)
REGRESSION = ("mae", "rmse", "r2", "pinball")


class Item(NamedTuple):
    truth: Any
    answer: Any
    majority: Any  # what the two reference predictors would have said; None for the first item
    no_change: Any
    weight: float = 1.0

    @property
    def is_hit(self) -> bool:
        return self.answer is not None and self.answer == self.truth


def scores(truths, answers, metrics, *, window, fading, positive=None):
    """{estimate: {metric: value}} after all these items."""
    items = with_references(truths, answers)
    return {
        estimate: {
            name: score(name, weighted(items, estimate, window, fading), positive)
            for name in metrics
        }
        for estimate in ESTIMATES
    }


def with_references(truths: Sequence[Any], answers: Sequence[Any]) -> list[Item]:
    """Majority: the label most frequent before, the smallest of equals. No change: the last one."""
    items = []
    for i, (truth, answer) in enumerate(zip(truths, answers, strict=True)):
        past = list(truths[:i])
        majority = min(set(past), key=lambda c: (-past.count(c), c), default=None)
        items.append(Item(truth, answer, majority, past[-1] if past else None))
    return items


def weighted(items: list[Item], estimate: str, window: int, fading: float) -> list[Item]:
    """The items of an estimate, each with its weight."""
    if estimate == "cumulative":
        return items
    if estimate == "sliding":
        return items[-window:]
    if estimate == "tumbling":
        begun = (len(items) - 1) // window * window if items else 0
        return items[begun:]
    ages = range(len(items) - 1, -1, -1)
    return [item._replace(weight=fading**age) for item, age in zip(items, ages, strict=True)]


def score(name: str, items: list[Item], positive: Any = None) -> float:
    if not items:
        return math.nan
    if name.startswith("pinball"):
        return pinball(items, float(name[8:-1] or 0.5))
    if name in ("precision", "recall", "f1"):
        return averaged(f"{name}_of", items, positive)
    return FORMULAS[name](items)


def total(items, wanted: Callable[[Item], Any] = lambda item: True) -> float:
    """Weight of the items for which something holds."""
    return math.fsum(item.weight for item in items if wanted(item))


def mean(items, value: Callable[[Item], float]) -> float:
    return math.fsum(item.weight * value(item) for item in items) / total(items)


# Classification


def accuracy(items):
    return total(items, lambda i: i.is_hit) / total(items)


def over_chance(items, wrong_by_chance):
    """Both are weights of wrong items. A chance that is never wrong leaves nothing to win: 0."""
    if wrong_by_chance == 0.0:
        return 0.0
    return 1.0 - total(items, lambda i: not i.is_hit) / wrong_by_chance


def kappa(items):
    """1 - pc is the chance that an answer drawn like ours misses a truth drawn like the truth."""
    missed = [
        total(items, lambda i, c=c: i.truth == c) * total(items, lambda i, c=c: i.answer != c)
        for c in labels_in_truth(items)
    ]
    return over_chance(items, math.fsum(missed) / total(items))


def kappa_m(items):
    return over_chance(items, total(items, lambda i: i.majority != i.truth))


def kappa_t(items):
    return over_chance(items, total(items, lambda i: i.no_change != i.truth))


def labels_in_truth(items):
    return sorted({i.truth for i in items})


def balanced_accuracy(items):
    recalls = [recall_of(c, items) for c in labels_in_truth(items)]
    return math.fsum(recalls) / len(recalls)


def g_mean(items):
    recalls = [recall_of(c, items) for c in labels_in_truth(items)]
    return math.prod(recalls) ** (1.0 / len(recalls))


def recall_of(label, items):
    return share(
        total(items, lambda i: i.truth == label and i.answer == label),
        total(items, lambda i: i.truth == label),
    )


def precision_of(label, items):
    return share(
        total(items, lambda i: i.truth == label and i.answer == label),
        total(items, lambda i: i.answer == label),
    )


def f1_of(label, items):
    hits = total(items, lambda i: i.truth == label and i.answer == label)
    named = total(items, lambda i: i.answer == label)
    return share(2.0 * hits, named + total(items, lambda i: i.truth == label))


def share(part, whole):
    return part / whole if whole else 0.0


def averaged(name, items, positive):
    """Of the positive label, or the plain mean over all labels in truths or answers."""
    of = {"precision_of": precision_of, "recall_of": recall_of, "f1_of": f1_of}[name]
    if positive is not None:
        return of(positive, items)
    labels = {i.truth for i in items} | {i.answer for i in items if i.answer is not None}
    return math.fsum(of(label, items) for label in labels) / len(labels)


# Regression


def mae(items):
    return mean(items, lambda i: abs(i.truth - i.answer))


def rmse(items):
    return math.sqrt(mean(items, lambda i: (i.truth - i.answer) ** 2))


def r2(items):
    centre = mean(items, lambda i: i.truth)
    spread = mean(items, lambda i: (i.truth - centre) ** 2)
    if len(items) < 2 or spread == 0.0:
        return math.nan
    return 1.0 - mean(items, lambda i: (i.truth - i.answer) ** 2) / spread


def pinball(items, quantile):
    def loss(item):
        gap = item.truth - item.answer
        return quantile * gap if gap >= 0 else (quantile - 1.0) * gap

    return mean(items, loss)


FORMULAS = {
    **{"accuracy": accuracy, "kappa": kappa, "kappa_m": kappa_m, "kappa_t": kappa_t},
    **{"balanced_accuracy": balanced_accuracy, "g_mean": g_mean},
    **{"mae": mae, "rmse": rmse, "r2": r2},
}
