"""CSV, read in blocks by pyarrow, its columns typed by a first look at 4 MB.

Types are fixed before the first row, so that a pass never changes its mind. Numbers become
doubles, since a column that looks whole may hold 2.5 a gigabyte later; the target keeps integers
if it has them. A value that does not fit is an error with its line and column. pyarrow does not
tell the line, so after an error the file is read again, slowly, to find it.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from driftline.sources.errors import SourceError, place
from driftline.sources.files.inputs import Input
from driftline.sources.options import Options, kind_of
from driftline.stream.stream import Kind

LOOK_BYTES = 1 << 22
BLOCK_BYTES = 1 << 20  # what pyarrow reads ahead is several of them
DELIMITERS = ",;\t|"
NO_NUMBER = [
    "",
    "NA",
    "N/A",
    "n/a",
    "na",
    "NaN",
    "nan",
    "-NaN",
    "-nan",
    "NULL",
    "null",
    "None",
    "?",
]

_RAGGED = re.compile(r"Expected (\d+) columns, got (\d+)")
_UNFIT = re.compile(r"In CSV column #(\d+): .*?(?:invalid value '(.*)'|(invalid UTF8))", re.S)


@dataclass(frozen=True)
class Dialect:
    """How a CSV file is written; None lets the first line decide."""

    delimiter: str | None = None
    header: bool = True
    names: tuple[str, ...] | None = None
    encoding: str = "utf8"
    time_format: str | None = None
    quote: str = '"'
    escape: str | None = None
    skip_lines: int = 0
    types: dict[str, pa.DataType] | None = None  # known from elsewhere: no guessing


class CSVFile:
    """The table in a CSV file, in blocks."""

    rows = None
    may_grow = False

    def __init__(self, source: Input, options: Options, dialect: Dialect) -> None:
        self.name, self.is_once = source.name, source.is_once
        self._source, self._options, self._dialect = source, options, dialect
        _check_encoding(dialect.encoding)
        head = source.head(LOOK_BYTES)
        if not head.strip():
            raise SourceError(f"{self.name} is empty: there is no line in it")
        whole = head if len(head) < LOOK_BYTES else head[: head.rfind(b"\n") + 1] or head
        # What is not in this encoding is told, with its line, when it comes to be read.
        text = whole.decode(dialect.encoding, errors="replace")
        self._delimiter = dialect.delimiter or _delimiter(text)
        look = self._look(text.encode())
        self._check_names(look.column_names)
        options.check(self.name, look.column_names)
        self._width = look.num_columns
        self.kinds: dict[str, Kind] = {}  # that the types alone do not tell
        self.schema = pa.schema([(n, self._type(n, look.column(n))) for n in look.column_names])

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start a pass over the file."""
        delivered = 0
        numbers = [*NO_NUMBER, *self._options.missing]
        convert = pyarrow.csv.ConvertOptions(
            column_types=self.schema,
            null_values=numbers,
            strings_can_be_null=False,
            timestamp_parsers=self._timestamp_parsers(),
        )
        try:
            reader = pyarrow.csv.open_csv(
                self._source.open(),
                read_options=self._read_options(self._dialect.encoding),
                parse_options=self._parse_options(),
                convert_options=convert,
            )
            for block in reader:
                if block.num_rows:
                    yield block
                delivered += block.num_rows
        except (pa.ArrowInvalid, OSError) as error:
            if _is_no_rows(error):
                return
            raise self._described(error, delivered) from error

    def place(self, row: int, column: str) -> str:
        """Return line and column of a value."""
        if self.is_once:
            return place(self.name, row=row, column=column)
        line = next((line for n, line, _ in self._records() if n == row), None)
        return place(self.name, line=line, column=column)

    def _look(self, head: bytes) -> pa.Table:
        try:
            return pyarrow.csv.read_csv(
                io.BytesIO(head),
                read_options=self._read_options("utf8"),
                parse_options=self._parse_options(lambda row: "skip"),
                convert_options=pyarrow.csv.ConvertOptions(
                    null_values=[*NO_NUMBER, *self._options.missing],
                    timestamp_parsers=self._timestamp_parsers(),
                ),
            )
        except pa.ArrowInvalid as error:
            raise self._described(error, 0) from error

    def _check_names(self, names: list[str]) -> None:
        if any("\ufffd" in name for name in names):
            where = place(self.name, line=self._dialect.skip_lines + 1)
            raise SourceError(
                f"{where}: the names of the columns are not {self._dialect.encoding}; "
                "give encoding= as it is"
            )

    def _read_options(self, encoding: str) -> Any:
        dialect = self._dialect
        replaced = dialect.names is not None and dialect.header
        return pyarrow.csv.ReadOptions(
            block_size=BLOCK_BYTES,
            column_names=None if dialect.names is None else list(dialect.names),
            autogenerate_column_names=dialect.names is None and not dialect.header,
            skip_rows=dialect.skip_lines + replaced,
            encoding=encoding,
        )

    def _parse_options(self, on_bad_row: Any = None) -> Any:
        return pyarrow.csv.ParseOptions(
            delimiter=self._delimiter,
            quote_char=self._dialect.quote,
            escape_char=self._dialect.escape or False,
            newlines_in_values=True,  # costs nothing that can be measured
            ignore_empty_lines=getattr(self, "_width", 2) > 1,
            invalid_row_handler=on_bad_row,
        )

    def _timestamp_parsers(self) -> list[Any]:
        known = [self._dialect.time_format] if self._dialect.time_format else []
        return [*known, pyarrow.csv.ISO8601]

    def _type(self, name: str, column: pa.ChunkedArray) -> pa.DataType:
        """Return the type to read a column as, from its name, its role and its first values."""
        if self._dialect.types is not None:
            return self._dialect.types[name]
        options, seen = self._options, column.type
        if name == options.weight or (name == options.target and options.task == "regression"):
            return pa.float64()
        if name in options.kinds:
            return _type_of_kind(options.kinds[name], seen)
        if name in (options.target, options.time, options.id, options.delay):
            return _type_of_role(seen)
        if pa.types.is_boolean(seen):
            return seen
        kind = self._guessed_kind(name, column)
        if kind == "text":
            self.kinds[name] = kind
        return _type_of_kind(kind, seen)

    def _guessed_kind(self, name: str, column: pa.ChunkedArray) -> Kind:
        if pa.types.is_string(column.type):
            distinct = pc.count_distinct(column).as_py()
            return "text" if len(column) >= 1000 and distinct > len(column) / 2 else "nominal"
        if pa.types.is_binary(column.type) or pa.types.is_time(column.type):
            return "nominal"
        return kind_of(self.name, name, column.type)

    def _records(self) -> Iterator[tuple[int, int, list[str]]]:
        """Yield each row with its number and its line, as Python's own reader sees them."""
        lines = io.TextIOWrapper(
            io.BufferedReader(_Raw(self._source.open())),
            encoding=self._dialect.encoding,
            errors="surrogateescape",
            newline="",
        )
        for _ in range(self._dialect.skip_lines):
            lines.readline()
        reader = csv.reader(
            lines,
            delimiter=self._delimiter,
            quotechar=self._dialect.quote,
            escapechar=self._dialect.escape,
        )
        row = -1 if self._dialect.header else 0
        for record in reader:
            if record or self._width == 1:
                if row >= 0:
                    yield row, self._dialect.skip_lines + reader.line_num, record
                row += 1

    def _described(self, error: Exception, delivered: int) -> SourceError:
        text = str(error)
        if match := _RAGGED.search(text):
            return self._ragged(int(match[1]), int(match[2]), delivered)
        if match := _UNFIT.search(text):
            return self._unfit(int(match[1]), match[2], delivered)
        if "straddl" in text:
            return SourceError(
                f"{place(self.name, row=delivered)} or later: a line is longer than "
                f"{BLOCK_BYTES >> 20} MB; is a quote left open?"
            )
        return SourceError(f"{self.name}: {text}")

    def _ragged(self, wanted: int, found: int, delivered: int) -> SourceError:
        line = self._line_where(delivered, lambda record: len(record) != wanted)
        where = place(self.name, line=line, row=None if line else delivered)
        last = min(wanted, found) + 1
        return SourceError(
            f"{where}, column {last}: the line has {found} values where {wanted} columns were "
            f"expected, separated by {self._delimiter!r}"
        )

    def _unfit(self, index: int, value: str | None, delivered: int) -> SourceError:
        name = self.schema.names[index]
        line = self._line_where(
            delivered,
            lambda record: (
                len(record) > index
                and (record[index] == value if value is not None else _is_garbled(record[index]))
            ),
        )
        where = place(self.name, line=line, row=None if line else delivered, column=name)
        if value is None:
            return SourceError(
                f"{where}: the text is not {self._dialect.encoding}; give encoding= as it is, "
                "for example encoding='latin1'"
            )
        kind = self.schema.field(index).type
        wanted = "a time" if pa.types.is_timestamp(kind) else f"a number ({kind})"
        return SourceError(
            f"{where}: {value!r} is not {wanted}, as the first {LOOK_BYTES >> 20} MB let expect; "
            + self._advice(name, value, kind)
        )

    def _advice(self, name: str, value: str, kind: pa.DataType) -> str:
        if name == self._options.target and pa.types.is_integer(kind):
            return "read the target as numbers with task='regression'"
        return (
            f"if it stands for no value give missing=[{value!r}], "
            f"if the column holds categories kinds={{{name!r}: 'nominal'}}"
        )

    def _line_where(self, delivered: int, is_bad: Any) -> int | None:
        if self.is_once:
            return None
        records = (r for r in self._records() if r[0] >= delivered)
        return next((line for _, line, record in records if is_bad(record)), None)


