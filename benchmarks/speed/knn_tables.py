"""Render what was measured of nearest neighbours."""

from typing import Any

from markdown import source, table

STREAMS = {"elec2": "ELEC2", "covtype": "forest covertype"}
OURS = "driftline"
HEAD = """
## Nearest neighbours

Five neighbours with a vote each, among the last 1,000 rows, test-then-train, CPU time, the best
of several passes in one run. *Floor*: a bare C++ loop that measures every row of the window, for
the baseline CPU; driftline measures eight at once, with AVX2 where there is, and gives rows up
half-way. MOA divides columns by their ranges in the window, so it is held against driftline behind
a `MinMaxScaler`, which takes the ranges of all rows so far. On ELEC2 the ranges in the window are
the better ones, and with them a loop in NumPy is as accurate as MOA. Of rows that are equally far
River takes the older, driftline the newer.

"""


def speed(result: dict[str, Any]) -> str:
    """Render time per row, and how much longer the others take."""
    lines = result["figures"]
    mine = {(x["stream"], x["is_scaled"]): x for x in lines if x["contestant"] == OURS}
    rows = [_row(x, mine[x["stream"], x["is_scaled"]]) for x in lines if x["contestant"] != OURS]
    head = ["stream", "columns", "scaled", "other", "rows", "its ns", "driftline ns"]
    head += ["times faster", "its %", "driftline %"]
    return HEAD + table(head, rows) + source(result)


def _row(x: dict[str, Any], mine: dict[str, Any]) -> list[str]:
    cells = [STREAMS[x["stream"]], str(x["width"]), "yes" if x["is_scaled"] else "no"]
    cells += [x["contestant"], f"{x['rows']:,}", f"{x['cpu_ns']:,.0f}", f"{mine['cpu_ns']:,.0f}"]
    cells += [f"{x['cpu_ns'] / mine['cpu_ns']:,.1f}"]
    return cells + [f"{100 * x[key]:.2f}" for key in ("accuracy", "reference_accuracy")]
