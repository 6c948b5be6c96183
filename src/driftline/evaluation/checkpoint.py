"""An evaluation under way as a file, from which it goes on after a crash, to the same bits.

The file is safetensors: arrays, and one JSON text. Models of driftline are in it as model files,
rows that wait as an Arrow stream: data that is read and never run. A learner written in Python has
no such form; only where the user allows it, it is kept with pickle.
"""

import hashlib
import importlib
import inspect
import io
import json
import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from driftline import _core
from driftline.compat.parameters import flat_params
from driftline.evaluation.run import Contestant, Run
from driftline.evaluation.runners import NativeRunner
from driftline.learners.python_pipeline import shown
from driftline.state import StateError, dumps, loads
from driftline.state.file import likeness, lively, plain
from driftline.stream import Batch, Stream
from driftline.stream.batch import joined
from driftline.stream.draws import DrawnSeed
from driftline.stream.export import whole_file

VERSION = 3
_KEY = "driftline"
_ROLES = ("y", "w", "time", "id", "delay")


class CheckpointError(ValueError):
    """A checkpoint that cannot be gone on from."""


@dataclass(frozen=True)
class Recent:
    """The rows that a checkpoint had seen last: so many, and what tells them from others."""

    path: Path
    count: int
    mark: str

    def rest(self, stream: Stream, begin: int, rows: int) -> Iterator[Batch]:
        """Give the rows from row `begin` on, if those before are the ones that were seen."""
        held: list[Batch] = []
        missing = self.count
        for batch in stream.skip(begin - self.count).batches(rows):
            before = min(missing, len(batch))
            if missing:
                held.append(batch.slice(0, before))
                missing -= before
                if not missing:
                    self._check(held)
            if before < len(batch):
                yield batch.slice(before, len(batch) - before)
        if missing:
            self._check([])

    def _check(self, held: list[Batch]) -> None:
        if not held or rows_mark(joined(held)) != self.mark:
            raise CheckpointError(
                f"{self.path} belongs to other rows: the stream has changed since it was written; "
                "delete it to begin anew"
            )


