"""Many models, one vote."""

from driftline.ensembles.ada_boost_classifier import AdaBoostClassifier
from driftline.ensembles.adwin_bagging_classifier import ADWINBaggingClassifier
from driftline.ensembles.adwin_boosting_classifier import ADWINBoostingClassifier
from driftline.ensembles.amf_classifier import AMFClassifier
from driftline.ensembles.amf_regressor import AMFRegressor
from driftline.ensembles.arf_classifier import ARFClassifier
from driftline.ensembles.arf_regressor import ARFRegressor
from driftline.ensembles.bagging_classifier import BaggingClassifier
from driftline.ensembles.bagging_regressor import BaggingRegressor
from driftline.ensembles.leveraging_bagging_classifier import LeveragingBaggingClassifier
from driftline.ensembles.srp_classifier import SRPClassifier

__all__ = [
    "ADWINBaggingClassifier",
    "ADWINBoostingClassifier",
    "AMFClassifier",
    "AMFRegressor",
    "ARFClassifier",
    "ARFRegressor",
    "AdaBoostClassifier",
    "BaggingClassifier",
    "BaggingRegressor",
    "LeveragingBaggingClassifier",
    "SRPClassifier",
]
