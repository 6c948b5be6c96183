"""What the paper found, and whether it is found again.

A claim that needs what was not run is not testable, and says why. Differences are paired over
repetitions; "most" is more than half. Ranks are among the six methods of the tables, over all
streams, those with virtual drift included; tests stream by stream are over the paper's ten. Where
ranks decide, a difference whose interval contains 0 makes the verdict a close one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from driftline.evaluation import PairedTTest, paired_t_test
from driftline.evaluation.scipy_stats import scipy_stats
from driftline.reproduce.claim import Claim
from driftline.reproduce.unlearning.intervals import Interval, rank_difference
from driftline.reproduce.unlearning.methods import (
    LOSS_ONLY,
    METHODS,
    REAL,
    STRATEGIES,
)
from driftline.reproduce.unlearning.protocol import LEARNERS, PAPER
from driftline.reproduce.unlearning.real import REAL_ARMS
from driftline.reproduce.unlearning.scores import Scores
from driftline.reproduce.unlearning.tables import KINDS, compared, p_text, small

SURE = 0.01  # what p must be below
HARMLESS = 0.5  # points that digits may lose


class Found(NamedTuple):
    """What a claim is told by; see `Claim`."""

    holds: bool | None
    numbers: str
    is_close: bool = False


Real = dict[str, list[dict[str, Any]]]


def judged(scores: Scores, real: Real) -> list[Claim]:
    """Judge all eleven."""
    return [Claim(f"U{i}", text, *judge(scores, real)) for i, (text, judge) in enumerate(CLAIMS, 1)]


def _queue_is_first(scores: Scores, real: Real) -> Found:
    ranks = _mean_ranks(scores)
    named = _mean_ranks(scores.among(_of_paper(scores)))
    best = min(REAL, key=ranks.__getitem__)
    rival = min((method for method in REAL if method != "queue"), key=ranks.__getitem__)
    lead = rank_difference(scores, "queue", rival)
    shares = {method: 100 * float(scores.of(method).mean()) for method in REAL}
    numbers = (
        f"mean ranks: {_listed(ranks)}; queue - {rival}: {lead}; mean accuracies in percent: "
        f"{_listed(shares)}; ranks on the paper's ten streams alone: {_listed(named)}"
    )
    return Found(best == "queue", numbers, lead.contains_zero)


def _queue_beats_none(scores: Scores, real: Real) -> Found:
    tests = {name: compared(scores, name, "queue", "none") for name in _of_paper(scores)}
    better = [name for name, test in tests.items() if _is_sure(test)]
    told = "; ".join(f"{name} {p_text(test)}" for name, test in tests.items())
    return Found(2 * len(better) > len(tests), f"better on {len(better)} of {len(tests)}: {told}")


def _concept_beats_queue(scores: Scores, real: Real) -> Found:
    tests = {name: compared(scores, name, "concept", "queue") for name in _of_paper(scores)}
    if "CIRCLES" not in tests:
        return Found(None, "CIRCLES was not run")
    better = {name for name, test in tests.items() if _is_sure(test)}
    told = "; ".join(f"{name} {p_text(test)}" for name, test in tests.items())
    numbers = f"better on {len(better)} of {len(tests)}: {told}"
    return Found(better == set(tests) - {"CIRCLES"}, numbers)


def _concept_is_best_but_on_gradual(scores: Scores, real: Real) -> Found:
    groups = {kind: scores.of_kind(kind) for kind in KINDS}
    if not all(groups.values()):
        return Found(None, "a kind of drift was not run")
    ranks = {kind: _mean_ranks(scores.among(own)) for kind, own in groups.items()}
    is_best = {k: min(ranks[k], key=ranks[k].__getitem__) == "concept" for k in KINDS}
    middle = (len(METHODS) + 1) / 2
    told = "; ".join(
        f"{kind}: concept {own['concept']:.2f}, best {min(own, key=own.__getitem__)} "
        f"{min(own.values()):.2f}"
        for kind, own in ranks.items()
    )
    conditions = [
        (is_best[kind], not _lead(scores.among(groups[kind]), "concept").contains_zero)
        for kind in ("abrupt", "virtual")
    ]
    conditions.append((ranks["gradual"]["concept"] > middle, True))
    return _by_conditions(conditions, f"{told}; bad is above {middle}")


def _selecting_is_worse(scores: Scores, real: Real) -> Found:
    ranks = _mean_ranks(scores)
    lead = 100 * float((scores.of("queue") - scores.of("selecting")).mean())
    apart = rank_difference(scores, "queue", "selecting")
    numbers = (
        f"mean ranks: queue {ranks['queue']:.2f}, selecting {ranks['selecting']:.2f}; queue - "
        f"selecting: {apart}; queue leads by {lead:+.2f} points"
    )
    return Found(ranks["queue"] < ranks["selecting"], numbers, apart.contains_zero)


def _noise_closes_the_gap(scores: Scores, real: Real) -> Found:
    if len(scores.noises) < 4:
        return Found(None, f"{len(scores.noises)} levels of noise are too few for a trend")
    own = scores.among(_of_paper(scores))
    gaps = (own.of("concept") - own.of("queue")).mean(axis=(0, 2, 3))
    if np.ptp(gaps) == 0.0:
        return Found(False, "the gap is the same everywhere")
    trend = scipy_stats().spearmanr(scores.noises, gaps)
    told = ", ".join(f"{100 * gap:.2f}" for gap in gaps)
    is_shrinking = trend.statistic < 0 and trend.pvalue < 0.05
    numbers = f"gap in points from noise 0 up: {told}; Spearman {trend.statistic:.2f}, "
    return Found(bool(is_shrinking), numbers + small(trend.pvalue))


def _arow_gains_most(scores: Scores, real: Real) -> Found:
    own = scores.among(_of_paper(scores))
    gains = {arm: own.of(arm) - own.of("none") for arm in (*STRATEGIES, "concept")}
    runs = {arm: gain.mean(axis=(0, 1)).T for arm, gain in gains.items()}  # by learner, repetition
    pa, cw, arow = (LEARNERS.index(name) for name in ("PA", "CW", "AROW"))
    helps = {arm: paired_t_test(gain[arow], 0 * gain[arow]) for arm, gain in runs.items()}
    ahead = {
        LEARNERS[other]: paired_t_test(runs["queue"][arow], runs["queue"][other])
        for other in (pa, cw)
    }
    told = "; ".join(
        f"{arm}: PA {100 * gain[pa].mean():+.2f}, CW {100 * gain[cw].mean():+.2f}, "
        f"AROW {p_text(helps[arm])}"
        for arm, gain in runs.items()
    )
    more = ", ".join(f"{name} {p_text(test)}" for name, test in ahead.items())
    holds = all(_is_sure(test) for test in (*helps.values(), *ahead.values()))
    return Found(holds, f"gain over none in points, {told}; what queue gains more on AROW: {more}")


def _little_helps_pa_and_cw(scores: Scores, real: Real) -> Found:
    ranks = scores.ranks().mean(axis=(0, 1))  # by learner and method
    pa, cw = (
        dict(zip(METHODS, ranks[LEARNERS.index(name)].tolist(), strict=True))
        for name in ("PA", "CW")
    )
    rivals = [method for method in REAL if method != "none"]
    helps_pa = {method for method in rivals if pa[method] < pa["none"]}
    helps_cw = {method for method in rivals if cw[method] < cw["none"]}
    told = "; ".join(
        f"{name}: " + ", ".join(f"{method} {own[method]:.2f}" for method in REAL)
        for name, own in (("PA", pa), ("CW", cw))
    )
    on_pa, on_cw = (
        {method: rank_difference(scores, method, "none", name) for method in rivals}
        for name in ("PA", "CW")
    )
    most = sum(apart.low < 0 for apart in on_cw.values())
    least = sum(apart.high < 0 for apart in on_cw.values())
    few = len(helps_cw) <= 1
    conditions = [
        ((method in helps_pa) == (method in ("queue", "EDDM")), not on_pa[method].contains_zero)
        for method in rivals
    ]
    conditions.append((few, most <= 1 if few else least > 1))
    apart = "; ".join(f"{method} - none on PA: {on_pa[method]}" for method in ("queue", "EDDM"))
    return _by_conditions(conditions, f"mean ranks, {told}; {apart}")


def _loss_alone_is_unstable(scores: Scores, real: Real) -> Found:
    own = scores.among(_of_paper(scores))
    spread, worst = {}, {}
    for arm in ("queue", LOSS_ONLY):
        spread[arm] = 100 * float(own.of(arm).std(axis=2, ddof=1).mean())
        change = (own.of(arm) - own.of("none")).mean(axis=2)
        worst[arm] = 100 * float(change.min())
    told = "; ".join(
        f"{arm}: spread over repetitions {spread[arm]:.2f} points, worst cell against none "
        f"{worst[arm]:+.2f}"
        for arm in spread
    )
    is_wilder = spread[LOSS_ONLY] > spread["queue"] and worst[LOSS_ONLY] < worst["queue"]
    return Found(is_wilder, told)


def _digits_are_unharmed(scores: Scores, real: Real) -> Found:
    if not real["mnist"]:
        return Found(None, "the data set is not there")
    changes = real_accuracies(real["mnist"])
    lost = {name: 100 * (own["none"] - own["queue"]) for name, own in changes.items()}
    told = ", ".join(
        f"{name} {100 * own['none']:.2f} -> {100 * own['queue']:.2f}"
        for name, own in changes.items()
    )
    pairs = len(real["mnist"])
    numbers = f"mean over {pairs} pairs, none -> queue: {told}"
    return Found(max(lost.values()) <= HARMLESS, numbers)


def _queue_wins_the_market(scores: Scores, real: Real) -> Found:
    if not real["elec2"]:
        return Found(None, "the data set is not there")
    found = real_accuracies(real["elec2"])
    wins = {
        name: own["queue"] > own["none"] and own["queue"] > own["EDDM"]
        for name, own in found.items()
    }
    told = "; ".join(
        f"{name}: " + ", ".join(f"{arm} {100 * own[arm]:.2f}" for arm in ("none", "queue", "EDDM"))
        for name, own in found.items()
    )
    return Found(all(wins.values()), told)


def real_accuracies(answers: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the mean accuracy over several runs, by learner and arm."""
    return {
        name: {
            arm: float(np.mean([answer["right"][name][i] / answer["rows"] for answer in answers]))
            for i, arm in enumerate(REAL_ARMS)
        }
        for name in LEARNERS
    }


