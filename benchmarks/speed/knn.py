"""Nearest neighbours over a window of 1,000 rows: driftline beside a bare loop, MOA and River.

    python benchmarks/speed/knn.py
    python benchmarks/speed/knn.py elec2 --only driftline floor

Five neighbours with a vote each. River searches exactly, with its `LazySearch`. MOA divides every
column by its range in the window, so it is held against driftline behind a `MinMaxScaler`, whose
ranges are those of all rows so far. Peers
that are slow take the first rows; driftline's accuracy is then given on the same rows.
Writes benchmarks/results/knn.json.
"""

import os

# Before NumPy loads: one thread for everybody.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import argparse
import importlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import environment
import numpy as np
import streams
from contest import Contestant, measure

from driftline import learners, transforms

SEED = 1
NEIGHBORS, WINDOW = 5, 1000
ROWS = {"elec2": 45_312, "covtype": 50_000}
SLOW_ROWS = {
    "moa": {"elec2": 20_000, "covtype": 5_000},
    "river": {"elec2": 3_000, "covtype": 2_000},
}


def model(is_scaled: bool) -> Any:
    """Make driftline's model."""
    knn = learners.KNNClassifier(n_neighbors=NEIGHBORS, window_size=WINDOW, weighted=False)
    return transforms.MinMaxScaler() | knn if is_scaled else knn


def ours(stream: streams.Stream) -> Iterator[Contestant]:
    """Yield one `predict_learn_many` over the whole stream, with and without a scaler."""
    for is_scaled in (False, True):
        yield _ours(stream, is_scaled)


def _ours(stream: streams.Stream, is_scaled: bool) -> Contestant:
    labels = stream.y.astype(np.int64)
    return Contestant(
        name="driftline",
        learner="knn",
        is_scaled=is_scaled,
        rows=stream.rows,
        fresh=partial(model, is_scaled),
        run=lambda knn: knn.predict_learn_many(stream.X, labels),
        accuracy=lambda found: _share_right(found, labels),
    )


def _share_right(predictions: Any, labels: Any) -> float:
    """Rows before the first label have no prediction, which counts as wrong."""
    found = predictions.to_pylist() if hasattr(predictions, "to_pylist") else list(predictions)
    return sum(a == b for a, b in zip(found, labels.tolist(), strict=True)) / len(labels)


def floor(stream: streams.Stream) -> Iterator[Contestant]:
    """Yield the bare loop."""
    yield importlib.import_module("floors").floor(stream, "knn", False, "plain")


def river(stream: streams.Stream) -> Iterator[Contestant]:
    """Yield the documented loop over dicts, on the first rows."""
    peer, neighbors = map(importlib.import_module, ("peer_river", "river.neighbors"))
    part = stream.head(SLOW_ROWS["river"][stream.name])
    rows = peer.rows_of(part)
    truth = [y for _, y in rows]
    yield Contestant(
        name="River, LazySearch",
        learner="knn",
        is_scaled=False,
        rows=part.rows,
        fresh=lambda: neighbors.KNNClassifier(
            NEIGHBORS, neighbors.LazySearch(window_size=WINDOW), weighted=False
        ),
        run=partial(peer.loop, rows),
        accuracy=lambda found: sum(a == b for a, b in zip(found, truth, strict=True)) / len(truth),
        warm_up=0,
    )


def moa(stream: streams.Stream) -> Iterator[Contestant]:
    """Yield MOA's own Java loop, warmed up, on the first rows."""
    peer, base = map(importlib.import_module, ("peer_moa", "capymoa.base"))
    part = stream.head(SLOW_ROWS["moa"][stream.name])
    schema, rows = peer.java_rows(part)
    kind = peer.Jvm("moa.classifiers.lazy.kNN")
    yield Contestant(
        name=peer.STRICT,
        learner="knn",
        is_scaled=True,
        rows=part.rows,
        fresh=lambda: base.MOAClassifier(kind(), schema, f"-k {NEIGHBORS} -w {WINDOW}"),
        run=partial(peer.java_loop, rows, True),
        accuracy=float,
    )


PEERS = {"driftline": ours, "floor": floor, "moa": moa, "river": river}


def line(stream: streams.Stream, contestant: Contestant, measured: Any) -> dict[str, Any]:
    """One line of the results."""
    per_row = 1e9 / contestant.rows
    return {
        "stream": stream.name,
        "width": stream.width,
        "contestant": contestant.name,
        "is_scaled": contestant.is_scaled,
        "rows": contestant.rows,
        "passes": measured.passes,
        "cpu_ns": measured.cpu * per_row,
        "wall_ns": measured.wall * per_row,
        "accuracy": contestant.accuracy(measured.result),
        "reference_accuracy": _reference(stream.head(contestant.rows), contestant.is_scaled),
    }


def _reference(stream: streams.Stream, is_scaled: bool) -> float:
    one = _ours(stream, is_scaled)
    return one.accuracy(one.run(one.fresh()))


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("streams", nargs="*", choices=[[], *ROWS])
    parser.add_argument("--only", nargs="+", choices=PEERS, default=list(PEERS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--patience", type=float, default=20.0, help="seconds per contestant")
    options = parser.parse_args()
    lines: list[dict[str, Any]] = []
    for name in options.streams or ROWS:
        stream = streams.load(name).head(ROWS[name])
        field = [c for peer in options.only for c in PEERS[peer](stream)]
        found = measure(field, options.rounds, options.patience)
        lines += [line(stream, *pair) for pair in found]
    for x in lines:
        print("{stream:10}{contestant:34}{cpu_ns:12.0f} ns {accuracy:.4f}".format(**x))
    print(f"wrote {environment.write('knn', SEED, lines)}")


if __name__ == "__main__":
    main()
