"""Real data sets by name. What is known of each stands in `registry.json` beside this file.

A set is one Parquet file. It is looked for in the folder `$DRIFTLINE_DATA`, then in the user's
cache, then fetched from its public home where it has one in this form. Every file is checked
against its sha256 before its first row is read.
"""

import functools
import importlib.resources
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from driftline.sources.checksum import check as check_file
from driftline.sources.errors import SourceError, unknown
from driftline.sources.files.inputs import Input
from driftline.sources.files.parquet_file import ParquetFile
from driftline.sources.options import Options
from driftline.sources.table_stream import TableStream
from driftline.stream.stream import Drift, Stream, Task


@dataclass(frozen=True)
class Dataset:
    """What is known of a data set.

    Parameters
    ----------
    name
        What `load` calls it.
    title
        What it is.
    rows
        Number of rows.
    features
        Number of features; for sparse rows the width, one above the highest index.
    order
        In what order the rows stand.
    values
        How the features are scaled.
    home
        Where it comes from.
    citation
        Who made it.
    bytes
        Size of the file.
    sha256
        Checksum of the file.
    task
        "classification" or "regression"; None if there is nothing to predict.
    labels
        The labels of a classification.
    sparse
        Whether rows are lists of indices and values.
    sorted_by_class
        Whether rows of one label stand together, so that `load` shuffles them.
    drifts
        Rows at which the concept is known to change; None if nobody knows.
    id
        Column that names a row, or the one it belongs to; None if there is none.
    copy
        Where a copy in another form was found; None if there is none.
    url
        Where this very file can be fetched; None if nowhere.
    """

    name: str
    title: str
    rows: int
    features: int
    order: str
    values: str
    home: str
    citation: str
    bytes: int
    sha256: str
    task: Task | None = None
    labels: tuple[Any, ...] = ()
    sparse: bool = False
    sorted_by_class: bool = False
    drifts: tuple[int, ...] | None = None
    id: str | None = None
    copy: str | None = None
    url: str | None = None

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.parquet"

    @property
    def path(self) -> Path | None:
        """Where the file lies on this machine; None if it does not."""
        return next((p for folder in folders() if (p := folder / self.file).is_file()), None)


def list_datasets() -> list[Dataset]:
    """Return what is known of every data set, by name.

    Examples
    --------
    >>> [(d.name, d.rows) for d in list_datasets() if d.name.startswith("elec")]
    [('elec2', 45312)]
    """
    return list(_registry().values())


def load(name: str, *, shuffle: bool | None = None, seed: int = 0, check: bool = True) -> Stream:
    """Open a real data set.

    Sparse sets come as CSR and need SciPy. A set whose file is sorted by class would test nothing
    but memory, so its rows are shuffled unless that is refused; the whole set is then in memory.

    Parameters
    ----------
    name
        One of `list_datasets()`, for example "elec2".
    shuffle
        Whether rows come in random order; if not given, only where the file is sorted by class.
    seed
        Seed of that order.
    check
        Whether the file's checksum is compared; without it a file of your own making does too.
    """
    dataset = find(name)
    path = dataset.path or _fetched(dataset)
    if check:
        hint = "replace it, or read it as it is with check=False"
        check_file(path, dataset.sha256, hint)
    drifts = dataset.drifts
    options = Options(
        name=name,
        target=None if dataset.task is None else "target",
        task=dataset.task,
        labels=dataset.labels,
        id=dataset.id,
        kinds={"token": "text"} if dataset.task is None else {},
        drifts=None if drifts is None else tuple(Drift(row) for row in drifts),
        width=dataset.features if dataset.sparse else None,
    )
    stream: Stream = TableStream(ParquetFile(Input(path)), options)
    wanted = dataset.sorted_by_class if shuffle is None else shuffle
    return stream.shuffle(seed) if wanted else stream


def find(name: str) -> Dataset:
    """Return what is known of one data set, or name the nearest."""
    try:
        return _registry()[name]
    except KeyError:
        raise SourceError(unknown("data set", name, _registry())) from None


def folders() -> list[Path]:
    """Return where files are looked for: `$DRIFTLINE_DATA` if it is set, then the user's cache."""
    named = os.environ.get("DRIFTLINE_DATA")
    return [*([Path(named)] if named else []), cache_folder()]


def cache_folder() -> Path:
    """Return the folder for fetched files, where the platform wants it."""
    home = Path.home()
    if sys.platform == "darwin":
        usual = home / "Library" / "Caches"
    elif sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    else:
        usual = home / ".cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or usual) / "driftline" / "datasets"


def _fetched(dataset: Dataset) -> Path:
    path = cache_folder() / dataset.file
    if dataset.url is not None:
        from driftline.sources.fetch import fetch  # noqa: PLC0415 - HTTP takes 20 ms to import

        fetch(dataset.url, path, dataset.sha256)
        return path
    looked = " and ".join(str(folder) for folder in folders())
    unset = "" if os.environ.get("DRIFTLINE_DATA") else " (DRIFTLINE_DATA is not set)"
    copy = f", a copy at {dataset.copy}" if dataset.copy not in (None, dataset.home) else ""
    form = "lists indices and values" if dataset.sparse else f"{dataset.features:,} features"
    raise SourceError(
        f"data set {dataset.name!r} is not on this machine: there is no {dataset.file} in "
        f"{looked}{unset}, and nobody offers that file for download. It comes from {dataset.home} "
        f"({dataset.citation}){copy}. Put the file, sha256 {dataset.sha256}, into one of the "
        f"folders; or make a Parquet file of its {dataset.rows:,} rows, {form} and a column "
        f"'target', put it there under that name and load it with check=False"
    )


@functools.cache
def _registry() -> dict[str, Dataset]:
    text = importlib.resources.files("driftline.sources").joinpath("registry.json").read_text()
    return {name: _dataset(name, entry) for name, entry in json.loads(text).items()}


def _dataset(name: str, entry: dict[str, Any]) -> Dataset:
    lists: dict[str, Any] = {key: tuple(entry[key]) for key in ("labels", "drifts") if key in entry}
    return Dataset(name=name, **(entry | lists))
