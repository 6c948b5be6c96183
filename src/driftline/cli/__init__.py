"""The `driftline` command."""

import typer

from driftline.cli.demo import demo

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command()(demo)


@app.callback()
def driftline() -> None:
    """Learn from data streams that change."""
