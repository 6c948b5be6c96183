from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.linear_streams import (
    COVARIANCES,
    FORMS,
    WORKED,
    assert_same_belief,
    assert_same_weights_per_label,
    binary_streams,
    gaussian,
    labelled_streams,
    replay,
    replay_one_vs_rest,
    sigmoid,
    teach,
    weight_vector,
)

from driftline.learners import SecondOrderPerceptron

covariances = st.sampled_from(COVARIANCES)


def second_order_perceptron(belief, x, y, weight=1.0, *, covariance="full"):
    """Cesa-Bianchi, Conconi, Gentile 2005, figure 2; the weight multiplies x x' and y x."""
    v, A = belief
    square = np.outer(x, x) if covariance == "full" else np.diag(x**2)
    predicted = 1 if v @ np.linalg.solve(A + square, x) >= 0.0 else -1
    return (v, A) if predicted == y else (v + weight * y * x, A + weight * square)


def weights_and_covariance(belief):
    v, A = belief
    return np.linalg.solve(A, v), np.linalg.inv(A)


@given(
    stream=binary_streams(),
    a=st.floats(0.1, 10.0),
    covariance=covariances,
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_belief_agrees_with_the_paper_on_any_stream(stream, a, covariance, form, fit_intercept):
    model = SecondOrderPerceptron(
        initial_precision=a, covariance=covariance, fit_intercept=fit_intercept
    )

    teach(model, stream, form)

    step = partial(second_order_perceptron, covariance=covariance)
    beliefs = replay(step, gaussian(a), stream, fit_intercept)
    assert_same_belief(model, list(map(weights_and_covariance, beliefs)), fit_intercept)


@given(stream=labelled_streams(), covariance=covariances)
def test_many_labels_learn_one_against_the_rest(stream, covariance):
    model = teach(SecondOrderPerceptron(covariance=covariance), stream)

    step = partial(second_order_perceptron, covariance=covariance)
    beliefs = replay_one_vs_rest(step, gaussian(), stream)
    expected = {label: weights_and_covariance(belief)[0] for label, belief in beliefs.items()}
    assert_same_weights_per_label(model, expected)


def test_worked_stream_ends_in_the_worked_belief():
    model = teach(SecondOrderPerceptron(covariance="full", fit_intercept=False), WORKED)

    np.testing.assert_allclose(weight_vector(model), [2 / 9, -4 / 9], rtol=1e-12)
    inverse = [[8 / 9, 2 / 9], [2 / 9, 5 / 9]]
    np.testing.assert_allclose(model.covariance_matrix, inverse, rtol=1e-12)


def test_margin_of_zero_is_right_for_the_positive_label():
    model = SecondOrderPerceptron(initial_precision=4.0, fit_intercept=False)

    model.learn_one([1.0, 2.0], 1)

    assert list(model.weights.values()) == [0.0, 0.0]
    assert list(model.variances.values()) == [0.25, 0.25]


def test_prediction_counts_the_row_itself_among_those_seen():
    """v = (1, -1) and A = (2, 2): v' A^-1 x > 0, yet v' B^-1 x = 3/11 - 2/6 < 0."""
    model = SecondOrderPerceptron(fit_intercept=False)
    model.learn_one([1.0, 1.0], 1)
    model.learn_one([-1.0, 1.0], -1)

    predicted = model.predict_one([3.0, 2.0])

    assert weight_vector(model) @ [3.0, 2.0] > 0.0
    assert predicted == -1


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_row_predicted_right_teaches_nothing_not_even_the_variances(covariance):
    model = teach(SecondOrderPerceptron(covariance=covariance, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, -10.0], 1)

    assert (model.weights, model.variances) == before


def test_weight_multiplies_the_step_and_the_row_counted():
    model = SecondOrderPerceptron(fit_intercept=False)

    model.learn_one([2.0, 0.0], -1, 3.0)

    # v = -3 * 2 and a = 1 + 3 * 4
    assert model.weights == pytest.approx({0: -6 / 13, 1: 0.0}, rel=1e-12)
    assert model.variances == pytest.approx({0: 1 / 13, 1: 1.0}, rel=1e-12)


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_row_without_content_is_skipped(covariance):
    model = teach(SecondOrderPerceptron(covariance=covariance, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, np.nan], -1)

    assert (model.weights, model.variances) == before


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_example_of_weight_zero_teaches_nothing(covariance):
    model = teach(SecondOrderPerceptron(covariance=covariance), WORKED)
    before = model.weights, model.intercept, model.variances

    model.learn_one([3.0, -3.0], -1, 0.0)

    assert (model.weights, model.intercept, model.variances) == before


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_probability_is_the_sigmoid_of_the_margin(covariance):
    model = teach(SecondOrderPerceptron(covariance=covariance, fit_intercept=False), WORKED)
    x = np.array([1.0, 2.0])

    probability = model.predict_proba_one(x)

    A = np.linalg.inv(model.covariance_matrix)
    B = A + (np.outer(x, x) if covariance == "full" else np.diag(x**2))
    margin = A @ weight_vector(model) @ np.linalg.solve(B, x)
    assert probability[1] == pytest.approx(sigmoid(margin), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("initial_precision", 0.0),
        ("initial_precision", -1.0),
        ("initial_precision", float("nan")),
        ("covariance", "block"),
    ],
)
def test_bad_parameter_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        SecondOrderPerceptron(**{name: value})
