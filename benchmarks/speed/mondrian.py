"""Mondrian forests: driftline beside River, in one run on one stream.

    python benchmarks/speed/mondrian.py

Ten trees each, River's defaults, no limit of nodes that either would meet. River is slow and takes
the first rows only; driftline's accuracy and time are given on the same rows as well.
Writes benchmarks/results/mondrian_elec2.json.
"""

import os

# Before NumPy loads: one thread for everybody.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Any

import environment
import numpy as np
import peer_river
import streams
from contest import Contestant, measure
from river import forest

from driftline.ensembles import AMFClassifier

SEED, TREES = 1, 10


def ours(stream: streams.Stream) -> Contestant:
    """One `predict_learn_many` over the stream."""
    labels = stream.y.astype(np.int64)
    return Contestant(
        name="driftline",
        learner="amf",
        is_scaled=False,
        rows=stream.rows,
        fresh=partial(AMFClassifier, n_estimators=TREES, seed=SEED),
        run=lambda model: (model.predict_learn_many(stream.X, labels), model),
        accuracy=lambda found: _share_right(list(found[0]), labels.tolist()),
    )


def rivers(stream: streams.Stream) -> Contestant:
    """Return the documented loop over dicts."""
    rows = peer_river.rows_of(stream)
    return Contestant(
        name="River",
        learner="amf",
        is_scaled=False,
        rows=stream.rows,
        fresh=partial(forest.AMFClassifier, n_estimators=TREES, seed=SEED),
        run=lambda model: (peer_river.loop(rows, model), model),
        accuracy=lambda found: _share_right(found[0], [y for _, y in rows]),
        warm_up=0,
    )


def _share_right(found: list[Any], labels: list[Any]) -> float:
    return sum(a == b for a, b in zip(found, labels, strict=True)) / len(labels)


def lines(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Measure both on the first rows, and driftline on all."""
    whole = streams.load("elec2")
    part = whole.head(options.rows)
    field = [ours(whole), ours(part), rivers(part)]
    for one, measured in measure(field, options.rounds, options.patience):
        yield {
            "contestant": one.name,
            "learner": one.learner,
            "rows": one.rows,
            "passes": measured.passes,
            "cpu_ns": measured.cpu * 1e9 / one.rows,
            "wall_ns": measured.wall * 1e9 / one.rows,
            "accuracy": one.accuracy(measured.result),
        }


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=5_000, help="rows that River takes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--patience", type=float, default=10.0, help="seconds per contestant")
    found = list(lines(parser.parse_args()))
    for x in found:
        print("{contestant:12}{rows:8} rows {cpu_ns:12.0f} ns {accuracy:.4f}".format(**x))
    print(f"wrote {environment.write('mondrian_elec2', SEED, {'lines': found})}")


if __name__ == "__main__":
    main()
