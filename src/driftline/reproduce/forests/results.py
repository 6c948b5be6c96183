"""All that the experiment found, and its file."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from driftline.reproduce.claim import Claim
from driftline.reproduce.forests.protocol import Scale
from driftline.stream.export import whole_file

FORMAT = 1


@dataclass(frozen=True)
class Found:
    """The answers of all steps, each with what it was asked.

    Parameters
    ----------
    cells
        Every model on every stream, generated and real, labels at once and late.
    ablation
        The forest that only resets, and the grid around the defaults.
    tuning, tuned
        What each setting of each rival had right on the streams they are tuned on, and every rival
        with its best setting.
    choices, bagged, draws, styles, threads
        First splits; bagging beside online bagging, and its draws; three styles; one thread and
        several.
    first_rows
        Models on the first rows of ELEC2, beside CapyMOA's.
    """

    cells: Sequence[dict[str, Any]]
    ablation: Sequence[dict[str, Any]]
    tuning: Sequence[dict[str, Any]]
    tuned: Sequence[dict[str, Any]]
    choices: Sequence[dict[str, Any]]
    bagged: Sequence[dict[str, Any]]
    draws: Sequence[dict[str, Any]]
    styles: Sequence[dict[str, Any]]
    threads: Sequence[dict[str, Any]]
    first_rows: Sequence[dict[str, Any]]

    def of(self, streams: Sequence[str], delay: int) -> list[dict[str, Any]]:
        """Return the cells of some streams with one delay."""
        return [c for c in self.cells if c["stream"] in streams and c["delay"] == delay]


@dataclass(frozen=True)
class Results:
    """What was found, how it was made, and what it says."""

    command: str
    versions: dict[str, str]
    scale: Scale
    found: Found
    claims: list[Claim]

    def save(self, path: Path) -> None:
        """Write the file, compact, each cell on a line of its own."""
        content: dict[str, Any] = {
            "format": FORMAT,
            "command": self.command,
            "versions": self.versions,
            "scale": asdict(self.scale),
            "claims": [{**asdict(claim), "verdict": claim.verdict} for claim in self.claims],
            **{name: list(value) for name, value in vars(self.found).items()},
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
