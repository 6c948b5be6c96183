"""Results for people: tables on standard output."""

from typing import Any

from rich.console import Console


class _Terminal(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # as every other writer does; see endings.py


def show(*found: Any) -> None:
    """Print tables, one below the other."""
    terminal = _Terminal()
    for one in found:
        terminal.print(one)


def width() -> int:
    """Return how many characters a line has."""
    return _Terminal().width
