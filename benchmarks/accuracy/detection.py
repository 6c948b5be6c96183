"""Every drift detector on a fixed set of streams of errors: delay, missed drifts, false alarms.

    python benchmarks/accuracy/detection.py [--seeds 100]

Each detector has its defaults. Streams are of 0 and 1 with known rates and one drift; the last is
the course of a learner's own errors. Writes benchmarks/results/detection.json.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from driftline import detectors, evaluation, learners, sources, transforms

sys.path.insert(0, str(Path(__file__).parents[1] / "speed"))
import environment

ROWS, AT = 10_000, 5_000
STREAMS: dict[str, Any] = {
    "no drift": sources.BernoulliErrors(rates=[0.2], rows=100_000),
    "0.2 to 0.5": sources.BernoulliErrors(rates=[0.2, 0.5], drifts=[AT], rows=ROWS),
    "0.2 to 0.3": sources.BernoulliErrors(rates=[0.2, 0.3], drifts=[AT], rows=ROWS),
    "0.05 to 0.15": sources.BernoulliErrors(rates=[0.05, 0.15], drifts=[AT], rows=ROWS),
    "0.2 to 0.5, slowly": sources.BernoulliErrors(
        rates=[0.2, 0.5], drifts=[AT], width=1000, rows=ROWS
    ),
}
LEARNED = "AROW on SINE1"
#: Looks at rows, not at numbers.
LEFT_OUT = {"FeatureMonitor"}


def every_detector() -> dict[str, Any]:
    """Return all detectors with their defaults; those that draw are given a seed."""
    kinds = {name: getattr(detectors, name) for name in detectors.__all__ if name not in LEFT_OUT}
    return {
        name: kind(seed=1) if "seed" in kind().params else kind() for name, kind in kinds.items()
    }


def lines(seeds: int) -> Iterator[dict[str, Any]]:
    """Yield what each detector found on each stream."""
    learner = transforms.StandardScaler() | learners.AROW()
    learned = sources.SINE1(drifts=[AT], rows=ROWS)
    for name, detector in every_detector().items():
        for stream, errors in STREAMS.items():
            yield line(name, stream, evaluation.detection(detector, errors, seeds=seeds))
        found = evaluation.detection(detector, learned, seeds=seeds, learner=learner)
        yield line(name, LEARNED, found)
        print(name, flush=True)


def line(name: str, stream: str, found: Any) -> dict[str, Any]:
    """Return the counts of one detector on one stream; all figures are made of them."""
    return {
        "detector": name,
        "stream": stream,
        "runs": found.runs,
        "rows": found.rows,
        "drifts": found.drifts,
        "found": len(found.delays),
        "delay_rows": sum(found.delays),
        "false_alarms": found.false_alarms,
        "calm_rows": found.calm_rows,
        "first_rows": found.first_rows,
        "first_alarms": found.first_alarms,
    }


def main() -> None:
    """Run all and write them down."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100)
    print(environment.write("detection", 0, list(lines(parser.parse_args().seeds))))


if __name__ == "__main__":
    main()
