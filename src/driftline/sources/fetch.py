"""A file from its public home: fetched once, resumed where it broke off, checked, then renamed.

What has arrived is kept in `<name>.part` until the whole file has the right checksum, so nobody
ever reads half a file and nothing is fetched twice.
"""

import fcntl
import http.client
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from driftline.sources.checksum import check
from driftline.sources.errors import SourceError

BLOCK_BYTES = 1 << 16
TIMEOUT_SECONDS = 60


def fetch(url: str, path: Path, sha256: str) -> None:
    """Bring the file at `url` to `path`, whole and checked, or raise and keep what has come."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    with _alone(path.with_name(f"{path.name}.lock")):
        if path.exists():  # another process has fetched it meanwhile
            return
        part.touch()
        try:
            _append(url, part)
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise SourceError(
                f"{url} could not be fetched: {reason}; {part.stat().st_size:,} bytes are kept in "
                f"{part}, so try again when there is a network, or put the file at {path} yourself"
            ) from error
        try:
            check(part, sha256, "it was thrown away; if this happens again, its home has changed")
        except SourceError:
            part.unlink()
            raise
        part.replace(path)


def _append(url: str, part: Path) -> None:
    """Ask for what is still missing and write it behind what is there."""
    have = part.stat().st_size
    request = urllib.request.Request(url)
    if have:
        request.add_header("Range", f"bytes={have}-")
    try:
        answer = urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as error:
        if error.code != 416:  # nothing is missing: the checksum will tell whether that is so
            raise
        error.close()
        return
    with answer, part.open("ab") as out:
        resumed = answer.headers.get("Content-Range", "").startswith(f"bytes {have}-")
        if not resumed:  # the home sends everything again
            out.truncate(0)
            have = 0
        missing = answer.headers.get("Content-Length")
        size = None if missing is None else have + int(missing)
        with _progress(url, have, size) as advance:
            while block := answer.read(BLOCK_BYTES):
                out.write(block)
                advance(len(block))
    if size is not None and part.stat().st_size < size:
        raise OSError(f"the connection broke off after {part.stat().st_size:,} of {size:,} bytes")


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let one process at a time fetch a file; the lock ends with the process."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _progress(url: str, have: int, size: int | None) -> Iterator[Any]:
    """Show how far it is, if somebody is watching."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console  # noqa: PLC0415 - 0.1 s that only a person waits for
    from rich.progress import DownloadColumn, Progress, TextColumn, TransferSpeedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(url.rpartition("/")[2], total=size, completed=have)
        yield lambda count: bar.advance(task, count)
