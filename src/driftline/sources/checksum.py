"""Whether a file is the one that is meant."""

import hashlib
from pathlib import Path

from driftline.sources.errors import SourceError


def sha256_of(path: Path) -> str:
    """Return the checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check(path: Path, sha256: str, hint: str) -> None:
    """Raise unless the file has this checksum."""
    found = sha256_of(path)
    if found != sha256:
        raise SourceError(
            f"{path} is not the file it should be: its sha256 is {found}, not {sha256}; {hint}"
        )
