"""Every public model, and the verbs under which all families answer alike.

Values of the streams are not negative, as the models of counts want them.
"""

import re
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from safetensors.numpy import load as unpack

from driftline import _core, adaptation, detectors, learners, transforms
from driftline.learners import Pipeline
from driftline.state import dumps
from driftline.transforms import StandardScaler

FOLDERS = (learners, adaptation, transforms)
CLASSES = {name: getattr(folder, name) for folder in FOLDERS for name in folder.__all__}

PIPELINES = {
    "StandardScaler|AROW": lambda: StandardScaler() | learners.AROW(),
    "StandardScaler|GaussianNB": lambda: StandardScaler() | learners.GaussianNB(),
    "StandardScaler|AROW(full)": lambda: StandardScaler() | learners.AROW(covariance="full"),
    "StandardScaler|Unlearning": lambda: (
        StandardScaler() | adaptation.Unlearning(learners.AROW(), terms="none", max_records=8)
    ),
    "StandardScaler|LMS": lambda: StandardScaler() | learners.LMS(),
    "StandardScaler|StandardScaler": lambda: StandardScaler() | StandardScaler(with_std=False),
    "OneHotEncoder|AROW": lambda: transforms.OneHotEncoder() | learners.AROW(),
    "OneHotEncoder|GaussianNB": lambda: transforms.OneHotEncoder() | learners.GaussianNB(),
    "OneHotEncoder|StandardScaler|AROW": lambda: (
        transforms.OneHotEncoder() | StandardScaler() | learners.AROW()
    ),
    "Discard|StandardScaler+OneHotEncoder|SGDClassifier": lambda: (
        transforms.Discard(1, "f1")
        | (StandardScaler() + transforms.OneHotEncoder())
        | learners.SGDClassifier()
    ),
    "OneHotEncoder+OneHotEncoder|PARegressor": lambda: (
        (transforms.Select(0, "f0") | transforms.OneHotEncoder())
        + (transforms.Discard(0, "f0") | transforms.OneHotEncoder(max_categories=3))
        | learners.PARegressor()
    ),
    "SelectType+SelectType|GaussianNB": lambda: (
        (transforms.SelectType("number") | transforms.RobustScaler())
        + (transforms.SelectType("text") | transforms.OneHotEncoder())
        | learners.GaussianNB()
    ),
    "SelectType+OneHotEncoder|GaussianNB": lambda: (
        (transforms.SelectType("number") | transforms.Imputer(indicator=True) | StandardScaler())
        + (transforms.Select(0, "f0", "f3") | transforms.OneHotEncoder())
        | learners.GaussianNB()
    ),
    "Imputer|OrdinalEncoder|PARegressor": lambda: (
        transforms.Imputer(strategy="previous")
        | transforms.OrdinalEncoder()
        | learners.PARegressor()
    ),
    "MaxAbsScaler|Bias|MultinomialNB": lambda: (
        transforms.MaxAbsScaler() | transforms.Bias(value=0.5) | learners.MultinomialNB()
    ),
    "BagOfWords+FeatureHasher|MultinomialNB": lambda: (
        transforms.BagOfWords() + transforms.FeatureHasher(n_features=16, alternate_sign=False)
        | learners.MultinomialNB()
    ),
    "Discard+Lags+RollingStatistics|PARegressor": lambda: (
        transforms.Discard() + transforms.Lags(lags=2) + transforms.RollingStatistics(window=3)
        | learners.PARegressor()
    ),
    "FeatureHasher|StandardScaler|AROW": lambda: (
        transforms.FeatureHasher(n_features=16) | StandardScaler() | learners.AROW()
    ),
    "StandardScaler|ResetOnDrift": lambda: (
        StandardScaler()
        | adaptation.ResetOnDrift(
            learners.AROW(), detectors.STEPD(window_size=4, alpha_drift=0.1), keep_warning=True
        )
    ),
    "StandardScaler|SlidingWindow": lambda: (
        StandardScaler() | adaptation.SlidingWindow(learners.LMS(), window=20, every=3)
    ),
    "OneHotEncoder|BackgroundLearner(OneHotEncoder|AROW)": lambda: (
        transforms.OneHotEncoder()
        | adaptation.BackgroundLearner(
            transforms.OneHotEncoder() | learners.AROW(),
            detectors.STEPD(window_size=4, alpha_drift=0.1, alpha_warning=0.4),
        )
    ),
    # Both parts of the union put out columns that the rows of one batch bring in turn.
    "OneHotEncoder|Lags+OneHotEncoder|PolynomialFeatures|SGDClassifier": lambda: (
        (transforms.OneHotEncoder(max_categories=3) | transforms.Lags())
        + (
            transforms.OneHotEncoder(max_categories=2)
            | transforms.PolynomialFeatures(interaction_only=True)
        )
        | learners.SGDClassifier()
    ),
    "PolynomialFeatures|StandardScaler|LMS": lambda: (
        transforms.PolynomialFeatures(include_bias=True) | StandardScaler() | learners.LMS()
    ),
    "StandardScaler|RandomFourierFeatures|SGDClassifier": lambda: (
        StandardScaler()
        | transforms.RandomFourierFeatures(n_components=9)
        | learners.SGDClassifier()
    ),
}

