"""Rows as they enter a model, answers as they leave it."""

from driftline.stream.schema import Schema

__all__ = ["Schema"]
