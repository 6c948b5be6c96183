import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import (
    FORMS,
    Stream,
    assert_close,
    naive_sgd,
    sgd_parameters,
    streams,
    teach,
    weights_of,
)

from driftline.learners import SGDRegressor


def slope(loss, epsilon, score, target):
    """Return the derivative of the loss by the prediction; inside epsilon (or at 0) it is 0."""
    error = score - target
    if loss == "squared":
        return 2 * error
    if loss == "epsilon_insensitive":
        return np.sign(error) * (abs(error) > epsilon)
    return np.sign(error)


def reference(stream, loss, epsilon=0.1, **parameters):
    return naive_sgd(stream, lambda p, y: slope(loss, epsilon, p, y), **parameters)


LOSSES = ["squared", "absolute", "epsilon_insensitive"]
# Off the grid of the values, so that no prediction hits a target or the edge of epsilon.
TARGETS = st.integers(-20, 20).map(lambda k: k / 4 + 0.0371)


@given(
    streams(targets=TARGETS, values=st.integers(-8, 8).map(lambda k: k / 8)),
    st.sampled_from(LOSSES),
    sgd_parameters(),
    st.sampled_from(FORMS),
)
def test_weights_agree_with_naive_dense_sgd_on_any_stream(stream, loss, parameters, form):
    model = teach(SGDRegressor(loss=loss, epsilon=0.1, **parameters), stream, form)

    _, coef, bias = reference(stream, loss, **parameters)

    assert_close(weights_of(model, stream.X.shape[1]), coef)
    assert_close(model.intercept, bias)


@given(
    streams(targets=TARGETS, values=st.integers(-8, 8).map(lambda k: k / 8)),
    st.sampled_from(LOSSES),
    sgd_parameters(),
)
def test_each_row_is_predicted_by_what_the_rows_before_it_taught(stream, loss, parameters):
    predicted = SGDRegressor(loss=loss, epsilon=0.1, **parameters).predict_learn_many(
        stream.X, np.array(stream.y), w=stream.w
    )

    assert_close(predicted, reference(stream, loss, **parameters)[0])


def test_squared_loss_takes_the_full_gradient_of_the_square():
    model = SGDRegressor(loss="squared", eta0=0.1, fit_intercept=False)

    model.learn_one([2.0], 3.0)

    assert model.weights[0] == pytest.approx(0.1 * 2 * 3.0 * 2.0)


@pytest.mark.parametrize("loss", LOSSES)
def test_prediction_that_is_exactly_right_teaches_nothing(loss):
    model = SGDRegressor(loss=loss, eta0=0.1)

    model.learn_one([1.0, 2.0], 0.0)

    assert model.weights == {0: 0.0, 1: 0.0}
    assert model.intercept == 0.0


@pytest.mark.parametrize(("target", "step"), [(0.25, 0.0), (0.75, 0.1), (-0.75, -0.1)])
def test_errors_up_to_epsilon_teach_nothing_and_larger_ones_a_fixed_step(target, step):
    model = SGDRegressor(loss="epsilon_insensitive", epsilon=0.5, eta0=0.1, fit_intercept=False)

    model.learn_one([1.0], target)

    assert model.weights[0] == pytest.approx(step)


def test_one_outlier_moves_the_absolute_loss_no_more_than_any_row():
    ordinary = SGDRegressor(loss="absolute", eta0=0.1)
    struck = SGDRegressor(loss="absolute", eta0=0.1)

    ordinary.learn_one([1.0], 1.0)
    struck.learn_one([1.0], 1e12)

    assert ordinary == struck


def test_weight_scales_the_gradient_but_not_the_penalty():
    model = SGDRegressor(loss="absolute", eta0=0.1, l2=0.5, fit_intercept=False)
    model.learn_one([1.0], 5.0, w=3.0)

    model.learn_one([1.0], 5.0, w=3.0)

    assert model.weights[0] == pytest.approx(0.3 * (1 - 0.1 * 0.5) + 0.3)


def test_average_starts_after_the_given_row():
    stream = Stream(np.ones((4, 1)), [10.0] * 4, np.ones(4))
    settings = {"loss": "absolute", "eta0": 0.1, "fit_intercept": False, "average": True}

    early = teach(SGDRegressor(**settings), stream)
    late = teach(SGDRegressor(average_after=2, **settings), stream)

    assert early.weights[0] == pytest.approx(np.mean([0.1, 0.2, 0.3, 0.4]))
    assert late.weights[0] == pytest.approx(np.mean([0.3, 0.4]))


@pytest.mark.parametrize(
    "bad", [{"loss": "log_loss"}, {"epsilon": -0.1}, {"eta0": -1.0}, {"power_t": math.inf}], ids=str
)
def test_impossible_parameters_are_refused_by_name(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        SGDRegressor(**bad)
