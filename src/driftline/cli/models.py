"""`driftline models`: what there is to choose from, told by the docstrings."""

import json
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.table import Table
from rich.text import Text

from driftline.cli.completion import all_names
from driftline.cli.endings import asked
from driftline.cli.entries import KINDS, Entry, entries
from driftline.cli.printing import show
from driftline.sources.errors import unknown

EXAMPLES = {
    "all learners, transforms and detectors": "driftline models",
    "one of them, with its parameters": "driftline models AROW",
    "the generators of drifting streams": "driftline models --kind generator",
    "for a script": "driftline models --json",
}


def models(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="One to explain, generators and data sets too.",
            autocompletion=all_names,
        ),
    ] = None,
    kind: Annotated[str | None, typer.Option(help=f"Only these: {', '.join(KINDS)}.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all that is known.")] = False,
) -> None:
    """List learners, transforms and detectors, or explain one.

    The names and parameters are those of model texts, as in train and evaluate.
    """
    with asked():
        chosen = _chosen(name, kind)
    if as_json:
        described = [entry.described() for entry in chosen]
        typer.echo(json.dumps(described[0] if name else described, indent=1))
        return
    show(_page(chosen[0]) if name else _table(chosen))


def _chosen(name: str | None, kind: str | None) -> list[Entry]:
    known = entries()
    if kind is not None and kind not in KINDS:
        raise ValueError(f"--kind: {unknown('kind', kind, KINDS)}")
    if name is not None:
        found = [entry for entry in known if entry.name == name]
        if not found:
            raise ValueError(unknown("model", name, [entry.name for entry in known]))
        return found
    wanted = [kind] if kind else [k for k in KINDS if k != "generator"]
    return [entry for entry in known if entry.kind in wanted]


def _table(chosen: list[Entry]) -> Any:

    out = Table(caption="driftline models NAME explains one")
    out.add_column("name", no_wrap=True, style="bold")
    out.add_column("kind", no_wrap=True)
    out.add_column("what it is")
    for entry in chosen:
        out.add_row(entry.name, entry.kind, entry.summary)
    return out


def _page(entry: Entry) -> Any:

    out = Table(show_header=False, box=None, padding=(0, 2, 1, 0))
    for parameter in entry.parameters:
        default = "" if parameter.default is None else f"={parameter.default}"
        out.add_row(Text(f"{parameter.name}{default}", style="bold"), Text(parameter.help))
    head = [Text(entry.name, style="bold cyan"), Text(f"{entry.kind}: {entry.summary}")]
    more = [Text(""), Text(entry.details)] if entry.details else []
    return Group(*head, *more, Text(""), out)
