"""`driftline generate`: rows of a generator, or of several joined by drift, into a file."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from driftline import sources
from driftline.cli.stream_text import accepts, made, parameter, parsed
from driftline.stream import Stream
from driftline.stream.export import to_csv

ENDINGS = {".parquet": Stream.to_parquet, ".csv": Stream.to_csv}


def generate(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME",
            help="A generator, such as SINE1 or 'SEA(variant=1)'; several are joined.",
        ),
    ],
    out: Annotated[
        str, typer.Option(help="A .parquet or .csv file (.csv.gz); - is CSV to stdout.")
    ],
    rows: Annotated[int, typer.Option(min=0, help="Number of rows.")] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all random numbers.")] = 0,
    drifts: Annotated[str, typer.Option(help="Rows of the drifts, as 1000,2000.")] = "",
    width: Annotated[int, typer.Option(min=0, help="Rows that a drift takes; 0: at once.")] = 0,
    param: Annotated[
        list[str] | None, typer.Option(help="A parameter of every generator, as noise=0.1.")
    ] = None,
) -> None:
    """Write a generated stream, with its drifts, to a file."""
    try:
        writer = _writer(out)
        stream = _stream(names, _marks(drifts), width, seed, dict(map(parameter, param or ())))
    except ValueError as error:
        typer.echo(f"driftline generate: {error}", err=True)
        raise typer.Exit(2) from error
    writer(stream.take(rows))
    if out != "-":
        places = ", ".join(f"{drift.row:,}" for drift in stream.drifts if drift.row < rows)
        told = f"drifts at {places}" if places else "no drift"
        typer.echo(f"{out}: {rows:,} rows of {stream.facts.name}, {told}")


def _stream(
    names: list[str], marks: list[int], width: int, seed: int, params: dict[str, Any]
) -> Stream:
    """Return one generator, or several joined, each with a seed of its own."""
    asked = [parsed(name) for name in names]
    if len(asked) > 1:
        streams = [
            made(kind, {"seed": seed + i, **params, **own}) for i, (kind, own) in enumerate(asked)
        ]
        return sources.drift(streams, at=marks, width=width, seed=seed)
    kind, own = asked[0]
    drifting: dict[str, Any] = {}
    if marks:
        if not accepts(kind, "drifts"):
            raise ValueError(
                f"{kind.__name__} does not drift by itself; name two to be joined, for example "
                f"'{kind.__name__}(...)' '{kind.__name__}(...)' --drifts {marks[0]}"
            )
        drifting = {"drifts": marks, "width": width}
    return made(kind, {"seed": seed, **drifting, **params, **own})


def _marks(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise ValueError(f"--drifts: {text!r} is no list of rows such as 1000,2000") from None


def _writer(out: str) -> Any:
    if out == "-":
        return lambda stream: to_csv(stream, sys.stdout.buffer)
    path = Path(out)
    endings = [ending for ending in path.suffixes if ending in ENDINGS]
    if not endings:
        raise ValueError(f"--out: {out!r} ends neither in .parquet nor in .csv")
    if not path.parent.is_dir():
        raise ValueError(f"--out: there is no folder {path.parent}")
    return lambda stream: ENDINGS[endings[-1]](stream, path)
