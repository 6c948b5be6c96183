from collections.abc import Sequence
from typing import Annotated, Any, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


class Model:
    """What every native model offers."""

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name."""

    @property
    def memory(self) -> int:
        """Bytes the model holds now."""

    @property
    def columns(self) -> list[Any]:
        """Names of the features met so far; positions where rows had no names."""

class Learner(Model):
    """What classifiers and regressors share."""

    @property
    def weights(self) -> dict[Any, Any]:
        """Weight of each feature; by label first where there are more than two."""

    @property
    def intercept(self) -> Any:
        """The constant; by label where there are more than two."""

    @property
    def variances(self) -> dict[Any, Any]:
        """Variance of each weight, of learners that keep one."""

    @property
    def covariance_matrix(self) -> Any:
        """Covariance of the weights, of learners with covariance='full'."""

    def explain_one(self, x: object) -> dict[Any, Any]:
        """What each feature of the row adds to the margin, or to the prediction."""

class Classifier(Learner):
    """What every native classifier offers."""

    @property
    def labels(self) -> list[Any]:
        """Labels met so far."""

    def learn_many(self, X: object, y: object, w: object = None) -> None:
        """Learn many rows, one after another."""

    def predict_many(self, X: object) -> Any:
        """The label of each row."""

    def predict_proba_many(self, X: object) -> Any:
        """A share for each row and label, in the order of `labels`."""

    def predict_learn_many(self, X: object, y: object, w: object = None) -> Any:
        """
        Test-then-train: predict each row, then learn it. Returns the predictions.
        """

class Regressor(Learner):
    """What every native regressor offers."""

    def learn_many(self, X: object, y: object, w: object = None) -> None:
        """Learn many rows, one after another."""

    def predict_many(self, X: object) -> Any:
        """The number for each row."""

    def predict_learn_many(self, X: object, y: object, w: object = None) -> Any:
        """
        Test-then-train: predict each row, then learn it. Returns the predictions.
        """

class Transform(Model):
    """What every native transform offers."""

    @property
    def outputs(self) -> list[Any]:
        """
        Names of the columns put out so far; positions where there are no names.
        """

    def learn_many(self, X: object, w: object = None) -> None:
        """Learn many rows."""

    def transform_many(self, X: object) -> Any:
        """Each row transformed."""

class Perceptron(Classifier):
    def __init__(self, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def fit_intercept(self) -> bool: ...

class PAClassifier(Classifier):
    def __init__(self, C: float, variant: str, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def C(self) -> float: ...

    @property
    def variant(self) -> str: ...

    @property
    def fit_intercept(self) -> bool: ...

class PARegressor(Regressor):
    def __init__(self, C: float, variant: str, epsilon: float, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def C(self) -> float: ...

    @property
    def variant(self) -> str: ...

    @property
    def epsilon(self) -> float: ...

    @property
    def fit_intercept(self) -> bool: ...

class LMS(Regressor):
    def __init__(self, learning_rate: float, implicit: bool, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def learning_rate(self) -> float: ...

    @property
    def implicit(self) -> bool: ...

    @property
    def fit_intercept(self) -> bool: ...

class SGDClassifier(Classifier):
    def __init__(self, loss: str, learning_rate: str, eta0: float, power_t: float, l1: float, l2: float, average: bool, average_after: int, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def loss(self) -> str: ...

    @property
    def learning_rate(self) -> str: ...

    @property
    def eta0(self) -> float: ...

    @property
    def power_t(self) -> float: ...

    @property
    def l1(self) -> float: ...

    @property
    def l2(self) -> float: ...

    @property
    def average(self) -> bool: ...

    @property
    def average_after(self) -> int: ...

    @property
    def fit_intercept(self) -> bool: ...

class SGDRegressor(Regressor):
    def __init__(self, loss: str, epsilon: float, learning_rate: str, eta0: float, power_t: float, l1: float, l2: float, average: bool, average_after: int, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def loss(self) -> str: ...

    @property
    def epsilon(self) -> float: ...

    @property
    def learning_rate(self) -> str: ...

    @property
    def eta0(self) -> float: ...

    @property
    def power_t(self) -> float: ...

    @property
    def l1(self) -> float: ...

    @property
    def l2(self) -> float: ...

    @property
    def average(self) -> bool: ...

    @property
    def average_after(self) -> int: ...

    @property
    def fit_intercept(self) -> bool: ...

class AROW(Classifier):
    def __init__(self, regularization: float, covariance: str, variance: str, initial_variance: float, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def regularization(self) -> float: ...

    @property
    def covariance(self) -> str: ...

    @property
    def variance(self) -> str: ...

    @property
    def initial_variance(self) -> float: ...

    @property
    def fit_intercept(self) -> bool: ...

class CW(Classifier):
    def __init__(self, confidence: float, form: str, covariance: str, initial_variance: float, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def confidence(self) -> float: ...

    @property
    def form(self) -> str: ...

    @property
    def covariance(self) -> str: ...

    @property
    def initial_variance(self) -> float: ...

    @property
    def fit_intercept(self) -> bool: ...

class SCW(Classifier):
    def __init__(self, C: float, confidence: float, variant: str, covariance: str, initial_variance: float, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def C(self) -> float: ...

    @property
    def confidence(self) -> float: ...

    @property
    def variant(self) -> str: ...

    @property
    def covariance(self) -> str: ...

    @property
    def initial_variance(self) -> float: ...

    @property
    def fit_intercept(self) -> bool: ...

class NAROW(Classifier):
    def __init__(self, confidence_bound: float, covariance: str, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def confidence_bound(self) -> float: ...

    @property
    def covariance(self) -> str: ...

    @property
    def fit_intercept(self) -> bool: ...

class SecondOrderPerceptron(Classifier):
    def __init__(self, initial_precision: float, covariance: str, fit_intercept: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def initial_precision(self) -> float: ...

    @property
    def covariance(self) -> str: ...

    @property
    def fit_intercept(self) -> bool: ...

class GaussianNB(Classifier):
    def __init__(self, var_smoothing: float, unstored: str) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def var_smoothing(self) -> float: ...

    @property
    def unstored(self) -> str: ...

class MultinomialNB(Classifier):
    def __init__(self, alpha: float) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def alpha(self) -> float: ...

class ComplementNB(Classifier):
    def __init__(self, alpha: float) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def alpha(self) -> float: ...

class BernoulliNB(Classifier):
    def __init__(self, alpha: float, threshold: float) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def alpha(self) -> float: ...

    @property
    def threshold(self) -> float: ...

class PriorClassifier(Classifier):
    def __init__(self) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class NoChangeClassifier(Classifier):
    def __init__(self) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class MeanRegressor(Regressor):
    def __init__(self) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

class KNNClassifier(Classifier):
    def __init__(self, n_neighbors: int, window_size: int, metric: str, weighted: bool, softmax: bool) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def n_neighbors(self) -> int: ...

    @property
    def window_size(self) -> int: ...

    @property
    def metric(self) -> str: ...

    @property
    def weighted(self) -> bool: ...

    @property
    def softmax(self) -> bool: ...

class KNNRegressor(Regressor):
    def __init__(self, n_neighbors: int, window_size: int, metric: str, aggregation_method: str) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def n_neighbors(self) -> int: ...

    @property
    def window_size(self) -> int: ...

    @property
    def metric(self) -> str: ...

    @property
    def aggregation_method(self) -> str: ...

class HoeffdingTreeClassifier(Classifier):
    def __init__(self, grace_period: float, max_depth: int | None, split_criterion: str, delta: float, tau: float, leaf_prediction: str, nb_threshold: float, nominal_attributes: Sequence[str], max_categories: int, splitter: str, n_splits: int, n_bins: int, max_bins: int, radius: float, binary_split: bool, min_branch_fraction: float, max_share_to_split: float | None, max_bytes: int | None, memory_estimate_period: int, stop_mem_management: bool, remove_poor_attrs: bool, merit_preprune: bool, max_features: int | float | str | None, preset: str, seed: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def grace_period(self) -> float: ...

    @property
    def max_depth(self) -> int | None: ...

    @property
    def split_criterion(self) -> str: ...

    @property
    def delta(self) -> float: ...

    @property
    def tau(self) -> float: ...

    @property
    def leaf_prediction(self) -> str: ...

    @property
    def nb_threshold(self) -> float: ...

    @property
    def nominal_attributes(self) -> tuple[str, ...] | None: ...

    @property
    def max_categories(self) -> int: ...

    @property
    def splitter(self) -> str: ...

    @property
    def n_splits(self) -> int: ...

    @property
    def n_bins(self) -> int: ...

    @property
    def max_bins(self) -> int: ...

    @property
    def radius(self) -> float: ...

    @property
    def binary_split(self) -> bool: ...

    @property
    def min_branch_fraction(self) -> float: ...

    @property
    def max_share_to_split(self) -> float | None: ...

    @property
    def max_bytes(self) -> int | None: ...

    @property
    def memory_estimate_period(self) -> int: ...

    @property
    def stop_mem_management(self) -> bool: ...

    @property
    def remove_poor_attrs(self) -> bool: ...

    @property
    def merit_preprune(self) -> bool: ...

    @property
    def max_features(self) -> int | float | str | None: ...

    @property
    def preset(self) -> str: ...

    @property
    def seed(self) -> int: ...

class ExtremelyFastDecisionTreeClassifier(Classifier):
    def __init__(self, grace_period: float, max_depth: int | None, split_criterion: str, delta: float, tau: float, leaf_prediction: str, nb_threshold: float, nominal_attributes: Sequence[str], max_categories: int, splitter: str, n_splits: int, n_bins: int, max_bins: int, radius: float, binary_split: bool, min_branch_fraction: float, max_share_to_split: float | None, max_bytes: int | None, memory_estimate_period: int, stop_mem_management: bool, remove_poor_attrs: bool, merit_preprune: bool, max_features: int | float | str | None, preset: str, seed: int, min_samples_reevaluate: float | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def grace_period(self) -> float: ...

    @property
    def max_depth(self) -> int | None: ...

    @property
    def split_criterion(self) -> str: ...

    @property
    def delta(self) -> float: ...

    @property
    def tau(self) -> float: ...

    @property
    def leaf_prediction(self) -> str: ...

    @property
    def nb_threshold(self) -> float: ...

    @property
    def nominal_attributes(self) -> tuple[str, ...] | None: ...

    @property
    def max_categories(self) -> int: ...

    @property
    def splitter(self) -> str: ...

    @property
    def n_splits(self) -> int: ...

    @property
    def n_bins(self) -> int: ...

    @property
    def max_bins(self) -> int: ...

    @property
    def radius(self) -> float: ...

    @property
    def binary_split(self) -> bool: ...

    @property
    def min_branch_fraction(self) -> float: ...

    @property
    def max_share_to_split(self) -> float | None: ...

    @property
    def max_bytes(self) -> int | None: ...

    @property
    def memory_estimate_period(self) -> int: ...

    @property
    def stop_mem_management(self) -> bool: ...

    @property
    def remove_poor_attrs(self) -> bool: ...

    @property
    def merit_preprune(self) -> bool: ...

    @property
    def max_features(self) -> int | float | str | None: ...

    @property
    def preset(self) -> str: ...

    @property
    def seed(self) -> int: ...

    @property
    def min_samples_reevaluate(self) -> float | None: ...

class HoeffdingAdaptiveTreeClassifier(Classifier):
    def __init__(self, grace_period: float, max_depth: int | None, split_criterion: str, delta: float, tau: float, leaf_prediction: str, nb_threshold: float, nominal_attributes: Sequence[str], max_categories: int, splitter: str, n_splits: int, n_bins: int, max_bins: int, radius: float, binary_split: bool, min_branch_fraction: float, max_share_to_split: float | None, max_bytes: int | None, memory_estimate_period: int, stop_mem_management: bool, remove_poor_attrs: bool, merit_preprune: bool, max_features: int | float | str | None, preset: str, seed: int, bootstrap_sampling: bool, drift_window_threshold: int, drift_delta: float, switch_significance: float) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def grace_period(self) -> float: ...

    @property
    def max_depth(self) -> int | None: ...

    @property
    def split_criterion(self) -> str: ...

    @property
    def delta(self) -> float: ...

    @property
    def tau(self) -> float: ...

    @property
    def leaf_prediction(self) -> str: ...

    @property
    def nb_threshold(self) -> float: ...

    @property
    def nominal_attributes(self) -> tuple[str, ...] | None: ...

    @property
    def max_categories(self) -> int: ...

    @property
    def splitter(self) -> str: ...

    @property
    def n_splits(self) -> int: ...

    @property
    def n_bins(self) -> int: ...

    @property
    def max_bins(self) -> int: ...

    @property
    def radius(self) -> float: ...

    @property
    def binary_split(self) -> bool: ...

    @property
    def min_branch_fraction(self) -> float: ...

    @property
    def max_share_to_split(self) -> float | None: ...

    @property
    def max_bytes(self) -> int | None: ...

    @property
    def memory_estimate_period(self) -> int: ...

    @property
    def stop_mem_management(self) -> bool: ...

    @property
    def remove_poor_attrs(self) -> bool: ...

    @property
    def merit_preprune(self) -> bool: ...

    @property
    def max_features(self) -> int | float | str | None: ...

    @property
    def preset(self) -> str: ...

    @property
    def seed(self) -> int: ...

    @property
    def bootstrap_sampling(self) -> bool: ...

    @property
    def drift_window_threshold(self) -> int: ...

    @property
    def drift_delta(self) -> float: ...

    @property
    def switch_significance(self) -> float: ...

class MondrianTreeClassifier(Classifier):
    def __init__(self, step: float, use_aggregation: bool, dirichlet: float, split_pure: bool, max_nodes: int | None, seed: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def step(self) -> float: ...

    @property
    def use_aggregation(self) -> bool: ...

    @property
    def dirichlet(self) -> float: ...

    @property
    def split_pure(self) -> bool: ...

    @property
    def max_nodes(self) -> int | None: ...

    @property
    def seed(self) -> int: ...

class MondrianTreeRegressor(Regressor):
    def __init__(self, step: float, use_aggregation: bool, max_nodes: int | None, seed: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def step(self) -> float: ...

    @property
    def use_aggregation(self) -> bool: ...

    @property
    def max_nodes(self) -> int | None: ...

    @property
    def seed(self) -> int: ...

class HoeffdingTreeRegressor(Regressor):
    def __init__(self, grace_period: float, max_depth: int | None, split_criterion: str, delta: float, tau: float, leaf_prediction: str, model_selector_decay: float, learning_rate: float, learning_rate_decay: float, nominal_attributes: Sequence[str], max_categories: int, splitter: str, max_bins: int, radius: float, min_samples_split: float, binary_split: bool, max_bytes: int | None, memory_estimate_period: int, stop_mem_management: bool, max_features: int | float | str | None, seed: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def grace_period(self) -> float: ...

    @property
    def max_depth(self) -> int | None: ...

    @property
    def split_criterion(self) -> str: ...

    @property
    def delta(self) -> float: ...

    @property
    def tau(self) -> float: ...

    @property
    def leaf_prediction(self) -> str: ...

    @property
    def model_selector_decay(self) -> float: ...

    @property
    def learning_rate(self) -> float: ...

    @property
    def learning_rate_decay(self) -> float: ...

    @property
    def nominal_attributes(self) -> tuple[str, ...] | None: ...

    @property
    def max_categories(self) -> int: ...

    @property
    def splitter(self) -> str: ...

    @property
    def max_bins(self) -> int: ...

    @property
    def radius(self) -> float: ...

    @property
    def min_samples_split(self) -> float: ...

    @property
    def binary_split(self) -> bool: ...

    @property
    def max_bytes(self) -> int | None: ...

    @property
    def memory_estimate_period(self) -> int: ...

    @property
    def stop_mem_management(self) -> bool: ...

    @property
    def max_features(self) -> int | float | str | None: ...

    @property
    def seed(self) -> int: ...

class FIMTDDRegressor(Regressor):
    def __init__(self, grace_period: float, max_depth: int | None, split_criterion: str, delta: float, tau: float, leaf_prediction: str, model_selector_decay: float, learning_rate: float, learning_rate_decay: float, nominal_attributes: Sequence[str], max_categories: int, splitter: str, max_bins: int, radius: float, min_samples_split: float, binary_split: bool, max_bytes: int | None, memory_estimate_period: int, stop_mem_management: bool, max_features: int | float | str | None, seed: int, drift_alpha: float, drift_threshold: float, alternate_fading: float, alternate_check_period: int, alternate_patience: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def grace_period(self) -> float: ...

    @property
    def max_depth(self) -> int | None: ...

    @property
    def split_criterion(self) -> str: ...

    @property
    def delta(self) -> float: ...

    @property
    def tau(self) -> float: ...

    @property
    def leaf_prediction(self) -> str: ...

    @property
    def model_selector_decay(self) -> float: ...

    @property
    def learning_rate(self) -> float: ...

    @property
    def learning_rate_decay(self) -> float: ...

    @property
    def nominal_attributes(self) -> tuple[str, ...] | None: ...

    @property
    def max_categories(self) -> int: ...

    @property
    def splitter(self) -> str: ...

    @property
    def max_bins(self) -> int: ...

    @property
    def radius(self) -> float: ...

    @property
    def min_samples_split(self) -> float: ...

    @property
    def binary_split(self) -> bool: ...

    @property
    def max_bytes(self) -> int | None: ...

    @property
    def memory_estimate_period(self) -> int: ...

    @property
    def stop_mem_management(self) -> bool: ...

    @property
    def max_features(self) -> int | float | str | None: ...

    @property
    def seed(self) -> int: ...

    @property
    def drift_alpha(self) -> float: ...

    @property
    def drift_threshold(self) -> float: ...

    @property
    def alternate_fading(self) -> float: ...

    @property
    def alternate_check_period(self) -> int: ...

    @property
    def alternate_patience(self) -> int: ...

class StandardScaler(Transform):
    def __init__(self, with_std: bool) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def with_std(self) -> bool: ...

class OneHotEncoder(Transform):
    def __init__(self, max_categories: int) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def max_categories(self) -> int: ...

class Select(Transform):
    def __init__(self, features: Sequence[str]) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def features(self) -> list[str]: ...

class Discard(Transform):
    def __init__(self, features: Sequence[str]) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def features(self) -> list[str]: ...

def hash_text(offsets: Any, data: Any) -> Any:
    """Hash keys that lie one behind another, between offsets of 32 bits."""

def hash_text_64(offsets: Any, data: Any) -> Any:
    """The same between offsets of 64 bits."""

def hash_ints(values: Any) -> Any:
    """Hash whole numbers, given as uint64."""

def hash_objects(keys: list[Any]) -> tuple[Any, Any]:
    """Hash keys of any kind, and tell which are not None."""

def sampled_places(hashes: Any, has_key: Any, proportion: float, buckets: int, seed: int) -> Any:
    """The places of the keys that a proportion keeps."""

class Sampler(Model):
    """What every native sampler offers."""

    def sample(self) -> list[Any]:
        """The items in the sample now."""

    @property
    def seen(self) -> int:
        """Items offered so far."""

class PlainSampler(Sampler):
    """Samplers of bare items."""

class WeightedSampler(Sampler):
    """Samplers of items with weights."""

class TimedSampler(Sampler):
    """Samplers of items with times."""

class DecayedSampler(Sampler):
    """Samplers of items with times and weights."""

class KeyedSampler(Sampler):
    """Samplers of items with keys."""

    @property
    def share(self) -> float:
        """The proportion of keys that is kept now."""

class KeySampler(KeyedSampler):
    def __init__(self, proportion: float, buckets: int, seed: int, max_keys: int) -> None: ...

    @overload
    def update(self, item: object, key: object) -> None:
        """
        Offer one item of a key: a str, bytes or an int. Without a key, None, it is not kept.
        """

    @overload
    def update(self, item: object) -> None:
        """Offer an item that is its own key."""

    @property
    def proportion(self) -> float: ...

    @property
    def buckets(self) -> int: ...

    @property
    def seed(self) -> int: ...

    @property
    def max_keys(self) -> int: ...

class ReservoirSampler(PlainSampler):
    def __init__(self, size: int, algorithm: str, seed: int) -> None: ...

    def update(self, item: object) -> None:
        """Offer one item."""

    @property
    def size(self) -> int: ...

    @property
    def algorithm(self) -> str: ...

    @property
    def seed(self) -> int: ...

class WeightedReservoirSampler(WeightedSampler):
    def __init__(self, size: int, algorithm: str, seed: int) -> None: ...

    def update(self, item: object, w: float = 1.0) -> None:
        """Offer one item of weight w, above 0."""

    @property
    def size(self) -> int: ...

    @property
    def algorithm(self) -> str: ...

    @property
    def seed(self) -> int: ...

class WindowSampler(PlainSampler):
    def __init__(self, size: int, window: int, seed: int) -> None: ...

    def update(self, item: object) -> None:
        """Offer one item."""

    @property
    def size(self) -> int: ...

    @property
    def window(self) -> int: ...

    @property
    def seed(self) -> int: ...

class TimeWindowSampler(TimedSampler):
    def __init__(self, size: int, span: float, seed: int) -> None: ...

    def update(self, item: object, time: object) -> None:
        """
        Offer one item of a time, a number or a date, not before the last one's.
        """

    @property
    def size(self) -> int: ...

    @property
    def span(self) -> float: ...

    @property
    def seed(self) -> int: ...

class TimeWindow(TimedSampler):
    def __init__(self, span: float) -> None: ...

    def update(self, item: object, time: object) -> None:
        """
        Offer one item of a time, a number or a date, not before the last one's.
        """

    @property
    def span(self) -> float: ...

class ExponentialSampler(PlainSampler):
    def __init__(self, size: int, rate: float, seed: int) -> None: ...

    def update(self, item: object) -> None:
        """Offer one item."""

    @property
    def size(self) -> int: ...

    @property
    def rate(self) -> float: ...

    @property
    def seed(self) -> int: ...

class DecaySampler(DecayedSampler):
    def __init__(self, size: int, rate: float, seed: int) -> None: ...

    def update(self, item: object, time: object, w: float = 1.0) -> None:
        """Offer one item of a time, a number or a date, and a weight above 0."""

    @property
    def size(self) -> int: ...

    @property
    def rate(self) -> float: ...

    @property
    def seed(self) -> int: ...

class Detector(Model):
    """What every native drift detector offers."""

    def reset(self) -> None:
        """Forget all values, as if the detector were new."""

    @property
    def drift_detected(self) -> bool:
        """Whether the last value is drift."""

    @property
    def warning_detected(self) -> bool:
        """Whether the last value is a warning; never together with drift."""

    @property
    def estimation(self) -> float:
        """The mean of what is watched now."""

    @property
    def seen(self) -> int:
        """Values taken so far."""

    @property
    def n_detections(self) -> int:
        """Drifts signalled so far."""

class ADWIN(Detector):
    def __init__(self, delta: float, clock: int, max_buckets: int, min_window_length: int, grace_period: int, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def delta(self) -> float: ...

    @property
    def clock(self) -> int: ...

    @property
    def max_buckets(self) -> int: ...

    @property
    def min_window_length(self) -> int: ...

    @property
    def grace_period(self) -> int: ...

    @property
    def preset(self) -> str: ...

    @property
    def width(self) -> int:
        """Values in the window."""

    @property
    def total(self) -> float:
        """The sum of the values in the window."""

    @property
    def variance(self) -> float:
        """The variance of the values in the window."""

class DDM(Detector):
    def __init__(self, warm_start: int, warning_threshold: float, drift_threshold: float, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def warm_start(self) -> int: ...

    @property
    def warning_threshold(self) -> float: ...

    @property
    def drift_threshold(self) -> float: ...

    @property
    def preset(self) -> str: ...

class EDDM(Detector):
    def __init__(self, warm_start: int, alpha: float, beta: float, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def warm_start(self) -> int: ...

    @property
    def alpha(self) -> float: ...

    @property
    def beta(self) -> float: ...

    @property
    def preset(self) -> str: ...

class PageHinkley(Detector):
    def __init__(self, min_instances: int, delta: float, threshold: float, alpha: float, mode: str, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def min_instances(self) -> int: ...

    @property
    def delta(self) -> float: ...

    @property
    def threshold(self) -> float: ...

    @property
    def alpha(self) -> float: ...

    @property
    def mode(self) -> str: ...

    @property
    def preset(self) -> str: ...

class KSWIN(Detector):
    def __init__(self, alpha: float, window_size: int, stat_size: int, seed: int, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def alpha(self) -> float: ...

    @property
    def window_size(self) -> int: ...

    @property
    def stat_size(self) -> int: ...

    @property
    def seed(self) -> int: ...

    @property
    def preset(self) -> str: ...

    @property
    def p_value(self) -> float:
        """Of the last comparison; 1 before the first."""

class HDDM_A(Detector):
    def __init__(self, drift_confidence: float, warning_confidence: float, two_sided_test: bool, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def drift_confidence(self) -> float: ...

    @property
    def warning_confidence(self) -> float: ...

    @property
    def two_sided_test(self) -> bool: ...

    @property
    def preset(self) -> str: ...

class HDDM_W(Detector):
    def __init__(self, drift_confidence: float, warning_confidence: float, lambda_val: float, two_sided_test: bool, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def drift_confidence(self) -> float: ...

    @property
    def warning_confidence(self) -> float: ...

    @property
    def lambda_val(self) -> float: ...

    @property
    def two_sided_test(self) -> bool: ...

    @property
    def preset(self) -> str: ...

class CUSUM(Detector):
    def __init__(self, min_instances: int, delta: float, threshold: float) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def min_instances(self) -> int: ...

    @property
    def delta(self) -> float: ...

    @property
    def threshold(self) -> float: ...

class GMA(Detector):
    def __init__(self, min_instances: int, threshold: float, alpha: float) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def min_instances(self) -> int: ...

    @property
    def threshold(self) -> float: ...

    @property
    def alpha(self) -> float: ...

class ECDD(Detector):
    def __init__(self, min_instances: int, average_run_length: int, warning_share: float, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def min_instances(self) -> int: ...

    @property
    def average_run_length(self) -> int: ...

    @property
    def warning_share(self) -> float: ...

    @property
    def preset(self) -> str: ...

class RDDM(Detector):
    def __init__(self, min_instances: int, warning_threshold: float, drift_threshold: float, max_concept_size: int, min_size_stable_concept: int, warning_limit: int) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def min_instances(self) -> int: ...

    @property
    def warning_threshold(self) -> float: ...

    @property
    def drift_threshold(self) -> float: ...

    @property
    def max_concept_size(self) -> int: ...

    @property
    def min_size_stable_concept(self) -> int: ...

    @property
    def warning_limit(self) -> int: ...

class STEPD(Detector):
    def __init__(self, window_size: int, alpha_drift: float, alpha_warning: float, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def window_size(self) -> int: ...

    @property
    def alpha_drift(self) -> float: ...

    @property
    def alpha_warning(self) -> float: ...

    @property
    def preset(self) -> str: ...

class FHDDM(Detector):
    def __init__(self, sliding_window_size: int, confidence_level: float, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def sliding_window_size(self) -> int: ...

    @property
    def confidence_level(self) -> float: ...

    @property
    def preset(self) -> str: ...

class FHDDMS(Detector):
    def __init__(self, sliding_window_size: int, short_window_size: int, confidence_level: float, preset: str) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def sliding_window_size(self) -> int: ...

    @property
    def short_window_size(self) -> int: ...

    @property
    def confidence_level(self) -> float: ...

    @property
    def preset(self) -> str: ...

class MDDM_A(Detector):
    def __init__(self, sliding_window_size: int, difference: float, confidence_level: float) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def sliding_window_size(self) -> int: ...

    @property
    def difference(self) -> float: ...

    @property
    def confidence_level(self) -> float: ...

class MDDM_E(Detector):
    def __init__(self, sliding_window_size: int, lambda_val: float, confidence_level: float) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def sliding_window_size(self) -> int: ...

    @property
    def lambda_val(self) -> float: ...

    @property
    def confidence_level(self) -> float: ...

class MDDM_G(Detector):
    def __init__(self, sliding_window_size: int, ratio: float, confidence_level: float) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def sliding_window_size(self) -> int: ...

    @property
    def ratio(self) -> float: ...

    @property
    def confidence_level(self) -> float: ...

class SeqDrift2(Detector):
    def __init__(self, delta: float, block_size: int, reservoir_size: int, seed: int) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def delta(self) -> float: ...

    @property
    def block_size(self) -> int: ...

    @property
    def reservoir_size(self) -> int: ...

    @property
    def seed(self) -> int: ...

class IncrementalKS(Detector):
    def __init__(self, alpha: float, window_size: int) -> None: ...

    def update(self, x: float) -> None:
        """Take one value."""

    @property
    def alpha(self) -> float: ...

    @property
    def window_size(self) -> int: ...

    @property
    def statistic(self) -> float:
        """
        The largest distance of the two distributions; 0 until both windows are full.
        """

    @property
    def p_value(self) -> float:
        """Of the distance now; 1 until both windows are full."""

class FeatureMonitor(Model):
    def __init__(self, alpha: float, window_size: int, correction: str) -> None: ...

    @property
    def alpha(self) -> float: ...

    @property
    def window_size(self) -> int: ...

    @property
    def correction(self) -> str: ...

    def update(self, x: object) -> None:
        """Take one row."""

    def update_many(self, X: object) -> list[tuple[int, list[Any]]]:
        """
        Take many rows; return the rows at which features moved, with their names.
        """

    def reset(self) -> None:
        """Forget all rows, as if the monitor were new."""

    @property
    def drift_detected(self) -> bool:
        """Whether features have moved with the last row."""

    @property
    def warning_detected(self) -> bool:
        """Whether a feature looks moved by itself, but none does among so many."""

    @property
    def moved(self) -> list[Any]:
        """Names of the features that moved with the last row."""

    @property
    def p_values(self) -> dict[Any, float]:
        """Of each feature now, before correction; 1 until its windows are full."""

    @property
    def estimation(self) -> dict[Any, float]:
        """
        Mean of each feature's recent values; of the reference until there are any.
        """

    @property
    def seen(self) -> int:
        """Rows taken so far."""

class BagOfWords(Transform):
    def __init__(self, lowercase: bool, ngram_range: Sequence[int], max_features: int, on: Sequence[str], prefix: str) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def lowercase(self) -> bool: ...

    @property
    def ngram_range(self) -> tuple[int, ...] | None: ...

    @property
    def max_features(self) -> int: ...

    @property
    def on(self) -> tuple[str, ...] | None: ...

    @property
    def prefix(self) -> str: ...

class TFIDF(Transform):
    def __init__(self, normalize: bool, lowercase: bool, ngram_range: Sequence[int], max_features: int, on: Sequence[str], prefix: str) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def normalize(self) -> bool: ...

    @property
    def lowercase(self) -> bool: ...

    @property
    def ngram_range(self) -> tuple[int, ...] | None: ...

    @property
    def max_features(self) -> int: ...

    @property
    def on(self) -> tuple[str, ...] | None: ...

    @property
    def prefix(self) -> str: ...

class FeatureHasher(Transform):
    def __init__(self, n_features: int, alternate_sign: bool, seed: int) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def n_features(self) -> int: ...

    @property
    def alternate_sign(self) -> bool: ...

    @property
    def seed(self) -> int: ...

class Lags(Transform):
    def __init__(self, lags: Sequence[int]) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def lags(self) -> tuple[int, ...] | None: ...

class PolynomialFeatures(Transform):
    def __init__(self, degree: int, interaction_only: bool, include_bias: bool) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def degree(self) -> int: ...

    @property
    def interaction_only(self) -> bool: ...

    @property
    def include_bias(self) -> bool: ...

class RandomFourierFeatures(Transform):
    def __init__(self, n_components: int, gamma: float, seed: int) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def n_components(self) -> int: ...

    @property
    def gamma(self) -> float: ...

    @property
    def seed(self) -> int: ...

class RollingStatistics(Transform):
    def __init__(self, window: int, statistics: Sequence[str]) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def window(self) -> int: ...

    @property
    def statistics(self) -> tuple[str, ...] | None: ...

class Bias(Transform):
    def __init__(self, value: float) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def value(self) -> float: ...

class DateParts(Transform):
    def __init__(self, parts: Sequence[str], cyclic: Sequence[str]) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def parts(self) -> tuple[str, ...] | None: ...

    @property
    def cyclic(self) -> tuple[str, ...] | None: ...

class Imputer(Transform):
    def __init__(self, strategy: str, fill_value: float | str, indicator: bool, max_categories: int) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def strategy(self) -> str: ...

    @property
    def fill_value(self) -> float | str: ...

    @property
    def indicator(self) -> bool: ...

    @property
    def max_categories(self) -> int: ...

class MaxAbsScaler(Transform):
    def __init__(self) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

class MinMaxScaler(Transform):
    def __init__(self, clip: bool) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def clip(self) -> bool: ...

class OrdinalEncoder(Transform):
    def __init__(self, unknown_value: float | None, max_categories: int) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def unknown_value(self) -> float | None: ...

    @property
    def max_categories(self) -> int: ...

class RobustScaler(Transform):
    def __init__(self, with_centering: bool, with_scaling: bool, q_inf: float, q_sup: float) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def with_centering(self) -> bool: ...

    @property
    def with_scaling(self) -> bool: ...

    @property
    def q_inf(self) -> float: ...

    @property
    def q_sup(self) -> float: ...

class SelectType(Transform):
    def __init__(self, kind: str) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def kind(self) -> str: ...

class OneVsOneClassifier(Classifier):
    def __init__(self, model: Classifier) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class ClassifierPipeline(Classifier):
    def __init__(self, steps: list[Any]) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class RegressorPipeline(Regressor):
    def __init__(self, steps: list[Any]) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

class TransformPipeline(Transform):
    def __init__(self, steps: list[Any]) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

class TransformUnion(Transform):
    def __init__(self, parts: list[Any]) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

class Unlearning(Classifier):
    def __init__(self, learner: Classifier, strategy: str, alpha: float, window: int | None, original: str, balance: str, averages: str, strict: bool, terms: str, confidence_for_pa: str, sigma: str, max_tests: int, max_records: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def strategy(self) -> Any: ...

    @property
    def alpha(self) -> Any: ...

    @property
    def window(self) -> Any: ...

    @property
    def original(self) -> Any: ...

    @property
    def balance(self) -> Any: ...

    @property
    def averages(self) -> Any: ...

    @property
    def strict(self) -> Any: ...

    @property
    def terms(self) -> Any: ...

    @property
    def confidence_for_pa(self) -> Any: ...

    @property
    def sigma(self) -> Any: ...

    @property
    def max_tests(self) -> Any: ...

    @property
    def max_records(self) -> Any: ...

    def unlearn_one(self, x: object, y: object) -> None:
        """
        Take back what the newest such example taught. ValueError where there is no record.
        """

class BaggingClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, threads: int, rate: float, weighs_votes: bool, preset: str, drift_detector: Detector | None, warning_detector: Detector | None, subspace_size: int | float | str | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class ARFClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, threads: int, rate: float, weighs_votes: bool, preset: str, drift_detector: Detector | None, warning_detector: Detector | None, subspace_size: int | float | str | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class SRPClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, threads: int, rate: float, weighs_votes: bool, preset: str, drift_detector: Detector | None, warning_detector: Detector | None, subspace_size: int | float | str | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class AMFClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, threads: int, rate: float, weighs_votes: bool, preset: str, drift_detector: Detector | None, warning_detector: Detector | None, subspace_size: int | float | str | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class ADWINBaggingClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, threads: int, w: float, adwin_delta: float, bagging_method: str, preset: str) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class LeveragingBaggingClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, threads: int, w: float, adwin_delta: float, bagging_method: str, preset: str) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class AdaBoostClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, preset: str) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class ADWINBoostingClassifier(Classifier):
    def __init__(self, model: Classifier, n_models: int, seed: int, preset: str) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class BaggingRegressor(Regressor):
    def __init__(self, model: Regressor, n_models: int, seed: int, threads: int, rate: float) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

class AMFRegressor(Regressor):
    def __init__(self, model: Regressor, n_models: int, seed: int, threads: int, rate: float) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

def bagging_weight(rate: float, seed: int, member: int, row: int) -> float:
    """How often a member of an ensemble learns a row: Poisson(rate)."""

def bagging_chance(seed: int, member: int, row: int) -> float:
    """The same draw as a number in [0, 1)."""

def member_seed(seed: int, member: int, generation: int) -> int:
    """The seed of a member's learner."""

