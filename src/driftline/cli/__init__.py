"""The `driftline` command."""

from typing import Annotated

import typer

import driftline as package
from driftline.cli.group import LazyGroup

__all__ = ["app"]

app = typer.Typer(
    cls=LazyGroup, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich"
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"driftline {package.__version__}")
        raise typer.Exit


@app.callback()
def driftline(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version."),
    ] = False,
) -> None:
    """Learn from data streams that change.

    Each command tells more, with examples: driftline evaluate --help
    """
