"""Write the golden files anew: `PYTHONPATH=tests python tests/detectors/renew_golden.py [name]`.

A golden file is a promise to users: what an older driftline wrote, this one reads and goes on with
alike. Renew one only when its detector is new or a change of format is meant, and say so in the
news.
"""

import json
import sys
from pathlib import Path

from oracles.every_detector import CLASSES, DETECTORS, drifts, values, warnings

from driftline.state import dumps

GOLDEN = Path(__file__).parent / "golden"


def fed(name):
    """Return a detector in the middle of a stream."""
    detector = DETECTORS[name]()
    detector.update_many(values(name, 700, seed=8))
    return detector


def answers(name, detector):
    """Return what the detector says of the values to come."""
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
    for chosen in sys.argv[1:] or CLASSES:
        renew(chosen)