def chosen_columns(seed: int, member: int, generation: int, width: int, count: int) -> list[int]:
    """The columns that a member's learner begins with, ascending."""

def column_chance(seed: int, member: int, generation: int, column: int) -> float:
    """
    What decides whether a member sees a column that comes later, in [0, 1).
    """

class ARFRegressor(Regressor):
    def __init__(self, model: Regressor, n_models: int, seed: int, threads: int, rate: float, aggregation_method: str, drift_detector: Detector | None, warning_detector: Detector | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

class ResetOnDriftClassifier(Classifier):
    def __init__(self, learner: Classifier, detector: Detector, keep_warning: bool, max_rows: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def keep_warning(self) -> bool: ...

    @property
    def max_rows(self) -> int: ...

class ResetOnDriftRegressor(Regressor):
    def __init__(self, learner: Regressor, detector: Detector, keep_warning: bool, max_rows: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def keep_warning(self) -> bool: ...

    @property
    def max_rows(self) -> int: ...

class BackgroundLearnerClassifier(Classifier):
    def __init__(self, learner: Classifier, detector: Detector, warning_detector: Detector | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class BackgroundLearnerRegressor(Regressor):
    def __init__(self, learner: Regressor, detector: Detector, warning_detector: Detector | None) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

class SlidingWindowClassifier(Classifier):
    def __init__(self, learner: Classifier, window: int, every: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

    @property
    def window(self) -> int: ...

    @property
    def every(self) -> int: ...

class SlidingWindowRegressor(Regressor):
    def __init__(self, learner: Regressor, window: int, every: int) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

    @property
    def window(self) -> int: ...

    @property
    def every(self) -> int: ...

class ConceptResetClassifier(Classifier):
    def __init__(self, learner: Classifier, drifts: Sequence[int]) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""

    def predict_one(self, x: object) -> Any:
        """The label of a row; None before the first label is known."""

    def predict_proba_one(self, x: object) -> dict[Any, float]:
        """A share for each label known."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""

class ConceptResetRegressor(Regressor):
    def __init__(self, learner: Regressor, drifts: Sequence[int]) -> None: ...

    def learn_one(self, x: object, y: object, w: float = 1.0) -> None:
        """Learn one row. A null number teaches nothing."""

    def predict_one(self, x: object) -> float:
        """The number for a row."""

    def predict_learn_one(self, x: object, y: object, w: float = 1.0) -> float:
        """Predict a row, then learn it."""

class GeneratorPass:
    @overload
    def fill(self, numbers: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], target: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    @overload
    def fill(self, numbers: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], target: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

class Generator:
    @property
    def columns(self) -> list[tuple[str, list[str]]]: ...

    @property
    def classes(self) -> int: ...

    def start(self) -> GeneratorPass: ...

    def truth(self, row: int) -> dict[str, object]: ...

    def label_of(self, x: Sequence[float], row: int) -> float | None: ...

    @staticmethod
    def sine1(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool, virtual: bool) -> Generator: ...

    @staticmethod
    def sine2(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool, virtual: bool) -> Generator: ...

    @staticmethod
    def sinirrel1(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool) -> Generator: ...

    @staticmethod
    def sinirrel2(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool) -> Generator: ...

    @staticmethod
    def circles(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool) -> Generator: ...

    @staticmethod
    def gauss(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool) -> Generator: ...

    @staticmethod
    def mixed(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool) -> Generator: ...

    @staticmethod
    def lines(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool) -> Generator: ...

    @staticmethod
    def stagger(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool, variant: str, one_hot: bool) -> Generator: ...

    @staticmethod
    def multilines(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool, d: int, k: int, magnitude: float, virtual: bool) -> Generator: ...

    @staticmethod
    def sine1_plus(*, seed: int, drifts: Sequence[int], width: int, noise: float, balanced: bool, d: int, sigma: float) -> Generator: ...

    @staticmethod
    def ridge_concepts(*, seed: int, drifts: Sequence[int], width: int, d: int, sigma: float, noise: float) -> Generator: ...

    @staticmethod
    def bernoulli_errors(*, seed: int, drifts: Sequence[int], width: int, rates: Sequence[float]) -> Generator: ...

    @staticmethod
    def sea(*, seed: int, variant: int, noise: float) -> Generator: ...

    @staticmethod
    def hyperplane(*, seed: int, n_features: int, n_drift_features: int, mag_change: float, noise_percentage: float, sigma: float) -> Generator: ...

    @staticmethod
    def random_rbf(*, seed: int, seed_model: int, n_classes: int, n_features: int, n_centroids: int, change_speed: float, n_drift_centroids: int) -> Generator: ...

    @staticmethod
    def led(*, seed: int, noise_percentage: float, irrelevant_features: bool, n_drift_features: int) -> Generator: ...

    @staticmethod
    def agrawal(*, seed: int, classification_function: int, balance_classes: bool, perturbation: float) -> Generator: ...

    @staticmethod
    def waveform(*, seed: int, has_noise: bool) -> Generator: ...

    @staticmethod
    def friedman(*, seed: int) -> Generator: ...

    @staticmethod
    def friedman_drift(*, seed: int, drift_type: str, position: Sequence[int], transition_window: int) -> Generator: ...

    @staticmethod
    def random_tree(*, seed: int, seed_tree: int, n_classes: int, n_num_features: int, n_cat_features: int, n_categories_per_feature: int, max_tree_depth: int, first_leaf_level: int, fraction_leaves_per_level: float) -> Generator: ...

class ClassificationScorer:
    def __init__(self, metrics: Sequence[str], window: int, every: int, fading: float) -> None: ...

    def take_points(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]:
        """
        Rows come, rows scored and values[point, estimate, metric] at the points since the last call.
        """

    def values(self) -> numpy.typing.NDArray[numpy.float64]:
        """Values[estimate, metric] now; NaN where there is nothing to tell."""

    @property
    def scored(self) -> int:
        """Items scored so far."""

    def state(self) -> dict[str, Any]:
        """All that was learned, as arrays by name."""

    def restore(self, state: dict[str, Any]) -> None:
        """
        Go on where the scorer of that state was. ValueError, and no change, if it does not fit.
        """

    def meet(self, ranks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], positive: int) -> None:
        """
        Labels are the codes below len(ranks) from now on, ranks their places in sorted order. Precision, recall, F1 and AUC are those of the positive one; with -1, means over all labels.
        """

    def update(self, truth: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], predicted: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, begin: int, end: int, steps: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, shares: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None) -> None:
        """
        Score items while rows [begin, end) arrive: item i right after row steps[i], or row begin + i; with begin == end, after all rows. Predicted -1 is no answer. shares[i, c] is given to label c. ValueError, and no change, on anything else.
        """

    @property
    def confusion(self) -> numpy.typing.NDArray[numpy.int64] | None:
        """
        Counts by true label and predicted label; the last column is for no answer. None above 256 labels.
        """

class RegressionScorer:
    def __init__(self, metrics: Sequence[str], window: int, every: int, fading: float) -> None: ...

    def take_points(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]:
        """
        Rows come, rows scored and values[point, estimate, metric] at the points since the last call.
        """

    def values(self) -> numpy.typing.NDArray[numpy.float64]:
        """Values[estimate, metric] now; NaN where there is nothing to tell."""

    @property
    def scored(self) -> int:
        """Items scored so far."""

    def state(self) -> dict[str, Any]:
        """All that was learned, as arrays by name."""

    def restore(self, state: dict[str, Any]) -> None:
        """
        Go on where the scorer of that state was. ValueError, and no change, if it does not fit.
        """

    def update(self, truth: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], predicted: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, begin: int, end: int, steps: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """
        Score items while rows [begin, end) arrive: item i right after row steps[i], or row begin + i; with begin == end, after all rows. ValueError, and no change, on anything that is not finite.
        """

class LabelTable:
    """Codes for labels, in the order in which they come."""

    def __init__(self) -> None: ...

    def codes(self, y: object, count: int) -> Any:
        """
        The code of each of `count` labels; -1 where there is none. A new label gets one.
        """

    @property
    def labels(self) -> list[Any]:
        """Labels by code; None for a seat that is still free."""

    def counts(self, codes: Any) -> Any:
        """How often each label stands among codes."""

    def restore(self, labels: list[Any]) -> None: ...

class RowRoom:
    """Memory for rows that goes from one batch to the next."""

    def __init__(self) -> None: ...

class NamedRows:
    """A table of doubles, kept row by row."""

    def __init__(self, names: list[Any], columns: list[Any], history: int, room: RowRoom) -> None: ...

    def slice(self, begin: int, length: int) -> NamedRows:
        """Some of the rows; nothing is copied."""

    @property
    def is_whole(self) -> bool:
        """Whether every value is finite; only then models take the rows."""

    def __len__(self) -> int: ...

class FadedPairs:
    """For every two models, how often one alone erred of late."""

    def __init__(self, models: int, fading: float) -> None: ...

    def update(self, errors: Any) -> None:
        """Take rows: errors[model, row] is 1 where the model was wrong."""

    def counts(self) -> Any:
        """At [i, j] the faded count of rows on which i was wrong and j was not."""

    def state(self) -> dict[str, Any]: ...

    def restore(self, state: dict[str, Any]) -> None: ...

def quicken(type: type) -> None:
    """Gives a class of learners the verbs of one row by the shortest way."""
