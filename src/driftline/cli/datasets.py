"""`driftline datasets`: what real data sets there are, and which lie on this machine."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from driftline.sources import Dataset, list_datasets

EXAMPLES = {
    "what there is, and what lies on this machine": "driftline datasets",
    "for a script": "driftline datasets --json",
}


def datasets(
    as_json: Annotated[bool, typer.Option("--json", help="Print all that is known.")] = False,
) -> None:
    """List the real data sets that open by name, here and with `sources.load`."""
    known = list_datasets()
    if as_json:
        entries = [
            {**asdict(dataset), "path": None if dataset.path is None else str(dataset.path)}
            for dataset in known
        ]
        typer.echo(json.dumps(entries, indent=1))
        return
    Console().print(table(known))


def table(known: list[Dataset]) -> Table:
    """One line for each set."""
    out = Table(
        title="Real data sets",
        caption="here: on this machine, in $DRIFTLINE_DATA or the cache; "
        "shuffled: its file is sorted by class",
    )
    out.add_column("name", no_wrap=True)
    for heading in ("rows", "features", "classes"):
        out.add_column(heading, justify="right", no_wrap=True)
    out.add_column("order")
    out.add_column("here", justify="center")
    out.add_column("what")
    for dataset in known:
        classes = str(len(dataset.labels)) if dataset.labels else "numbers"
        out.add_row(
            dataset.name,
            f"{dataset.rows:,}",
            f"{dataset.features:,}" + (" sparse" if dataset.sparse else ""),
            "-" if dataset.task is None else classes,
            dataset.order + (", shuffled" if dataset.sorted_by_class else ""),
            "no" if dataset.path is None else "yes",
            dataset.title,
        )
    return out
