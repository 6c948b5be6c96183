"""`driftline train`: a model from a file of examples."""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from driftline.cli.endings import INTERRUPTED, WrongUseError, asked
from driftline.cli.model_text import USUAL, OneModel, check_task, opened, task_of, with_front
from driftline.cli.option_groups import with_groups
from driftline.cli.progress import watched
from driftline.cli.source import Source
from driftline.stream import Stream
from driftline.stream.places import located

EXAMPLES = {
    "teach the usual model and save it": "driftline train flights.csv --target late "
    "--out model.safetensors",
    "choose the model": "driftline train flights.csv --target late --ignore day,carrier "
    '--model "StandardScaler() | AROW(regularization=0.1)" --out arow.safetensors',
    "go on with a saved model": "driftline train more.csv --target late "
    "--model model.safetensors --out model.safetensors",
    "a generator instead of a file": 'driftline train "SEA(noise=0.1)" --rows 5000 '
    "--out sea.safetensors",
    "from a pipe": "cat flights.csv | driftline train - --target late --out model.safetensors",
}


@with_groups
def train(
    source: Source,
    out: Annotated[Path, typer.Option(help="File for the model, as model.safetensors.")],
    model: OneModel = None,
    rows: Annotated[int | None, typer.Option(min=1, help="Learn no more rows than these.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all that is drawn.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Teach a model with a file and save it.

    The file is read once, in pieces, so its size does not matter. Ctrl-C saves what was learned
    until then.
    """
    with asked():
        _check_folder(out)
        stream, learner = _opened(source, model, seed, rows)
    clock = time.perf_counter()
    learned, is_whole = _learn(learner, stream, quiet)
    seconds = time.perf_counter() - clock
    learner.save(out)
    facts = {
        "model": repr(learner),
        "file": str(out),
        "bytes": out.stat().st_size,
        "rows": learned,
        "seconds": seconds,
        "complete": is_whole,
    }
    typer.echo(json.dumps(facts) if as_json else _line(facts))
    if not is_whole:
        raise typer.Exit(INTERRUPTED)


def _opened(source: Source, text: str | None, seed: int, rows: int | None) -> tuple[Stream, Any]:
    learner = None if text is None else opened(text, seed)
    stream = source.open(task=learner and task_of(learner), seed=seed, rows=rows)
    facts = stream.facts
    if facts.task is None:
        raise WrongUseError(f"{facts.name}: say which column to predict with --target")
    learner = learner or opened(with_front(USUAL[facts.task], facts), seed)
    check_task(learner, facts.name, facts.task)
    return stream, learner


def _learn(learner: Any, stream: Stream, quiet: bool) -> tuple[int, bool]:
    learned = 0
    try:
        for batch in watched(stream, "Learning", quiet=quiet):
            with located(stream.facts.name, batch.start):
                learner.learn_many(batch.x, batch.y, batch.w)
            learned += len(batch)
    except KeyboardInterrupt as error:
        return learned + getattr(error, "rows_learned", 0), False
    return learned, True


def _check_folder(out: Path) -> None:
    if not out.parent.is_dir():
        raise ValueError(f"--out: there is no folder {out.parent}")
    if out.is_dir():
        raise ValueError(f"--out: {out} is a folder")


def _line(facts: dict[str, Any]) -> str:
    rows, seconds = facts["rows"], facts["seconds"]
    stopped = "" if facts["complete"] else ", interrupted"
    return (
        f"{facts['file']}: {facts['model']}, {rows:,} rows in {seconds:.2f} s "
        f"({rows / seconds:,.0f} rows/s), {facts['bytes']:,} bytes{stopped}"
    )
