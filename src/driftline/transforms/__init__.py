"""Transforms turn a row into a row, learning from the stream as they go."""

from driftline.transforms.bias import Bias
from driftline.transforms.date_parts import DateParts
from driftline.transforms.imputer import Imputer
from driftline.transforms.max_abs_scaler import MaxAbsScaler
from driftline.transforms.min_max_scaler import MinMaxScaler
from driftline.transforms.one_hot_encoder import OneHotEncoder
from driftline.transforms.ordinal_encoder import OrdinalEncoder
from driftline.transforms.robust_scaler import RobustScaler
from driftline.transforms.select import Discard, Select
from driftline.transforms.select_type import SelectType
from driftline.transforms.standard_scaler import StandardScaler
from driftline.transforms.transform_union import TransformUnion

__all__ = [
    "Bias",
    "DateParts",
    "Discard",
    "Imputer",
    "MaxAbsScaler",
    "MinMaxScaler",
    "OneHotEncoder",
    "OrdinalEncoder",
    "RobustScaler",
    "Select",
    "SelectType",
    "StandardScaler",
    "TransformUnion",
]
