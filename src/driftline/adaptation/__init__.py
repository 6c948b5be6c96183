"""What to do about drift."""

from driftline.adaptation.unlearning import Unlearning

__all__ = ["Unlearning"]
