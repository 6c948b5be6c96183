"""Model texts: what a model shows of itself is a text that makes it again."""

import inspect
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_model import MODELS, taught

from driftline import learners, specs, transforms
from driftline.learners import Pipeline
from driftline.transforms import TransformUnion

names = st.lists(st.text(max_size=8), max_size=3)
single = st.one_of(
    st.builds(transforms.StandardScaler, with_std=st.booleans()),
    st.builds(transforms.Imputer, strategy=st.just("constant"), fill_value=st.text(max_size=5)),
    st.builds(transforms.Lags, lags=st.lists(st.integers(1, 99), min_size=1, unique=True)),
    st.builds(
        transforms.OrdinalEncoder,
        unknown_value=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    ),
    names.map(lambda chosen: transforms.Select(*chosen)),
    names.map(lambda chosen: transforms.Discard(*chosen)),
)
nested = st.recursive(
    single,
    lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from([Pipeline(*parts), TransformUnion(*parts)])
    ),
    max_leaves=6,
)
ends = st.one_of(
    st.builds(learners.AROW, regularization=st.floats(1e-300, 1e300)),
    st.builds(learners.OneVsOneClassifier, st.builds(learners.SGDClassifier, eta0=st.just(0.5))),
    st.builds(learners.PARegressor, variant=st.sampled_from(["PA", "PA-I", "PA-II"])),
)


@pytest.mark.parametrize("name", MODELS)
def test_what_a_model_shows_makes_it_again_untaught(name):
    untaught = MODELS[name]()
    model, _ = taught(name)

    assert specs.model(repr(untaught)) == untaught
    assert specs.model(str(model)) == untaught


@given(nested, ends)
def test_any_composition_comes_back_from_what_it_shows(front, end):
    for composed in (front, front | end, Pipeline(end)):
        assert specs.model(repr(composed)) == composed


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("AROW", learners.AROW()),
        ("  AROW ( regularization = .5 ) ", learners.AROW(regularization=0.5)),
        ("StandardScaler | AROW", transforms.StandardScaler() | learners.AROW()),
        (
            "StandardScaler() + OneHotEncoder() | AROW",
            transforms.StandardScaler() + transforms.OneHotEncoder() | learners.AROW(),
        ),
        ("OneVsOneClassifier(AROW)", learners.OneVsOneClassifier(learners.AROW())),
        ("OneVsOneClassifier(model=AROW())", learners.OneVsOneClassifier(learners.AROW())),
        ("Select('a', 'b')", transforms.Select("a", "b")),
        ("OrdinalEncoder(unknown_value=-2)", transforms.OrdinalEncoder(unknown_value=-2.0)),
    ],
)
def test_a_text_makes_what_python_would(text, wanted):
    assert specs.model(text) == wanted


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("ARROW()", "did you mean 'AROW'"),
        ("OneVsOneClassifier(AROVV())", "did you mean 'AROW'"),
        ("AROW(regularisation=1)", "AROW: no parameter 'regularisation'; did you mean"),
        ("AROW(1)", "parameters go by name, as AROW(regularization=...)"),
        ("AROW(regularization='high')", "regularization must be a number, not 'high'"),
        ("AROW(covariance='ful')", "covariance must be one of 'diagonal', 'full', not 'ful'"),
        ("AROW(regularization=-1)", "AROW: regularization must be positive"),
        ("BaggingClassifier(LMS)", "BaggingClassifier: members must be classifiers; got LMS"),
        ("BaggingClassifier(AROW, n_models=0)", "BaggingClassifier: n_models must be at least 1"),
        ("AROW(regularization=1, regularization=2)", "regularization is given twice"),
        ("Lags(lags='long')", "lags must be a whole number or a list"),
        ("Lags(lags=99999999999999999999999)", "Lags: "),
        ("OneVsOneClassifier()", "OneVsOneClassifier: missing"),
        ("AROW | StandardScaler", "only transforms may stand before a |"),
        ("StandardScaler + AROW", "cannot be joined by +"),
        ("AROW | StandardScaler | AROW", "only transforms"),
        ("Pipeline()", "at least one step"),
        ("3", "names nothing"),
        ("[AROW()]", "names nothing"),
        ("", "empty"),
        ("AROW(", "cannot be read"),
    ],
)
def test_what_does_not_fit_is_named(text, part):
    with pytest.raises(ValueError, match=re.escape(part)):
        specs.model(text)


@pytest.mark.parametrize("kind", specs.detectors().values(), ids=specs.detectors())
def test_what_a_detector_shows_makes_it_again(kind):
    detector = kind(seed=3) if "seed" in inspect.signature(kind).parameters else kind()
    again = specs.detector(repr(detector))

    assert again == detector
    with pytest.raises(ValueError, match="is no model"):
        specs.model(repr(detector))


def test_adaptation_is_named_with_its_learner_and_its_detector():
    text = "ResetOnDrift(StandardScaler() | AROW(), ADWIN(delta=0.01), keep_warning=True)"

    assert repr(specs.model(text)) == text
