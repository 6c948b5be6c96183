"""Unlearning: time for each row, over that of the learner it wraps, in one run.

    python benchmarks/speed/unlearning.py

Ten features, two labels, a tenth of them wrong, in batches of 65,536 rows. The learner and what
wraps it take turns; time is CPU time, the best of several rounds, so that a busy machine does
not count. Writes benchmarks/results/unlearning.json.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import environment
import numpy as np
import targets

from driftline.adaptation import Unlearning
from driftline.learners import AROW, CW, SCW, PAClassifier

SEED = 1
ROWS = 65_536
COLUMNS = 10
LEARNERS = {
    "PA-I": lambda: PAClassifier(),
    "CW": lambda: CW(),
    "AROW": lambda: AROW(),
    "AROW, full covariance": lambda: AROW(covariance="full"),
    "SCW": lambda: SCW(),
}
#: What is measured, and how often the learner's own time it may take.
FORMS: dict[str, tuple[dict[str, Any], float]] = {
    "queue": ({"strategy": "queue"}, targets.UNLEARNING_QUEUE),
    "forwarding": ({"strategy": "forwarding"}, targets.UNLEARNING_QUEUE),
    "queue, loss alone": ({"strategy": "queue", "terms": "none"}, targets.UNLEARNING_QUEUE),
    "selecting, 100 records": (
        {"strategy": "selecting", "window": None, "max_records": 100},
        targets.UNLEARNING_SELECTING,
    ),
    # All are tried, and next to none passes.
    "selecting, all stay": (
        {"strategy": "selecting", "window": None, "max_records": 100, "alpha": 1e-9},
        targets.UNLEARNING_SELECTING,
    ),
}


def rows() -> tuple[Any, Any]:
    """Draw rows of a linear concept with wrong labels."""
    rng = np.random.default_rng(SEED)
    X = rng.normal(size=(ROWS, COLUMNS))
    y = X @ rng.normal(size=COLUMNS) > 0.0
    return X, y ^ (rng.random(ROWS) < 0.1)


def nanoseconds(models: list[Any], rounds: int) -> list[float]:
    """Return the fewest nanoseconds of CPU for a row of each; they learn by turns."""
    X, y = rows()
    spent: list[list[float]] = [[] for _ in models]
    for _ in range(rounds + 1):
        for model, times in zip(models, spent, strict=True):
            started = time.process_time()
            model.predict_learn_many(X, y)
            times.append(time.process_time() - started)
    return [min(times[1:]) / ROWS * 1e9 for times in spent]


def measured(rounds: int) -> Iterator[dict[str, Any]]:
    """Measure every learner bare and in every form."""
    for name, make in LEARNERS.items():
        models = [make(), *(Unlearning(make(), **options) for options, _ in FORMS.values())]
        bare, *wrapped = nanoseconds(models, rounds)
        yield {"what": name, "form": "bare", "value": bare, "over": 1.0, "promise": None}
        for (form, (_, promise)), value in zip(FORMS.items(), wrapped, strict=True):
            over = value / bare
            yield {"what": name, "form": form, "value": value, "over": over, "promise": promise}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    lines = []
    for line in measured(options.rounds):
        lines.append(line | {"unit": "ns per row"})
        print(f"{line['what']:24}{line['form']:24}{line['value']:9.1f} ns{line['over']:7.2f} times")
    print(f"wrote {environment.write('unlearning', SEED, lines)}")


if __name__ == "__main__":
    main()
