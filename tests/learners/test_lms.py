from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.linear_streams import (
    FORMS,
    WORKED,
    assert_same_weights,
    regression_streams,
    replay,
    teach,
    weight_vector,
)

from driftline.learners import LMS


def lms(w, x, y, weight=1.0, *, eta=0.01, implicit=False):
    """Widrow, Hoff 1960; implicit: the exact minimiser of eta (w'.x - y)^2 + |w' - w|^2."""
    eta = eta * weight
    brake = 1.0 + eta * (x @ x) if implicit else 1.0
    return w - eta * (w @ x - y) * x / brake


@given(
    stream=regression_streams(),
    eta=st.floats(1e-4, 1e-2),
    implicit=st.booleans(),
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_weights_agree_with_the_rule_on_any_stream(stream, eta, implicit, form, fit_intercept):
    model = LMS(learning_rate=eta, implicit=implicit, fit_intercept=fit_intercept)

    teach(model, stream, form)

    step = partial(lms, eta=eta, implicit=implicit)
    assert_same_weights(model, replay(step, np.zeros, stream, fit_intercept), fit_intercept)


def test_worked_stream_ends_in_the_worked_weights():
    model = teach(LMS(learning_rate=0.1, fit_intercept=False), WORKED)

    np.testing.assert_allclose(weight_vector(model), [0.06576, -0.24464], rtol=1e-12)


@given(eta=st.floats(1e-3, 1e6))
def test_implicit_step_divides_the_error_whatever_the_rate(eta):
    model = LMS(learning_rate=eta, implicit=True)

    model.learn_one([3.0, 4.0], 10.0)

    error = 10.0 - model.predict_one([3.0, 4.0])
    assert error == pytest.approx(10.0 / (1.0 + eta * 26.0), rel=1e-9, abs=1e-13)


def test_implicit_step_is_the_minimiser_of_the_proximal_problem():
    model = LMS(learning_rate=0.7, implicit=True, fit_intercept=False)
    x, y, w = np.array([1.0, -2.0]), 3.0, np.zeros(2)

    model.learn_one(x, y)

    moved = weight_vector(model)
    gradient = 0.7 * 2.0 * (moved @ x - y) * x + 2.0 * (moved - w)
    np.testing.assert_allclose(gradient, 0.0, atol=1e-14)


@pytest.mark.parametrize("implicit", [False, True])
def test_row_predicted_exactly_teaches_nothing(implicit):
    model = LMS(learning_rate=0.5, implicit=implicit)
    model.learn_one([1.0, 0.0], 1.0)
    before = model.weights, model.intercept

    model.learn_one([1.0, 0.0], model.predict_one([1.0, 0.0]))

    assert (model.weights, model.intercept) == before


@pytest.mark.parametrize("implicit", [False, True])
def test_weight_multiplies_the_learning_rate(implicit):
    heavy = LMS(learning_rate=0.1, implicit=implicit)
    quick = LMS(learning_rate=0.3, implicit=implicit)

    heavy.learn_one([1.0, 0.5], 2.0, 3.0)
    quick.learn_one([1.0, 0.5], 2.0)

    assert heavy.weights == pytest.approx(quick.weights, rel=1e-12)


@pytest.mark.parametrize("implicit", [False, True])
def test_example_of_weight_zero_teaches_nothing(implicit):
    model = teach(LMS(implicit=implicit), WORKED)
    before = model.weights, model.intercept

    model.learn_one([3.0, 3.0], 9.0, 0.0)

    assert (model.weights, model.intercept) == before


@pytest.mark.parametrize("learning_rate", [0.0, -1.0, float("nan")])
def test_bad_learning_rate_is_named(learning_rate):
    with pytest.raises(ValueError, match="learning_rate"):
        LMS(learning_rate=learning_rate)
