"""Streams drawn from a known rule."""

from driftline.sources.generators.agrawal import Agrawal
from driftline.sources.generators.bernoulli_errors import BernoulliErrors
from driftline.sources.generators.circles import CIRCLES
from driftline.sources.generators.friedman import Friedman, FriedmanDrift
from driftline.sources.generators.gauss import GAUSS
from driftline.sources.generators.hyperplane import Hyperplane
from driftline.sources.generators.led import LED, LEDDrift
from driftline.sources.generators.lines import LINES
from driftline.sources.generators.mixed import MIXED
from driftline.sources.generators.multilines import MULTILINES
from driftline.sources.generators.random_rbf import RandomRBF, RandomRBFDrift
from driftline.sources.generators.random_tree import RandomTree
from driftline.sources.generators.ridge_concepts import RidgeConcepts
from driftline.sources.generators.sea import SEA
from driftline.sources.generators.sine import SINE1, SINE2, SINIRREL1, SINIRREL2, Sine1Plus
from driftline.sources.generators.stagger import STAGGER
from driftline.sources.generators.waveform import Waveform

__all__ = [
    "CIRCLES",
    "GAUSS",
    "LED",
    "LINES",
    "MIXED",
    "MULTILINES",
    "SEA",
    "SINE1",
    "SINE2",
    "SINIRREL1",
    "SINIRREL2",
    "STAGGER",
    "Agrawal",
    "BernoulliErrors",
    "Friedman",
    "FriedmanDrift",
    "Hyperplane",
    "LEDDrift",
    "RandomRBF",
    "RandomRBFDrift",
    "RandomTree",
    "RidgeConcepts",
    "Sine1Plus",
    "Waveform",
]
