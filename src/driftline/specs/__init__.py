"""Texts that name a model, a detector or a stream, read as data: nothing in them is run."""

from driftline.specs.names import detector, detectors, model, models, stream, streams

__all__ = ["detector", "detectors", "model", "models", "stream", "streams"]
