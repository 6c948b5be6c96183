"""The paper's four tables of generated streams, from the scores of a run."""

from collections.abc import Sequence

import numpy as np

from driftline.evaluation import PairedTTest, paired_t_test
from driftline.reproduce.document import Table
from driftline.reproduce.unlearning.methods import ARMS, METHODS
from driftline.reproduce.unlearning.protocol import LEARNERS
from driftline.reproduce.unlearning.scores import Array, Scores

KINDS = ("abrupt", "gradual", "virtual")


def by_kind(scores: Scores) -> Table:
    """Table 2: ranks by kind of drift."""
    groups = {kind: scores.among(own).ranks() for kind in KINDS if (own := scores.of_kind(kind))}
    return _ranks("drift", {**groups, "all": scores.ranks()})


def by_learner(scores: Scores) -> Table:
    """Table 3: ranks by learner."""
    ranks = scores.ranks()
    return _ranks("learner", {name: ranks[:, :, i] for i, name in enumerate(LEARNERS)})


def by_noise(scores: Scores) -> Table:
    """Table 4: ranks by noise."""
    ranks = scores.ranks()
    return _ranks("noise", {f"{noise:.2f}": ranks[:, i] for i, noise in enumerate(scores.noises)})


def by_stream(scores: Scores, learner: str | None = None) -> Table:
    """Table 5: accuracies in percent by stream, and how sure the differences are.

    Accuracies are means over noise and repetitions, and over learners unless one is named.
    """
    rows = []
    for name in scores.problems:
        means = {arm: _per_repetition(scores, name, arm, learner) for arm in ARMS}
        tests = (
            paired_t_test(means["queue"], means["none"]),
            paired_t_test(means["concept"], means["queue"]),
        )
        accuracies = [f"{100 * own.mean():.2f}" for own in means.values()]
        rows.append([name, *accuracies, *(p_text(test) for test in tests)])
    return Table(["stream", *ARMS, "queue - none", "concept - queue"], rows)


def compared(scores: Scores, problem: str, first: str, second: str) -> PairedTTest:
    """Compare two arms on a stream, over repetitions, by the mean over learners and noise."""
    a, b = (_per_repetition(scores, problem, arm) for arm in (first, second))
    return paired_t_test(a, b)


def p_text(test: PairedTTest) -> str:
    """Return the difference in points and how often chance gives as much."""
    return f"{100 * test.difference:+.2f} ({small(test.p_value)})"


def small(p_value: float) -> str:
    """Return a p-value as a text."""
    return "p < 0.0001" if p_value < 1e-4 else f"p = {p_value:.4f}"


def _per_repetition(scores: Scores, problem: str, arm: str, learner: str | None = None) -> Array:
    own = scores.of(arm, [problem])[0]  # by noise, repetition and learner
    places = slice(None) if learner is None else [LEARNERS.index(learner)]
    means: Array = own[..., places].mean(axis=(0, 2))
    return means


def _ranks(what: str, groups: dict[str, Array]) -> Table:
    rows = [[name, *_mean_and_spread(ranks)] for name, ranks in groups.items()]
    return Table([what, *METHODS], rows)


def _mean_and_spread(ranks: Array) -> Sequence[str]:
    flat = ranks.reshape(-1, ranks.shape[-1])
    pairs = zip(flat.mean(axis=0), np.std(flat, axis=0), strict=True)
    return [f"{mean:.2f} ± {spread:.2f}" for mean, spread in pairs]
