"""How sure a difference of mean ranks is: repetitions are drawn again, and ranks made anew."""

from dataclasses import dataclass

import numpy as np

from driftline.evaluation.scipy_stats import scipy_stats
from driftline.reproduce.unlearning.methods import METHODS
from driftline.reproduce.unlearning.protocol import LEARNERS
from driftline.reproduce.unlearning.scores import Array, Scores

DRAWS = 1000
SEED = 1


@dataclass(frozen=True)
class Interval:
    """A difference, and what it is in 95 % of all draws of the repetitions."""

    difference: float
    low: float
    high: float

    @property
    def contains_zero(self) -> bool:
        """Whether other repetitions may well have turned the difference round."""
        return self.low <= 0.0 <= self.high

    def __str__(self) -> str:
        return f"{self.difference:+.2f}, 95 % from {self.low:+.2f} to {self.high:+.2f}"


def rank_difference(
    scores: Scores, first: str, second: str, learner: str | None = None
) -> Interval:
    """Return the mean rank of a method minus that of another, over all learners or for one."""
    own = slice(None) if learner is None else [LEARNERS.index(learner)]
    a, b = METHODS.index(first), METHODS.index(second)
    ranks = scores.ranks()[:, :, own]
    drawn = _drawn_again(scores)[:, :, :, own]
    low, high = np.quantile((drawn[..., a] - drawn[..., b]).mean(axis=(1, 2, 3)), (0.025, 0.975))
    return Interval(float((ranks[..., a] - ranks[..., b]).mean()), float(low), float(high))


def _drawn_again(scores: Scores) -> Array:
    """Return ranks by draw, stream, noise, learner and method."""
    count = scores.repetitions
    weights = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), DRAWS)
    places = [scores.arms.index(method) for method in METHODS]
    means = np.tensordot(weights / count, scores.values[..., places], axes=(1, 2))
    # Rounded, as sums in another order would part methods that are equal.
    ranks: Array = scipy_stats().rankdata(-means.round(12), axis=-1)
    return ranks
