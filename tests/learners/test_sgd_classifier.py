import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import (
    FORMS,
    STEPS,
    Stream,
    assert_close,
    naive_sgd,
    sgd_parameters,
    streams,
    teach,
    weights_of,
)
from scipy import sparse

from driftline.learners import SGDClassifier
from driftline.transforms import StandardScaler


def slope(loss, score, label):
    """Return the derivative of the loss by the score; the spec's g is slope * x."""
    y = 1 if label == 1 else -1
    margin = y * score
    if loss == "hinge":
        return -y * (margin < 1)
    if loss == "squared_hinge":
        return -2 * y * max(0.0, 1 - margin)
    return -y * math.exp(-np.logaddexp(0.0, margin))  # log loss: -y sigma(-margin), no overflow


def reference(stream, loss, **parameters):
    return naive_sgd(stream, lambda score, label: slope(loss, score, label), **parameters)


LOSSES = ["log_loss", "hinge", "squared_hinge"]
SPEC_STREAM = Stream(
    np.array([[1.0, 0.5], [-0.5, 1.0], [0.2, -1.0], [1.0, 1.0]]), [1, -1, 1, -1], np.ones(4)
)


@given(streams(), st.sampled_from(LOSSES), sgd_parameters(), st.sampled_from(FORMS))
def test_weights_agree_with_naive_dense_sgd_on_any_stream(stream, loss, parameters, form):
    model = teach(SGDClassifier(loss=loss, **parameters), stream, form)

    _, coef, bias = reference(stream, loss, **parameters)

    assert_close(weights_of(model, stream.X.shape[1]), coef)
    assert_close(model.intercept, bias)


@given(streams(), st.sampled_from(LOSSES), sgd_parameters())
def test_each_row_is_predicted_by_the_sign_of_the_score_before_it(stream, loss, parameters):
    predicted = SGDClassifier(loss=loss, **parameters).predict_learn_many(
        stream.X, stream.y, w=stream.w
    )

    scores, *_ = reference(stream, loss, **parameters)

    taught = [
        {y for y, w in zip(stream.y[:i], stream.w[:i], strict=True) if w > 0}
        for i in range(len(stream.y))
    ]
    sure = [i for i, s in enumerate(scores) if len(taught[i]) == 2 and abs(s) > 1e-9]
    assert [predicted[i] for i in sure] == [int(scores[i] > 0) for i in sure]


@given(streams(missing=False), st.sampled_from(LOSSES), sgd_parameters())
def test_probability_of_the_positive_label_is_the_sigmoid_of_the_score(stream, loss, parameters):
    both = Stream(
        np.vstack([stream.X, stream.X[:1], -stream.X[:1]]),
        [*stream.y, 0, 1],
        np.append(stream.w, [1.0, 1.0]),
    )
    model = teach(SGDClassifier(loss=loss, **parameters), both)

    _, coef, bias = reference(both, loss, **parameters)

    score = np.clip(both.X[0] @ coef + bias, -500, 500)
    assert model.predict_proba_one(both.X[0])[1] == pytest.approx(
        1 / (1 + math.exp(-score)), abs=1e-9
    )


@pytest.mark.parametrize(
    ("parameters", "weights", "mean"),
    [
        pytest.param(
            {"loss": "hinge", "eta0": 0.1},
            [0.0695803499, -0.2498499501],
            [0.1223076125, -0.0999749750],
            id="hinge",
        ),
        pytest.param(
            {"loss": "log_loss", "eta0": 0.1},
            [0.0343234475, -0.1241926129],
            [0.0609871123, -0.0495543366],
            id="logistic",
        ),
        pytest.param(
            {"loss": "log_loss", "eta0": 0.5, "learning_rate": "decay", "power_t": 0.75},
            [0.1578543005, -0.5993759738],
            [0.2983587848, -0.2363586610],
            id="averaged",
        ),
    ],
)
def test_worked_example_of_the_specification_comes_out(parameters, weights, mean):
    plain = SGDClassifier(l2=0.01, fit_intercept=False, **parameters)
    averaged = SGDClassifier(l2=0.01, fit_intercept=False, average=True, **parameters)

    teach(plain, SPEC_STREAM)
    teach(averaged, SPEC_STREAM)

    np.testing.assert_allclose(weights_of(plain, 2), weights, atol=1e-10)  # ten printed digits
    np.testing.assert_allclose(weights_of(averaged, 2), mean, atol=1e-10)


