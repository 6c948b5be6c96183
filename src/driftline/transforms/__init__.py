"""Transforms turn a row into a row, learning from the stream as they go."""

from driftline.transforms.one_hot_encoder import OneHotEncoder
from driftline.transforms.select import Discard, Select
from driftline.transforms.standard_scaler import StandardScaler
from driftline.transforms.transform_union import TransformUnion

__all__ = ["Discard", "OneHotEncoder", "Select", "StandardScaler", "TransformUnion"]
