"""The `driftline` command."""

import typer

from driftline.cli.datasets import datasets
from driftline.cli.demo import demo
from driftline.cli.generate import generate

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command()(datasets)
app.command()(demo)
app.command()(generate)


@app.callback()
def driftline() -> None:
    """Learn from data streams that change."""
