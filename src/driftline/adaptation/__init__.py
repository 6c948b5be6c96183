"""What to do about drift."""

from driftline.adaptation.background_learner import BackgroundLearner
from driftline.adaptation.concept_reset import ConceptReset
from driftline.adaptation.reset_on_drift import ResetOnDrift
from driftline.adaptation.sliding_window import SlidingWindow
from driftline.adaptation.unlearning import Unlearning

__all__ = [
    "BackgroundLearner",
    "ConceptReset",
    "ResetOnDrift",
    "SlidingWindow",
    "Unlearning",
]
