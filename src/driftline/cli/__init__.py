"""The `driftline` command."""

import typer

from driftline.cli.group import LazyGroup

__all__ = ["app"]

app = typer.Typer(cls=LazyGroup, no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def driftline() -> None:
    """Learn from data streams that change.

    Each command tells more, with examples: driftline train --help
    """
