"""Stages behind `|` that make a stream harder."""

from driftline.sources.stages.features import irrelevant_features, missing_values
from driftline.sources.stages.labels import delayed_labels, label_noise, missing_labels
from driftline.sources.stages.shares import imbalance

__all__ = [
    "delayed_labels",
    "imbalance",
    "irrelevant_features",
    "label_noise",
    "missing_labels",
    "missing_values",
]