# Forms that keep other arrays than the defaults do.
VARIANTS = {
    "AROW(full)": lambda: learners.AROW(covariance="full"),
    "AROW(drop)": lambda: learners.AROW(variance="drop", fit_intercept=False),
    "CW(stdev, full)": lambda: learners.CW(form="stdev", covariance="full"),
    "SCW-II": lambda: learners.SCW(variant="SCW-II"),
    "NAROW(full)": lambda: learners.NAROW(covariance="full"),
    "SecondOrderPerceptron(full)": lambda: learners.SecondOrderPerceptron(covariance="full"),
    "PA-II": lambda: learners.PAClassifier(variant="PA-II"),
    "SGDClassifier(average)": lambda: learners.SGDClassifier(average=True, l2=0.01),
    "SGDClassifier(l1)": lambda: learners.SGDClassifier(l1=0.001, loss="hinge"),
    "SGDRegressor(average, l1)": lambda: learners.SGDRegressor(average=True, l1=0.001),
    "LMS(implicit)": lambda: learners.LMS(implicit=True),
    "OneVsOne(AROW)": lambda: learners.OneVsOneClassifier(learners.AROW(regularization=2.0)),
    "OneVsOne(SGD)": lambda: learners.OneVsOneClassifier(learners.SGDClassifier(average=True)),
    "Unlearning(AROW)": lambda: adaptation.Unlearning(learners.AROW(), terms="none", max_records=7),
    "Unlearning(AROW, full)": lambda: adaptation.Unlearning(
        learners.AROW(covariance="full", regularization=0.1),
        strategy="selecting",
        window=4,
        max_records=8,
    ),
    "Unlearning(AROW, information)": lambda: adaptation.Unlearning(
        learners.AROW(),
        sigma="information",
        terms="norm",
        strategy="forwarding",
        window=5,
        max_records=8,
    ),
    "Unlearning(CW)": lambda: adaptation.Unlearning.literal(
        learners.CW(), strategy="selecting", window=None, max_records=8, max_tests=3
    ),
    "OneVsOne(Unlearning)": lambda: learners.OneVsOneClassifier(
        adaptation.Unlearning(learners.SCW(), balance="off", max_records=5)
    ),
    "HoeffdingTree(gini, mc)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, delta=0.5, split_criterion="gini", leaf_prediction="mc", max_depth=2
    ),
    "HoeffdingTree(hellinger, nb)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4,
        delta=0.5,
        split_criterion="hellinger",
        leaf_prediction="nb",
        remove_poor_attrs=True,
    ),
    "HoeffdingTree(draws, moa)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=3, tau=2.0, max_features="sqrt", preset="moa", seed=7
    ),
    "HoeffdingTree(histogram)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, splitter="histogram", n_bins=4
    ),
    "HoeffdingTree(quantizer)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, splitter="quantizer", max_features=2
    ),
    "HoeffdingTree(exhaustive)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, splitter="exhaustive", remove_poor_attrs=True
    ),
    "HoeffdingTree(nominal)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, nominal_attributes=(0, 1, "f0", "f1", "f2", "a"), max_categories=5
    ),
    "HoeffdingTree(nominal, binary)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, nominal_attributes=(0, 2, "f0", "f3", "a"), binary_split=True
    ),
    "HoeffdingTree(max_bytes)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=2, tau=2.0, max_bytes=16_384, memory_estimate_period=7
    ),
    "HoeffdingAdaptiveTree(few rows)": lambda: learners.HoeffdingAdaptiveTreeClassifier(
        grace_period=3, tau=2.0, drift_window_threshold=4, drift_delta=0.9, switch_significance=0.9
    ),
    "ResetOnDrift(AROW)": lambda: adaptation.ResetOnDrift(
        learners.AROW(), detectors.HDDM_W(drift_confidence=0.3, warning_confidence=0.6)
    ),
    "ResetOnDrift(keep_warning)": lambda: adaptation.ResetOnDrift(
        learners.GaussianNB(),
        detectors.HDDM_A(drift_confidence=0.3, warning_confidence=0.6),
        keep_warning=True,
        max_rows=5,
    ),
    "ResetOnDrift(full)": lambda: adaptation.ResetOnDrift(
        learners.AROW(covariance="full"), detectors.STEPD(window_size=4), keep_warning=True
    ),
    "ResetOnDrift(OneHotEncoder|AROW)": lambda: adaptation.ResetOnDrift(
        transforms.OneHotEncoder() | learners.AROW(),
        detectors.STEPD(window_size=4),
        keep_warning=True,
    ),
    "ResetOnDrift(PARegressor)": lambda: adaptation.ResetOnDrift(
        learners.PARegressor(),
        detectors.HDDM_W(drift_confidence=0.3, warning_confidence=0.6),
        keep_warning=True,
    ),
    "BackgroundLearner(AROW)": lambda: adaptation.BackgroundLearner(
        learners.AROW(), detectors.STEPD(window_size=4, alpha_drift=0.1, alpha_warning=0.4)
    ),
    "BackgroundLearner(StandardScaler|LMS)": lambda: adaptation.BackgroundLearner(
        StandardScaler() | learners.LMS(),
        detectors.ADWIN(delta=0.5, clock=1),
        warning_detector=detectors.ADWIN(delta=0.9, clock=1),
    ),
    "SlidingWindow(OneHotEncoder|AROW)": lambda: adaptation.SlidingWindow(
        transforms.OneHotEncoder() | learners.AROW(), window=9, every=2
    ),
    "SlidingWindow(LMS)": lambda: adaptation.SlidingWindow(learners.LMS(), window=30, every=10),
    "StandardScaler(mean)": lambda: StandardScaler(with_std=False),
    "DateParts(cyclic)": lambda: transforms.DateParts(
        parts=("year",), cyclic=("hour", "weekday", "month")
    ),
    "Imputer(median, indicator)": lambda: transforms.Imputer(strategy="median", indicator=True),
    "Imputer(most_frequent)": lambda: transforms.Imputer(strategy="most_frequent"),
    "Imputer(previous)": lambda: transforms.Imputer(strategy="previous", indicator=True),
    "MinMaxScaler(clip)": lambda: transforms.MinMaxScaler(clip=True),
    "OrdinalEncoder(missing)": lambda: transforms.OrdinalEncoder(
        unknown_value=None, max_categories=50
    ),
    "RobustScaler(wide)": lambda: transforms.RobustScaler(
        with_centering=False, q_inf=0.05, q_sup=0.9
    ),
    "Lags(several)": lambda: transforms.Lags(lags=[3, 1]),
    "PolynomialFeatures(degree 3)": lambda: transforms.PolynomialFeatures(
        degree=3, include_bias=True
    ),
    "RollingStatistics(all)": lambda: transforms.RollingStatistics(
        window=4, statistics=["count", "sum", "median", "var", "max", "min", "std", "mean"]
    ),
}


