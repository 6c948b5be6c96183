"""All that the experiment found, and its file: every cell with its seed, rows and counts."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from driftline.reproduce.claim import Claim
from driftline.reproduce.unlearning.methods import ARMS
from driftline.reproduce.unlearning.protocol import LEARNERS, Scale
from driftline.reproduce.unlearning.readings import Judged
from driftline.reproduce.unlearning.real import REAL_ARMS
from driftline.reproduce.unlearning.scores import Scores
from driftline.reproduce.unlearning.tuning import Choice
from driftline.stream.export import whole_file

FORMAT = 1


@dataclass(frozen=True)
class Results:
    """What came of each step.

    Parameters
    ----------
    command, versions, scale
        How it was made.
    choice, course
        Settings chosen, and how accurate each candidate was on tuning streams.
    cells, scores
        The scored streams, as counts and as one array.
    real
        Counts on real streams.
    readings, reading_cells
        Readings with their scores, and the counts behind them.
    claims
        What the paper found, and whether it is found again.
    """

    command: str
    versions: dict[str, str]
    scale: Scale
    choice: Choice
    course: list[dict[str, Any]]
    cells: list[dict[str, Any]]
    scores: Scores
    real: dict[str, list[dict[str, Any]]]
    readings: list[Judged]
    reading_cells: list[dict[str, Any]]
    claims: list[Claim]

    @property
    def model_rows(self) -> int:
        """How many rows were predicted and learned in the scored runs."""
        rows = sum(int(cell["rows"]) for cell in self.cells)
        return rows * len(LEARNERS) * len(ARMS)

    def save(self, path: Path) -> None:
        """Write the file, compact, each cell on a line of its own."""
        content = {
            "format": FORMAT,
            "command": self.command,
            "versions": self.versions,
            "scale": asdict(self.scale),
            "learners": LEARNERS,
            "arms": ARMS,
            "real_arms": REAL_ARMS,
            "choice": self.choice,
            "claims": [{**asdict(claim), "verdict": claim.verdict} for claim in self.claims],
            "readings": [{**asdict(own), "score": own.score} for own in self.readings],
            "tuning": self.course,
            "real": self.real,
            "reading_cells": self.reading_cells,
            "cells": self.cells,
        }
        lines = ",\n".join(f"{json.dumps(key)}:{_value(value)}" for key, value in content.items())
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as part:
            part.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(_compact(item) for item in value) + "\n]"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
