"""Where rows come from: files, tables, generators, real data sets."""

from driftline.sources.datasets import Dataset, list_datasets, load
from driftline.sources.errors import SourceError
from driftline.sources.files import read
from driftline.sources.objects import stream

__all__ = ["Dataset", "SourceError", "list_datasets", "load", "read", "stream"]