def _mean_ranks(scores: Scores) -> dict[str, float]:
    means = scores.ranks().mean(axis=(0, 1, 2))
    return dict(zip(METHODS, means.tolist(), strict=True))


def _lead(scores: Scores, method: str) -> Interval:
    """Return the mean rank of a method minus that of the best other one."""
    ranks = _mean_ranks(scores)
    rival = min((other for other in METHODS if other != method), key=ranks.__getitem__)
    return rank_difference(scores, method, rival)


def _listed(found: dict[str, float]) -> str:
    return ", ".join(f"{method} {found[method]:.2f}" for method in REAL)


def _by_conditions(conditions: list[tuple[bool, bool]], numbers: str) -> Found:
    """Return the verdict of conditions, each with whether it is met and whether that is sure.

    One that surely fails settles it; else it is close if one that decides is not sure.
    """
    failing = [sure for is_met, sure in conditions if not is_met]
    is_close = not any(failing) if failing else not all(sure for _, sure in conditions)
    return Found(not failing, numbers, is_close)


def _is_sure(test: PairedTTest) -> bool:
    return test.difference > 0 and test.p_value < SURE


def _of_paper(scores: Scores) -> list[str]:
    return [name for name in scores.problems if name in PAPER]


CLAIMS: list[tuple[str, Callable[[Scores, Real], Found]]] = [
    ("Queue-Removing has the best average rank of the real strategies", _queue_is_first),
    ("Queue-Removing beats no unlearning on most streams", _queue_beats_none),
    ("Concept-Removing beats Queue-Removing on every stream but CIRCLES", _concept_beats_queue),
    (
        "Concept-Removing is best on abrupt and on virtual drift, and bad on gradual",
        _concept_is_best_but_on_gradual,
    ),
    ("Selecting-Removing is worse than Queue-Removing", _selecting_is_worse),
    ("Noise closes the gap between Queue- and Concept-Removing", _noise_closes_the_gap),
    ("All four unlearning strategies beat plain AROW, which gains the most", _arow_gains_most),
    ("Only Queue-Removing and EDDM help PA, and hardly anything helps CW", _little_helps_pa_and_cw),
    ("Testing by the loss alone is unstable", _loss_alone_is_unstable),
    ("Digits, which do not drift, are not harmed", _digits_are_unharmed),
    ("On ELEC2 Queue-Removing is above none and above EDDM", _queue_wins_the_market),
]
