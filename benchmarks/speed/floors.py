"""The floors: bare C++ loops from floors.cpp, compiled here and called without any wrapping."""

import ctypes
import hashlib
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from contest import Contestant, learners_for
from streams import Stream

FLAGS = ["-O3", "-std=c++20", "-ffp-contract=off", "-fno-trapping-math", "-fno-math-errno"]
NAME = "floor"


@cache
def library() -> ctypes.CDLL:
    """Compile floors.cpp for the baseline CPU, once per version of the file, and load it."""
    source = Path(__file__).with_name("floors.cpp")
    stamp = hashlib.sha256(source.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:12]
    built = Path(tempfile.gettempdir()) / f"driftline_floors_{stamp}.so"
    if not built.exists():
        command = ["g++", *FLAGS, "-shared", "-fPIC", str(source), "-o", str(built)]
        subprocess.run(command, check=True)
    return ctypes.CDLL(str(built))


def contestants(stream: Stream) -> Iterator[Contestant]:
    """Floors of every learner, plain and scaled."""
    for learner in learners_for(stream.is_sparse):
        for is_scaled in (False, True):
            forms = ("sparse", "sparse_scaled") if stream.is_sparse else ("plain", "scaled")
            yield floor(stream, learner, is_scaled, forms[is_scaled])


def floor(stream: Stream, learner: str, is_scaled: bool, form: str) -> Contestant:
    """Make the contestant of one loop."""
    loop = getattr(library(), f"{learner}_{form}")
    loop.restype = ctypes.c_size_t
    if stream.is_sparse:
        arrays = (stream.X.indptr, stream.X.indices, stream.X.data, stream.y)
        sizes: tuple[int, ...] = (stream.rows, stream.width)
    else:
        arrays = (stream.X, stream.y)
        sizes = (stream.rows, stream.width, len(stream.labels))
    arguments = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
    arguments += [ctypes.c_size_t(size) for size in sizes]
    return Contestant(
        name=NAME,
        learner=learner,
        is_scaled=is_scaled,
        rows=stream.rows,
        fresh=lambda: None,
        run=partial(_call, loop, arguments),
        accuracy=lambda hits: hits / stream.rows,
    )


def _call(loop: Any, arguments: list[Any], _: None) -> int:
    return int(loop(*arguments))
