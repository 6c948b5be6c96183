"""How a command ends: one line for each error, and exit codes that scripts can rely on.

| code | when |
|---|---|
| 0 | all went well |
| 1 | something failed while running: a bad row, a full disk |
| 2 | wrong use: a bad option, an unknown name, a missing file |
| 3 | `detect --fail-on-drift` found drift |
| 130 | Ctrl-C; what was found until then is printed |
| 141 | the reader of a pipe went away, as `head` does |
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

FAILURE, WRONG_USE, DRIFT, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 130, 141

#: typer does not name it; older ones take it from click.
_UsageError: Any = typer.BadParameter.__base__


class WrongUseError(Exception):
    """The command was asked for something that cannot be."""


@contextmanager
def asked() -> Iterator[None]:
    """Turn errors into wrong use: what fails here fails before anything is done."""
    try:
        yield
    except (ValueError, TypeError, OSError, ImportError) as error:
        raise WrongUseError(told(error)) from error


@contextmanager
def ended(name: Callable[[], str]) -> Iterator[None]:
    """End a command with an exit code; `name` says how its errors begin."""
    try:
        yield
    except (typer.Exit, typer.Abort):
        raise
    except _UsageError as error:
        _fail(name(), f"{error.format_message()} ({name()} --help)", WRONG_USE)
    except WrongUseError as error:
        _fail(name(), str(error), WRONG_USE)
    except KeyboardInterrupt:
        _fail(name(), "interrupted", INTERRUPTED)
    except BrokenPipeError:
        leave_pipe()
    except Exception as error:
        if os.environ.get("DRIFTLINE_TRACEBACK"):
            raise
        _fail(name(), told(error), FAILURE)


def told(error: BaseException) -> str:
    """Return an error as one line."""
    if isinstance(error, OSError) and error.strerror:
        named = f"{error.filename}: " if error.filename else ""
        return f"{named}{error.strerror}"
    text = " ".join(str(error).split())
    expected = isinstance(error, ValueError | TypeError | OSError | ImportError)
    kind = type(error).__name__
    return text if expected and text else f"{kind}: {text} (DRIFTLINE_TRACEBACK=1 shows where)"


def leave_pipe() -> None:
    """End quietly when nobody reads what is written."""
    # Python flushes standard output once more as it ends; what is left goes nowhere.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(BROKEN_PIPE)


def _fail(name: str, text: str, code: int) -> None:
    typer.echo(f"{name}: {text}", err=True)
    raise typer.Exit(code)
