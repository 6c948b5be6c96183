"""Tables of the forest experiment."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.reproduce.document import Table
from driftline.reproduce.forests.bagged import distance
from driftline.reproduce.forests.draws import MOST, counted, expected
from driftline.reproduce.forests.first_rows import EXPECTED
from driftline.reproduce.forests.models import FOREST, GRID, MODELS, RESET
from driftline.reproduce.forests.results import Found
from driftline.reproduce.forests.rivals import RIVALS, chosen
from driftline.reproduce.forests.scores import ahead, joined
from driftline.reproduce.forests.styles import STYLES

#: Accuracy on ELEC2 in percent as River's benchmark page has it (2023-11, 10 members).
RIVER_ELEC2 = {
    "no change": 85.33,
    "Hoeffding tree": 79.56,
    "adaptive tree": 82.13,
    "online bagging": 84.04,
    "ADWIN bagging": 82.38,
    "leveraging bagging": 89.27,
    "adaptive random forest": 87.66,
}


def accuracies(found: Found, streams: Sequence[str], delay: int) -> Table:
    """Return mean and standard deviation over seeds, by stream and model."""
    return _accuracies(found.of(streams, delay), MODELS)


def published(found: Found) -> Table | None:
    """Return ours on ELEC2 beside River's published figures, None if it was not run."""
    cells = found.of(["ELEC2"], 0)
    if not cells:
        return None
    means = joined(cells, "model", list(MODELS)).means()
    rows = [[name, f"{means[name]:.2f}", f"{RIVER_ELEC2[name]:.2f}"] for name in MODELS]
    return Table(["model", "here", "River's page"], rows)


def temporal_kappas(found: Found, streams: Sequence[str], delay: int) -> Table:
    """Return Kappa-T by stream and model: 0 is as good as the label before, 1 is without error."""
    cells = [{**c, "accuracy": c["kappa_t"]} for c in found.of(streams, delay)]
    scores = joined(cells, "model", list(MODELS))
    rows = [
        [name, *(f"{float(np.mean(scores.of(m, [name]))):.3f}" for m in MODELS)]
        for name in scores.streams
    ]
    return Table(["stream", *MODELS], rows)


def first_rows(found: Found) -> Table:
    """Return ours on the first rows of ELEC2 beside CapyMOA's."""
    rows = []
    for name, one in EXPECTED.items():
        own = [c for c in found.first_rows if c["model"] == name]
        scores = np.array([c["accuracy"] for c in own])
        rows.append([name, str(own[0]["size"]), _spread(scores), f"{one.accuracy:.2f}"])
    return Table(["model", "members", "here", "CapyMOA's tests"], rows)


def draws(found: Found) -> Table:
    """Return how often rows were taken beside Poisson(1)."""
    counts = counted(found.draws)
    times = [*(str(k) for k in range(MOST)), f"{MOST} or more"]
    rows = [
        [name, f"{count:,}", f"{count / counts.sum():.5f}", f"{share:.5f}"]
        for name, count, share in zip(times, counts, expected(), strict=True)
    ]
    return Table(["times taken", "draws", "share", "Poisson(1)"], rows)


def costs(found: Found, streams: Sequence[str]) -> Table:
    """Return microseconds a row, the least of the seeds, and peak memory; means over streams."""
    rows = []
    for name in MODELS:
        own = [c for c in found.of(streams, 0) if c["model"] == name]
        least = [
            min(1e6 * c["seconds"] / c["rows"] for c in own if c["stream"] == stream)
            for stream in streams
            if any(c["stream"] == stream for c in own)
        ]
        micros = float(np.mean(least))
        memory = float(np.mean([c["memory"] for c in own])) / 1e6
        rows.append([name, f"{micros:.2f}", f"{memory:.3f}"])
    return Table(["model", "microseconds a row", "megabytes"], rows)


