"""Options that several commands share, told once: a dataclass whose fields are options.

Typer reads the options of a command from its signature. A parameter that is such a dataclass is
replaced there by its fields; when the command is called they are put together again.
"""

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of every dataclass among its parameters."""
    own = inspect.signature(command).parameters.values()
    groups: dict[str, Any] = {p.name: p.annotation for p in own if is_dataclass(p.annotation)}

    @functools.wraps(command)
    def wrapped(**given: Any) -> None:
        for name, group in groups.items():
            options = {field.name: given.pop(field.name) for field in fields(group)}
            given[name] = group(**options)
        command(**given)

    parameters = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for one in own
        for parameter in (_options(one.annotation) if one.name in groups else [one])
    ]
    signature: Any = inspect.Signature(parameters)
    wrapped.__signature__ = signature  # type: ignore[attr-defined]
    return wrapped


def _options(group: Any) -> list[inspect.Parameter]:
    annotations = get_type_hints(group, include_extras=True)
    return [
        parameter.replace(annotation=annotations[parameter.name])
        for parameter in inspect.signature(group).parameters.values()
    ]
