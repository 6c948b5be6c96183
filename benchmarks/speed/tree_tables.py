"""Render what was measured of trees and ensembles: speed, threads, memory, accuracy."""

from collections.abc import Callable, Iterable
from typing import Any

import environment
import targets
import tree_models
from markdown import source, table, verdict

OURS = "driftline"
NOT_COUNTED = "not counted"
STREAMS = {
    "elec2": "ELEC2",
    "covtype": "forest covertype",
    "hyperplane": "turning hyperplane",
    "agrawal": "Agrawal",
    "sea": "SEA",
    "rbf": "random RBF",
    "led": "LED",
}
HEAD = """
## Trees and ensembles

Test-then-train over rows in memory, the lesser of CPU and wall time, the best of several passes in
one run; MOA in its own Java loop, warmed up, with plain evaluators. Java's own threads, which
compile and collect beside the loop, so count for nothing. Settings are the peer's. A ratio counts
where both grew the same kind of model, and is marked "not counted" elsewhere. Trees: their nodes
differ by at most {nodes:.0%}, or by {split} nodes, which is one split, and driftline is at most
{points:g} points less accurate on the same rows. Ensembles: driftline is at most {ensemble:g}
points less accurate, by the mean of several seeds where the table further down has it, by one seed
where it has not. Their nodes are shown and not compared: they are of one seed, and differ more
from seed to seed; "Nodes of a forest" compares them where they can be. River takes the first rows,
and driftline beside it the same.

"""


def speed() -> str:
    """Render time per row, and how much longer the peers take."""
    found = {name: environment.read(f"trees_{name}") for name in STREAMS}
    measured = {name: result for name, result in found.items() if result is not None}
    if not measured:
        return ""
    rows = [
        cells
        for name, result in measured.items()
        for x in result["figures"]["lines"]
        if (cells := _speed_row(name, x)) is not None
    ]
    head = ["stream", "learner", "peer", "rows", "peer ns", "times faster", "promise", ""]
    head += ["peer %", "driftline %", "peer nodes", "driftline nodes"]
    text = HEAD.format(
        nodes=targets.TREE_NODES,
        split=targets.ONE_SPLIT,
        points=100 * targets.TREE_ACCURACY,
        ensemble=100 * targets.ENSEMBLE_ACCURACY,
    )
    return text + table(head, rows) + source(next(iter(measured.values())))


def _speed_row(stream: str, x: dict[str, Any]) -> list[str] | None:
    if "ratio" not in x:
        return None
    wanted = targets.trees(x["contestant"], x["learner"], stream)
    promise = "-" if wanted is None else f"at least {wanted:g}"
    met = "-" if wanted is None else verdict(x["ratio"] >= wanted)
    if not is_same_kind(x, stream):
        met = NOT_COUNTED if wanted is None else f"**{NOT_COUNTED}**"
    cells = [STREAMS[stream], tree_models.LEARNERS[x["learner"]], x["contestant"]]
    cells += [f"{x['rows']:,}", f"{x['ns']:,.0f}", f"{x['ratio']:,.1f}", promise, met]
    cells += [f"{100 * x[key]:.2f}" for key in ("accuracy", "reference_accuracy")]
    return cells + [_count(x[key]) for key in ("nodes", "reference_nodes")]


def is_same_kind(x: dict[str, Any], stream: str) -> bool:
    """Tell whether a peer's model and ours are near enough to be compared."""
    if x["learner"] != "tree":
        behind = _behind_on_average(x, stream)
        return behind <= targets.ENSEMBLE_ACCURACY
    if x["accuracy"] - x["reference_accuracy"] > targets.TREE_ACCURACY:
        return False
    apart = 0 if x["nodes"] is None else abs(x["reference_nodes"] - x["nodes"])
    return apart <= max(targets.ONE_SPLIT, targets.TREE_NODES * (x["nodes"] or 0))


def _behind_on_average(x: dict[str, Any], stream: str) -> float:
    """Return by how much ours is less accurate: the mean of seeds, or the one seed of the race."""
    found = environment.read("tree_accuracy")
    peer = x["contestant"].split(",")[0].replace("CapyMOA", "MOA")
    for line in [] if found is None else found["figures"]:
        if (line["stream"], line["learner"], line["peer"]) == (stream, x["learner"], peer):
            return float(line["peer_accuracy"] - line["driftline"])
    return float(x["accuracy"] - x["reference_accuracy"])


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def threads(result: dict[str, Any]) -> str:
    """Render two threads against one, beside the control."""
    rows = [
        [
            tree_models.LEARNERS[x["learner"]],
            f"{x['one_thread']:.2f}",
            f"{x['two_threads']:.2f}",
            f"{x['speedup']:.2f}",
            f"{x['control_speedup']:.2f}",
            verdict(x["is_met"]) if x["is_free"] else "the machine was busy",
        ]
        for x in result["figures"]
    ]
    wanted = f"at least {targets.FOREST_THREADS:g}"
    head = ["ensemble", "one thread, s", "two, s", "times faster", "a loop alone", wanted]
    return "\n### Two threads\n\n" + table(head, rows) + source(result)


