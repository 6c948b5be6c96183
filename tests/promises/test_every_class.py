"""What a class tells of itself: its parameters, its docstring, its repr, its clone."""

import doctest
import inspect
import re

import pytest
from oracles.every_model import CLASSES, MODELS, PIPELINES, SINGLE, answers, taught

from driftline import _core, adaptation, detectors, ensembles, learners, transforms
from driftline.state import dumps

FOLDERS = (learners, ensembles, adaptation, transforms, detectors)
NAMESPACE = {name: kind for folder in FOLDERS for name, kind in vars(folder).items()}


def documented(cls):
    """Names in the Parameters section of a NumPy docstring."""
    doc = inspect.getdoc(cls)
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\w[^\n]*\n-{3,}$|\Z)", doc, re.M | re.S)
    return re.findall(r"^(\w+)$", section[1], re.M) if section else []


def test_no_public_class_is_left_out():
    assert {make()._public_name() for make in SINGLE.values()} | {"Pipeline"} == set(CLASSES)
    assert all(isinstance(make(), learners.Pipeline) for make in PIPELINES.values())


def test_every_native_model_has_a_public_class():
    native = {
        # An adaptation has a native class for each family.
        next((public for public in adaptation.__all__ if name.startswith(public)), name)
        for name, cls in vars(_core).items()
        if isinstance(cls, type) and issubclass(cls, _core.Model) and not name.endswith("Pipeline")
        # tests/samplers and tests/detectors have these.
        if not issubclass(cls, _core.Sampler | _core.Detector | _core.FeatureMonitor)
    }

    assert native - {"Model", "Learner", "Classifier", "Regressor", "Transform"} <= set(CLASSES)


@pytest.mark.parametrize("cls", CLASSES.values(), ids=CLASSES)
def test_docstring_names_every_parameter_and_no_other(cls):
    assert documented(cls) == list(inspect.signature(cls).parameters)


@pytest.mark.parametrize("cls", CLASSES.values(), ids=CLASSES)
def test_docstring_has_an_example_that_runs(cls):
    (example,) = doctest.DocTestFinder(recurse=False).find(cls, cls.__name__)

    assert example.examples
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


@pytest.mark.parametrize("name", SINGLE)
def test_every_parameter_is_an_attribute_that_cannot_be_set(name):
    model = SINGLE[name]()

    assert list(model.params) == list(inspect.signature(type(model)).parameters)
    for parameter, value in model.params.items():
        assert getattr(model, parameter) == value
        with pytest.raises(AttributeError):
            setattr(model, parameter, value)


@pytest.mark.parametrize("name", SINGLE)
def test_parameters_with_defaults_are_keyword_only(name):
    parameters = inspect.signature(CLASSES[name]).parameters.values()

    # A learner in the first place may come without its name, as in River.
    assert [
        p.name
        for place, p in enumerate(parameters)
        if p.default is not p.empty and p.kind != p.KEYWORD_ONLY and (place, p.name) != (0, "model")
    ] == []


@pytest.mark.parametrize("name", MODELS)
def test_repr_evaluates_to_an_equal_untaught_model(name):
    model, _ = taught(name)

    twin = eval(repr(model), NAMESPACE)

    assert type(twin) is type(model)
    assert twin == MODELS[name]()
    assert twin != model


@pytest.mark.parametrize("name", MODELS)
def test_clone_is_untaught_and_has_the_same_parameters(name):
    model, stream = taught(name)
    before = dumps(model)

    clone = model.clone()

    assert clone == MODELS[name]()
    assert repr(clone) == repr(model)
    assert dumps(model) == before
    assert dumps(clone) == dumps(MODELS[name]())
    assert answers(clone, stream.X) == answers(MODELS[name](), stream.X)


@pytest.mark.parametrize("name", MODELS)
def test_attribute_that_a_model_lacks_is_not_there(name):
    model, _ = taught(name)

    # hasattr lets through any error but AttributeError.
    assert [a for a in dir(model) if not a.startswith("_") and hasattr(model, a)]


@pytest.mark.parametrize("name", MODELS)
def test_model_differs_from_other_models_and_other_things(name):
    model, _ = taught(name)

    assert model != MODELS[name]()
    assert model != "a model"
    assert model != None  # noqa: E711 - the operator is what is tested
