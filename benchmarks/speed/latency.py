"""Latency: one row at a time through Python, with a dict, a list or a NumPy row of 8 features.

    python benchmarks/speed/latency.py

River takes dicts only, so its dict loop stands against all three kinds of rows. The figures
include the `for` loop itself, for everybody. Python 3.11 can tell that a dict is the one just
predicted, so that it is read once; what another one takes to learn stands beside it. Writes
benchmarks/results/latency.json.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import environment
import numpy as np
import ours
import peer_river
import streams
from contest import LEARNERS, Contestant, measure

ROWS = 10_000
Rows = list[tuple[Any, Any]]
PAIR = "predict_one + learn_one"
FUSED = "predict_learn_one"
COPIES = "dict, a copy to learn"


def pair(rows: Rows, model: Any) -> Any:
    """Predict, then learn, in two calls."""
    for x, y in rows:
        model.predict_one(x)
        model.learn_one(x, y)
    return model


def pair_of_copies(rows: list[tuple[Any, Any, Any]], model: Any) -> Any:
    """Predict a row, then learn another one that is equal."""
    for x, other, y in rows:
        model.predict_one(x)
        model.learn_one(other, y)
    return model


def fused(rows: Rows, model: Any) -> Any:
    """Predict and learn in one call."""
    for x, y in rows:
        model.predict_learn_one(x, y)
    return model


def kinds(stream: streams.Stream) -> dict[str, Rows]:
    """Make the same rows as dicts, lists and NumPy rows."""
    dicts = peer_river.rows_of(stream)
    labels = [y for _, y in dicts]
    return {
        "dict": dicts,
        "list": list(zip(stream.X.tolist(), labels, strict=True)),
        "NumPy row": list(zip([np.array(x) for x in stream.X], labels, strict=True)),
    }


def contestants(learner: str, is_scaled: bool, rows: dict[str, Rows]) -> Iterator[Contestant]:
    """Yield River where it has the learner, then driftline with each kind of row and verb."""
    one = {"learner": learner, "is_scaled": is_scaled, "rows": ROWS}
    make = partial(Contestant, **one, accuracy=lambda _: 0.0)
    if learner != "arow":
        river = partial(peer_river.make, learner, is_scaled, 2)
        yield make(name=f"River|{PAIR}|dict", fresh=river, run=partial(pair, rows["dict"]))
    fresh = partial(ours.make, learner, is_scaled)
    copies = [(x, dict(x), y) for x, y in rows["dict"]]
    run = partial(pair_of_copies, copies)
    yield make(name=f"driftline|{PAIR}|{COPIES}", fresh=fresh, run=run)
    verbs: dict[str, Callable[..., Any]] = {PAIR: pair, FUSED: fused}
    for verb, loop in verbs.items():
        for kind, pairs in rows.items():
            yield make(name=f"driftline|{verb}|{kind}", fresh=fresh, run=partial(loop, pairs))


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    rows = kinds(streams.load("elec2").head(ROWS))
    lines = []
    for learner, is_scaled in product(LEARNERS, (False, True)):
        group = contestants(learner, is_scaled, rows)
        for contestant, measured in measure(group, options.rounds):
            library, verb, kind = contestant.name.split("|")
            ns = measured.seconds / ROWS * 1e9
            who = {"learner": learner, "is_scaled": is_scaled, "library": library}
            lines.append({**who, "verb": verb, "row": kind, "ns": ns})
            print(f"{learner:9} {is_scaled!s:5} {library:9} {verb:24} {kind:9} {ns:9.1f} ns")
    print(f"wrote {environment.write('latency', streams.SEED, lines)}")


if __name__ == "__main__":
    main()
