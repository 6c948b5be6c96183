"""How large the trees of a forest get: driftline's beside MOA's, the mean of several seeds.

    python benchmarks/accuracy/forest_nodes.py

Under drift a forest's trees start anew at other rows for every seed, so their nodes at the end say
little. Without detectors they grow all the time and can be compared. MOA's trees all draw the same
columns, whatever the seed; with the columns of the stream in another order they draw others.
Three minutes. Writes benchmarks/results/forest_nodes.json.
"""

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "speed"))
import environment
import peer_moa_trees
import streams
import tree_models
from capymoa.base import MOAClassifier
from peer_moa import Jvm

from driftline.ensembles import ARFClassifier

STREAM, ROWS = "elec2", 20_000
SEEDS = range(1, 6)
ORDERS = range(8)
FOREST = "-l (ARFHoeffdingTree -g 50 -c 0.01) -o (Percentage (M * (m / 100))) -j 1 -s"
SETTINGS = {
    "all columns, no detectors": (1.0, False),
    "60 % of the columns, no detectors": (0.6, False),
    "60 % of the columns": (0.6, True),
}

Run = tuple[float, int | None]  # accuracy, nodes


def ours(stream: streams.Stream, share: float, watches: bool, seed: int) -> Run:
    """Run driftline's forest."""
    unwatched: dict[str, Any] = {"drift_detector": None, "warning_detector": None}
    model = ARFClassifier(
        n_models=tree_models.MODELS,
        max_features=None if share == 1.0 else share,
        seed=seed,
        preset="moa",
        **({} if watches else unwatched),
    )
    labels = stream.y.astype(np.int64)
    accuracy = float(np.mean(model.predict_learn_many(stream.X, labels) == labels))
    return accuracy, tree_models.nodes(model)


def moa(prepared: Any, share: float, watches: bool, seed: int) -> Run:
    """Run MOA's forest over rows that are in Java already."""
    schema, rows = prepared
    options = f"{FOREST} {tree_models.MODELS} -m {round(100 * share)}" + ("" if watches else " -u")
    forest = Jvm("moa.classifiers.meta.AdaptiveRandomForest")()
    model = MOAClassifier(forest, schema, options, random_seed=seed)
    return peer_moa_trees.java_loop(rows, False, model), peer_moa_trees.nodes(model)


def line(what: str, who: str, found: list[Run]) -> dict[str, Any]:
    """Return the means over several runs."""
    accuracies, nodes = zip(*found, strict=True)
    means = {"accuracy": float(np.mean(accuracies)), "nodes": float(np.mean(nodes))}
    spread = {"accuracy_sd": float(np.std(accuracies)), "nodes_sd": float(np.std(nodes))}
    return {"forest": what, "who": who, "rows": ROWS, "runs": len(found)} | means | spread


def lines() -> Iterator[dict[str, Any]]:
    """Yield one line for each forest and library."""
    stream = streams.load(STREAM).head(ROWS)
    prepared = peer_moa_trees.java_rows(stream)
    for what, (share, watches) in SETTINGS.items():
        yield line(what, "MOA", [moa(prepared, share, watches, seed) for seed in SEEDS])
        yield line(what, "driftline", [ours(stream, share, watches, seed) for seed in SEEDS])
    ordered = [peer_moa_trees.java_rows(_shuffled(stream, order)) for order in ORDERS]
    found = [moa(rows, 0.6, True, 1) for rows in ordered]
    yield line(f"{what}, in {len(found)} orders", "MOA", found)


def _shuffled(stream: streams.Stream, order: int) -> streams.Stream:
    columns = np.random.default_rng(order).permutation(stream.width)
    return dataclasses.replace(stream, X=np.ascontiguousarray(stream.X[:, columns]))


def main() -> None:
    """Run all and write them down."""
    found = []
    for x in lines():
        print("{forest:36}{who:10}{accuracy:.4f} {accuracy_sd:.4f}{nodes:8.0f}".format(**x))
        found.append(x)
    print(f"wrote {environment.write('forest_nodes', 1, found)}")


if __name__ == "__main__":
    main()
