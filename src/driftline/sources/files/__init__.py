"""Files as streams, one module for each format."""

from driftline.sources.files.reading import read

__all__ = ["read"]
