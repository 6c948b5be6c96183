"""The commands by name, each loaded when it is called, and what becomes of errors.

The list of commands is shown from this file alone: `driftline --help` imports no command, and a
command imports only what it needs itself.
"""

import gc
import importlib
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.markup import escape
from typer.core import TyperCommand, TyperGroup

from driftline.cli.endings import ended

#: One line for each command, in the order of the list. Its module has the same name.
COMMANDS = {
    "demo": "Watch several learners meet a drift.",
    "evaluate": "Test models on a stream, row by row, as it would have gone live.",
    "compare": "Say which of several models is really better.",
    "report": "Turn a saved evaluation into a page, a picture or a table.",
    "train": "Teach a model with a file and save it.",
    "predict": "Apply a saved model to new rows.",
    "detect": "Find where the columns of a file begin to behave differently.",
    "generate": "Write a generated stream, with its drifts, to a file.",
    "reproduce": "Run a paper's experiment again and judge its claims.",
    "datasets": "List the real data sets that open by name.",
    "models": "List learners, transforms and detectors, or explain one.",
}


class LazyGroup(TyperGroup):
    """A group that loads a command when it is called."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        for name, line in COMMANDS.items():
            self.add_command(TyperCommand(name, short_help=line))

    def list_commands(self, ctx: Any) -> list[str]:
        """Give the names in the order of the list."""
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the first word names, and load it."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, None if found is None or name is None else loaded(name), rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what goes wrong ends in one line and an exit code."""
        with ended(lambda: f"driftline {ctx.invoked_subcommand or ''}".strip()):
            return super().invoke(ctx)


def loaded(name: str) -> Any:
    """Import a command and return it, with its examples at the end of its help."""
    with _nothing_collected():
        module = importlib.import_module(f"driftline.cli.{name}")
        command = getattr(module, name)
        single = typer.Typer(add_completion=False, rich_markup_mode="rich")
        single.command(name, help=_flowing(command), epilog=_shown(module.EXAMPLES))(command)
        return typer.main.get_command(single)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Look for no garbage meanwhile: imports make none, and looking is a tenth of a start."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _flowing(command: Any) -> str:
    """Return the docstring with its lines joined, so that the terminal breaks them."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(escape(" ".join(paragraph.split())) for paragraph in paragraphs)


def _shown(examples: dict[str, str]) -> str:
    pairs = (
        f"[dim]# {escape(what)}[/dim]\n[cyan]{escape(command)}[/cyan]"
        for what, command in examples.items()
    )
    return "\n\n".join(["[bold]Examples[/bold]", *pairs])
