"""What to do about drift."""

from driftline.adaptation.background_learner import BackgroundLearner
from driftline.adaptation.reset_on_drift import ResetOnDrift
from driftline.adaptation.sliding_window import SlidingWindow

__all__ = [
    "BackgroundLearner",
    "ResetOnDrift",
    "SlidingWindow",
]
