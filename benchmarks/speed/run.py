"""Throughput: driftline beside its floor and its peers, in one run on one stream.

    python benchmarks/speed/run.py elec2 covtype hyperplane spam
    python benchmarks/speed/run.py elec2 --only floors river --rounds 3

Writes benchmarks/results/throughput_<stream>.json for each stream; `tables.py` makes the docs.
"""

import os

# Before NumPy loads: one thread for everybody.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import argparse
import importlib
from functools import cache
from typing import Any

import environment
import streams
from contest import LEARNERS, STORED, Contestant, Measured, measure

MODULES = {
    "driftline": "ours",
    "floors": "floors",
    "river": "peer_river",
    "moa": "peer_moa",
    "sklearn": "peer_sklearn",
    "vw": "peer_vw",
}
EVERYONE = [*LEARNERS, *STORED]


def field(stream: streams.Stream, only: list[str]) -> list[Contestant]:
    """Everybody who runs on the stream."""
    modules = [importlib.import_module(MODULES[name]) for name in only]
    return [contestant for module in modules for contestant in module.contestants(stream)]


class Reference:
    """The accuracy expected on the first rows of a stream: ours, or the floor's without us."""

    def __init__(self, stream: streams.Stream, only: list[str]) -> None:
        name = "driftline" if "driftline" in only else "floors"
        self._stream, self._module = stream, importlib.import_module(MODULES[name])
        self.accuracy = cache(self._accuracy)

    def _accuracy(self, learner: str, is_scaled: bool, rows: int) -> float | None:
        for one in self._module.contestants(self._stream.head(rows)):
            if (one.learner, one.is_scaled) == (learner, is_scaled):
                return one.accuracy(one.run(one.fresh()))
        return None


def figures(contestant: Contestant, measured: Measured, reference: Reference) -> dict[str, Any]:
    """One line of the results."""
    per_row = 1e9 / contestant.rows
    key = (contestant.learner, contestant.is_scaled, contestant.rows)
    return {
        "contestant": contestant.name,
        "learner": contestant.learner,
        "is_scaled": contestant.is_scaled,
        "rows": contestant.rows,
        "passes": measured.passes,
        "cpu_ns": measured.cpu * per_row,
        "wall_ns": measured.wall * per_row,
        "ns": measured.seconds * per_row,
        "accuracy": contestant.accuracy(measured.result),
        "reference_accuracy": reference.accuracy(*key),
    }


def run(name: str, options: argparse.Namespace) -> None:
    """Measure one stream and write its results."""
    stream = streams.load(name)
    reference = Reference(stream, options.only)
    everybody = [c for c in field(stream, options.only) if c.learner in options.learners]
    lines = []
    for learner in options.learners:  # contestants of one learner take turns
        group = [contestant for contestant in everybody if contestant.learner == learner]
        for contestant, measured in measure(group, options.rounds, options.patience):
            lines.append(figures(contestant, measured, reference))
            print(
                "{learner:9} {is_scaled!s:5} {contestant:34} {ns:10.1f} ns {accuracy:.4f}".format(
                    **lines[-1]
                )
            )
    shape = {"rows": stream.rows, "width": stream.width, "labels": len(stream.labels)}
    path = environment.write(f"throughput_{name}", streams.SEED, {"stream": shape, "lines": lines})
    print(f"wrote {path}")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("streams", nargs="*", choices=[[], *streams.LOADERS])
    parser.add_argument("--only", nargs="+", choices=MODULES, default=list(MODULES))
    parser.add_argument("--learners", nargs="+", choices=EVERYONE, default=EVERYONE)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--patience", type=float, default=10.0, help="seconds per contestant")
    options = parser.parse_args()
    for name in options.streams or streams.LOADERS:
        run(name, options)


if __name__ == "__main__":
    main()
