"""Reports made of invented numbers: no learner runs, so every value is known."""

import numpy as np

from driftline.report import (
    Cost,
    Curve,
    Event,
    Fall,
    ModelResult,
    Pair,
    Report,
    StreamFacts,
)
from driftline.stream import Drift

METRICS = ("accuracy", "kappa", "kappa_m", "kappa_t")
ROWS, EVERY = 20_000, 250
DRIFTS = (Drift(8_000), Drift(14_000, 1_500, "gradual"))


def level(rows, ability, speed):
    """A sliding accuracy that falls at each drift and comes back."""
    height = np.full(len(rows), ability)
    for drift in DRIFTS:
        since = rows - drift.row
        height -= (since > 0) * (ability - 0.3) * np.exp(-np.maximum(since, 0) / speed)
    return height


def curve(ability, speed, seed, *, rows=ROWS, metrics=METRICS):
    rng = np.random.default_rng(seed)
    places = np.arange(EVERY, rows + 1, EVERY)
    sliding = np.clip(level(places, ability, speed) + rng.normal(0, 0.01, len(places)), 0, 1)
    cumulative = np.cumsum(sliding) / np.arange(1, len(places) + 1)
    accuracy = np.stack([cumulative, sliding, sliding, sliding], axis=1)
    values = np.stack([accuracy - 0.2 * (k > 0) - 0.1 * k for k in range(len(metrics))], axis=2)
    return Curve(places, places, values, tuple(metrics))


def cost(microseconds, memory, *, rows=ROWS):
    places = np.arange(1_000, rows + 1, 1_000)
    growth = np.linspace(1, 2, len(places))
    return Cost(places, places * microseconds * 1e-6, (memory * growth).astype(np.int64))


def fall(drift, ability):
    return Fall(drift, ability, 0.3, ability - 0.3, 1_250, None)


def model(name, ability, speed, *, seed=1, is_baseline=False, fold=None, **others):
    fields = {
        "labels": ("down", "up"),
        "confusion": np.array([[8_000, 1_500, 0], [2_000, 8_490, 10]]),
        "falls": tuple(fall(drift, ability) for drift in DRIFTS),
    }
    return ModelResult(
        name=name,
        spec=f"{name}()",
        is_baseline=is_baseline,
        curve=curve(ability, speed, seed),
        cost=cost(1 + seed, 1_000 * seed),
        fold=fold,
        **{**fields, **others},
    )


def report(**changes):
    found = (Event(8_400, "drift", "the error rose"), Event(14_900, "warning"))
    models = (
        model("StandardScaler | AROW", 0.92, 900, seed=1),
        model("GaussianNB", 0.88, 4_000, seed=2, events=found),
        model("majority class", 0.5, 1, seed=3, is_baseline=True),
        model("no change", 0.55, 1, seed=4, is_baseline=True),
    )
    fields = {
        "stream": StreamFacts(
            name="turning plane",
            rows=ROWS,
            labelled=ROWS,
            features={f"x{i}": "numeric" for i in range(10)},
            target="side",
            task="classification",
            labels={"down": 9_500, "up": 10_500},
            drifts=DRIFTS,
        ),
        "models": models,
        "settings": {"metrics": list(METRICS), "window": 1_000, "every": EVERY, "seed": 7},
        "pairs": (Pair("StandardScaler | AROW", "GaussianNB", 120.0, 260.5, 51.9),),
        "versions": {"driftline": "0.1.0", "python": "3.11"},
        "command": "driftline evaluate turning.csv --target side",
    }
    return Report(**{**fields, **changes})


def folded(name="AROW", folds=5):
    """A distributed evaluation: several folds of one name."""
    models = [model(name, 0.9 - 0.01 * k, 900, seed=k + 1, fold=k) for k in range(folds)]
    return report(
        models=(*models, model("majority class", 0.5, 1, seed=9, is_baseline=True)), pairs=()
    )
