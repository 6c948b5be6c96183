"""Rows as they enter a model, answers as they leave it."""

from driftline.stream.batch import Batch
from driftline.stream.schema import Schema
from driftline.stream.stream import Drift, Facts, Stage, Stream

__all__ = ["Batch", "Drift", "Facts", "Schema", "Stage", "Stream"]
