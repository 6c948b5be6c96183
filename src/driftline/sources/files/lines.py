"""Blocks of whole lines, for the formats whose parser works on a piece of text at a time."""

from collections.abc import Iterator

from driftline.sources.errors import SourceError, place
from driftline.sources.files.inputs import Input

BLOCK_BYTES = 1 << 22


def blocks(source: Input, skip_lines: int = 0) -> Iterator[tuple[int, bytes]]:
    """Yield some whole lines with the number of the first, from 1; the last may have no end."""
    line, rest = 1, b""
    file = source.open()
    while True:
        try:
            part = bytes(file.read(BLOCK_BYTES))
        except OSError as error:
            where = place(source.name, line=line)
            raise SourceError(f"{where} or later: the file is damaged: {error}") from error
        end = part.rfind(b"\n") + 1
        if part and not end:
            rest += part
            continue
        block, rest = (rest + part[:end], part[end:]) if part else (rest, b"")
        if skip_lines:
            block, line, skip_lines = _after(block, line, skip_lines)
        if block:
            yield line, block
            line += block.count(b"\n")
        if not part:
            return


def text_of(block: bytes, name: str, line: int) -> str:
    """Return the lines as text, or tell which line is not UTF-8."""
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        bad = line + block[: error.start].count(b"\n")
        raise SourceError(f"{place(name, line=bad)}: the text is not UTF-8") from error


def _after(block: bytes, line: int, skip: int) -> tuple[bytes, int, int]:
    begin = 0
    while skip and (end := block.find(b"\n", begin)) >= 0:
        begin, line, skip = end + 1, line + 1, skip - 1
    return block[begin:], line, skip
