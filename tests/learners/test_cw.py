from decimal import Decimal, localcontext
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

from driftline.learners import CW

CW_FORMS = ("variance", "stdev")
shapes = st.fixed_dictionaries(
    {"form": st.sampled_from(CW_FORMS), "covariance": st.sampled_from(COVARIANCES)}
)
confidences = st.sampled_from([1e-4, 0.1, 1.0])


def cw(belief, x, y, weight=1.0, *, phi=1.0, form="variance", covariance="full"):
    """Dredze et al. 2008 (variance), Crammer et al. 2008 (stdev); the weight shortens alpha."""
    w, S = belief
    M, V = y * (w @ x), x @ S @ x
    if form == "variance":
        b = 1.0 + 2.0 * phi * M
        D = sqrt(b**2 - 8.0 * phi * (M - phi * V))
        # The paper's root is (D - b) / (4 phi V); where b > 0 that difference cancels.
        alpha = 2.0 * (phi * V - M) / (V * (b + D)) if b > 0.0 else (D - b) / (4.0 * phi * V)
    else:
        psi, xi = 1.0 + phi**2 / 2.0, 1.0 + phi**2
        alpha = (-M * psi + sqrt(M**2 * phi**4 / 4.0 + V * phi**2 * xi)) / (V * xi)
    alpha = min(1.0, weight) * max(0.0, alpha)
    # The paper's root is (-alpha V phi + sqrt(...)) / 2, which cancels once V is small.
    root_u = 2.0 * V / (alpha * V * phi + sqrt(alpha**2 * V**2 * phi**2 + 4.0 * V))
    growth = 2.0 * alpha * phi if form == "variance" else alpha * phi / root_u
    return w + alpha * y * (S @ x), precision_added(S, x, growth, covariance)


