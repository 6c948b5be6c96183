"""An adaptive random forest of 100 trees in one pass over forest covertype, beside MOA's.

    python benchmarks/speed/forest_covtype.py
    python benchmarks/speed/forest_covtype.py --only driftline

CPU time, accuracy, memory and nodes. MOA takes the first rows unless `--moa-rows` says otherwise,
as it needs many hours for all; its time is then to be read per row.
Writes benchmarks/results/forest_covtype.json.
"""

import argparse
import importlib
import tempfile
import time
from pathlib import Path
from typing import Any

import environment
import numpy as np
import streams
import tree_memory
import tree_models

SEED = 1
MODELS = 100


def ours(stream: streams.Stream) -> dict[str, Any]:
    """Run driftline on one thread."""
    labels = stream.y.astype(np.int64)
    model = tree_models.driftline("arf_share", SEED, n_models=MODELS)
    begin = time.process_time()
    predictions = model.predict_learn_many(stream.X, labels)
    seconds = time.process_time() - begin
    right = [a == b for a, b in zip(predictions.tolist(), labels.tolist(), strict=True)]
    return {
        "contestant": "driftline",
        "rows": stream.rows,
        "seconds": seconds,
        "accuracy": float(np.mean(right)),
        "bytes": int(model.memory),
        "nodes": tree_models.nodes(model),
    }


def moa(stream: streams.Stream) -> dict[str, Any]:
    """Run MOA's Java loop once; such a pass is long enough to warm up in."""
    with tempfile.TemporaryDirectory() as home:
        tree_memory.start_with_agent(Path(home))
        peer = importlib.import_module("peer_moa_trees")
        schema, rows = peer.java_rows(stream)
        model = peer.make(schema, "arf_share", SEED, MODELS)
        begin = time.process_time()
        accuracy = peer.java_loop(rows, False, model)
        return {
            "contestant": peer.STRICT,
            "rows": stream.rows,
            "seconds": time.process_time() - begin,
            "accuracy": accuracy,
            "bytes": peer.forest_bytes(model),
            "nodes": peer.nodes(model),
        }


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=["driftline", "moa"])
    parser.add_argument("--rows", type=int, default=581_012)
    parser.add_argument("--moa-rows", type=int, default=20_000)
    options = parser.parse_args()
    stream = streams.load("covtype")
    lines = []
    for name, run, rows in (("driftline", ours, options.rows), ("moa", moa, options.moa_rows)):
        if options.only is None or name in options.only:
            lines.append(run(stream.head(rows)))
            print(lines[-1])
    if options.only is None and options.moa_rows != options.rows:
        lines.insert(1, ours(stream.head(options.moa_rows)))
    print(f"wrote {environment.write('forest_covtype', SEED, lines)}")


if __name__ == "__main__":
    main()
