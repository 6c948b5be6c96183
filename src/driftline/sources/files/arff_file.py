"""ARFF: a header with the kind of each column, then comma-separated rows.

The header is read here; dense rows go to the CSV reader with the header's types. Sparse rows,
`{column value, ...}`, come out as CSR. A `?` is a missing value, a `%` begins a comment line.
"""

import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from driftline.sources.errors import SourceError, place
from driftline.sources.files import lines
from driftline.sources.files.csv_file import CSVFile, Dialect
from driftline.sources.files.inputs import Input
from driftline.sources.options import Options

HEADER_BYTES = 1 << 24

_ATTRIBUTE = re.compile(r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)\s+(.+)""", re.I)
_CATEGORY = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*?)\s*(?:,|$)""")
_SPACED = re.compile(rb"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|([ \t]*,[ \t]*)""")
_TYPES = {"numeric": pa.float64(), "real": pa.float64(), "integer": pa.float64()}


class Header:
    """What stands before `@data`: names, types, categories."""

    def __init__(self, source: Input) -> None:
        self.types: dict[str, pa.DataType] = {}
        self.categories: dict[str, tuple[str, ...]] = {}
        text = source.head(HEADER_BYTES).decode("utf8", errors="replace")
        if not text.strip():
            raise SourceError(f"{source.name} is empty: there is no line in it")
        for number, line in enumerate(text.split("\n"), 1):
            word = line.strip().partition(" ")[0].lower()
            if word == "@attribute":
                self._attribute(source.name, number, line.strip())
            if word == "@data":
                self.lines = number
                self.first_rows = text.split("\n", number)[-1]
                return
        raise SourceError(f"{source.name}: there is no line @data; is it ARFF?")

    def _attribute(self, file: str, number: int, line: str) -> None:
        match = _ATTRIBUTE.fullmatch(line)
        if match is None:
            raise SourceError(f"{place(file, line=number)}: {line!r} names no column and type")
        name, kind = _bare(match[1]), match[2].strip()
        if name in self.types:
            where = place(file, line=number, column=name)
            raise SourceError(f"{where}: there is a column of that name already")
        if kind.startswith("{"):
            self.categories[name] = tuple(_categories(kind))
            self.types[name] = pa.dictionary(pa.int32(), pa.string())
        elif kind.lower() in _TYPES:
            self.types[name] = _TYPES[kind.lower()]
        elif kind.lower() == "string":
            self.types[name] = pa.string()
        elif kind.lower().startswith("date"):
            self.types[name] = pa.timestamp("us")
        else:
            where = place(file, line=number, column=name)
            raise SourceError(f"{where}: {kind!r} is no type of ARFF")

    @property
    def is_sparse(self) -> bool:
        """Whether the first row is written as pairs."""
        rows = (line.strip() for line in self.first_rows.split("\n"))
        return next((row for row in rows if row and row[0] != "%"), "").startswith("{")


def arff(source: Input, options: Options) -> tuple[Any, Options]:
    """Return the chunks of an ARFF file, and the options with what its header tells."""
    header = Header(source)
    options.check(source.name, header.types)
    kinds = {name: "text" for name, kind in header.types.items() if kind == pa.string()}
    told: dict[str, Any] = {
        "kinds": {**kinds, **options.kinds},
        "labels": options.labels or header.categories.get(options.target or "", ()),
        "missing": ("?", *options.missing),
    }
    told_options = Options(**{**vars(options), **told})
    if header.is_sparse:
        return SparseARFF(source, header, told_options), told_options
    types = dict(header.types)
    for name, kind in options.kinds.items():
        if kind in ("nominal", "text"):
            types[name] = pa.string()
    dialect = Dialect(
        delimiter=",",
        header=False,
        names=tuple(types),
        quote='"' if '"' in header.first_rows and "'" not in header.first_rows else "'",
        escape="\\",
        skip_lines=header.lines,
        types=types,
    )
    return ARFFFile(source, told_options, dialect), told_options


class ARFFFile(CSVFile):
    """Dense rows of an ARFF file, cleaned of comments on the way to the CSV reader."""

    def __init__(self, source: Input, options: Options, dialect: Dialect) -> None:
        super().__init__(_WithoutComments(source), options, dialect)  # type: ignore[arg-type]


