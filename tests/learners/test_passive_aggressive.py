from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.linear_streams import (
    FORMS,
    WORKED,
    assert_same_weights,
    assert_same_weights_per_label,
    binary_streams,
    labelled_streams,
    regression_streams,
    replay,
    replay_one_vs_rest,
    sigmoid,
    teach,
    weight_vector,
)

from driftline.learners import PAClassifier, PARegressor

VARIANTS = ("PA", "PA-I", "PA-II")
variants = st.sampled_from(VARIANTS)
slopes = st.floats(0.01, 10.0)


def step_size(loss, x, weight, variant, C):
    """Crammer et al. 2006, tau; the weight scales C, and in PA, which has no C, the step."""
    if variant == "PA":
        return min(1.0, weight) * loss / (x @ x)
    if variant == "PA-I":
        return min(weight * C, loss / (x @ x))
    return loss / (x @ x + 1.0 / (2.0 * weight * C))


def classify(w, x, y, weight=1.0, *, variant, C=1.0):
    loss = max(0.0, 1.0 - y * (w @ x))
    return w + step_size(loss, x, weight, variant, C) * y * x


def regress(w, x, y, weight=1.0, *, variant, C=1.0, epsilon=0.1):
    loss = max(0.0, abs(y - w @ x) - epsilon)
    return w + step_size(loss, x, weight, variant, C) * np.sign(y - w @ x) * x


