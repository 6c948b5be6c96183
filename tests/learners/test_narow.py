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

from driftline.learners import NAROW

covariances = st.sampled_from(COVARIANCES)

# Not a multiple of 1/4: a row of weight 1 leaves its own margin at 1 / b, and if that is a part of
# 1, a repeat of the row lands on the hinge's edge, where rounding decides whether it learns.
bounds = st.sampled_from([0.07, 0.7, 1.3, 7.1])


def narow(belief, x, y, weight=1.0, *, b=1.0, covariance="full"):
    """Orabona, Crammer 2010; the weight multiplies the step of theta and 1 / r."""
    theta, A = belief
    z = np.linalg.solve(A, x)
    if y * (theta @ z) >= 1.0:
        return theta, A
    v = x @ z
    if v > 1.0 / b:
        outer = np.outer(x, x) if covariance == "full" else np.diag(x**2)
        A = A + weight * (b - 1.0 / v) * outer
    return theta + weight * y * x, A


def weights_and_covariance(belief):
    theta, A = belief
    return np.linalg.solve(A, theta), np.linalg.inv(A)


@given(
    stream=binary_streams(),
    b=bounds,
    covariance=covariances,
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_belief_agrees_with_the_paper_on_any_stream(stream, b, covariance, form, fit_intercept):
    model = NAROW(confidence_bound=b, covariance=covariance, fit_intercept=fit_intercept)

    teach(model, stream, form)

    beliefs = replay(partial(narow, b=b, covariance=covariance), gaussian(), stream, fit_intercept)
    assert_same_belief(model, list(map(weights_and_covariance, beliefs)), fit_intercept)


@given(stream=labelled_streams(), b=bounds, covariance=covariances)
def test_many_labels_learn_one_against_the_rest(stream, b, covariance):
    model = teach(NAROW(confidence_bound=b, covariance=covariance), stream)

    step = partial(narow, b=b, covariance=covariance)
    beliefs = replay_one_vs_rest(step, gaussian(), stream)
    expected = {label: weights_and_covariance(belief)[0] for label, belief in beliefs.items()}
    assert_same_weights_per_label(model, expected)


def test_worked_stream_ends_in_the_worked_belief():
    model = teach(NAROW(covariance="full", fit_intercept=False), WORKED)

    np.testing.assert_allclose(weight_vector(model), [0.83, -1.73], rtol=1e-12)
    np.testing.assert_allclose(model.covariance_matrix, [[0.65, -0.15], [-0.15, 0.65]], rtol=1e-12)


@given(b=st.floats(0.05, 10.0))
def test_spread_of_a_learned_row_is_at_most_the_bound(b):
    model = NAROW(confidence_bound=b, covariance="full", fit_intercept=False)
    x = np.array([1.0, 0.5])

    model.learn_one(x, 1)

    assert x @ model.covariance_matrix @ x == pytest.approx(min(x @ x, 1.0 / b), rel=1e-9)


def test_row_of_little_spread_moves_the_weights_and_not_the_variances():
    model = NAROW(confidence_bound=1.0, fit_intercept=False)

    model.learn_one([0.5, 0.5], 1)

    assert (model.weights, model.variances) == ({0: 0.5, 1: 0.5}, {0: 1.0, 1: 1.0})


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_row_right_with_margin_to_spare_teaches_nothing(covariance):
    model = teach(NAROW(covariance=covariance, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, -10.0], 1)

    assert (model.weights, model.variances) == before


def test_weight_multiplies_the_step_and_the_shrinking():
    model = NAROW(confidence_bound=1.0, fit_intercept=False)

    model.learn_one([2.0, 0.0], 1, 3.0)

    # theta = 3 * 2 and a = 1 + 3 * (1 - 1/4) * 4
    assert model.weights == pytest.approx({0: 0.6, 1: 0.0}, rel=1e-12)
    assert model.variances == pytest.approx({0: 0.1, 1: 1.0}, rel=1e-12)


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_row_without_content_is_skipped(covariance):
    model = teach(NAROW(covariance=covariance, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, np.nan], 1)

    assert (model.weights, model.variances) == before


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_example_of_weight_zero_teaches_nothing(covariance):
    model = teach(NAROW(covariance=covariance), WORKED)
    before = model.weights, model.intercept, model.variances

    model.learn_one([3.0, 3.0], 1, 0.0)

    assert (model.weights, model.intercept, model.variances) == before


def test_probability_is_the_sigmoid_of_the_margin():
    model = teach(NAROW(fit_intercept=False), WORKED)

    probability = model.predict_proba_one([1.0, 2.0])

    assert probability[1] == pytest.approx(sigmoid(weight_vector(model) @ [1.0, 2.0]), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("confidence_bound", 0.0),
        ("confidence_bound", -1.0),
        ("confidence_bound", float("nan")),
        ("covariance", "block"),
    ],
)
def test_bad_parameter_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        NAROW(**{name: value})