# Those that take their parameters by position, and one whose rows are too long for a test.
POSITIONAL = {
    "FeatureHasher": lambda: transforms.FeatureHasher(n_features=64),
    "Discard": lambda: transforms.Discard(1, "f1", "a"),
    "Select": lambda: transforms.Select(0, 2, 3, "f0", "f2", "f7", "a", "c"),
    "TransformUnion": lambda: StandardScaler() + transforms.OneHotEncoder(),
}


def _plain(cls):
    return lambda: cls(**next(iter(cls._unit_test_params())))


SINGLE = {
    name: POSITIONAL.get(name, _plain(cls)) for name, cls in CLASSES.items() if cls is not Pipeline
}
MODELS = {**SINGLE, **PIPELINES, **VARIANTS}


def _named(test):
    return [name for name, make in MODELS.items() if test(make())]


def is_classifier(model):
    return isinstance(model, _core.Classifier)


def is_regressor(model):
    return isinstance(model, _core.Regressor)


def is_transform(model):
    return isinstance(model, _core.Transform)


def refuses_sparse(model):
    return "full" in repr(model)


def has_scaler(model):
    """Its sparse rows are meant to differ: only what they store is scaled, encoded or kept."""
    return _has(model, *SCALERS, *ENCODERS, *KEEPERS)


