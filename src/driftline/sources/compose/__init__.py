"""Several streams made into one that drifts."""

from driftline.sources.compose.incremental import incremental
from driftline.sources.compose.joining import drift, recurring
from driftline.sources.compose.virtual import virtual

__all__ = ["drift", "incremental", "recurring", "virtual"]
