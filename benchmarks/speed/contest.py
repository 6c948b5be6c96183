"""What a contestant is, and how several of them are timed in one run."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

LEARNERS = {
    "pa": "PA-I",
    "arow": "AROW diagonal",
    "logistic": "logistic SGD",
    "nb": "Gaussian naive Bayes",
}
STORED = {"nb_stored": "Gaussian naive Bayes, stored values"}
"""On sparse streams beside the others: what a row does not store counts as missing, not as 0."""


def learners_for(is_sparse: bool) -> dict[str, str]:
    """Names and titles of all who run on a stream of that kind."""
    return LEARNERS | STORED if is_sparse else LEARNERS


@dataclass(frozen=True)
class Contestant:
    """One library with one learner on one stream, test-then-train.

    Attributes
    ----------
    name
        The library, with the way it is driven where there are several.
    learner
        A key of `LEARNERS`.
    is_scaled
        Whether a standard scaler stands before the learner.
    rows
        Rows of one pass; slow peers take the first rows of the stream only.
    fresh
        Makes an untaught model, not timed.
    run
        One pass with that model, timed.
    accuracy
        Share of right predictions, from what `run` returned, not timed.
    warm_up
        Passes before the first timed one.
    """

    name: str
    learner: str
    is_scaled: bool
    rows: int
    fresh: Callable[[], Any]
    run: Callable[[Any], Any]
    accuracy: Callable[[Any], float]
    warm_up: int = 1


@dataclass
class Measured:
    """Best pass of a contestant so far, in seconds, and what it predicted."""

    cpu: float = float("inf")
    wall: float = float("inf")
    spent: float = 0.0
    passes: int = 0
    result: Any = None

    @property
    def seconds(self) -> float:
        """The smaller of CPU and wall time.

        CPU time leaves out the waiting on a shared machine; wall time is the smaller one for
        contestants with several threads. Both choices favour the contestant.
        """
        return min(self.cpu, self.wall)


def _one_pass(contestant: Contestant, measured: Measured) -> None:
    model = contestant.fresh()
    wall, cpu = time.perf_counter(), time.process_time()
    measured.result = contestant.run(model)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    measured.cpu = min(measured.cpu, cpu)
    measured.wall = min(measured.wall, wall)
    measured.spent += wall
    measured.passes += 1


def measure(
    contestants: Iterable[Contestant], rounds: int = 5, patience: float = 10.0
) -> list[tuple[Contestant, Measured]]:
    """Time the contestants in turns and keep the best pass of each.

    Parameters
    ----------
    contestants
        Who runs; all share the same stream.
    rounds
        How often each has its turn. A turn lasts 0.1 s, or one pass if that takes longer.
    patience
        Seconds after which a contestant has no further turn.
    """
    field = [(contestant, Measured()) for contestant in contestants]
    for turn in range(rounds):
        for contestant, measured in field:
            if turn == 0:
                for _ in range(contestant.warm_up):
                    contestant.run(contestant.fresh())
            end = time.perf_counter() + 0.1
            while measured.spent < patience:
                _one_pass(contestant, measured)
                if time.perf_counter() > end:
                    break
    return field