def makes_columns(model):
    """What it puts out, or what its learner sees, are not the columns that came in."""
    return _has(model, *MAKERS)


def grows_with_values(model):
    """Its memory grows with what it has met, not only with the columns."""
    return _has(model, *GROWING)


def takes_text(model):
    shown = re.sub(rf"^({'|'.join(adaptation.__all__)})\(", "", repr(model)).lstrip("(")
    return shown.startswith(TEXT_TAKERS) and "StandardScaler() +" not in shown


def learns_nothing(model):
    """Apart from the names of its columns."""
    return type(model).__name__ in STATELESS


def _has(model, *names):
    return any(name in repr(model) for name in names)


TREES = (
    *("ExtremelyFastDecisionTreeClassifier", "HoeffdingAdaptiveTreeClassifier"),
    "HoeffdingTreeClassifier",
)

# What is particular to which transforms. A new one takes its place here.
SCALERS = ("MaxAbsScaler", "MinMaxScaler", "RobustScaler", "StandardScaler")
ENCODERS = ("DateParts", "Imputer", "OneHotEncoder", "OrdinalEncoder", "SelectType")
GROWING = (
    *("BagOfWords", "OneHotEncoder", "OrdinalEncoder", "TFIDF", "most_frequent"),
    *("BackgroundLearner", "HDDM", "STEPD", "SlidingWindow"),  # rows, events, second learners
    *TREES,
)
# Keeps rows for a learner that tells what is missing from what is 0.
KEEPERS = ("keep_warning",)
STATELESS = (
    *("BagOfWords", "TFIDF"),  # there is no text in these streams
    *("Bias", "DateParts", "Discard", "FeatureHasher", "PolynomialFeatures"),
    *("RandomFourierFeatures", "Select", "SelectType"),
)
TEXT_TAKERS = (
    *("BagOfWords", "Bias", "DateParts", "Discard", "FeatureHasher", "OneHotEncoder"),
    *("Imputer(strategy='most_frequent'", "Imputer(strategy='previous'"),
    *("OrdinalEncoder", "Select", "TFIDF"),
    *TREES,
)
MAKERS = (*ENCODERS, *STATELESS, "Lags", "RollingStatistics")


def ignores_row(model):
    return isinstance(model, BASELINES)


BASELINES = (learners.PriorClassifier, learners.NoChangeClassifier, learners.MeanRegressor)
CLASSIFIERS = _named(is_classifier)
REGRESSORS = _named(is_regressor)
TRANSFORMS = _named(is_transform)
LEARNERS = CLASSIFIERS + REGRESSORS

