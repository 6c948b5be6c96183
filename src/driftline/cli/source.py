"""A source as a command takes it: a file, standard input, a data set or a generator."""

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from driftline import sources, specs
from driftline.cli.completion import source_names
from driftline.cli.progress import note
from driftline.sources.errors import SourceError
from driftline.specs.syntax import parameter
from driftline.stream import Stream

#: A generator has no end; so much of it is used if nobody says how much.
ENDLESS_ROWS = 100_000

_WHAT = (
    "A file (CSV, Parquet, Arrow, ARFF, JSON lines, libsvm), - for standard input, a data set "
    "such as elec2, or a generator such as 'SEA(variant=1)'."
)
_COLUMNS = "Columns"
_FILE = "How the file is read"


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What the user says about the columns of a file, and how it is read."""

    target: Annotated[
        str | None, typer.Option(help="Column to predict.", rich_help_panel=_COLUMNS)
    ] = None
    weight: Annotated[
        str | None, typer.Option(help="Column of weights.", rich_help_panel=_COLUMNS)
    ] = None
    time: Annotated[
        str | None, typer.Option(help="Column of ascending times.", rich_help_panel=_COLUMNS)
    ] = None
    id: Annotated[
        str | None, typer.Option(help="Column that names each row.", rich_help_panel=_COLUMNS)
    ] = None
    ignore: Annotated[
        str, typer.Option(help="Columns to leave out, as day,note.", rich_help_panel=_COLUMNS)
    ] = ""
    kind: Annotated[
        list[str] | None,
        typer.Option(
            help="What a column holds, as zip=nominal: numeric, nominal, text or time.",
            rich_help_panel=_COLUMNS,
        ),
    ] = None
    task: Annotated[
        str | None,
        typer.Option(
            help="classification or regression; by model and target if not given.",
            rich_help_panel=_COLUMNS,
        ),
    ] = None
    missing: Annotated[
        list[str] | None,
        typer.Option(help="A text that stands for no value.", rich_help_panel=_FILE),
    ] = None
    format: Annotated[
        str | None,
        typer.Option(
            help="csv, parquet, arrow, arff, libsvm or jsonl; by the ending if not given.",
            rich_help_panel=_FILE,
        ),
    ] = None
    delimiter: Annotated[
        str | None, typer.Option(help="What parts the values of a CSV.", rich_help_panel=_FILE)
    ] = None
    time_format: Annotated[
        str | None,
        typer.Option(help="How a CSV writes times, as %d.%m.%Y.", rich_help_panel=_FILE),
    ] = None

    def opened(
        self, file: str, *, task: str | None = None, seed: int = 0, rows: int | None = None
    ) -> Stream:
        """Open a source; `task` is what the models want unless the user said otherwise."""
        stream = self._file(file, task) if _is_file(file) else self._named(file, seed, rows)
        return stream if rows is None else stream.take(rows)

    def _file(self, file: str, task: str | None) -> Stream:
        wanted: Any = self.task or (task if self.target is not None else None)
        kinds: Any = dict(map(parameter, self.kind or ()))
        return sources.read(
            file,
            target=self.target,
            weight=self.weight,
            time=self.time,
            id=self.id,
            ignore=[name for name in self.ignore.split(",") if name],
            kinds=kinds,
            task=wanted,
            missing=self.missing or (),
            format=self.format,
            delimiter=self.delimiter,
            time_format=self.time_format,
        )

    def _named(self, file: str, seed: int, rows: int | None) -> Stream:
        try:
            stream = specs.stream(file, seed=seed)
        except SourceError:
            raise
        except ValueError as error:
            raise ValueError(f"no file {file!r}, and {error}") from error
        self._check_options(file, stream)
        if stream.is_endless and rows is None:
            note(f"{file} has no end: {ENDLESS_ROWS:,} rows are used (--rows says how many)")
            return stream.take(ENDLESS_ROWS)
        return stream

    def _check_options(self, file: str, stream: Stream) -> None:
        """Raise for an option that a stream with columns of its own would not heed."""
        known = {"target": stream.facts.target, "task": stream.facts.task}
        for one in fields(Reading):
            said = getattr(self, one.name)
            if said and said != known.get(one.name):
                has = f"; its {one.name} is {known[one.name]!r}" if one.name in known else ""
                option = one.name.replace("_", "-")
                raise ValueError(f"--{option} is for files, and {file} is none{has}")


@dataclass(frozen=True, kw_only=True)
class Source(Reading):
    """Where rows come from."""

    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help=_WHAT, autocompletion=source_names),
    ]

    def open(self, *, task: str | None = None, seed: int = 0, rows: int | None = None) -> Stream:
        """Open the one source."""
        return self.opened(self.file, task=task, seed=seed, rows=rows)


@dataclass(frozen=True, kw_only=True)
class Sources(Reading):
    """Several places where rows come from, all read alike."""

    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help=_WHAT, autocompletion=source_names),
    ]


def _is_file(text: str) -> bool:
    if text == "-" or Path(text).exists():
        return True
    return re.fullmatch(r"[\w/~.-]*[/.][\w/~.-]*", text) is not None
