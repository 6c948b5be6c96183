"""Transforms turn a row into a row, learning from the stream as they go."""

from driftline.transforms.bag_of_words import BagOfWords
from driftline.transforms.feature_hasher import FeatureHasher
from driftline.transforms.lags import Lags
from driftline.transforms.one_hot_encoder import OneHotEncoder
from driftline.transforms.polynomial_features import PolynomialFeatures
from driftline.transforms.random_fourier_features import RandomFourierFeatures
from driftline.transforms.rolling_statistics import RollingStatistics
from driftline.transforms.select import Discard, Select
from driftline.transforms.standard_scaler import StandardScaler
from driftline.transforms.tfidf import TFIDF
from driftline.transforms.transform_union import TransformUnion

__all__ = [
    "TFIDF",
    "BagOfWords",
    "Discard",
    "FeatureHasher",
    "Lags",
    "OneHotEncoder",
    "PolynomialFeatures",
    "RandomFourierFeatures",
    "RollingStatistics",
    "Select",
    "StandardScaler",
    "TransformUnion",
]
