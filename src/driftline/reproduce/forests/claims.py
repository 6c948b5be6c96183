"""What is said of forests, and whether it is found again.

Differences are of means over streams, paired over seeds. A claim that needs what was not
run is not testable, and says why.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from driftline.reproduce.claim import Claim
from driftline.reproduce.forests.bagged import distance
from driftline.reproduce.forests.draws import chance, counted
from driftline.reproduce.forests.models import (
    BAGGING,
    FOREST,
    GRID,
    LEVERAGING,
    MODELS,
    RESET,
    TREE,
)
from driftline.reproduce.forests.protocol import GENERATED
from driftline.reproduce.forests.results import Found
from driftline.reproduce.forests.rivals import RIVALS
from driftline.reproduce.forests.scores import SURE, Scores, ahead, joined
from driftline.reproduce.forests.styles import STYLES

NEAR = 1.0  # points by which the forest's defaults may be behind the best of the grid
SAME = 0.5  # points by which bagging and online bagging may differ on the largest sample
CORES = 4  # that "about three times faster" needs
THRICE = 2.5  # what counts as about three times

Verdict = tuple[bool | None, str]


def judged(found: Found) -> list[Claim]:
    """Judge all six."""
    return [Claim(name, text, *_verdict(name, judge, found)) for name, text, judge in CLAIMS]


def _verdict(name: str, judge: Callable[[Found], Verdict], found: Found) -> Verdict:
    if name in ("S3", "S4") and not found.of(list(GENERATED), 0):
        return None, "no generated stream was run"
    if name == "S7" and not found.styles:
        return None, "no stream that drifts was run"
    return judge(found)


def _attribute_is_the_best_one(found: Found) -> Verdict:
    wrong: dict[float, int] = defaultdict(int)
    split: dict[float, int] = defaultdict(int)
    for cell in found.choices:
        wrong[cell["delta"]] += cell["wrong"]
        split[cell["delta"]] += cell["split"]
    told = "; ".join(f"delta {d:g}: {wrong[d]} of {split[d]} splits wrong" for d in split)
    if not all(split.values()):
        return None, f"{told}; not every delta has a tree that was split"
    return all(wrong[d] <= d * split[d] for d in split), told


def _poisson_is_the_limit(found: Found) -> Verdict:
    gaps: dict[int, list[float]] = defaultdict(list)
    for cell in found.bagged:
        gaps[cell["n"]].append(cell["online"] - cell["batch"])
    sizes = sorted(gaps)
    far = [distance(n) for n in sizes]
    means = [100 * float(np.mean(gaps[n])) for n in sizes]
    told = "; ".join(
        f"N = {n:,}: distance {d:.2g}, accuracy {gap:+.2f} points"
        for n, d, gap in zip(sizes, far, means, strict=True)
    )
    counts = counted(found.draws)
    likely = chance(counts)
    told = f"{counts.sum():,} draws beside Poisson(1): chi-square test p = {likely:.2g}; {told}"
    return likely >= SURE and abs(means[-1]) <= SAME, told


def _more_is_better(found: Found) -> Verdict:
    names = (LEVERAGING, BAGGING, TREE)
    holds, told = _in_order(_at_once(found), names)
    still_holds, told_tuned = _in_order(joined(found.tuned, "model", list(RIVALS)), names)
    return holds and still_holds, f"{told}; all tuned alike: {told_tuned}"


def _in_order(scores: Scores, names: Sequence[str]) -> Verdict:
    """Tell whether each of three is surely above the next."""
    means = scores.means()
    leads = [ahead(scores.by_seed(a), scores.by_seed(b)) for a, b in itertools.pairwise(names)]
    told = ", ".join(f"{name} {means[name]:.2f}" for name in names)
    holds = all(lead.is_sure for lead in leads)
    first, second = leads
    return holds, f"means in percent: {told}; first over second {first}; second over third {second}"


def _forest_needs_little(found: Found) -> Verdict:
    grid = joined([c for c in found.ablation if c["model"] == FOREST], "setting", list(GRID))
    means = grid.means()
    best = max(means, key=means.__getitem__)
    lost = means[best] - means["defaults"]
    told = f"defaults {means['defaults']:.2f}, best of the grid {best} {means[best]:.2f}"
    copes, how = _copes(found)
    wins, gain = _background_helps(found)
    return lost <= NEAR and copes and wins, f"{told}; {how}; {gain}"


def _copes(found: Found) -> tuple[bool, str]:
    """Tell whether the forest is surely ahead of a single tree under either kind of drift."""
    scores, told, ok = _at_once(found), [], True
    for kind in ("abrupt", "gradual"):
        streams = [name for name in scores.streams if GENERATED[name].drift == kind]
        if streams:
            lead = ahead(scores.by_seed(FOREST, streams), scores.by_seed(TREE, streams))
            ok &= lead.is_sure
            told.append(f"{kind} drift: {lead} over a tree")
    return ok, ", ".join(told)


def _background_helps(found: Found) -> tuple[bool, str]:
    own = [c for c in found.ablation if c["setting"] == "defaults"]
    scores = joined(own, "model", [FOREST, RESET])
    drifting = [name for name in scores.streams if GENERATED[name].drift != "none"]
    lead = ahead(scores.by_seed(FOREST, drifting), scores.by_seed(RESET, drifting))
    return lead.is_sure, f"background trees over plain reset: {lead}"


def _threads_help(found: Found) -> Verdict:
    told = "; ".join(f"{x['threads']} threads {x['speedup']:.2f} times" for x in found.threads)
    same = all(x["is_same"] for x in found.threads)
    told += "; the same answers, chances and trees" if same else "; other answers"
    if not same:
        return False, told
    if found.threads[0]["cores"] < CORES:
        return None, f"{told}; this machine has fewer than {CORES} cores"
    return max(x["speedup"] for x in found.threads) >= THRICE, told


def _rows_beat_batches(found: Found) -> Verdict:
    cells = [{**c, "accuracy": c["right"] / c["rows"]} for c in found.styles]
    scores = joined(cells, "style", list(STYLES))
    return _in_order(scores, STYLES)


def _at_once(found: Found) -> Scores:
    """Return the accuracies on generated streams whose labels come at once."""
    return joined(found.of(list(GENERATED), 0), "model", list(MODELS))


CLAIMS: list[tuple[str, str, Callable[[Found], Verdict]]] = [
    (
        "S1",
        "A leaf takes the attribute that it would take with infinite data, but for a chance of "
        "delta",
        _attribute_is_the_best_one,
    ),
    ("S2", "Online bagging's Poisson(1) is the limit of bagging", _poisson_is_the_limit),
    (
        "S3",
        "Leveraging bagging is above online bagging, and that is above a single tree",
        _more_is_better,
    ),
    (
        "S4",
        "An adaptive random forest needs little tuning, copes with abrupt and gradual drift, and "
        "its background trees beat a plain reset",
        _forest_needs_little,
    ),
    ("S5", "In parallel it is about three times faster, with the same result", _threads_help),
    (
        "S7",
        "Learning row by row adapts better than batch by batch, and that better than once for all",
        _rows_beat_batches,
    ),
]
