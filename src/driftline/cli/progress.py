"""What is said beside the results: progress and notes, on standard error."""

import sys
from collections.abc import Iterator

import typer

from driftline.stream import Batch, Stream


def note(text: str) -> None:
    """Say something that is no result."""
    typer.echo(text, err=True)


def watched(stream: Stream, what: str, *, quiet: bool = False) -> Iterator[Batch]:
    """Give the batches of a stream, with a bar on a terminal."""
    if quiet or not sys.stderr.isatty():
        yield from stream.batches()
        return
    from rich.console import Console  # noqa: PLC0415 - only where there is somebody to see it
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"))
    with Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(what, total=stream.facts.rows, told="")
        for batch in stream.batches():
            yield batch
            done = batch.start + len(batch)
            bar.update(task, completed=done, told=f"{done:,} rows")
