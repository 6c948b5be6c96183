"""One model on one stream, tested then trained, with labels at once or late."""

import functools
from typing import Any

import numpy as np

from driftline import evaluation, sources
from driftline.reproduce.cells import Answer, Cell, Task
from driftline.reproduce.forests.models import FOREST, GRID, MODELS, RESET, model
from driftline.reproduce.forests.protocol import DELAY, GENERATED, REAL, SEEDS, Scale
from driftline.stream import Stream

POINTS = 100  # of a curve
WORDS = 500  # of the mails that are kept


def accuracy_cells(scale: Scale) -> list[Cell]:
    """Return every model on every generated stream, with labels at once and late."""
    return [
        cell(scale, name, one, seed, delay)
        for seed in seeds(scale)
        for name in scale.streams
        for delay in (0, DELAY)
        for one in MODELS
    ]


def ablation_cells(scale: Scale) -> list[Cell]:
    """Return the forest that only resets, and the grid around the defaults, labels at once."""
    return [
        cell(scale, name, one, seed, 0, setting)
        for seed in seeds(scale)
        for name in scale.streams
        for one, setting in [(RESET, "defaults"), *((FOREST, setting) for setting in GRID)]
    ]


def real_cells(scale: Scale, name: str) -> list[Cell]:
    """Return every model on a real stream."""
    return [
        cell(scale, name, one, seed, delay)
        for seed in seeds(scale)
        for delay in (0, DELAY)
        for one in MODELS
    ]


def seeds(scale: Scale) -> range:
    """Return the seeds that are scored."""
    return range(SEEDS, SEEDS + scale.repetitions)


def cell(
    scale: Scale,
    stream: str,
    one: str,
    seed: int,
    delay: int,
    setting: str = "defaults",
    options: dict[str, Any] | None = None,
) -> Cell:
    """Return a model on a stream; `options` are those of the setting, None: as the grid has it."""
    rows = scale.real_rows if stream in REAL else scale.rows
    task: Task = {
        "stream": stream,
        "model": one,
        "seed": seed,
        "delay": delay,
        "rows": rows,
        "members": scale.members,
        "options": GRID[setting] if options is None else options,
    }
    if stream in REAL:
        task["metrics"] = ["accuracy", "kappa_t"]
    words = [stream, one, setting, str(delay), str(seed)]
    return Cell("-".join(word.replace(" ", "_") for word in words), trial, task)


def trial(task: Task) -> Answer:
    """Run a model over a stream."""
    stream = made(task["stream"], task["seed"], task["rows"])
    classifier = model(task["model"], task["seed"], task["members"], task["options"])
    rows = _rows(stream)
    window = max(1, rows // POINTS)
    report = evaluation.prequential(
        {"it": classifier},
        stream,
        delay=min(task["delay"], rows // 2) or None,
        window=window,
        every=window,
        metrics=task.get("metrics"),
        baselines=False,
        progress=False,
    )
    found = report["it"]
    points = found.curve if not task["delay"] else None  # only these are drawn
    return {
        "rows": rows,
        **{name: found.score(name) for name in task.get("metrics", ["accuracy"])},
        "seconds": found.cost.total_seconds,
        "memory": int(found.cost.peak_memory),
        "curve": [] if points is None else points.of("accuracy", "tumbling").round(5).tolist(),
        "at": [] if points is None else points.rows.tolist(),
    }


def made(name: str, seed: int, rows: int | None) -> Stream:
    """Return a stream by the name it has in the tables."""
    if name in GENERATED:
        assert rows is not None
        return GENERATED[name].make(seed, rows)
    stream = _mails() if name == "SPAM" else sources.load(REAL[name])
    return stream if rows is None else stream.take(rows)


@functools.cache
def _mails() -> Any:
    """Return the mails with their most frequent words only, as trees take dense rows."""
    X: list[Any] = []
    y: list[Any] = []
    for batch in sources.load(REAL["SPAM"]).batches():
        X.append(batch.x)
        y += [] if batch.y is None else batch.y.to_pylist()
    counts = np.sum([np.asarray(part.sum(axis=0)).ravel() for part in X], axis=0)
    kept = np.sort(np.argsort(-counts, kind="stable")[:WORDS])
    dense = np.vstack([part[:, kept].toarray() for part in X])
    return sources.stream(dense, y=np.array(y))


def listed(answers: Any) -> list[Any]:
    """Return predictions as a list, with None where there is none."""
    found: list[Any] = answers.to_pylist() if hasattr(answers, "to_pylist") else answers.tolist()
    return found


def _rows(stream: Stream) -> int:
    rows = stream.facts.rows
    assert rows is not None
    return rows
