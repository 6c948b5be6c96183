"""Transforms turn a row into a row, learning from the stream as they go."""

from driftline.transforms.standard_scaler import StandardScaler

__all__ = ["StandardScaler"]
