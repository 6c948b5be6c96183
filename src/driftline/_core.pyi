from collections.abc import Sequence
from typing import Any


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
    def __init__(self, var_smoothing: float) -> None: ...

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

class BagOfWords(Transform):
    def __init__(self, lowercase: bool, ngram_range: Sequence[int], max_features: int, on: Sequence[str], prefix: str) -> None: ...

    def learn_one(self, x: object, w: float = 1.0) -> None:
        """Learn one row."""

    def transform_one(self, x: object) -> Any:
        """The row transformed; nothing is learned."""

    @property
    def lowercase(self) -> bool: ...

    @property
    def ngram_range(self) -> tuple[int, ...]: ...

    @property
    def max_features(self) -> int: ...

    @property
    def on(self) -> tuple[str, ...]: ...

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
    def ngram_range(self) -> tuple[int, ...]: ...

    @property
    def max_features(self) -> int: ...

    @property
    def on(self) -> tuple[str, ...]: ...

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
    def lags(self) -> tuple[int, ...]: ...

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
    def statistics(self) -> tuple[str, ...]: ...

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