class _WithoutComments:
    """An input whose comment lines are empty, so that the others keep their numbers."""

    def __init__(self, source: Input) -> None:
        self._source = source
        self.name, self.is_once = source.name, source.is_once

    def head(self, size: int) -> bytes:
        return _cleaned(self._source.head(size))

    def open(self) -> Any:
        return pa.PythonFile(_Blocks(self._source), mode="r")


class _Blocks:
    """A file of blocks of lines, as pyarrow wants to read it."""

    closed = False

    def __init__(self, source: Input) -> None:
        self._blocks = lines.blocks(source)
        self._rest = b""

    def read(self, size: int) -> bytes:
        if not self._rest:
            _, block = next(self._blocks, (0, b""))
            self._rest = _cleaned(block)
        part, self._rest = self._rest[:size], self._rest[size:]
        return part

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self.closed = True


class SparseARFF:
    """Sparse rows of an ARFF file, as lists of indices and values."""

    rows = None
    may_grow = False

    def __init__(self, source: Input, header: Header, options: Options) -> None:
        self.name, self.is_once = source.name, source.is_once
        self._source, self._header, self._options = source, header, options
        self._names = list(header.types)
        nominal = [n for n in header.categories if n not in (options.target, *options.ignore)]
        if nominal:
            raise SourceError(
                f"{place(self.name, column=nominal[0])} is nominal; sparse rows hold numbers only: "
                f"leave it out with ignore=[{nominal[0]!r}]"
            )
        lists = {"indices": pa.list_(pa.int32()), "values": pa.list_(pa.float64())}
        target = {} if options.target is None else {options.target: self._target_type()}
        self.schema = pa.schema({**lists, **target})

    def open(self) -> Iterator[pa.RecordBatch]:
        """Start a pass over the file."""
        for line, block in lines.blocks(self._source, self._header.lines):
            text = lines.text_of(block, self.name, line)
            rows = [
                self._row(number, row.strip())
                for number, row in enumerate(text.split("\n"), line)
                if row.strip() and not row.lstrip().startswith("%")
            ]
            columns = list(zip(*rows, strict=True))[: len(self.schema)]
            if rows:
                arrays = [pa.array(c, f.type) for c, f in zip(columns, self.schema, strict=True)]
                yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def place(self, row: int, column: str) -> str:
        """Return row and column of a value."""
        return place(self.name, row=row, column=column)

    def _target_type(self) -> pa.DataType:
        kind = self._header.types[self._options.target or ""]
        return pa.string() if pa.types.is_dictionary(kind) else kind

    def _row(self, number: int, text: str) -> tuple[list[int], list[float], Any]:
        """Read `{index value, ...}`; what is not written is 0, or the first category."""
        target = self._options.target
        label: Any = self._header.categories.get(target or "", (0.0,))[0]
        places, values = [], []
        try:
            if not (text.startswith("{") and text.endswith("}")):
                raise ValueError
            for pair in filter(None, (part.strip() for part in text[1:-1].split(","))):
                index, value = pair.split(None, 1)
                name = self._names[int(index)]
                if name == target:
                    label = _bare(value) if name in self._header.categories else float(value)
                elif name not in self._options.ignore:
                    places.append(int(index))
                    values.append(float("nan") if value == "?" else float(value))
        except (ValueError, IndexError) as error:
            where = place(self.name, line=number)
            raise SourceError(
                f"{where}: {text[:60]!r} is no row of pairs {{index value}}"
            ) from error
        return places, values, None if label == "?" else label


def _cleaned(block: bytes) -> bytes:
    """Return lines of the same number without comments, and without spaces around commas."""
    if b"%" in block:
        block = re.sub(rb"(?m)^[ \t]*%[^\n]*", b"", block)
    if re.search(rb",[ \t]|[ \t],", block):
        block = _SPACED.sub(lambda match: b"," if match[1] else match[0], block)
    return block


def _categories(text: str) -> list[str]:
    inner = text.strip().removeprefix("{").removesuffix("}").strip()
    return [_bare(match) for match in _CATEGORY.findall(inner) if match]


def _bare(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text