def memory(result: dict[str, Any]) -> str:
    """Render bytes per node beside MOA's own figure."""
    rows = []
    for x in result["figures"]:
        if OURS not in x:
            continue
        cells = [STREAMS[x["stream"]], f"{x['rows']:,}"]
        for who in ("MOA", OURS):
            cells += [f"{x[who]['nodes']:,}", f"{x[who]['bytes']:,}"]
        rows.append([*cells, f"{x['share']:.2f}", verdict(x["is_met"])])
    wanted = f"at most {targets.TREE_MEMORY:.2f}"
    head = ["stream", "rows", "MOA nodes", "bytes", "driftline nodes", "bytes", "per node", wanted]
    return "\n### Memory of a tree\n\n" + table(head, rows) + source(result)


def whole_forest(result: dict[str, Any]) -> str:
    """Render one pass of a forest of 100 over forest covertype."""
    rows = [
        [
            x["contestant"],
            f"{x['rows']:,}",
            f"{x['seconds']:,.0f}",
            f"{100 * x['accuracy']:.2f}",
            f"{x['bytes'] / 1e6:,.1f}",
            _count(x["nodes"]),
        ]
        for x in result["figures"]
    ]
    head = ["who", "rows", "CPU seconds", "accuracy %", "MB", "nodes"]
    title = "\n### An adaptive random forest of 100 on forest covertype\n\n"
    return title + table(head, rows) + source(result)


def accuracy(result: dict[str, Any]) -> str:
    """Render the mean accuracy of several seeds, beside the peers' on the same rows."""
    rows = []
    for x in result["figures"]:
        gap = 100 * (x["driftline"] - x["peer_accuracy"])
        cells = [STREAMS[x["stream"]], tree_models.LEARNERS[x["learner"]], x["peer"]]
        cells += [f"{x['rows']:,}", str(x["seeds"]), f"{100 * x['peer_accuracy']:.2f}"]
        rows.append([*cells, f"{100 * x['driftline']:.2f}", f"{gap:+.2f}", verdict(x["is_met"])])
    head = ["stream", "learner", "peer", "rows", "seeds", "peer %", "driftline %", "difference", ""]
    return "\n### Accuracy beside the peers\n\n" + table(head, rows) + source(result)


NODES = """
### Nodes of a forest

An adaptive random forest of ten on the first rows of ELEC2: means and standard deviations over
seeds. Without detectors, where trees grow all the time, nodes are to differ by at most {nodes:.0%}.
With them trees start anew now and then, in MOA nearly together: its trees all draw the same
columns, whatever the seed. It draws others where the columns of the stream come in another order,
and its accuracy then moves by more than from seed to seed.

"""


def forest_nodes(result: dict[str, Any]) -> str:
    """Render nodes and accuracy of forests with and without detectors."""
    theirs = {x["forest"]: x["nodes"] for x in result["figures"] if x["who"] == "MOA"}
    rows = [
        [
            x["forest"],
            x["who"],
            f"{x['rows']:,}",
            str(x["runs"]),
            f"{x['nodes']:,.0f} ± {x['nodes_sd']:,.0f}",
            f"{100 * x['accuracy']:.2f} ± {100 * x['accuracy_sd']:.2f}",
            _apart(x, theirs[x["forest"]]),
        ]
        for x in result["figures"]
    ]
    head = ["forest", "who", "rows", "runs", "nodes", "accuracy %", "nodes beside MOA's"]
    text = NODES.format(nodes=targets.TREE_NODES)
    return text + table(head, rows) + source(result)


def _apart(x: dict[str, Any], theirs: float) -> str:
    """Tell how far ours lie from MOA's, and whether that is as wanted where trees only grow."""
    if x["who"] == "MOA":
        return "-"
    share = x["nodes"] / theirs - 1.0
    is_wanted = "no detectors" in x["forest"]
    return f"{share:+.1%}" + (f", {verdict(abs(share) <= targets.TREE_NODES)}" if is_wanted else "")


PARTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "forest_threads": threads,
    "tree_memory": memory,
    "forest_covtype": whole_forest,
    "tree_accuracy": accuracy,
    "forest_nodes": forest_nodes,
}


def page() -> str:
    """Render all that has been measured of trees so far."""
    found: Iterable[tuple[str, Any]] = ((name, environment.read(name)) for name in PARTS)
    return speed() + "".join(PARTS[name](result) for name, result in found if result is not None)
