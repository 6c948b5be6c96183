"""Tables in Markdown, and the line under them that says where they come from."""

from collections.abc import Iterable
from typing import Any


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """Render a Markdown table; all columns but the first to the right."""
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, rule, *rows)) + "\n"


def verdict(is_met: bool) -> str:
    """Word for the last column."""
    return "met" if is_met else "**not met**"


def source(result: dict[str, Any]) -> str:
    """Line under a table: the command, the date and the versions that made it."""
    versions = ", ".join(
        f"{name} {version}"
        for name, version in result["versions"].items()
        if version != "not installed"
    )
    return (
        f"\n`{result['command']}`, {result['date']}, commit {result['commit']}, "
        f"{result['cpu']}, seed {result['seed']}; {versions}.\n"
    )
