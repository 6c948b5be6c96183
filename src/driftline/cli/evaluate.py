"""`driftline evaluate`: models on a stream, each row first a test and then a lesson."""

from pathlib import Path
from typing import Annotated, Any

import typer

from driftline.cli import saving
from driftline.cli.endings import INTERRUPTED, asked
from driftline.cli.evaluation_options import Testing, command_line
from driftline.cli.model_text import task_of
from driftline.cli.option_groups import with_groups
from driftline.cli.printing import show
from driftline.cli.source import Source
from driftline.report import Report

EXAMPLES = {
    "the usual models on your own file": "driftline evaluate flights.csv --target late",
    "two models of your choice, and a page to look at": "driftline evaluate flights.csv "
    '--target late --ignore day,carrier --model "StandardScaler() | AROW()" '
    '--model "bayes=GaussianNB()" --report late.html',
    "a stream that is known to drift": 'driftline evaluate "SINE1(drifts=[5000])" --rows 10000',
    "labels that come 500 rows late, and only a tenth of them": "driftline evaluate SEA "
    "--rows 10000 --delay 500 --labels 10%",
    "for a script": "driftline evaluate SEA --rows 10000 --metrics accuracy,f1 --json",
    "how much a score is worth, by five copies of each model": "driftline evaluate SEA "
    "--rows 10000 --model GaussianNB --folds 5",
    "a long run that can be stopped and resumed": 'driftline evaluate "SEA(noise=0.1)" '
    "--rows 20000 --checkpoint run.ckpt --report run.json",
}


@with_groups
def evaluate(
    source: Source,
    testing: Testing,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Save the state here, and go on from it if it is there.")
    ] = None,
    report: Annotated[
        list[Path] | None,
        typer.Option(help="Write a report: .html, .json, .csv, .parquet, .png or .svg."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Test models on a stream, row by row, as it would have gone live.

    Each row is predicted before its label is learned. Simple baselines run along: a model that
    does not beat them has learned nothing. Ctrl-C shows what was measured until then.
    """
    with asked():
        saving.check(report or ())
        models = testing.models()
        task = next((task_of(model) for model in models.values()), None)
        stream = source.open(task=task, seed=testing.seed, rows=testing.rows)
        job = testing.job(models, stream, checkpoint)
    found = job.finished(False if quiet else None, command_line())
    finish(found, report or (), as_json)


def finish(found: Report, paths: Any, as_json: bool) -> None:
    """Save and print a report; one that was interrupted ends with its own exit code."""
    saving.save(found, paths)
    if as_json:
        typer.echo(found.to_json())
    else:
        show(found)
    if not found.is_complete:
        raise typer.Exit(INTERRUPTED)
