"""Every public model, and the verbs under which all families answer alike.

Values of the streams are not negative, as the models of counts want them.
"""

import re
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from oracles.model_variants import PIPELINES, VARIANTS
from safetensors.numpy import load as unpack

from driftline import _core, adaptation, ensembles, learners, transforms
from driftline.learners import Pipeline
from driftline.state import dumps
from driftline.transforms import StandardScaler

FOLDERS = (learners, ensembles, adaptation, transforms)
CLASSES = {name: getattr(folder, name) for folder in FOLDERS for name in folder.__all__}


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


def made_of_trees(name):
    """The plain model of a class; an ensemble whose learner is a choice is one of trees."""
    options = next(iter(CLASSES[name]._unit_test_params()))
    if name not in ensembles.__all__ or "model" not in options:
        return SINGLE[name]()
    kind = learners.HoeffdingTreeRegressor if "Regr" in name else learners.HoeffdingTreeClassifier
    return CLASSES[name](**{**options, "model": kind(grace_period=20)})


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
    around = "|".join([*adaptation.__all__, *ensembles.__all__])
    if isinstance(model, (ensembles.ARFClassifier, ensembles.ARFRegressor)):
        return True
    shown = re.sub(rf"^({around})\((model=)?", "", repr(model)).lstrip("(")
    return shown.startswith(TEXT_TAKERS) and "StandardScaler() +" not in shown


def learns_nothing(model):
    """Apart from the names of its columns."""
    return type(model).__name__ in STATELESS


def _has(model, *names):
    return any(name in repr(model) for name in names)


TREES = (
    *("ExtremelyFastDecisionTreeClassifier", "HoeffdingAdaptiveTreeClassifier"),
    *("HoeffdingTreeClassifier", "FIMTDDRegressor", "HoeffdingTreeRegressor"),
)

# What is particular to which transforms. A new one takes its place here.
SCALERS = ("MaxAbsScaler", "MinMaxScaler", "RobustScaler", "StandardScaler")
ENCODERS = ("DateParts", "Imputer", "OneHotEncoder", "OrdinalEncoder", "SelectType")
GROWING = (
    *("BagOfWords", "OneHotEncoder", "OrdinalEncoder", "TFIDF", "most_frequent"),
    *("BackgroundLearner", "HDDM", "STEPD", "SlidingWindow"),  # rows, events, second learners
    *TREES,
    *("ADWINBagging", "ARF", "Boost", "Leveraging", "SRP"),  # windows of errors, trees
    *("AMF", "MondrianTree"),
)
# Keeps rows for a learner that tells what is missing from what is 0, or reads a 0 as missing.
KEEPERS = ("keep_warning", "unstored='missing'")
STATELESS = (
    *("BagOfWords", "TFIDF"),  # there is no text in these streams
    *("Bias", "DateParts", "Discard", "FeatureHasher", "PolynomialFeatures"),
    *("RandomFourierFeatures", "Select", "SelectType"),
)
TEXT_TAKERS = (
    *("BagOfWords", "Bias", "DateParts", "Discard", "FeatureHasher", "OneHotEncoder"),
    *("Imputer(strategy='most_frequent'", "Imputer(strategy='previous'"),
    *("OrdinalEncoder", "Select", "TFIDF", "ARF"),
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