def one_versus_rest(stream, loss, eta0):
    """Keep one row of weights per label; a label new to the stream starts from zero."""
    coef = {}
    for x, label in zip(np.column_stack([stream.X, np.ones(len(stream.y))]), stream.y, strict=True):
        if label not in coef:
            only = next(iter(coef.values()), None)
            coef[label] = -only if len(coef) == 1 else np.zeros(len(x))
        for known in coef:
            step = slope(loss, float(x @ coef[known]), 1 if known == label else -1)
            coef[known] = coef[known] - eta0 * step * x
    return coef


@given(
    streams(targets=st.sampled_from("abc"), missing=False),
    st.sampled_from(LOSSES),
    st.sampled_from(STEPS),
)
def test_from_the_third_label_on_each_label_has_its_own_weights(stream, loss, eta0):
    stream = Stream(
        np.vstack([stream.X[:1]] * 3 + [stream.X]),
        ["a", "b", "c", *stream.y],
        np.ones(len(stream.y) + 3),
    )
    model = teach(SGDClassifier(loss=loss, eta0=eta0), stream)

    expected = one_versus_rest(stream, loss, eta0)

    d = stream.X.shape[1]
    for label, coef in expected.items():
        assert_close([model.weights[label][j] for j in range(d)], coef[:-1])
        assert_close(model.intercept[label], coef[-1])


def test_l2_shrinks_weights_of_features_absent_from_the_row():
    model = SGDClassifier(eta0=0.1, l2=0.5, fit_intercept=False)
    model.learn_one({"a": 1.0}, 1)
    before = model.weights["a"]

    model.learn_one({"b": 1.0}, 1)

    assert model.weights["a"] == pytest.approx(before * (1 - 0.1 * 0.5))


def test_l1_reaches_a_feature_only_when_it_comes_and_then_in_one_sum():
    model = SGDClassifier(loss="hinge", eta0=0.1, l1=0.2, fit_intercept=False)
    model.learn_one({"a": 1.0, "b": 0.0}, 1)
    for _ in range(3):
        model.learn_one({"b": 1.0}, 1)
    assert model.weights["a"] == pytest.approx(0.1 - 0.02)

    model.learn_one({"a": 1.0}, 1)

    assert model.weights["a"] == pytest.approx(2 * 0.1 - 5 * 0.02)


def test_l1_sets_weights_to_exactly_zero_and_spares_the_intercept():
    stream = Stream(np.tile([0.01, 1.0], (50, 1)), [1] * 50, np.ones(50))

    model = teach(SGDClassifier(loss="hinge", eta0=0.01, l1=0.1), stream)

    assert model.weights[0] == 0.0
    assert model.weights[1] > 0.0
    assert model.intercept == pytest.approx(50 * 0.01)  # the margin stays below 1


def test_row_of_weight_zero_neither_ages_the_schedule_nor_the_average():
    settings = {"learning_rate": "invscaling", "eta0": 0.3, "l2": 0.1, "l1": 0.01, "average": True}
    plain, interrupted = SGDClassifier(**settings), SGDClassifier(**settings)

    plain.learn_many(SPEC_STREAM.X, SPEC_STREAM.y)
    for x, y in zip(SPEC_STREAM.X, SPEC_STREAM.y, strict=True):
        interrupted.learn_one(x, y)
        interrupted.learn_one(-x, y, w=0.0)

    assert plain == interrupted


def test_zero_row_still_moves_the_intercept():
    model = SGDClassifier(loss="hinge", eta0=0.1)

    model.learn_one([0.0, 0.0], 1)

    assert model.intercept == pytest.approx(0.1)


def test_margin_of_a_thousand_gives_no_overflow():
    model = SGDClassifier(loss="log_loss", eta0=1.0, fit_intercept=False)
    model.learn_one([1.0], 1)
    model.learn_one([1.0], 0)
    model.learn_one([2000.0], 1)

    assert model.predict_proba_one([2000.0])[1] == pytest.approx(1.0)
    assert model.predict_proba_one([-2000.0])[1] == pytest.approx(0.0)
    model.learn_one([-2000.0], 1)
    assert math.isfinite(model.weights[0])


