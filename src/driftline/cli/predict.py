"""`driftline predict`: what a saved model says of new rows."""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import pyarrow as pa
import typer

from driftline.cli.endings import asked
from driftline.cli.model_text import loaded, task_of
from driftline.cli.option_groups import with_groups
from driftline.cli.progress import note, watched
from driftline.cli.source import Source
from driftline.cli.writing import writer
from driftline.stream import Batch, Facts, Stream
from driftline.stream.places import located
from driftline.stream.stream import BATCH_ROWS

EXAMPLES = {
    "print a prediction for every row": "driftline predict model.safetensors new.csv",
    "keep the column that names the rows": "driftline predict model.safetensors new.csv "
    "--id flight --out predictions.csv",
    "how sure the model is of each label": "driftline predict model.safetensors new.csv "
    "--proba --out shares.parquet",
    "for a script": "driftline predict model.safetensors new.csv --id flight --json",
    "in a pipe": "cat new.csv | driftline predict model.safetensors - | head",
}


@with_groups
def predict(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A file that train has saved.")],
    source: Source,
    out: Annotated[
        str, typer.Option(help="A .csv or .parquet file; - is CSV to standard output.")
    ] = "-",
    proba: Annotated[bool, typer.Option("--proba", help="Add a share for each label.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON lines; with --out, what was written.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Apply a saved model to new rows. It learns nothing from them.

    Rows are read and written in pieces. Columns that the model has never met are left out.
    """
    with asked():
        write = writer(out, as_json=as_json)
        learner = loaded(model)
        if task_of(learner) is None:
            raise ValueError(f"{model}: {learner!r} only transforms, it has nothing to predict")
        if proba and not hasattr(learner, "predict_proba_many"):
            raise ValueError(f"--proba: {learner!r} tells no probabilities")
        stream = source.open()
        known = _known(learner, stream)
    answers = Predictions(learner, stream, known, proba=proba, quiet=quiet)
    write(answers)
    if as_json and out != "-":
        told = {"file": out, "rows": answers.given, "model": repr(learner)}
        typer.echo(json.dumps(told))


class Predictions(Stream):
    """The answers of a model for each row of a stream: names of rows, predictions, shares."""

    def __init__(
        self, model: Any, stream: Stream, known: list[str], *, proba: bool, quiet: bool
    ) -> None:
        self._model, self._stream, self._known = model, stream, known
        self._proba, self._quiet = proba, quiet
        self.given = 0  # rows predicted so far

    @property
    def facts(self) -> Facts:
        """The name is that of the rows, the columns are those of an empty file."""
        facts = self._stream.facts
        kind: Any = "nominal" if task_of(self._model) == "classification" else "numeric"
        return Facts(facts.name, {"prediction": kind}, rows=facts.rows)

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Predict the rows, as many at a time as the source gives."""
        name = self._stream.facts.name
        for batch in watched(self._stream, "Predicting", quiet=self._quiet):
            with located(name, batch.start):
                answers = Batch(self._answers(batch), start=batch.start)
            self.given += len(batch)
            yield answers

    def _answers(self, batch: Batch) -> pa.RecordBatch:
        x = batch.x if batch.is_sparse else batch.x.select(self._present(batch.x.schema.names))
        columns: dict[str, Any] = {}
        if batch.id is not None:
            columns[self._stream.facts.id or "id"] = batch.id
        columns["prediction"] = _array(self._model.predict_many(x))
        if self._proba:
            shares = _columns(self._model.predict_proba_many(x))
            names = [f"proba_{label}" for label in self._model.labels]
            columns |= dict(zip(names, shares, strict=True))
        return pa.table(columns).combine_chunks().to_batches()[0]

    def _present(self, names: list[str]) -> list[str]:
        return [name for name in names if not self._known or name in self._known]


def _known(model: Any, stream: Stream) -> list[str]:
    """Return the columns that the model has met; empty if it goes by position."""
    known = [name for name in model.schema.features if isinstance(name, str)]
    there = list(stream.facts.features)
    if not known or not there:
        return []
    if not set(known) & set(there):
        raise ValueError(
            f"{stream.facts.name} has none of the columns that the model has learned: "
            + ", ".join(known[:10])
        )
    for what, names in (
        ("the model does not know, and leaves out", [n for n in there if n not in known]),
        ("the file lacks, so they are missing in every row,", [n for n in known if n not in there]),
    ):
        if names:
            note(f"{stream.facts.name}: columns that {what}: {', '.join(names[:10])}")
    return known


def _array(answers: Any) -> pa.Array:
    return answers if isinstance(answers, pa.Array) else pa.array(answers)


def _columns(shares: Any) -> list[Any]:
    """Return the shares of each label; sparse rows give a matrix, named ones a table."""
    return shares.combine_chunks().columns if isinstance(shares, pa.Table) else list(shares.T)
