from functools import partial
from math import sqrt

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
    precision_added,
    replay,
    replay_one_vs_rest,
    sigmoid,
    teach,
    weight_vector,
)

from driftline.learners import CW, SCW

VARIANTS = ("SCW-I", "SCW-II")
shapes = st.fixed_dictionaries(
    {"variant": st.sampled_from(VARIANTS), "covariance": st.sampled_from(COVARIANCES)}
)


def scw(belief, x, y, weight=1.0, *, C=1.0, phi=1.0, variant="SCW-I", covariance="full"):
    """Wang, Zhao, Hoi 2012, propositions 1 and 2; an example of weight w is one whose C is C w."""
    w, S = belief
    M, V, C = y * (w @ x), x @ S @ x, C * weight
    if variant == "SCW-I":
        psi, xi = 1.0 + phi**2 / 2.0, 1.0 + phi**2
        alpha = (-M * psi + sqrt(M**2 * phi**4 / 4.0 + V * phi**2 * xi)) / (V * xi)
        alpha = min(C, alpha)
    else:
        n = V + 1.0 / (2.0 * C)
        g = phi * sqrt(phi**2 * M**2 * V**2 + 4.0 * n * V * (n + V * phi**2))
        alpha = (-(2.0 * M * n + phi**2 * M * V) + g) / (2.0 * (n**2 + n * V * phi**2))
    alpha = max(0.0, alpha)
    # The paper's root is (-alpha V phi + sqrt(...)) / 2, which cancels once V is small.
    root_u = 2.0 * V / (alpha * V * phi + sqrt(alpha**2 * V**2 * phi**2 + 4.0 * V))
    return w + alpha * y * (S @ x), precision_added(S, x, alpha * phi / root_u, covariance)


@given(
    stream=binary_streams(),
    C=st.floats(0.05, 10.0),
    phi=st.floats(0.1, 3.0),
    shape=shapes,
    initial_variance=st.floats(0.1, 10.0),
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_belief_agrees_with_the_paper_on_any_stream(
    stream, C, phi, shape, initial_variance, form, fit_intercept
):
    model = SCW(
        C=C,
        confidence=phi,
        **shape,
        initial_variance=initial_variance,
        fit_intercept=fit_intercept,
    )

    teach(model, stream, form)

    step = partial(scw, C=C, phi=phi, **shape)
    expected = replay(step, gaussian(initial_variance), stream, fit_intercept)
    assert_same_belief(model, expected, fit_intercept)


@given(stream=labelled_streams(), shape=shapes)
def test_many_labels_learn_one_against_the_rest(stream, shape):
    model = teach(SCW(**shape), stream)

    beliefs = replay_one_vs_rest(partial(scw, **shape), gaussian(), stream)
    expected = {label: w for label, (w, _) in beliefs.items()}
    assert_same_weights_per_label(model, expected)


@pytest.mark.parametrize(
    ("variant", "weights", "sigma"),
    [
        (
            "SCW-I",
            [0.4626706937, -0.8861647444],
            [0.3261940193, -0.1247460223, 0.2931189438],
        ),
        (
            "SCW-II",
            [0.3525723004, -0.7465610232],
            [0.4127198103, -0.1153530698, 0.3607912777],
        ),
    ],
)
def test_worked_stream_ends_in_the_worked_belief(variant, weights, sigma):
    model = SCW(variant=variant, covariance="full", fit_intercept=False)

    teach(model, WORKED)

    np.testing.assert_allclose(weight_vector(model), weights, atol=1e-10)
    np.testing.assert_allclose(model.covariance_matrix[np.triu_indices(2)], sigma, atol=1e-10)


@pytest.mark.parametrize("covariance", COVARIANCES)
@given(stream=binary_streams())
def test_first_variant_with_a_slope_out_of_reach_is_cw_on_standard_deviations(covariance, stream):
    soft = SCW(C=1e12, covariance=covariance)
    hard = CW(form="stdev", covariance=covariance)

    soft.learn_many(stream.X, stream.y)
    hard.learn_many(stream.X, stream.y)

    assert soft.weights == pytest.approx(hard.weights, rel=1e-9, abs=1e-12)
    assert soft.variances == pytest.approx(hard.variances, rel=1e-9)


def test_first_variant_moves_no_further_than_its_slope():
    model = SCW(C=0.125, fit_intercept=False)

    model.learn_one([1.0, -1.0], 1)

    assert model.weights == {0: 0.125, 1: -0.125}


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
def test_second_variant_leaves_the_loss_that_its_slope_pays_for(C):
    model = SCW(C=C, variant="SCW-II", covariance="full", fit_intercept=False)
    model.learn_one([-0.5, 1.0], -1)
    x = np.array([1.0, 0.5])
    margin, spread = -weight_vector(model) @ x, x @ model.covariance_matrix @ x

    model.learn_one(x, -1)

    margin_after = -weight_vector(model) @ x
    alpha = (margin_after - margin) / spread
    loss = sqrt(x @ model.covariance_matrix @ x) - margin_after
    assert loss == pytest.approx(alpha / (2.0 * C), rel=1e-9)


@pytest.mark.parametrize("variant", VARIANTS)
def test_row_that_meets_the_confidence_teaches_nothing(variant):
    model = teach(SCW(variant=variant, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, -10.0], 1)

    assert (model.weights, model.variances) == before


@pytest.mark.parametrize("variant", VARIANTS)
def test_weight_scales_the_slope(variant):
    heavy, steep = SCW(C=0.1, variant=variant), SCW(C=0.3, variant=variant)

    heavy.learn_one([1.0, 0.5], 1, 3.0)
    steep.learn_one([1.0, 0.5], 1)

    assert heavy.weights == pytest.approx(steep.weights, rel=1e-12)
    assert heavy.variances == pytest.approx(steep.variances, rel=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_row_without_content_is_skipped(variant):
    model = teach(SCW(variant=variant, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, np.nan], 1)

    assert (model.weights, model.variances) == before


@pytest.mark.parametrize("variant", VARIANTS)
def test_example_of_weight_zero_teaches_nothing(variant):
    model = teach(SCW(variant=variant), WORKED)
    before = model.weights, model.intercept, model.variances

    model.learn_one([3.0, 3.0], 1, 0.0)

    assert (model.weights, model.intercept, model.variances) == before


def test_probability_is_the_sigmoid_of_the_margin():
    model = teach(SCW(fit_intercept=False), WORKED)

    probability = model.predict_proba_one([1.0, 2.0])

    assert probability[1] == pytest.approx(sigmoid(weight_vector(model) @ [1.0, 2.0]), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("C", 0.0),
        ("C", -1.0),
        ("C", float("nan")),
        ("confidence", 0.0),
        ("confidence", float("nan")),
        ("variant", "SCW-III"),
        ("covariance", "block"),
        ("initial_variance", 0.0),
        ("initial_variance", -1.0),
    ],
)
def test_bad_parameter_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        SCW(**{name: value})
