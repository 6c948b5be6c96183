"""`read`: a file as a stream, by the ending of its name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from driftline.sources.errors import SourceError, unknown
from driftline.sources.files.arff_file import arff
from driftline.sources.files.arrow_file import ArrowFile
from driftline.sources.files.csv_file import CSVFile, Dialect
from driftline.sources.files.inputs import Input
from driftline.sources.files.json_lines import JSONLines
from driftline.sources.files.libsvm_file import LibSVMFile
from driftline.sources.files.parquet_file import ParquetFile
from driftline.sources.options import Options, TimeOrder
from driftline.sources.table_stream import TableStream
from driftline.stream.stream import Kind, Stream, Task

ENDINGS = {
    "csv": "csv",
    "tsv": "csv",
    "txt": "csv",
    "parquet": "parquet",
    "pq": "parquet",
    "arrow": "arrow",
    "arrows": "arrow",
    "feather": "arrow",
    "ipc": "arrow",
    "arff": "arff",
    "libsvm": "libsvm",
    "svm": "libsvm",
    "svmlight": "libsvm",
    "jsonl": "jsonl",
    "ndjson": "jsonl",
}
PACKINGS = {"gz", "zst", "bz2"}


def read(
    source: str | Path | BinaryIO,
    *,
    target: str | None = None,
    weight: str | None = None,
    time: str | None = None,
    id: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    task: Task | None = None,
    ignore: Sequence[str] = (),
    missing: Sequence[str] = (),
    time_order: TimeOrder = "ascending",
    name: str | None = None,
    format: str | None = None,
    delimiter: str | None = None,
    header: bool = True,
    names: Sequence[str] | None = None,
    encoding: str = "utf8",
    time_format: str | None = None,
    width: int | None = None,
) -> Stream:
    r"""Read a file as a stream, in pieces: its size does not matter.

    CSV, JSON lines, ARFF and libsvm may be packed with gzip, zstd or bzip2. Parquet and Arrow
    files written by `to_parquet` bring roles, kinds and places of drift with them. The file is
    opened and checked here; rows are read by each pass.

    Parameters
    ----------
    source
        A path, an open binary file, or "-" for standard input, which can be read only once.
    target
        Column to predict. Texts and integers are labels, other numbers make a regression.
    weight
        Column of weights.
    time
        Column of timestamps or numbers that grow.
    id
        Column that names each row.
    kinds
        Kinds of columns where the guess is wrong: "numeric", "nominal", "text" or "time".
    task
        "classification" or "regression", where the guess is wrong.
    ignore
        Columns to leave out.
    missing
        Texts that stand for no value, besides the empty one and, for numbers, NA, NaN, null, ?.
    time_order
        "ascending" raises where time goes back; "any" does not look.
    name
        How reports call the stream; the file's name if not given.
    format
        "csv", "parquet", "arrow", "arff", "libsvm" or "jsonl"; by the ending if not given, and CSV
        for what has no name.
    delimiter
        CSV: what stands between values. If not given, the first line decides between comma,
        semicolon, tab and bar.
    header
        CSV: whether the first line holds the names.
    names
        CSV: names of the columns, instead of the header or for want of one.
    encoding
        CSV: encoding of the text.
    time_format
        CSV: how times are written, as for `strptime`, where they are not ISO 8601.
    width
        libsvm: number of features; rows grow with the stream if not given.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO(b"size,colour,price\n1.5,red,10.0\n2.5,blue,12.5\n")
    >>> stream = read(file, target="price")
    >>> stream.facts.features, stream.facts.task
    ({'size': 'numeric', 'colour': 'nominal'}, 'regression')
    >>> list(stream)
    [({'size': 1.5, 'colour': 'red'}, 10.0), ({'size': 2.5, 'colour': 'blue'}, 12.5)]
    """
    options = Options(
        target=target,
        weight=weight,
        time=time,
        id=id,
        kinds=dict(kinds or {}),
        task=task,
        ignore=tuple(ignore),
        missing=tuple(missing),
        time_order=time_order,
        name=name,
        width=width,
    )
    file = Input(source)
    dialect = Dialect(
        delimiter=delimiter or ("\t" if _ending(file.name) == "tsv" else None),
        header=header,
        names=None if names is None else tuple(names),
        encoding=encoding,
        time_format=time_format,
    )
    chunks, options = _opened(format or _format(file), file, options, dialect)
    return TableStream(chunks, options)


def _opened(format: str, file: Input, options: Options, dialect: Dialect) -> tuple[Any, Options]:
    if format == "csv":
        table = CSVFile(file, options, dialect)
        return table, replace(options, kinds={**table.kinds, **options.kinds})
    if format == "parquet":
        return ParquetFile(file), options
    if format == "arrow":
        return ArrowFile(file), options
    if format == "arff":
        return arff(file, options)
    if format == "libsvm":
        return LibSVMFile(file, options), replace(options, target=options.target or "target")
    if format == "jsonl":
        return JSONLines(file, options), options
    raise ValueError(unknown("format", format, sorted(set(ENDINGS.values()))))


def _format(file: Input) -> str:
    ending = _ending(file.name)
    if ending in ENDINGS:
        return ENDINGS[ending]
    if file.path is None:
        return "csv"
    raise SourceError(
        f"{file.name}: the ending tells no format; give format= as one of "
        + ", ".join(sorted(set(ENDINGS.values())))
    )


def _ending(name: str) -> str:
    endings = [ending.lower() for ending in Path(name).name.split(".")[1:]]
    while endings and endings[-1] in PACKINGS:
        endings.pop()
    return endings[-1] if endings else ""
