"""Bytes to read from: a path, an open file, standard input; unpacked where they are compressed.

Compression is told by the first bytes, not by the name. A path or a file that can seek is opened
anew for every pass; a pipe can be read once, and what was looked at in advance is given again.
"""

import io
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from driftline.sources.errors import SourceError

_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"BZh": "bz2"}


class Input:
    """A source of bytes. `name` is how errors call it."""

    def __init__(self, source: "str | Path | BinaryIO") -> None:
        self.path: Path | None = None
        self.is_once = False
        self._file: Any = None
        self._begin = 0
        self._head, self._rest = b"", None  # of a source that can be read only once
        if isinstance(source, str | os.PathLike) and str(source) != "-":
            self.path, self.name = Path(source), str(source)
            self._check_path()
            return
        is_stdin = isinstance(source, str | os.PathLike)
        self._file = sys.stdin.buffer if is_stdin else source
        self.name = "standard input" if is_stdin else _name(source)
        self.is_once = is_stdin or not self._file.seekable()
        self._begin = 0 if self.is_once else self._file.tell()

    def head(self, size: int) -> bytes:
        """Return the first bytes as they will be read, unpacked; fewer where there are no more."""
        if not self.is_once:
            return _read(self.open(), size, self.name)
        self._rest = self._rest or _unpacked(pa.PythonFile(self._file, mode="r"))
        self._head += _read(self._rest, max(0, size - len(self._head)), self.name)
        return self._head[:size]

    def open(self) -> Any:
        """Return a file to read from its first byte, unpacked."""
        if self.is_once:
            self.head(1)
            return pa.PythonFile(_Rejoined(self._head, self._rest), mode="r")
        if self.path is not None:
            return _unpacked(pa.OSFile(str(self.path)))
        self._file.seek(self._begin)
        return _unpacked(pa.PythonFile(self._file, mode="r"))

    def random_access(self) -> Any:
        """Return a file that can seek, as Parquet needs it; without a path it is held in memory."""
        if self.path is not None:
            return pa.OSFile(str(self.path))
        if self.is_once:
            self._file, self.is_once = io.BytesIO(self.open().read()), False
        self._file.seek(self._begin)
        return pa.BufferReader(self._file.read())

    def _check_path(self) -> None:
        path = self.path
        assert path is not None
        try:
            if path.is_dir():
                raise SourceError(f"{self.name} is a folder; name one file in it")
            with path.open("rb"):
                pass
        except FileNotFoundError as error:
            near = (
                sorted(p.name for p in path.parent.glob(f"{path.stem}*"))[:3] if path.stem else []
            )
            hint = f"; beside it there is {', '.join(near)}" if near else ""
            raise SourceError(f"{self.name} does not exist{hint}") from error
        except OSError as error:
            raise SourceError(f"{self.name} cannot be read: {error.strerror}") from error


class _Rejoined(io.RawIOBase):
    """Bytes already read, then the rest of the file they came from."""

    def __init__(self, head: bytes, rest: Any) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        # As full as it can be: pyarrow takes a block without a whole line for the end of the file.
        size = len(buffer)
        part, self._head = self._head[:size], self._head[size:]
        buffer[: len(part)] = part
        filled = len(part)
        while filled < size and (part := self._rest.read(size - filled)):
            buffer[filled : filled + len(part)] = part
            filled += len(part)
        return filled


def _unpacked(file: Any) -> Any:
    first = file.read(4)
    packing = next((name for magic, name in _MAGIC.items() if first.startswith(magic)), None)
    if isinstance(file, pa.OSFile):
        file.seek(0)
    else:
        file = pa.PythonFile(_Rejoined(first, file), mode="r")
    return file if packing is None else pa.CompressedInputStream(file, packing)


def _read(file: Any, size: int, name: str) -> bytes:
    parts, left = [], size
    try:
        while left and (part := file.read(left)):
            parts.append(bytes(part))
            left -= len(part)
    except OSError as error:
        raise SourceError(f"{name} is damaged: {error}") from error
    return b"".join(parts)


def _name(file: Any) -> str:
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else f"a {type(file).__name__}"
