"""Reports on files, as `--report` and `--out` name them."""

from collections.abc import Iterable
from pathlib import Path

from driftline.cli.progress import note
from driftline.report import Report, charts
from driftline.report.files import ENDINGS

#: Endings that need the extra `report`.
PICTURES = (".html", ".png", ".svg")


def check(paths: Iterable[Path]) -> None:
    """Raise unless a report can be written to all of these."""
    for path in paths:
        if path.suffix.lower() not in ENDINGS:
            raise ValueError(f"{path}: a report ends in one of {', '.join(ENDINGS)}")
        if not path.parent.is_dir():
            raise ValueError(f"{path}: there is no folder {path.parent}")
        if path.suffix.lower() in PICTURES:
            charts.altair()  # or ImportError, before anything is run
            charts.converter()


def save(report: Report, paths: Iterable[Path]) -> None:
    """Write a report, once for each path, and say so."""
    for path in paths:
        report.save(path)
        note(f"{path}: report on {report.stream.name}")