@given(
    stream=binary_streams(),
    phi=confidences,
    shape=shapes,
    initial_variance=st.floats(0.1, 10.0),
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_belief_agrees_with_the_papers_on_any_stream(
    stream, phi, shape, initial_variance, form, fit_intercept
):
    model = CW(
        confidence=phi, **shape, initial_variance=initial_variance, fit_intercept=fit_intercept
    )

    teach(model, stream, form)

    step = partial(cw, phi=phi, **shape)
    expected = replay(step, gaussian(initial_variance), stream, fit_intercept)
    assert_same_belief(model, expected, fit_intercept)


@given(stream=labelled_streams(), shape=shapes)
def test_many_labels_learn_one_against_the_rest(stream, shape):
    model = teach(CW(**shape), stream)

    beliefs = replay_one_vs_rest(partial(cw, **shape), gaussian(), stream)
    expected = {label: w for label, (w, _) in beliefs.items()}
    assert_same_weights_per_label(model, expected)


@pytest.mark.parametrize(
    ("form", "covariance", "phi", "weights", "sigma"),
    [
        (
            "variance",
            "full",
            1.0,
            [0.3017842242, -0.6545805363],
            [0.3113739819, -0.1259891967, 0.2934007237],
        ),
        (
            "variance",
            "diagonal",
            1.0,
            [0.2348597498, -0.5840441260],
            [0.2589644355, 0.0, 0.2322315048],
        ),
        (
            "variance",
            "full",
            1e-4,
            [1.384615868e-05, -2.138461421e-04],
            [0.9999999467, -2.72e-08, 0.9999999422],
        ),
        (
            "stdev",
            "full",
            1.0,
            [0.3833731752, -0.9524426675],
            [0.3125507082, -0.1361492835, 0.2835879460],
        ),
        (
            "stdev",
            "diagonal",
            1.0,
            [0.3041085427, -0.8532033143],
            [0.2378499242, 0.0, 0.2033494815],
        ),
    ],
)
def test_worked_stream_ends_in_the_worked_belief(form, covariance, phi, weights, sigma):
    model = CW(confidence=phi, form=form, covariance=covariance, fit_intercept=False)

    teach(model, WORKED)

    np.testing.assert_allclose(weight_vector(model), weights, rtol=3e-10, atol=1e-14)
    np.testing.assert_allclose(model.covariance_matrix[np.triu_indices(2)], sigma, atol=1e-10)


@pytest.mark.parametrize(
    ("form", "weights", "sigma"),
    [
        (
            "variance",
            [-0.2299740666, -0.4493995608],
            [0.4098656276, -0.0835926458, 0.5136034608],
        ),
        ("stdev", [-0.4093791995, -0.5338255056], [0.4116330217, -0.0827609310, 0.5139948560]),
    ],
)
def test_reference_makes_the_worked_single_step(form, weights, sigma):
    belief = np.array([0.3, -0.2]), np.array([[0.8, 0.1], [0.1, 0.6]])

    w, S = cw(belief, np.array([1.0, 0.5]), -1, form=form)

    np.testing.assert_allclose(w, weights, atol=1e-10)
    np.testing.assert_allclose(S[np.triu_indices(2)], sigma, atol=1e-10)


@pytest.mark.parametrize(
    ("form", "power"), [("variance", 1.0), ("stdev", 0.5)], ids=["variance", "stdev"]
)
@pytest.mark.parametrize("phi", [1e-4, 1.0])
@given(stream=binary_streams(scales=(1.0,)))
def test_learned_row_just_meets_the_confidence_asked_for(form, power, phi, stream):
    model = CW(confidence=phi, form=form, covariance="full", fit_intercept=False)
    model.learn_many(np.resize(np.nan_to_num(stream.X), (len(stream.y), 2)), stream.y)
    x = np.array([1.0, 0.5])
    y = -1 if weight_vector(model) @ x >= 0.0 else 1  # a mistake breaks the constraint for sure

    model.learn_one(x, y)

    spread = x @ model.covariance_matrix @ x
    assert y * weight_vector(model) @ x == pytest.approx(phi * spread**power, rel=1e-7)


@pytest.mark.parametrize("form", CW_FORMS)
def test_row_that_meets_the_confidence_teaches_nothing(form):
    model = teach(CW(form=form, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, -1.0], 1)

    assert (model.weights, model.variances) == before


def test_tiny_confidence_keeps_twelve_digits():
    with localcontext(prec=60):
        phi, w, s = Decimal("1e-4"), Decimal(0), Decimal(1)
        for y in (1, -1, -1, 1, 1):  # the rows are all x = 1
            M, b = y * w, 1 + 2 * phi * y * w
            root = (b**2 - 8 * phi * (M - phi * s)).sqrt()
            alpha = max(Decimal(0), (root - b) / (4 * phi * s))
            w, s = w + alpha * y * s, 1 / (1 / s + 2 * alpha * phi)
    model = CW(confidence=1e-4, fit_intercept=False)

    model.learn_many(np.ones((5, 1)), [1, -1, -1, 1, 1])

    assert model.weights[0] == pytest.approx(float(w), rel=1e-12, abs=0.0)
    # The variance is 1 - 2e-8, so its last digit is 1e-8 of what is left.
    assert 1.0 - model.variances[0] == pytest.approx(float(1 - s), rel=1e-7, abs=0.0)


@pytest.mark.parametrize("form", CW_FORMS)
@given(stream=binary_streams())
def test_variance_never_grows(form, stream):
    model = CW(form=form)

    for x, y in zip(stream.X, stream.y, strict=True):
        before = list(model.variances.values())
        model.learn_one(x, y)
        assert np.all(np.array(list(model.variances.values()))[: len(before)] <= before)


@pytest.mark.parametrize("covariance", COVARIANCES)
@pytest.mark.parametrize("form", CW_FORMS)
def test_labels_that_contradict_each_other_leave_every_number_finite(form, covariance):
    """Above phi = 1 each contradiction about squares the spread, until it underflows."""
    model = CW(confidence=3.0, form=form, covariance=covariance)
    X, y = np.tile([[1.0, 0.5], [0.3, -2.0]], (50, 1)), [1, 1, -1, -1] * 25

    model.learn_many(X, y)

    numbers = [*model.weights.values(), model.intercept, *model.variances.values()]
    assert np.all(np.isfinite(numbers))


@pytest.mark.parametrize("form", CW_FORMS)
def test_weight_above_one_counts_as_one(form):
    once, eight = CW(form=form), CW(form=form)

    once.learn_one([1.0, 0.5], 1)
    eight.learn_one([1.0, 0.5], 1, 8.0)

    assert (eight.weights, eight.variances) == (once.weights, once.variances)


@pytest.mark.parametrize("form", CW_FORMS)
def test_half_weight_makes_half_the_step(form):
    whole, half = CW(form=form), CW(form=form)

    whole.learn_one([1.0, 0.5], 1)
    half.learn_one([1.0, 0.5], 1, 0.5)

    np.testing.assert_allclose(weight_vector(half), weight_vector(whole) / 2.0, rtol=1e-12)


@pytest.mark.parametrize("covariance", COVARIANCES)
@pytest.mark.parametrize("form", CW_FORMS)
def test_row_without_content_is_skipped(form, covariance):
    model = teach(CW(form=form, covariance=covariance, fit_intercept=False), WORKED)
    before = model.weights, model.variances

    model.learn_one([0.0, np.nan], 1)

    assert (model.weights, model.variances) == before


@pytest.mark.parametrize("form", CW_FORMS)
def test_example_of_weight_zero_teaches_nothing(form):
    model = teach(CW(form=form), WORKED)
    before = model.weights, model.intercept, model.variances

    model.learn_one([3.0, 3.0], 1, 0.0)

    assert (model.weights, model.intercept, model.variances) == before


def test_probability_is_the_sigmoid_of_the_margin():
    model = teach(CW(fit_intercept=False), WORKED)

    probability = model.predict_proba_one([1.0, 2.0])

    assert probability[1] == pytest.approx(sigmoid(weight_vector(model) @ [1.0, 2.0]), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("confidence", 0.0),
        ("confidence", -1.0),
        ("confidence", float("nan")),
        ("form", "deviation"),
        ("covariance", "block"),
        ("initial_variance", 0.0),
        ("initial_variance", -1.0),
    ],
)
def test_bad_parameter_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        CW(**{name: value})
