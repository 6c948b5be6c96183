"""`driftline reproduce`: a paper's experiment again, with a verdict on each of its claims."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from driftline.cli.endings import asked
from driftline.cli.evaluation_options import command_line
from driftline.cli.printing import show
from driftline.cli.progress import note
from driftline.report import charts
from driftline.reproduce import EXPERIMENTS, experiment
from driftline.reproduce.claim import MEANS_NOTHING

EXAMPLES = {
    "every step in seconds, with numbers that mean nothing": "driftline reproduce unlearning "
    "--quick --out quick",
    "the whole experiment, taken up again if it was interrupted": "driftline reproduce unlearning "
    "--repetitions 10 --out docs/reproductions",
    "two of its streams": "driftline reproduce unlearning --only SINE1 --only LINES --out part",
}


def reproduce(
    name: Annotated[str, typer.Argument(help=f"Which experiment: {', '.join(EXPERIMENTS)}.")],
    quick: Annotated[bool, typer.Option("--quick", help="A tiny version, in seconds.")] = False,
    repetitions: Annotated[
        int | None,
        typer.Option(min=2, help="Streams of each kind; if not given, its own number."),
    ] = None,
    rows: Annotated[
        int | None, typer.Option(min=1_000, help="Rows of each stream; a million if not given.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes at once; as many as there are cores.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the report and of finished pieces.")] = Path(
        "driftline-reproduction"
    ),
    only: Annotated[
        list[str] | None, typer.Option(help="Score this stream only; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the claims as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Run a paper's experiment again and judge its claims.

    Writes a report as HTML and as Markdown, and all numbers as JSON. Every finished piece is kept
    in the folder, so a run that was interrupted goes on where it stopped, and one with more
    repetitions adds to those that are there.
    """
    with asked():
        module = experiment(name)
        given = {
            option: value
            for option, value in (("repetitions", repetitions), ("rows", rows))
            if value is not None
        }
        whole = module.QUICK if quick else module.Scale()
        scale = replace(whole, scored=tuple(only or ()), **given)
    charts.altair()  # now, hours before the charts are drawn
    charts.converter()
    found = module.run(
        out,
        scale=scale,
        jobs=jobs,
        progress=False if quiet else None,
        command=command_line(),
    )
    if as_json:
        typer.echo(json.dumps(_told(name, out, found.claims)))
        return
    show(_claims(found.claims))
    if scale.is_quick:
        note(MEANS_NOTHING)
    note(f"{out / name}.html, .md and .json: the report")


def _told(name: str, out: Path, claims: Any) -> dict[str, Any]:
    judged = [{"id": one.id, "claim": one.text, "verdict": one.verdict} for one in claims]
    files = [str(out / f"{name}.{ending}") for ending in ("html", "md", "json")]
    return {"experiment": name, "claims": judged, "files": files}


def _claims(claims: Any) -> Table:
    out = Table(title=Text("Claims of the paper"), title_justify="left")
    for heading in ("claim", "the paper says", "here"):
        out.add_column(heading)
    for claim in claims:
        out.add_row(claim.id, Text(claim.text), claim.verdict)
    return out