def fingerprint(run: Run, settings: dict[str, Any]) -> str:
    """Return what an evaluation is: its models untaught, its stream and its settings."""
    told = {
        "stream": [run.facts.name, run.facts.target, run.facts.rows],
        "settings": settings,
        "models": [[c.entry.name, _likeness(c.runner.model)] for c in run.contestants],
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def _likeness(model: Any) -> Any:
    """Return what a model is before the first row; a seed that it drew is not part of it."""
    if isinstance(model, _core.Model):
        return hashlib.sha256(likeness(model)).hexdigest()
    return [type(model).__qualname__, _parameters(model)]


def _parameters(model: Any) -> dict[str, str]:
    """Return the parameters of a Python object: attributes that its constructor has names for."""
    known = dict.fromkeys(inspect.signature(type(model)).parameters)
    own = flat_params(model) or {name: getattr(model, name, None) for name in known}
    return {
        name: repr(value)
        for name, value in own.items()
        if isinstance(value, bool | int | float | str) and not isinstance(value, DrawnSeed)
    }


def rows_mark(rows: Batch) -> str:
    """Return what tells these rows from others."""
    return hashlib.sha256(repr(list(rows.rows())).encode()).hexdigest()


def save(run: Run, path: str | os.PathLike[str], mark: str, pickles: bool) -> None:
    """Write the file; a crash half-way leaves the older one as it was."""
    from safetensors.numpy import save as pack  # noqa: PLC0415 - only where it is asked for

    arrays: dict[str, NDArray[Any]] = {}
    held, extra = (None, {}) if run.waiting is None else run.waiting.state()
    if held is not None:
        arrays["waiting"] = _bytes(_rows_out(held))
    arrays |= {f"queue.{name}": array for name, array in extra.items()}
    arrays["kept"], arrays["label_counts"] = run.kept.values, run.label_counts
    if run.pairs is not None:
        arrays |= {f"pairs.{name}": array for name, array in run.pairs.state().items()}
    for place, each in enumerate(run.contestants):
        arrays |= {f"{place}.{name}": a for name, a in _contestant_out(each, pickles).items()}
    header = {
        "version": VERSION,
        "mark": mark,
        "rows": run.rows,
        "recent": 0 if run.recent is None else len(run.recent),
        "recent_mark": "" if run.recent is None else rows_mark(run.recent),
        "first": run._first,
        "labelled": run.labelled,
        "labels": None if run.codes is None else plain(run.codes.labels),
        "has_queue": run.waiting is not None,
        "held_start": None if held is None else held.start,
        "sparse": held is not None and held.is_sparse,
    }
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    data = pack(whole, metadata={_KEY: json.dumps(header)})
    with whole_file(Path(path)) as part, part.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def resume(run: Run, path: str | os.PathLike[str], mark: str, pickles: bool) -> "Recent":
    """Bring a fresh run to where the file was written; tell the rows it had just seen."""
    from safetensors import SafetensorError  # noqa: PLC0415
    from safetensors.numpy import load as unpack  # noqa: PLC0415

    data = Path(path).read_bytes()
    try:
        arrays = unpack(data)
        length = int.from_bytes(data[:8], "little")
        header = json.loads(json.loads(data[8 : 8 + length])["__metadata__"][_KEY])
        if header["version"] != VERSION:
            raise CheckpointError(f"{path} was written by another version of driftline")
        if header["mark"] != mark:
            raise CheckpointError(
                f"{path} belongs to another evaluation (other models, stream or settings): "
                "delete it, or choose another name"
            )
        _restore(run, header, arrays, pickles)
        return Recent(Path(path), int(header["recent"]), str(header["recent_mark"]))
    except CheckpointError:
        raise
    except (SafetensorError, StateError, KeyError, TypeError, ValueError, IndexError) as error:
        raise CheckpointError(f"{path} is no checkpoint, or a damaged one: {error}") from error


def _restore(
    run: Run, header: dict[str, Any], arrays: dict[str, NDArray[Any]], pickles: bool
) -> None:
    run.rows, run._first = int(header["rows"]), int(header["first"])
    run.labelled = int(header["labelled"])
    if run.codes is not None:
        run.codes.restore(lively(header["labels"]))
    run.kept.values, run.label_counts = arrays["kept"], arrays["label_counts"]
    run._meet()
    if header["has_queue"]:
        extra = _part(arrays, "queue.")
        run.waiting = run.timing.queue(extra.get("due"))
        held = None
        if "waiting" in arrays:
            held = _rows_in(arrays["waiting"].tobytes(), header["held_start"], header["sparse"])
        run.waiting.restore(held, extra)
    if run.pairs is not None:
        run.pairs.restore(_part(arrays, "pairs."))
    for place, each in enumerate(run.contestants):
        _contestant_in(each, _part(arrays, f"{place}."), pickles)


def _contestant_out(each: Contestant, pickles: bool) -> dict[str, NDArray[Any]]:
    if isinstance(each.runner, NativeRunner):
        data = dumps(each.runner.model)
    elif pickles:
        data = _pickled(each)
    else:
        raise CheckpointError(
            f"{each.entry.name!r} is a Python object, which only pickle can keep, and loading a "
            "pickle runs code: say pickle_learners=True if nobody else can write to the checkpoint"
        )
    out = {f"scores.{name}": array for name, array in each.scores.state().items()}
    out |= {f"arrivals.{name}": array for name, array in each.arrivals.state().items()}
    return out | {
        "model": _bytes(data),
        "answers": each.answers.values,
        "shares": each.shares,
        "cost": np.array(each.cost, dtype=np.float64).reshape(-1, 3),
        "seconds": np.array([each.runner.seconds]),
        "event_rows": each.event_rows.state(),
    }


def _pickled(each: Contestant) -> bytes:
    try:
        return pickle.dumps(each.runner.model)
    except Exception as error:  # whatever a user's class raises
        raise CheckpointError(f"{each.entry.name!r} cannot be pickled: {error}") from error


def _contestant_in(each: Contestant, arrays: dict[str, NDArray[Any]], pickles: bool) -> None:
    data = arrays["model"].tobytes()
    if isinstance(each.runner, NativeRunner):
        _native_in(each, loads(data))
    elif pickles:
        model = pickle.loads(data)
        if hasattr(each.runner.model, "__dict__"):  # what the caller holds goes on learning
            each.runner.model.__dict__.update(model.__dict__)
        else:
            each.runner.model = model
    else:
        raise CheckpointError(f"{each.entry.name!r} is kept with pickle: say pickle_learners=True")
    each.spec = shown(each.runner.model)
    each.scores.restore(_part(arrays, "scores."))
    each.arrivals.restore(_part(arrays, "arrivals."))
    each.answers.values, each.shares = arrays["answers"], arrays["shares"]
    each.cost = [(int(rows), seconds, int(size)) for rows, seconds, size in arrays["cost"].tolist()]
    each.runner.seconds = float(arrays["seconds"][0])
    each.event_rows.restore(arrays["event_rows"])


def _native_in(each: Contestant, kept: Any) -> None:
    """Go on with the model that was kept, in the object that the caller holds if it can be."""
    if dumps(kept.clone()) == dumps(each.runner.model.clone()):
        each.runner.model._unpack(*kept._pack())
        return
    # It drew another seed, which cannot be changed in it.
    each.runner.model, each.entry = kept, replace(each.entry, model=kept)


def _rows_out(batch: Batch) -> bytes:
    if batch.is_sparse:
        x = batch.x
        ends = pa.array(np.asarray(x.indptr - x.indptr[0], dtype=np.int64))
        columns = {
            "indices": pa.LargeListArray.from_arrays(ends, pa.array(x.indices.astype(np.int64))),
            "values": pa.LargeListArray.from_arrays(ends, pa.array(x.data)),
            "width": pa.array([x.shape[1]] * len(batch)),
        }
    else:
        columns = {
            f"x.{name}": c for name, c in zip(batch.x.schema.names, batch.x.columns, strict=True)
        }
    columns |= {role: c for role in _ROLES if (c := getattr(batch, role)) is not None}
    table = pa.table(columns)
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as out:
        out.write_table(table)
    return sink.getvalue()


def _rows_in(data: bytes, start: int, is_sparse: bool) -> Batch:
    table = pa.ipc.open_stream(data).read_all().unify_dictionaries()
    columns = {name: _whole(table.column(name)) for name in table.column_names}
    roles = {role: columns.pop(role, None) for role in _ROLES}
    if is_sparse:
        return Batch(_csr_of(columns), start=start, **roles)
    names = [name.removeprefix("x.") for name in columns]
    x = pa.RecordBatch.from_arrays(list(columns.values()), names=names)
    return Batch(x, start=start, **roles)


def _csr_of(columns: dict[str, Any]) -> Any:
    sparse = importlib.import_module("scipy.sparse")  # sparse rows came from it

    indices, values = columns["indices"], columns["values"]
    shape = (len(indices), int(columns["width"][0].as_py()) if len(indices) else 0)
    parts = (values.values.to_numpy(), indices.values.to_numpy(), indices.offsets.to_numpy())
    return sparse.csr_matrix(parts, shape=shape)


def _whole(column: Any) -> Any:
    chunks = column.combine_chunks()
    return pa.concat_arrays(chunks.chunks) if isinstance(chunks, pa.ChunkedArray) else chunks


def _bytes(data: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(data, dtype=np.uint8)


def _part(arrays: dict[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    return {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}
