"""`driftline detect`: where columns begin to behave differently."""

import itertools
import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from driftline import specs
from driftline.cli import drift_page
from driftline.cli.completion import detector_names
from driftline.cli.endings import DRIFT, INTERRUPTED, asked
from driftline.cli.option_groups import with_groups
from driftline.cli.printing import show
from driftline.cli.progress import note, watched
from driftline.cli.source import Source
from driftline.cli.watched_column import WatchedColumn
from driftline.sources.errors import unknown
from driftline.stream import Stream
from driftline.stream.places import located

#: It forgets all at a drift, so each is told once; `delta` is shared among the columns.
USUAL = "ADWIN(delta={delta}, preset='river')"
#: Drifts of one column in the table; the others are counted.
SHOWN = 10
#: Kinds of columns that are looked at.
WATCHED = ("numeric", "nominal")

EXAMPLES = {
    "all columns of a file": "driftline detect sensor.csv",
    "how often each value of a column of names comes": "driftline detect flights.csv "
    "--columns carrier",
    "two columns, with a detector that sees any change of a distribution": "driftline detect "
    'sensor.csv --columns heat,load --detector "KSWIN(alpha=0.0001, seed=1)"',
    "a page to look at": "driftline detect sensor.csv --report drift.html",
    "the errors of a model: 1 is wrong": "driftline detect errors.csv --columns error "
    '--detector "DDM()"',
    "in a script, which fails if there is drift": "driftline detect sensor.csv --json "
    "--fail-on-drift",
}


@with_groups
def detect(
    source: Source,
    columns: Annotated[str, typer.Option(help="Only these, as heat,load.")] = "",
    detector: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="A detector for each column; ADWIN, with its delta shared among the columns, "
            "if not given.",
            autocompletion=detector_names,
        ),
    ] = None,
    raw: Annotated[
        bool,
        typer.Option("--raw", help="Do not scale columns by their first 1,000 values to 0..1."),
    ] = False,
    rows: Annotated[int | None, typer.Option(min=1, help="Look at no more rows.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of a generator.")] = 0,
    fail_on_drift: Annotated[
        bool, typer.Option("--fail-on-drift", help="End with exit code 3 if there is drift.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(help="Write a page with the course of the columns (.html).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Find where the columns of a file begin to behave differently.

    Each column has a detector of its own. A drift is told with the row at which it was noticed,
    which is somewhat later than it began, and the means before and after. Of a column of names
    the share of each value is watched, as state=on. Missing values, times and free text are
    passed over.
    """
    with asked():
        if report is not None and report.suffix != ".html":
            raise ValueError(f"--report: {str(report)!r} does not end in .html")
        stream = source.open(seed=seed, rows=rows)
        names = _names(stream, columns)
        make = _maker(detector, len(names))
        watches = [WatchedColumn(name, make, raw=raw) for name in names]
        facts = {"detector": repr(make(1)), "command": shlex.join(sys.argv)}
    skipped = [] if columns else _skipped(stream)
    seen, is_whole = _look(stream, watches, quiet)
    parts = [part for watch in watches for part in watch.parts]
    found = [asdict(drift) for part in parts for drift in part.drifts]
    if report is not None:
        drift_page.save(report, stream.facts.name, seen, parts, facts)
        note(f"{report}: the course of {len(watches)} columns")
    if as_json:
        told = {"stream": stream.facts.name, "rows": seen, "complete": is_whole}
        told |= {"detector": facts["detector"], "columns": names, "skipped": skipped}
        typer.echo(json.dumps(told | {"drifts": found}))
    else:
        _print(stream.facts.name, seen, found)
        if skipped:
            note(f"passed over, as times and free text are: {', '.join(skipped)}")
    if not is_whole or (found and fail_on_drift):
        raise typer.Exit(DRIFT if is_whole else INTERRUPTED)


def _maker(text: str | None, columns: int) -> Callable[[int], Any]:
    """Return what makes detectors; the usual one shares its delta among columns and values."""

    def make(parts: int) -> Any:
        return specs.detector(text or USUAL.format(delta=0.002 / (columns * parts)))

    return make


def _names(stream: Stream, columns: str) -> list[str]:
    """Return the columns to look at: those asked for, or all of numbers and names."""
    facts = stream.facts
    kinds: dict[str, str] = dict(facts.features)
    if not columns:
        names = [name for name, kind in kinds.items() if kind in WATCHED]
        if not names:
            raise ValueError(f"{facts.name} has no column of numbers or names")
        return names
    if facts.target is not None:
        kinds[facts.target] = "nominal"
    names = columns.split(",")
    for name in names:
        if name not in kinds:
            raise ValueError(f"--columns: {facts.name}: {unknown('column', name, kinds)}")
        if kinds[name] not in WATCHED:
            raise ValueError(
                f"--columns: column {name!r} is {kinds[name]}, not numbers or names; "
                f"--kind {name}=nominal takes it for names"
            )
    return names


def _skipped(stream: Stream) -> list[str]:
    return [name for name, kind in stream.facts.features.items() if kind not in WATCHED]


def _look(stream: Stream, watches: list[WatchedColumn], quiet: bool) -> tuple[int, bool]:
    seen, target = 0, stream.facts.target
    try:
        for batch in watched(stream, "Looking", quiet=quiet):
            with located(stream.facts.name, batch.start):
                for watch in watches:
                    column = batch.y if watch.name == target else batch.x.column(watch.name)
                    watch.take(column, batch.start)
            seen += len(batch)
    except KeyboardInterrupt:
        return seen, False
    return seen, True


def _print(name: str, rows: int, found: list[dict[str, Any]]) -> None:
    if not found:
        typer.echo(f"{name}: {rows:,} rows, no drift")
        return
    out = Table(title=Text(f"{name}: {rows:,} rows, drifts: {len(found):,}"), title_justify="left")
    for heading in ("column", "row", "mean before", "mean after"):
        out.add_column(heading, justify="left" if heading == "column" else "right")
    for column, group in itertools.groupby(found, lambda drift: drift["column"]):
        drifts = list(group)
        for drift in drifts[:SHOWN]:
            means = (f"{drift['before']:.6g}", f"{drift['after']:.6g}")
            out.add_row(Text(column), f"{drift['row']:,}", *means)
        if len(drifts) > SHOWN:
            out.add_row(Text(column), f"{len(drifts) - SHOWN:,} more")
    show(out)