# One of each family, and one for each way in which a model wants its rows read.
KINDS = [
    *("AROW", "AROW(full)", "GaussianNB", "MultinomialNB", "PriorClassifier", "LMS"),
    *("StandardScaler", "StandardScaler|AROW"),
]


@dataclass(frozen=True)
class Stream:
    X: np.ndarray
    y: list
    w: np.ndarray


def stream_for(model, rows=60, columns=5, labels=("a", "b", "c"), seed=0):
    """Positional rows with zeros and missing values, and some weights of 0."""
    rng = np.random.default_rng(seed)
    X = np.round(np.abs(rng.normal(size=(rows, columns))), 2)
    X[rng.random(X.shape) < 0.2] = 0.0
    X[rng.random(X.shape) < 0.1] = np.nan
    w = rng.choice([0.0, 0.5, 1.0, 2.0], size=rows)
    return Stream(X, targets_for(model, rows, labels, rng), w)


def targets_for(model, rows, labels, rng):
    if is_classifier(model):
        return [labels[i] for i in rng.integers(len(labels), size=rows)]
    return rng.normal(size=rows).tolist()


def counts_for(model, rows=40, columns=4, labels=("a", "b", "c"), seed=1):
    """Rows of small whole numbers, which any type of number holds exactly."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, size=(rows, columns)).astype(np.float64)
    return Stream(X, targets_for(model, rows, labels, rng), np.ones(rows))


@st.composite
def named_streams(draw):
    """A generator, rows as dicts that gain and lose features, their weights, and some cuts."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    names = [f"f{i}" for i in range(draw(st.sampled_from([3, 90])))]
    rows = []
    for _ in range(draw(st.integers(1, 24))):
        count = rng.integers(0, draw(st.sampled_from([3, len(names)])) + 1)
        chosen = rng.choice(len(names), size=min(count, len(names)), replace=False)
        values = np.round(np.abs(rng.normal(size=len(chosen))), 1).tolist()
        filled = [value if rng.random() > 0.1 else None for value in values]
        rows.append(dict(zip([names[i] for i in chosen], filled, strict=True)))
    weights = rng.choice([0.0, 0.5, 1.0, 3.0], size=len(rows), p=[0.1, 0.2, 0.6, 0.1])
    cuts = sorted(draw(st.lists(st.integers(0, len(rows)), max_size=4)))
    return rng, rows, weights, cuts


def learn(model, X, y, w=None):
    if is_transform(model):
        model.learn_many(X, w)
    else:
        model.learn_many(X, y, w)
    return model


def learn_row(model, x, y, w=1.0):
    if is_transform(model):
        model.learn_one(x, w)
    else:
        model.learn_one(x, y, w)


def learn_rows(model, X, y, w=None):
    for i, x in enumerate(X):
        learn_row(model, x, y[i], 1.0 if w is None else float(w[i]))
    return model


def taught(name, **options):
    model = MODELS[name]()
    stream = stream_for(model, **options)
    return learn(model, stream.X, stream.y, stream.w), stream


def answers(model, X):
    """All that a model says of some rows, as plain lists: compare with ==."""
    rows = X if isinstance(X, list) else X.tolist()
    if is_transform(model):
        return model.transform_many(rows)
    if is_regressor(model):
        return model.predict_many(rows)
    return model.predict_many(rows), model.predict_proba_many(rows)


def answer_one(model, x):
    if is_transform(model):
        return model.transform_one(x)
    if is_regressor(model):
        return model.predict_one(x)
    return model.predict_one(x), model.predict_proba_one(x)


def arrays_of(model):
    """Return the state of a model as its file holds it."""
    return unpack(dumps(model))


def differing(one, other):
    """Return what two models differ in: empty if their files are the same bytes."""
    if dumps(one) == dumps(other):
        return []
    mine = {name: array.tobytes() for name, array in arrays_of(one).items()}
    theirs = {name: array.tobytes() for name, array in arrays_of(other).items()}
    names = [n for n in mine.keys() | theirs.keys() if mine.get(n) != theirs.get(n)]
    return sorted(names) or [one, one.schema, other, other.schema]
