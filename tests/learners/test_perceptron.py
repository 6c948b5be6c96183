import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.linear_streams import (
    FORMS,
    WORKED,
    Stream,
    assert_same_weights,
    assert_same_weights_per_label,
    binary_streams,
    labelled_streams,
    replay,
    replay_one_vs_rest,
    sigmoid,
    teach,
)

from driftline.learners import Perceptron


def perceptron(w, x, y, weight=1.0):
    """Rosenblatt 1958; a margin of zero predicts +1."""
    predicted = 1 if w @ x >= 0.0 else -1
    return w if predicted == y else w + weight * y * x


@given(stream=binary_streams(), form=st.sampled_from(FORMS), fit_intercept=st.booleans())
def test_weights_agree_with_the_paper_on_any_stream(stream, form, fit_intercept):
    model = teach(Perceptron(fit_intercept=fit_intercept), stream, form)

    assert_same_weights(model, replay(perceptron, np.zeros, stream, fit_intercept), fit_intercept)


@given(seed=st.integers(0, 2**32 - 1), fit_intercept=st.booleans())
def test_ties_on_whole_numbers_are_decided_as_in_the_paper(seed, fit_intercept):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-2, 3, size=(30, 3)).astype(float), rng.choice([-1, 1], size=30).tolist()
    stream = Stream(X, y, np.ones(30))

    model = teach(Perceptron(fit_intercept=fit_intercept), stream)

    assert_same_weights(model, replay(perceptron, np.zeros, stream, fit_intercept), fit_intercept)


@given(stream=labelled_streams())
def test_many_labels_learn_one_against_the_rest(stream):
    model = teach(Perceptron(), stream)

    expected = replay_one_vs_rest(perceptron, np.zeros, stream)
    assert_same_weights_per_label(model, expected)


def test_worked_stream_ends_in_the_weights_found_by_hand():
    model = teach(Perceptron(fit_intercept=False), WORKED)

    assert model.weights == {0: 0.5, 1: -1.0}  # only the second row is a mistake


def test_margin_of_zero_is_right_for_the_positive_label():
    model = Perceptron()

    model.learn_one([1.0, 2.0], 1)

    assert (list(model.weights.values()), model.intercept) == ([0.0, 0.0], 0.0)


def test_margin_of_zero_is_wrong_for_the_negative_label():
    model = Perceptron()

    model.learn_one([1.0, 2.0], -1)

    assert (model.weights, model.intercept) == ({0: -1.0, 1: -2.0}, -1.0)


def test_row_predicted_right_teaches_nothing_however_close():
    model = Perceptron(fit_intercept=False)
    model.learn_one([1.0, 0.0], -1)

    model.learn_one([1e-9, 5.0], -1)

    assert model.weights == {0: -1.0, 1: 0.0}


def test_weight_multiplies_the_step():
    model = Perceptron()

    model.learn_one([1.0, 2.0], -1, 3.0)

    assert (model.weights, model.intercept) == ({0: -3.0, 1: -6.0}, -3.0)


def test_example_of_weight_zero_teaches_nothing():
    model = teach(Perceptron(fit_intercept=False), WORKED)

    model.learn_one([1.0, -1.0], -1, 0.0)

    assert model.weights == {0: 0.5, 1: -1.0}


def test_probability_is_the_sigmoid_of_the_margin():
    model = teach(Perceptron(fit_intercept=False), WORKED)

    probability = model.predict_proba_one([1.0, 2.0])

    assert probability == pytest.approx({1: sigmoid(-1.5), -1: sigmoid(1.5)}, rel=1e-12)


def test_probabilities_of_many_labels_are_sigmoids_made_to_sum_to_one():
    X = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 1.0]])
    model = teach(Perceptron(), Stream(X, ["a", "b", "c"], np.ones(3)))

    probability = model.predict_proba_one([1.0, 2.0])

    margins = [
        model.intercept[k] + np.dot([1.0, 2.0], list(model.weights[k].values())) for k in "abc"
    ]
    expected = sigmoid(np.array(margins)) / sigmoid(np.array(margins)).sum()
    assert probability == pytest.approx(dict(zip("abc", expected, strict=True)), rel=1e-12)
