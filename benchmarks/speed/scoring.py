"""Scoring: time for each row that a scorer is told, in batches of 65,536 rows.

    python benchmarks/speed/scoring.py

A window of 1000 rows, a point every 250. Time is CPU time, the best of several batches, so that a
busy machine does not count. Writes benchmarks/results/scoring.json.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import environment
import numpy as np
import targets

from driftline import metrics

SEED = 1
ROWS = 65_536
Line = dict[str, Any]


def best(scorer: Any, batch: dict[str, Any], rounds: int) -> float:
    """Return the fewest nanoseconds of CPU for a row; the first batch fills the window."""
    spent = []
    for begin in range(0, (rounds + 1) * ROWS, ROWS):
        started = time.process_time()
        scorer.update(**batch, begin=begin, end=begin + ROWS)
        spent.append(time.process_time() - started)
        scorer.take_points()
    return min(spent[1:]) / ROWS * 1e9


def labels(count: int, rng: np.random.Generator) -> tuple[Callable[..., Any], dict[str, Any]]:
    """Draw labels and a model that finds most of them, and return the maker of its scorer."""
    truth = rng.integers(count, size=ROWS).astype(np.int32)
    guess = rng.integers(count, size=ROWS).astype(np.int32)
    shares = rng.dirichlet(np.ones(count), size=ROWS)
    predicted = np.where(rng.random(ROWS) < 0.85, truth, guess)

    def made(names: Any) -> metrics.ClassificationScorer:
        scorer = metrics.ClassificationScorer(names)
        scorer.meet(np.arange(count, dtype=np.int32), -1)
        return scorer

    return made, {"truth": truth, "predicted": predicted, "shares": shares}


def of_labels(rounds: int) -> Iterator[Line]:
    """Score two labels, seven and a hundred by the usual metrics, and by others alone."""
    rng = np.random.default_rng(SEED)
    usual = metrics.DEFAULTS["classification"]
    for count in (2, 7, 100):
        made, batch = labels(count, rng)
        promise = targets.SCORED_NANOSECONDS.get(count)
        value = best(made(usual), batch, rounds)
        yield {"what": f"{count} labels, {', '.join(usual)}", "value": value, "promise": promise}
        for name in metrics.CLASSIFICATION if count == 2 else ("f1", "auc"):
            value = best(made([name]), batch, rounds)
            yield {"what": f"{count} labels, {name}", "value": value, "promise": None}


def of_numbers(rounds: int) -> Iterator[Line]:
    """Score numbers by the usual metrics, and by each of them."""
    rng = np.random.default_rng(SEED)
    truth = rng.normal(size=ROWS)
    batch = {"truth": truth, "predicted": truth + rng.normal(size=ROWS)}
    usual = metrics.DEFAULTS["regression"]
    for names in (usual, *([name] for name in metrics.REGRESSION)):
        value = best(metrics.RegressionScorer(names), batch, rounds)
        yield {"what": f"numbers, {', '.join(names)}", "value": value, "promise": None}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    lines = []
    for measured in (of_labels, of_numbers):
        for line in measured(options.rounds):
            lines.append(line | {"unit": "ns per row"})
            print(f"{line['what']:48} {line['value']:9.1f} ns per row")
    print(f"wrote {environment.write('scoring', SEED, lines)}")


if __name__ == "__main__":
    main()
