"""Memory of a tree beside MOA's, after the same rows.

    python benchmarks/speed/tree_memory.py

MOA's figure is its own `measureByteSize`, which asks the JVM for the size of every object. That
needs an agent: its classes are in MOA's jar, which does not declare it, so a jar that does is made
of them in a folder for the time of the run. It also needs to look into Java's own containers: a
JVM that forbids it gives a tree without its observers. Bytes are compared per node, as the trees
may differ by a node. Writes benchmarks/results/tree_memory.json.
"""

import argparse
import importlib
import importlib.util
import os
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import environment
import numpy as np
import streams
import targets
import tree_models

SEED = 1
STREAMS = ("elec2", "covtype", "sea", "led")
MANIFEST = "Manifest-Version: 1.0\nPremain-Class: sizeof.agent.SizeOfAgent\n"


def start_with_agent(folder: Path) -> None:
    """Make the agent's jar and have the JVM load it; only before CapyMOA is imported."""
    package = importlib.util.find_spec("capymoa")
    if package is None or package.origin is None:
        raise SystemExit("capymoa is not installed")
    agent = folder / "sizeofag.jar"
    with (
        zipfile.ZipFile(Path(package.origin).parent / "jar" / "moa.jar") as moa,
        zipfile.ZipFile(agent, "w") as jar,
    ):
        jar.writestr("META-INF/MANIFEST.MF", MANIFEST)
        for name in moa.namelist():
            if name.startswith("sizeof/agent/") and name.endswith(".class"):
                jar.writestr(name, moa.read(name))
    opened = (f"--add-opens=java.base/java.{part}=ALL-UNNAMED" for part in ("lang", "util"))
    os.environ["JAVA_TOOL_OPTIONS"] = " ".join([f"-javaagent:{agent}", *opened])


def moa(stream: streams.Stream) -> dict[str, Any]:
    """Teach MOA's tree and ask it for its size."""
    peer = importlib.import_module("peer_moa_trees")
    schema, rows = peer.java_rows(stream)
    model = peer.make(schema, "tree")
    peer.java_loop(rows, False, model)
    return {"bytes": int(model.moa_learner.measureByteSize()), "nodes": peer.nodes(model)}


def ours(stream: streams.Stream) -> dict[str, Any]:
    """Teach driftline's tree and ask it for its size."""
    model = tree_models.driftline("tree", SEED)
    model.learn_many(stream.X, stream.y.astype(np.int64))
    return {"bytes": int(model.memory), "nodes": tree_models.nodes(model)}


def measured(name: str, most: int, has_ours: bool) -> dict[str, Any]:
    """Measure both on the first rows of one stream."""
    stream = streams.load(name).head(most)
    found: dict[str, Any] = {"stream": name, "rows": stream.rows, "MOA": moa(stream)}
    if has_ours:
        found["driftline"] = ours(stream)
        own, other = (found[who]["bytes"] / found[who]["nodes"] for who in ("driftline", "MOA"))
        found |= {"share": own / other, "is_met": own / other <= targets.TREE_MEMORY}
    return found


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--peer-only", action="store_true")
    options = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as home:
        start_with_agent(Path(home))
        for name in STREAMS:
            lines.append(measured(name, options.rows, not options.peer_only))
            print(lines[-1])
    print(f"wrote {environment.write('tree_memory', SEED, lines)}")


if __name__ == "__main__":
    main()
