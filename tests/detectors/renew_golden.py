"""Write the golden files anew: `PYTHONPATH=tests python tests/detectors/renew_golden.py [name]`.

A golden file is a promise to users: what an older driftline wrote, this one reads and goes on with
alike. Renew one only when its detector is new or a change of format is meant, and say so in the
news.
"""

import json
import sys
from pathlib import Path

import numpy as np
from oracles.every_detector import DETECTORS, drifts, values, warnings

from driftline import detectors
from driftline.state import dumps

GOLDEN = Path(__file__).parent / "golden"


def rows(count, seed):
    """Return rows for the monitor of features: one column drifts, the other does not."""
    noise = np.random.default_rng(seed).random(count)
    return [
        {"moves": x, "stays": y} for x, y in zip(values("ADWIN", count, seed), noise, strict=True)
    ]


def fed(name):
    """Return a detector in the middle of a stream."""
    if name == "FeatureMonitor":
        monitor = detectors.FeatureMonitor(window_size=50)
        monitor.update_many(rows(700, seed=8))
        return monitor
    detector = DETECTORS[name]()
    detector.update_many(values(name, 700, seed=8))
    return detector


def answers(name, detector):
    """Return what the detector says of the values to come."""
    if name == "FeatureMonitor":
        return {"moves": [list(move) for move in detector.update_many(rows(2000, seed=9))]}
    signals = detector.update_many(values(name, 2000, seed=9))
    return {
        "drifts": drifts(signals),
        "warnings": warnings(signals),
        "estimation": detector.estimation,
    }


def renew(name):
    detector = fed(name)
    (GOLDEN / f"{name}.safetensors").write_bytes(dumps(detector))
    (GOLDEN / f"{name}.json").write_text(json.dumps(answers(name, detector)) + "\n")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for chosen in sys.argv[1:] or detectors.__all__:
        renew(chosen)