def test_ten_thousand_rows_of_strong_shrinkage_keep_the_lazy_scale_from_underflowing():
    rng = np.random.default_rng(1)
    stream = Stream(
        rng.normal(size=(10_000, 3)), rng.integers(0, 2, 10_000).tolist(), np.ones(10_000)
    )
    parameters = {"loss": "log_loss", "eta0": 0.7, "l2": 0.9, "l1": 0.001, "average": True}

    model = teach(SGDClassifier(**parameters), stream)

    # (1 - 0.63)^10000 is far below the smallest double: w = s u must be rescaled on the way.
    assert_close(weights_of(model, 3), reference(stream, **parameters)[1])


def one_at_a_time(model, X, y):
    predicted = []
    for x, label in zip(X, y, strict=True):
        predicted.append(model.predict_one(x))
        model.learn_one(x, label)
    return predicted


def some_labels(labels, rng):
    """Return 600 labels, 280 of them from before the fourth is known."""
    y = [labels[k] for k in rng.integers(2, size=280)]
    return y + [labels[k] for k in rng.integers(len(labels), size=320)]


KINDS_OF_LABELS = pytest.mark.parametrize(
    "labels", [["a", "b", None], ["a", "b", None, "c"]], ids=["two", "three"]
)


@pytest.mark.parametrize("fit_intercept", [True, False])
@KINDS_OF_LABELS
@pytest.mark.parametrize("width", range(1, 18))
def test_few_columns_give_the_bits_of_one_row_at_a_time(width, labels, fit_intercept):
    rng = np.random.default_rng(width)
    X = rng.normal(size=(600, width))
    y = some_labels(labels, rng)
    single, batch = (SGDClassifier(eta0=0.3, fit_intercept=fit_intercept) for _ in range(2))

    expected = one_at_a_time(single, X, y)

    assert batch.predict_learn_many(X, y).tolist() == expected
    assert batch == single


@KINDS_OF_LABELS
@pytest.mark.parametrize("width", range(1, 18))
def test_few_columns_behind_a_scaler_give_the_bits_of_one_row_at_a_time(width, labels):
    rng = np.random.default_rng(width)
    X = rng.normal(size=(600, width))
    y = some_labels(labels, rng)
    single, batch = (StandardScaler() | SGDClassifier(eta0=0.3) for _ in range(2))

    expected = one_at_a_time(single, X, y)

    assert batch.predict_learn_many(X, y).tolist() == expected
    assert batch == single


@pytest.mark.parametrize("fit_intercept", [True, False])
@KINDS_OF_LABELS
@pytest.mark.parametrize("holds_ones", [True, False], ids=["ones", "numbers"])
@pytest.mark.parametrize("entries", [0, 3, 50])
def test_sparse_rows_give_the_bits_of_one_row_at_a_time(entries, holds_ones, labels, fit_intercept):
    rng = np.random.default_rng(entries)
    X = sparse.random_array((600, 200), density=entries / 200, rng=rng, format="csr")
    if holds_ones:
        X.data[:] = 1.0
    y = some_labels(labels, rng)
    single, batch = (SGDClassifier(eta0=0.3, fit_intercept=fit_intercept) for _ in range(2))

    expected = one_at_a_time(single, X.toarray(), y)

    assert batch.predict_learn_many(X, y).tolist() == expected
    assert batch == single


@pytest.mark.parametrize(
    "bad",
    [
        {"loss": "huber"},
        {"learning_rate": "fast"},
        {"eta0": 0.0},
        {"eta0": math.nan},
        {"l1": -1.0},
        {"l2": -1.0},
        {"average_after": -1},
        {"learning_rate": "optimal", "l2": 0.0},
    ],
    ids=str,
)
def test_impossible_parameters_are_refused_by_name(bad):
    name = "l2" if "learning_rate" in bad and "l2" in bad else next(iter(bad))
    with pytest.raises(ValueError, match=name):
        SGDClassifier(**bad)
