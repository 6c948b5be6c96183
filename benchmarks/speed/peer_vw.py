"""Vowpal Wabbit: one pass over its cache file, predicting each row before learning it.

The cache is made beforehand, so no text is parsed. Plain SGD (`--sgd`) does the arithmetic of our
logistic learner and keeps the progressive accuracy; the claim rests on it. Writing the predictions
to a file (`-p`) costs VW several times more; its default update (adaptive, normalised, invariant)
is shown for scale. VW reads on one thread and learns on another, so it is compared by CPU time.
"""

import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np
import pylibvw
from contest import Contestant
from streams import Stream
from vowpalwabbit import Workspace

NAME = "Vowpal Wabbit"
HOME = tempfile.TemporaryDirectory(prefix="driftline_vw_")  # gone when Python ends
STRICT = f"{NAME}, --sgd"
PLAIN_SGD = "--sgd -l 0.01 --power_t 0"
FORMS = {
    STRICT: PLAIN_SGD,
    f"{NAME}, --sgd -p file": f"{PLAIN_SGD} -p {{predictions}}",
    f"{NAME}, default update": "",
}


def _text(stream: Stream) -> Iterator[str]:
    targets = (2 * stream.y - 1) if len(stream.labels) == 2 else (stream.y + 1)
    for row in range(stream.rows):
        if stream.is_sparse:
            part = slice(stream.X.indptr[row], stream.X.indptr[row + 1])
            columns, values = stream.X.indices[part], stream.X.data[part]
        else:
            columns = np.flatnonzero(stream.X[row])
            values = stream.X[row, columns]
        pairs = zip(columns.tolist(), values.tolist(), strict=True)
        yield f"{targets[row]} | " + " ".join(f"{c}:{v!r}" for c, v in pairs) + "\n"


@cache
def _cache_file(stream: Stream) -> Path:
    """Write the stream as VW's text, let VW turn that into its cache, and keep the cache."""
    text, cached = (Path(HOME.name) / f"{stream.name}.{kind}" for kind in ("txt", "cache"))
    with text.open("w") as file:
        file.writelines(_text(stream))
    Workspace(f"--quiet {_task(stream)} -k --cache_file {cached} -d {text}").finish()
    text.unlink()
    return cached


def _task(stream: Stream) -> str:
    labels = len(stream.labels)
    return "--loss_function logistic -b 18 " + ("--binary" if labels == 2 else f"--oaa {labels}")


def _fresh(stream: Stream, form: str) -> Workspace:
    cached = _cache_file(stream)
    update = FORMS[form].format(predictions=cached.with_suffix(".predictions"))
    return Workspace(f"--quiet --no_stdin {_task(stream)} {update} --cache_file {cached}")


def _run(model: Workspace) -> Workspace:
    pylibvw.vw.run_parser(model)
    return model


def _accuracy(rows: int, model: Workspace) -> float:
    """Progressive 0/1 loss, which VW keeps under --binary and --oaa."""
    seen = model.get_weighted_examples()
    if seen != rows:
        raise RuntimeError(f"VW read {seen} of {rows} rows")
    return 1.0 - model.get_sum_loss() / rows


def contestants(stream: Stream) -> Iterator[Contestant]:
    """VW has the logistic learner, and no scaler that works on the rows."""
    for form in FORMS:
        yield Contestant(
            name=form,
            learner="logistic",
            is_scaled=False,
            rows=stream.rows,
            fresh=partial(_fresh, stream, form),
            run=_run,
            accuracy=partial(_accuracy, stream.rows),
        )
