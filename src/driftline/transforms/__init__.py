"""Transforms turn a row into a row, learning from the stream as they go."""

from driftline.transforms.bag_of_words import BagOfWords
from driftline.transforms.bias import Bias
from driftline.transforms.date_parts import DateParts
from driftline.transforms.feature_hasher import FeatureHasher
from driftline.transforms.imputer import Imputer
from driftline.transforms.lags import Lags
from driftline.transforms.max_abs_scaler import MaxAbsScaler
from driftline.transforms.min_max_scaler import MinMaxScaler
from driftline.transforms.one_hot_encoder import OneHotEncoder
from driftline.transforms.ordinal_encoder import OrdinalEncoder
from driftline.transforms.polynomial_features import PolynomialFeatures
from driftline.transforms.random_fourier_features import RandomFourierFeatures
from driftline.transforms.robust_scaler import RobustScaler
from driftline.transforms.rolling_statistics import RollingStatistics
from driftline.transforms.select import Discard, Select
from driftline.transforms.select_type import SelectType
from driftline.transforms.standard_scaler import StandardScaler
from driftline.transforms.tfidf import TFIDF
from driftline.transforms.transform_union import TransformUnion

__all__ = [
    "TFIDF",
    "BagOfWords",
    "Bias",
    "DateParts",
    "Discard",
    "FeatureHasher",
    "Imputer",
    "Lags",
    "MaxAbsScaler",
    "MinMaxScaler",
    "OneHotEncoder",
    "OrdinalEncoder",
    "PolynomialFeatures",
    "RandomFourierFeatures",
    "RobustScaler",
    "RollingStatistics",
    "Select",
    "SelectType",
    "StandardScaler",
    "TransformUnion",
]
