"""Where rows come from: files, tables, generators, real data sets."""

from driftline.sources.errors import SourceError
from driftline.sources.files import read
from driftline.sources.objects import stream

__all__ = ["SourceError", "read", "stream"]
