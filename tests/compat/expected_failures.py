"""The checks of River and scikit-learn that a driftline model fails on purpose: the one list.

Each entry names the promise that the check contradicts and the models that fail it. The list
cannot rot: a listed check must fail, a listed model must exist, and five entries are the most.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from compat.models import name_of


@dataclass(frozen=True)
class ExpectedFailure:
    check: str
    promise: str
    models: frozenset[str]


LEARNING_IN_ORDER = frozenset(
    {
        "ADWINBaggingClassifier",  # an ensemble draws for each row how often a member learns it
        "ADWINBoostingClassifier",
        "AMFClassifier",  # its trees draw their splits as the rows come
        "AMFRegressor",
        "ARFClassifier",
        "ARFRegressor",
        "AROW",
        "AdaBoostClassifier",
        "BackgroundLearner",
        "BaggingClassifier",
        "BaggingRegressor",
        "CW",
        "ConceptReset",
        "FIMTDDRegressor",
        "HoeffdingAdaptiveTreeClassifier",  # it draws a weight for each row
        "HoeffdingTreeRegressor",
        "KNNClassifier",  # a row of weight 2 takes one place of the window, not two
        "KNNRegressor",
        "LMS",
        "LeveragingBaggingClassifier",
        "MondrianTreeClassifier",  # it draws its splits as the rows come
        "MondrianTreeRegressor",
        "NAROW",
        "OneVsOneClassifier",
        "PAClassifier",
        "PARegressor",
        "Perceptron",
        "ResetOnDrift",
        "SCW",
        "SGDClassifier",
        "SGDRegressor",
        "SRPClassifier",
        "SecondOrderPerceptron",
        "SlidingWindow",
        "StandardScaler | PAClassifier",
        "StandardScaler | PARegressor",
        "Unlearning",
    }
)

TREES = frozenset(
    {
        "ExtremelyFastDecisionTreeClassifier",
        "FIMTDDRegressor",
        "HoeffdingAdaptiveTreeClassifier",
        "HoeffdingTreeClassifier",
        "HoeffdingTreeRegressor",
    }
)

DRAWING_COLUMNS = frozenset(
    {
        "AMFClassifier",
        "AMFRegressor",
        "ARFClassifier",
        "ARFRegressor",
        "MondrianTreeClassifier",
        "MondrianTreeRegressor",
        "SRPClassifier",
    }
)

RIVER: tuple[ExpectedFailure, ...] = (
    ExpectedFailure(
        check="check_learn_many_matches_learn_one",
        promise="A learning rate is taken as it is given: 0.01 is too much for the check's column "
        "of dates near 7e5, and plain LMS diverges, by rows and by batch alike. The check holds "
        "NaN against NaN and calls them different.",
        models=frozenset({"LMS"}),
    ),
    ExpectedFailure(
        check="check_shuffle_features_no_impact",
        promise="Columns stand in the order in which the stream brings them, and of attributes of "
        "equal merit the later one is tested. Here leaves are split after five rows, which tell "
        "few attributes apart; River's tree fails the check with these parameters too.",
        models=TREES,
    ),
    ExpectedFailure(
        check="check_shuffle_features_no_impact",
        promise="Columns are drawn, for a split, a leaf or a member, and the same random number "
        "means another column where columns stand in another order.",
        models=DRAWING_COLUMNS,
    ),
)

SKLEARN: tuple[ExpectedFailure, ...] = (
    ExpectedFailure(
        check="check_sample_weight_equivalence_on_dense_data",
        promise="Rows are learned one by one in their order, and a weight scales that one step. "
        "The check shuffles the weighted rows and takes weight 2 for the same row twice.",
        models=LEARNING_IN_ORDER,
    ),
    ExpectedFailure(
        check="check_sample_weight_equivalence_on_sparse_data",
        promise="The same, for sparse rows.",
        models=LEARNING_IN_ORDER,
    ),
    ExpectedFailure(
        check="check_classifiers_train",
        promise="Among labels seen equally often the first seen wins, whatever they are called. "
        "The check wants the first in alphabetical order.",
        models=frozenset({"PriorClassifier"}),
    ),
    ExpectedFailure(
        check="check_regressors_train",
        promise="FIMT-DD's linear models learn at the rate of the paper, which is slow. The 200 "
        "rows of the check, seen once, do not bring them to half of what there is to explain.",
        models=frozenset({"FIMTDDRegressor"}),
    ),
)


def reasons(suite: Iterable[ExpectedFailure], model: Any) -> dict[str, str]:
    """Return the checks that this model is expected to fail, with the promise each contradicts."""
    name = name_of(model)
    return {failure.check: failure.promise for failure in suite if name in failure.models}


def assert_sound(suite: Collection[ExpectedFailure], models: Iterable[Any]) -> None:
    """Check the list itself; that each entry does fail is checked where the suite is run."""
    assert len(suite) <= 5
    assert [failure.check for failure in suite if not failure.promise] == []
    listed = frozenset[str]().union(*(failure.models for failure in suite))
    assert listed - {name_of(model) for model in models} == set()
