"""`driftline datasets`: what real data sets there are, and which lie on this machine."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from driftline.cli.printing import show, width
from driftline.sources import Dataset, list_datasets

#: Characters of a line from which on the table shows everything.
WIDE = 120

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
    show(table(known, is_wide=width() >= WIDE))


def table(known: list[Dataset], *, is_wide: bool = True) -> Table:
    """One line for each set; its order and what it is only where there is room for them."""
    out = Table(
        title="Real data sets",
        caption="here: on this machine, in $DRIFTLINE_DATA or the cache"
        + ("; shuffled: its file is sorted by class" if is_wide else "; --json tells more"),
    )
    out.add_column("name", no_wrap=True)
    for heading in ("rows", "features", "classes"):
        out.add_column(heading, justify="right", no_wrap=True)
    out.add_column("here", justify="center")
    if is_wide:
        out.add_column("order")
        out.add_column("what")
    for dataset in known:
        out.add_row(*_cells(dataset)[: len(out.columns)])
    return out


def _cells(dataset: Dataset) -> list[str]:
    classes = str(len(dataset.labels)) if dataset.labels else "numbers"
    return [
        dataset.name,
        f"{dataset.rows:,}",
        f"{dataset.features:,}" + (" sparse" if dataset.sparse else ""),
        "-" if dataset.task is None else classes,
        "no" if dataset.path is None else "yes",
        dataset.order + (", shuffled" if dataset.sorted_by_class else ""),
        dataset.title,
    ]
