"""Ensembles on two threads against one, beside a loop that shares nothing.

    python benchmarks/speed/forest_threads.py

A forest and leveraging bagging learn the same rows with one thread and with two, in turns; wall
time, the best of several rounds. The control runs a loop of plain arithmetic in one thread and the
same loop in each of two at once: what this machine gives two threads at best, at that moment. If
that is less than what is promised, the machine was busy and nothing can be said.
Writes benchmarks/results/forest_threads.json.
"""

import argparse
import threading
import time
from collections.abc import Callable
from typing import Any

import environment
import numpy as np
import streams
import targets
import tree_models

SEED = 1
LEARNERS = ("arf_share", "leveraging")
CONTROL_NUMBERS = 1_000_000
CONTROL_ROUNDS = 40


def control(threads: int) -> Callable[[], None]:
    """Return a run of as many loops at once as there are threads; NumPy leaves the GIL."""
    numbers = [np.linspace(0.0, 1.0, CONTROL_NUMBERS) for _ in range(threads)]

    def loop(own: Any) -> None:
        for _ in range(CONTROL_ROUNDS):
            np.sqrt(own, out=own)

    def run() -> None:
        others = [threading.Thread(target=loop, args=(own,)) for own in numbers[1:]]
        for thread in others:
            thread.start()
        loop(numbers[0])
        for thread in others:
            thread.join()

    return run


def learning(stream: streams.Stream, learner: str, threads: int) -> Callable[[], None]:
    """Return a run over the stream with a fresh model."""
    labels = stream.y.astype(np.int64)

    def run() -> None:
        model = tree_models.driftline(learner, SEED, threads=threads)
        model.predict_learn_many(stream.X, labels)

    return run


def best(rounds: int, *runs: Callable[[], None]) -> list[float]:
    """Return the least wall time of each run, taken in turns, in seconds."""
    found = [[_wall(run) for run in runs] for _ in range(rounds)]
    return [min(column) for column in zip(*found, strict=True)]


def _wall(run: Callable[[], None]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def measured(stream: streams.Stream, learner: str, rounds: int) -> dict[str, Any]:
    """Measure one ensemble and the control in turns."""
    runs = [learning(stream, learner, n) for n in (1, 2)] + [control(n) for n in (1, 2)]
    one, two, alone, both = best(rounds, *runs)
    control_speedup = 2.0 * alone / both
    return {
        "learner": learner,
        "rows": stream.rows,
        "one_thread": one,
        "two_threads": two,
        "speedup": one / two,
        "control_speedup": control_speedup,
        "is_free": control_speedup >= targets.FOREST_THREADS,
        "is_met": one / two >= targets.FOREST_THREADS,
    }


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    stream = streams.load("elec2")
    lines = []
    for learner in LEARNERS:
        lines.append(measured(stream, learner, options.rounds))
        print(lines[-1])
    print(f"wrote {environment.write('forest_threads', SEED, lines)}")


if __name__ == "__main__":
    main()