def grid(found: Found) -> Table:
    """Return the forest's accuracy with each setting, and with plain reset, by stream."""
    settings = joined([c for c in found.ablation if c["model"] == FOREST], "setting", list(GRID))
    reset = joined([c for c in found.ablation if c["model"] == RESET], "model", [RESET])
    rows = [
        [name, *(_percent(settings.of(s, [name])) for s in GRID), _percent(reset.of(RESET, [name]))]
        for name in settings.streams
    ]
    return Table(["stream", *GRID, "plain reset"], rows)


def settings(found: Found) -> Table:
    """Return what tuning chose for each rival, and its accuracy with defaults and tuned."""
    defaults = joined(found.of(_streams(found.tuned), 0), "model", list(MODELS))
    tuned = joined(found.tuned, "model", list(RIVALS))
    rows = [
        [
            name,
            f"{setting['grace_period']}",
            f"{setting['delta']:g}",
            _percent(defaults.of(name)),
            _percent(tuned.of(name)),
            str(ahead(tuned.by_seed(name), defaults.by_seed(name))),
        ]
        for name, setting in chosen(found.tuning).items()
    ]
    return Table(
        ["model", "grace_period", "delta", "defaults", "tuned", "tuned over defaults"], rows
    )


def rivals(found: Found) -> Table:
    """Return mean and standard deviation over seeds of all rivals tuned alike."""
    return _accuracies(found.tuned, RIVALS)


def choices(found: Found) -> Table:
    """Return how many trees were split, and how many wrongly, by delta."""
    rows = []
    for delta in dict.fromkeys(c["delta"] for c in found.choices):
        own = [c for c in found.choices if c["delta"] == delta]
        trees, split, wrong = (sum(c[key] for c in own) for key in ("trees", "split", "wrong"))
        rows.append(
            [
                f"{delta:g}",
                f"{trees:,}",
                f"{split:,}",
                f"{wrong:,}",
                f"{wrong / split:.4f}" if split else "",
            ]
        )
    return Table(["delta", "trees", "split", "wrongly", "share of splits"], rows)


def bagged(found: Found) -> Table:
    """Return both kinds of bagging by size of the sample."""
    rows = []
    for n in dict.fromkeys(c["n"] for c in found.bagged):
        own = [c for c in found.bagged if c["n"] == n]
        online, batch = (np.array([c[key] for c in own]) for key in ("online", "batch"))
        rows.append([f"{n:,}", f"{distance(n):.2g}", _spread(online), _spread(batch)])
    return Table(["rows", "distance of the draws", "online bagging", "bagging"], rows)


def styles(found: Found) -> Table:
    """Return the three styles by stream."""
    cells = [{**c, "accuracy": c["right"] / c["rows"]} for c in found.styles]
    scores = joined(cells, "style", list(STYLES))
    rows = [[name, *(_percent(scores.of(s, [name])) for s in STYLES)] for name in scores.streams]
    return Table(["stream", *STYLES], rows)


def threads(found: Found) -> Table:
    """Return time and answers by the number of threads."""
    rows = [
        [
            str(x["threads"]),
            f"{x['seconds']:.2f}",
            f"{x['speedup']:.2f}",
            "the same" if x["is_same"] else "others",
        ]
        for x in found.threads
    ]
    return Table(["threads", "seconds", "times faster", "answers, chances, trees"], rows)


def _accuracies(cells: Sequence[dict[str, Any]], models: Sequence[str]) -> Table:
    scores = joined(cells, "model", models)
    rows = [
        [name, *(_spread(scores.values[i, :, j]) for j in range(len(models)))]
        for i, name in enumerate(scores.streams)
    ]
    return Table(["stream", *models], rows)


def _streams(cells: Sequence[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(cell["stream"] for cell in cells))


def _percent(values: NDArray[np.float64]) -> str:
    return f"{100 * float(np.mean(values)):.2f}"


def _spread(values: NDArray[np.float64]) -> str:
    deviation = 100 * float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    return f"{_percent(values)} ± {deviation:.2f}"