@given(
    stream=binary_streams(),
    variant=variants,
    C=slopes,
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_classifier_agrees_with_the_paper_on_any_stream(stream, variant, C, form, fit_intercept):
    model = teach(PAClassifier(C=C, variant=variant, fit_intercept=fit_intercept), stream, form)

    step = partial(classify, variant=variant, C=C)
    assert_same_weights(model, replay(step, np.zeros, stream, fit_intercept), fit_intercept)


@given(
    stream=regression_streams(),
    parameters=st.fixed_dictionaries(
        {"variant": variants, "C": slopes, "epsilon": st.floats(0.0, 2.0)}
    ),
    form=st.sampled_from(FORMS),
    fit_intercept=st.booleans(),
)
def test_regressor_agrees_with_the_paper_on_any_stream(stream, parameters, form, fit_intercept):
    model = teach(PARegressor(**parameters, fit_intercept=fit_intercept), stream, form)

    step = partial(regress, **parameters)
    assert_same_weights(model, replay(step, np.zeros, stream, fit_intercept), fit_intercept)


@given(stream=labelled_streams(), variant=variants)
def test_many_labels_learn_one_against_the_rest(stream, variant):
    model = teach(PAClassifier(variant=variant), stream)

    step = partial(classify, variant=variant)
    expected = replay_one_vs_rest(step, np.zeros, stream)
    assert_same_weights_per_label(model, expected)


@pytest.mark.parametrize(
    ("variant", "C", "weights"),
    [
        ("PA", 1.0, [0.5076923077, -1.5076923077]),
        ("PA-I", 0.1, [0.07, -0.25]),
        ("PA-II", 0.5, [0.3326071169, -0.9353667393]),
    ],
)
def test_worked_stream_ends_in_the_worked_weights(variant, C, weights):
    model = teach(PAClassifier(C=C, variant=variant, fit_intercept=False), WORKED)

    np.testing.assert_allclose(weight_vector(model), weights, atol=1e-10)


@given(x=st.lists(st.floats(0.1, 5.0), min_size=2, max_size=2), y=st.sampled_from([-1, 1]))
def test_plain_classifier_has_no_loss_left_on_the_row_it_just_learned(x, y):
    model = teach(PAClassifier(variant="PA", fit_intercept=False), WORKED)

    model.learn_one(x, y)

    assert y * np.dot(weight_vector(model), x) >= 1.0 - 1e-12


def test_first_variant_moves_no_further_than_its_slope():
    model = PAClassifier(C=0.25, variant="PA-I", fit_intercept=False)

    model.learn_one([1.0, -1.0], 1)

    assert model.weights == {0: 0.25, 1: -0.25}


def test_second_variant_leaves_the_loss_that_its_slope_pays_for():
    model = PAClassifier(C=0.3, variant="PA-II", fit_intercept=False)
    x = np.array([1.0, 2.0])

    model.learn_one(x, 1)

    step = weight_vector(model)[0]
    assert 1.0 - weight_vector(model) @ x == pytest.approx(step / (2 * 0.3), rel=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_row_right_with_margin_to_spare_teaches_nothing(variant):
    model = teach(PAClassifier(variant=variant, fit_intercept=False), WORKED)
    before = model.weights

    model.learn_one([0.0, -10.0], 1)

    assert model.weights == before


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("learner", [PAClassifier, PARegressor])
def test_row_without_content_is_skipped(learner, variant):
    model = teach(learner(variant=variant, fit_intercept=False), WORKED)
    before = model.weights

    model.learn_one([0.0, np.nan], 1)

    assert model.weights == before


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("learner", [PAClassifier, PARegressor])
def test_example_of_weight_zero_teaches_nothing(learner, variant):
    model = teach(learner(variant=variant), WORKED)
    before = model.weights, model.intercept

    model.learn_one([3.0, 3.0], 1, 0.0)

    assert (model.weights, model.intercept) == before


@pytest.mark.parametrize("variant", ["PA-I", "PA-II"])
@pytest.mark.parametrize("learner", [PAClassifier, PARegressor])
def test_weight_scales_the_slope(learner, variant):
    heavy, steep = learner(C=0.1, variant=variant), learner(C=0.3, variant=variant)

    heavy.learn_one([0.5, 1.0], 1, 3.0)
    steep.learn_one([0.5, 1.0], 1)

    assert heavy.weights == pytest.approx(steep.weights, rel=1e-12)


@pytest.mark.parametrize(("weight", "part"), [(0.25, 0.25), (1.0, 1.0), (8.0, 1.0)])
def test_weight_of_plain_classifier_shortens_the_step_and_never_overshoots(weight, part):
    model = PAClassifier(variant="PA", fit_intercept=False)

    model.learn_one([2.0, 0.0], 1, weight)

    assert model.weights == {0: 0.5 * part, 1: 0.0}


def test_plain_regressor_ends_on_the_edge_of_the_tolerated_band():
    model = PARegressor(variant="PA", epsilon=0.5)

    model.learn_one([1.0, 2.0], 7.0)

    assert model.predict_one([1.0, 2.0]) == pytest.approx(6.5, rel=1e-12)


def test_regressor_learns_nothing_from_an_error_within_epsilon():
    model = PARegressor(epsilon=0.5)

    model.learn_one([1.0, 2.0], -0.5)

    assert (list(model.weights.values()), model.intercept) == ([0.0, 0.0], 0.0)


def test_probability_is_the_sigmoid_of_the_margin():
    model = teach(PAClassifier(fit_intercept=False), WORKED)

    probability = model.predict_proba_one([1.0, 2.0])

    assert probability[1] == pytest.approx(sigmoid(weight_vector(model) @ [1.0, 2.0]), rel=1e-12)


@pytest.mark.parametrize("learner", [PAClassifier, PARegressor])
@pytest.mark.parametrize(
    ("name", "value"),
    [("C", 0.0), ("C", -1.0), ("C", float("nan")), ("variant", "PA-III"), ("variant", "")],
)
def test_bad_parameter_is_named(learner, name, value):
    with pytest.raises(ValueError, match=name):
        learner(**{name: value})


@pytest.mark.parametrize("epsilon", [-0.1, float("nan")])
def test_bad_epsilon_is_named(epsilon):
    with pytest.raises(ValueError, match="epsilon"):
        PARegressor(epsilon=epsilon)
