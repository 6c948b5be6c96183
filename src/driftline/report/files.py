"""A report as a file: the ending of its name says which kind.

A file is written under a temporary name and takes its own when it is whole.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.csv

from driftline.stream.export import whole_file

if TYPE_CHECKING:
    from driftline.report.report import Report


def save(report: "Report", path: str | Path) -> None:
    """Write the report to a file whose ending is known."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise ValueError(f"{path}: a report is saved by its ending, one of {known}")
    with whole_file(path) as part:
        ENDINGS[ending](report, part)


def _html(report: "Report", path: Path) -> None:
    path.write_text(report.to_html(), encoding="utf-8", errors="replace")


def _json(report: "Report", path: Path) -> None:
    path.write_text(report.to_json(), encoding="utf-8")


def _csv(report: "Report", path: Path) -> None:
    pyarrow.csv.write_csv(report.to_arrow(), path)


def _parquet(report: "Report", path: Path) -> None:
    from pyarrow import parquet  # noqa: PLC0415 - 25 ms of every start

    parquet.write_table(report.to_arrow(), path, compression="zstd")


def _png(report: "Report", path: Path) -> None:
    path.write_bytes(report.to_png())


def _svg(report: "Report", path: Path) -> None:
    path.write_text(report.to_svg(), encoding="utf-8", errors="replace")


#: What a report can be saved as.
ENDINGS: dict[str, Callable[["Report", Path], None]] = {
    ".html": _html,
    ".json": _json,
    ".csv": _csv,
    ".parquet": _parquet,
    ".png": _png,
    ".svg": _svg,
}