class _Raw(io.RawIOBase):
    """An Arrow file as Python's own readers want it."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part = self._file.read(len(buffer))
        buffer[: len(part)] = part
        return len(part)


def _check_encoding(encoding: str) -> None:
    try:
        codecs.lookup(encoding)
    except LookupError as error:
        raise ValueError(f"encoding: Python knows no {encoding!r}") from error


def _delimiter(head: str) -> str:
    line = head.lstrip().partition("\n")[0]
    bare = re.sub(r'"[^"]*"', "", line)
    return max(DELIMITERS, key=bare.count)


def _type_of_kind(kind: str, seen: pa.DataType) -> pa.DataType:
    if kind == "numeric":
        return seen if pa.types.is_boolean(seen) else pa.float64()
    if kind == "time":
        if pa.types.is_timestamp(seen):
            return pa.timestamp("ns" if seen.unit == "ns" else "us", tz=seen.tz)
        return pa.timestamp("us")
    return pa.dictionary(pa.int32(), pa.string()) if kind == "nominal" else pa.string()


def _type_of_role(seen: pa.DataType) -> pa.DataType:
    """Return the type of a column that is no feature: its own, as wide as it can become."""
    if pa.types.is_integer(seen) or pa.types.is_floating(seen) or pa.types.is_boolean(seen):
        return seen
    if pa.types.is_timestamp(seen) or pa.types.is_date(seen):
        return _type_of_kind("time", seen)
    return pa.string()


def _is_no_rows(error: Exception) -> bool:
    return "Empty CSV file" in str(error)


def _is_garbled(text: str) -> bool:
    return any("\udc80" <= letter <= "\udcff" for letter in text)
