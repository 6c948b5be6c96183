"""`driftline generate`: rows of a generator, or of several joined by drift, into a file."""

import inspect
import json
from dataclasses import asdict
from typing import Annotated, Any

import typer

from driftline import sources, specs
from driftline.cli.completion import source_names
from driftline.cli.endings import asked
from driftline.cli.progress import note
from driftline.cli.writing import writer
from driftline.specs.syntax import Call, parameter, parsed
from driftline.stream import Stream

EXAMPLES = {
    "100,000 rows that drift twice": "driftline generate SINE1 --drifts 30000,60000 "
    "--out sine.parquet",
    "two concepts, the second coming slowly": 'driftline generate "SEA(variant=0)" '
    '"SEA(variant=2)" --drifts 5000 --width 1000 --rows 10000 --out sea.csv',
    "more than one stage, to a pipe": 'driftline generate "SEA() | missing_values(0.1)" '
    "--rows 1000 --out - | head",
}


def generate(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME",
            help="A generator, such as SINE1 or 'SEA(variant=1)'; several are joined.",
            autocompletion=source_names,
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
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print JSON: what was written, or rows with --out -."),
    ] = False,
) -> None:
    """Write a generated stream, with its drifts, to a file."""
    with asked():
        write = writer(out, as_json=as_json)
        stream = _stream(names, _marks(drifts), width, seed, dict(map(parameter, param or ())))
    write(stream.take(rows))
    if out == "-":
        return
    marks = [drift for drift in stream.drifts if drift.row < rows]
    if as_json:
        told = {"file": out, "rows": rows, "stream": repr(stream)}
        typer.echo(json.dumps(told | {"drifts": [asdict(mark) for mark in marks]}))
        return
    places = ", ".join(f"{mark.row:,}" for mark in marks)
    where = f"drifts at {places}" if places else "no drift"
    note(f"{out}: {rows:,} rows of {stream.facts.name}, {where}")


def _stream(
    names: list[str], marks: list[int], width: int, seed: int, params: dict[str, Any]
) -> Stream:
    """Return one generator, or several joined, each with a seed of its own."""
    if len(names) > 1:
        streams = [specs.stream(text, seed=seed + i, **params) for i, text in enumerate(names)]
        return sources.drift(streams, at=marks, width=width, seed=seed)
    if marks:
        _check_drifts(names[0], marks)
        params = {"drifts": marks, "width": width, **params}
    return specs.stream(names[0], seed=seed, **params)


def _check_drifts(text: str, marks: list[int]) -> None:
    tree = parsed(text)
    make = specs.streams().get(tree.name) if isinstance(tree, Call) else None
    if make is not None and "drifts" not in inspect.signature(make).parameters:
        raise ValueError(
            f"{text} does not drift by itself; name two to be joined, for example "
            f"'{text}' '{text}' --drifts {marks[0]}"
        )


def _marks(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise ValueError(f"--drifts: {text!r} is no list of rows such as 1000,2000") from None
