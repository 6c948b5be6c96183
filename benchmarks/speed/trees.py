"""Trees and ensembles: driftline beside MOA, CapyMOA and River, in one run on one stream.

    python benchmarks/speed/trees.py
    python benchmarks/speed/trees.py elec2 --learners tree --only driftline moa

MOA runs in its own Java loop over instances in memory, warmed up, with plain evaluators. A ratio
counts only between models of the same kind: settings are the peer's (`tree_models.py`), nodes
differ by at most 5 % and accuracy by at most 0.5 points, or is higher. River is slow and takes the
first rows, as driftline does with River's settings: what a row costs grows with the trees.
Writes benchmarks/results/trees_<stream>.json for each stream.
"""

import os

# Before NumPy loads: one thread for everybody.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import argparse
import importlib
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import environment
import numpy as np
import streams
import tree_models
from contest import Contestant, measure

SEED = 1
STREAMS = ("elec2", "covtype", "hyperplane", *streams.GENERATED)
MOST_ROWS = {"tree": 600_000, "arf_share": 50_000, "arf_sqrt": 50_000, "leveraging": 50_000}
RIVER_ROWS = {"tree": 20_000, "arf_share": 10_000, "arf_sqrt": 10_000, "leveraging": 5_000}
OURS = {"moa": "driftline, as MOA", "river": "driftline, as River"}
RIVER = "River"


def ours(stream: streams.Stream, learner: str) -> Iterator[Contestant]:
    """Yield one `predict_learn_many` with the settings of each peer, over the rows it takes."""
    yield _ours(stream, learner, "moa")
    yield _ours(stream.head(RIVER_ROWS[learner]), learner, "river")


def _ours(stream: streams.Stream, learner: str, preset: str) -> Contestant:
    labels = stream.y.astype(np.int64)

    def run(model: Any) -> Any:
        return model.predict_learn_many(stream.X, labels), model

    return Contestant(
        name=OURS[preset],
        learner=learner,
        is_scaled=False,
        rows=stream.rows,
        fresh=partial(tree_models.driftline, learner, SEED, preset),
        run=run,
        accuracy=lambda found: _share_right(found[0], labels),
    )


def _share_right(predictions: Any, labels: Any) -> float:
    """Rows before the first label have no prediction, which counts as wrong."""
    found = predictions.to_pylist() if hasattr(predictions, "to_pylist") else list(predictions)
    return sum(a == b for a, b in zip(found, labels.tolist(), strict=True)) / len(labels)


def river(stream: streams.Stream, learner: str) -> Iterator[Contestant]:
    """Yield the documented loop over dicts, on the first rows."""
    peer = importlib.import_module("peer_river")
    part = stream.head(RIVER_ROWS[learner])
    rows = peer.rows_of(part)
    truth = [y for _, y in rows]
    yield Contestant(
        name=RIVER,
        learner=learner,
        is_scaled=False,
        rows=part.rows,
        fresh=partial(tree_models.river, learner, SEED),
        run=lambda model: (peer.loop(rows, model), model),
        accuracy=lambda found: sum(map(_is, found[0], truth)) / len(truth),
        warm_up=0,
    )


def _is(found: Any, label: Any) -> bool:
    return bool(found == label)


def moa(stream: streams.Stream, learner: str) -> Iterator[Contestant]:
    """Yield MOA, as `peer_moa_trees` drives it."""
    peer = importlib.import_module("peer_moa_trees")
    yield from peer.contestants(stream, [learner], SEED)


PEERS = {"driftline": ours, "moa": moa, "river": river}


def nodes(name: str, model: Any) -> int | None:
    """Return how many nodes a model of this contestant has."""
    if name in (*OURS.values(), RIVER):
        return tree_models.nodes(model)
    return importlib.import_module("peer_moa_trees").nodes(model)


def line(contestant: Contestant, measured: Any) -> dict[str, Any]:
    """One line of the results."""
    per_row = 1e9 / contestant.rows
    return {
        "contestant": contestant.name,
        "learner": contestant.learner,
        "rows": contestant.rows,
        "passes": measured.passes,
        "cpu_ns": measured.cpu * per_row,
        "wall_ns": measured.wall * per_row,
        # The lesser: Java compiles in threads beside the loop, and their time is not the loop's.
        "ns": min(measured.cpu, measured.wall) * per_row,
        "accuracy": contestant.accuracy(measured.result),
        "nodes": nodes(contestant.name, measured.result[1]),
    }


def compared(lines: list[dict[str, Any]], stream: streams.Stream) -> None:
    """Add to each peer's line what driftline with that peer's preset does on the same rows."""
    mine = {x["contestant"]: x for x in lines if x["contestant"] in OURS.values()}
    for x in lines:
        preset = "river" if x["contestant"] == RIVER else "moa"
        own = mine.get(OURS[preset])
        if own is None or x["contestant"] in mine:
            continue
        is_same = x["rows"] == own["rows"]
        same = own if is_same else _again(stream.head(x["rows"]), x["learner"], preset)
        x["ratio"] = x["ns"] / own["ns"]
        x["reference_accuracy"], x["reference_nodes"] = same["accuracy"], same["nodes"]


def _again(stream: streams.Stream, learner: str, preset: str) -> dict[str, Any]:
    one = _ours(stream, learner, preset)
    found = one.run(one.fresh())
    return {"accuracy": one.accuracy(found), "nodes": nodes(one.name, found[1])}


def run(name: str, options: argparse.Namespace) -> None:
    """Measure one stream and write its results."""
    whole = streams.load(name)
    lines: list[dict[str, Any]] = []
    for learner in options.learners:
        stream = whole.head(min(options.rows or whole.rows, MOST_ROWS[learner]))
        field = [c for peer in options.only for c in PEERS[peer](stream, learner)]
        found = [line(*pair) for pair in measure(field, options.rounds, options.patience)]
        compared(found, stream)
        for x in found:
            print("{learner:12}{contestant:34}{ns:12.1f} ns {accuracy:.4f} {nodes}".format(**x))
        lines += found
    shape = {"rows": whole.rows, "width": whole.width, "labels": len(whole.labels)}
    print(f"wrote {environment.write(f'trees_{name}', SEED, {'stream': shape, 'lines': lines})}")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("streams", nargs="*", choices=[[], *STREAMS])
    parser.add_argument("--only", nargs="+", choices=PEERS, default=list(PEERS))
    parser.add_argument(
        "--learners",
        nargs="+",
        choices=tree_models.RACED,
        default=list(tree_models.RACED),
    )
    parser.add_argument("--rows", type=int, help="take the first rows only")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--patience", type=float, default=10.0, help="seconds per contestant")
    options = parser.parse_args()
    if len(options.streams) == 1:
        run(options.streams[0], options)
        return
    # Each in a process of its own: what Java has learned of one stream slows it down on the next.
    given = [word for word in sys.argv[1:] if word not in STREAMS]
    for name in options.streams or STREAMS:
        subprocess.run([sys.executable, __file__, name, *given], check=True)


if __name__ == "__main__":
    main()
