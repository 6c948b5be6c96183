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
    precision_added,
    replay,
    replay_one_vs_rest,
    sigmoid,
    teach,
    weight_vector,
)

from driftline.learners import AROW

shapes = st.sampled_from(
    [
        {"covariance": "full"},
        {"covariance": "diagonal", "variance": "exact"},
        {"covariance": "diagonal", "variance": "drop"},
    ]
)


def arow(belief, x, y, weight=1.0, *, r=1.0, covariance="full", variance="exact"):
    """Crammer, Kulesza, Dredze 2009, figure 1; an example of weight w is one whose r is r / w."""
    w, S = belief
    M, V = y * (w @ x), x @ S @ x
    if M >= 1.0:
        return w, S
    r = r / weight
    beta = 1.0 / (V + r)
    alpha = (1.0 - M) * beta
    if variance == "drop":
        shrunk = S - np.diag(beta * np.diag(S) ** 2 * x**2)
    else:
        shrunk = precision_added(S, x, 1.0 / r, covariance)
    return w + alpha * y * (S @ x), shrunk


@given(
    stream=binary_streams(),
    r=st.floats(0.05, 10.0),
    shape=shapes,
    initial_variance=st.floats(0.1, 10.0),
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_belief_agrees_with_the_paper_on_any_stream(
    stream, r, shape, initial_variance, form, fit_intercept
):
    model = AROW(
        regularization=r, **shape, initial_variance=initial_variance, fit_intercept=fit_intercept
    )

    teach(model, stream, form)

    step = partial(arow, r=r, **shape)
    expected = replay(step, gaussian(initial_variance), stream, fit_intercept)
    assert_same_belief(model, expected, fit_intercept)


@given(stream=labelled_streams(), shape=shapes)
def test_many_labels_learn_one_against_the_rest(stream, shape):
    model = teach(AROW(**shape), stream)

    beliefs = replay_one_vs_rest(partial(arow, **shape), gaussian(), stream)
    expected = {label: w for label, (w, _) in beliefs.items()}
    assert_same_weights_per_label(model, expected)


@pytest.mark.parametrize(
    ("covariance", "r", "weights", "sigma"),
    [
        (
            "full",
            1.0,
            [0.3728686528, -0.6584223346],
            [0.3185310099, -0.0599587783, 0.2465804759],
        ),
        ("diagonal", 1.0, [0.3127741652, -0.6175448349], [0.3039513678, 0.0, 0.2352941176]),
        (
            "full",
            0.1,
            [0.5898323491, -0.8871241431],
            [0.0454761420, -0.0108599742, 0.0324441729],
        ),
        ("diagonal", 0.1, [0.4393135309, -0.8074293612], [0.0418410042, 0.0, 0.0298507463]),
    ],
)
def test_worked_stream_ends_in_the_worked_belief(covariance, r, weights, sigma):
    model = AROW(regularization=r, covariance=covariance, fit_intercept=False)

    teach(model, WORKED)

    np.testing.assert_allclose(weight_vector(model), weights, atol=1e-10)
    np.testing.assert_allclose(model.covariance_matrix[np.triu_indices(2)], sigma, atol=1e-10)


def test_reference_makes_the_worked_single_step():
    belief = np.array([0.3, -0.2]), np.array([[0.8, 0.1], [0.1, 0.6]])

    w, S = arow(belief, np.array([1.0, 0.5]), 1, r=0.5)

    np.testing.assert_allclose(w, [0.7387096774, 0.0064516129], atol=1e-10)
    sigma = [0.3338709677, -0.1193548387, 0.4967741935]
    np.testing.assert_allclose(S[np.triu_indices(2)], sigma, atol=1e-10)


@pytest.mark.parametrize("covariance", COVARIANCES)
@given(r=st.floats(0.05, 10.0))
def test_update_scales_the_loss_by_r_over_spread_plus_r(covariance, r):
    model = AROW(regularization=r, covariance=covariance, fit_intercept=False)
    model.learn_one([-0.5, 1.0], -1)
    x = np.array([-1.0, 0.5])
    loss, spread = 1.0 - weight_vector(model) @ x, x @ model.covariance_matrix @ x

    model.learn_one(x, 1)

    after = 1.0 - weight_vector(model) @ x
    assert after == pytest.approx(loss * r / (spread + r), rel=1e-9)


@given(r=st.floats(0.05, 10.0))
def test_update_scales_the_spread_by_r_over_spread_plus_r(r):
    model = AROW(regularization=r, covariance="full", fit_intercept=False)
    model.learn_one([-0.5, 1.0], -1)
    x = np.array([-1.0, 0.5])
    spread = x @ model.covariance_matrix @ x

    model.learn_one(x, 1)

    assert x @ model.covariance_matrix @ x == pytest.approx(spread * r / (spread + r), rel=1e-9)


@given(stream=binary_streams())
def test_full_covariance_stays_symmetric_and_positive(stream):
    model = teach(AROW(regularization=0.1, covariance="full", fit_intercept=False), stream)

    assert np.array_equal(model.covariance_matrix, model.covariance_matrix.T)
    assert np.all(np.linalg.eigvalsh(model.covariance_matrix) > 0.0)


@given(stream=binary_streams(), shape=shapes)
def test_variance_never_grows_and_stays_positive(stream, shape):
    model = AROW(**shape)

    for x, y in zip(stream.X, stream.y, strict=True):
        before = list(model.variances.values())
        model.learn_one(x, y)
        after = np.array(list(model.variances.values()))
        assert np.all(after[: len(before)] <= before)
        assert np.all(after > 0.0)


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_row_right_with_margin_to_spare_teaches_nothing(covariance):
    model = teach(AROW(covariance=covariance, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, -10.0], 1)

    assert (model.weights, model.variances) == before


def test_dropped_variance_shrinks_less_than_the_exact_one_when_features_share_a_row():
    exact, drop = AROW(fit_intercept=False), AROW(variance="drop", fit_intercept=False)

    exact.learn_one([1.0, 1.0], 1)
    drop.learn_one([1.0, 1.0], 1)

    assert exact.variances == pytest.approx({0: 1 / 2, 1: 1 / 2}, rel=1e-12)
    assert drop.variances == pytest.approx({0: 2 / 3, 1: 2 / 3}, rel=1e-12)


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_weight_divides_the_regularization(covariance):
    heavy = AROW(regularization=3.0, covariance=covariance)
    trusting = AROW(regularization=1.0, covariance=covariance)

    heavy.learn_one([1.0, 0.5], 1, 3.0)
    trusting.learn_one([1.0, 0.5], 1)

    assert heavy.weights == pytest.approx(trusting.weights, rel=1e-12)
    assert heavy.variances == pytest.approx(trusting.variances, rel=1e-12)


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_row_without_content_is_skipped(covariance):
    model = teach(AROW(covariance=covariance, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, np.nan], 1)

    assert (model.weights, model.variances) == before


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_example_of_weight_zero_teaches_nothing(covariance):
    model = teach(AROW(covariance=covariance), WORKED)
    before = model.weights, model.intercept, model.variances

    model.learn_one([3.0, 3.0], 1, 0.0)

    assert (model.weights, model.intercept, model.variances) == before


def test_probability_is_the_sigmoid_of_the_margin():
    model = teach(AROW(fit_intercept=False), WORKED)

    probability = model.predict_proba_one([1.0, 2.0])

    assert probability[1] == pytest.approx(sigmoid(weight_vector(model) @ [1.0, 2.0]), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("regularization", 0.0),
        ("regularization", -1.0),
        ("regularization", float("nan")),
        ("covariance", "block"),
        ("variance", "project"),
        ("initial_variance", 0.0),
        ("initial_variance", -1.0),
    ],
)
def test_bad_parameter_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        AROW(**{name: value})
