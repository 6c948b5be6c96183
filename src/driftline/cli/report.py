"""`driftline report`: a saved evaluation as something else."""

from pathlib import Path
from typing import Annotated

import typer

from driftline.cli import saving
from driftline.cli.endings import asked
from driftline.cli.printing import show
from driftline.report import Report

EXAMPLES = {
    "print the table again": "driftline report run.json",
    "a page, a picture and the curves": "driftline report run.json --out run.html "
    "--out run.svg --out run.csv",
}


def report(
    file: Annotated[
        Path, typer.Argument(metavar="RUN.JSON", help="What evaluate --report run.json wrote.")
    ],
    out: Annotated[
        list[Path] | None, typer.Option(help=".html, .json, .csv, .parquet, .png or .svg.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Turn a saved evaluation into a page, a picture or a table."""
    with asked():
        saving.check(out or ())
        found = Report.load(file)
    saving.save(found, out or ())
    if as_json:
        typer.echo(found.to_json())
    elif not out:
        show(found)
