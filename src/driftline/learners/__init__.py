"""Models that learn one example at a time."""

from driftline.learners.arow import AROW
from driftline.learners.baselines import MeanRegressor, NoChangeClassifier, PriorClassifier
from driftline.learners.bernoulli_nb import BernoulliNB
from driftline.learners.complement_nb import ComplementNB
from driftline.learners.cw import CW
from driftline.learners.extremely_fast_decision_tree_classifier import (
    ExtremelyFastDecisionTreeClassifier,
)
from driftline.learners.fimtdd_regressor import FIMTDDRegressor
from driftline.learners.gaussian_nb import GaussianNB
from driftline.learners.hoeffding_adaptive_tree_classifier import HoeffdingAdaptiveTreeClassifier
from driftline.learners.hoeffding_tree_classifier import HoeffdingTreeClassifier
from driftline.learners.hoeffding_tree_regressor import HoeffdingTreeRegressor
from driftline.learners.knn_classifier import KNNClassifier
from driftline.learners.knn_regressor import KNNRegressor
from driftline.learners.lms import LMS
from driftline.learners.mondrian_tree_classifier import MondrianTreeClassifier
from driftline.learners.mondrian_tree_regressor import MondrianTreeRegressor
from driftline.learners.multinomial_nb import MultinomialNB
from driftline.learners.narow import NAROW
from driftline.learners.one_vs_one import OneVsOneClassifier
from driftline.learners.passive_aggressive import PAClassifier, PARegressor
from driftline.learners.perceptron import Perceptron
from driftline.learners.pipeline import Pipeline
from driftline.learners.scw import SCW
from driftline.learners.second_order_perceptron import SecondOrderPerceptron
from driftline.learners.sgd import SGDClassifier, SGDRegressor

__all__ = [
    "AROW",
    "CW",
    "LMS",
    "NAROW",
    "SCW",
    "BernoulliNB",
    "ComplementNB",
    "ExtremelyFastDecisionTreeClassifier",
    "FIMTDDRegressor",
    "GaussianNB",
    "HoeffdingAdaptiveTreeClassifier",
    "HoeffdingTreeClassifier",
    "HoeffdingTreeRegressor",
    "KNNClassifier",
    "KNNRegressor",
    "MeanRegressor",
    "MondrianTreeClassifier",
    "MondrianTreeRegressor",
    "MultinomialNB",
    "NoChangeClassifier",
    "OneVsOneClassifier",
    "PAClassifier",
    "PARegressor",
    "Perceptron",
    "Pipeline",
    "PriorClassifier",
    "SGDClassifier",
    "SGDRegressor",
    "SecondOrderPerceptron",
]
