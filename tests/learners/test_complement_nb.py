import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import FORMS, Stream, as_dict, probabilities, streams, teach

from driftline.learners import ComplementNB


def posterior(past, row, labels, alpha):
    """Rennie et al. 2003, weights w_ci without normalisation: the complement that fits worst."""
    taught = past.w > 0
    known = ~np.isnan(past.X[taught]).all(axis=0)
    X, y, w = np.nan_to_num(past.X[taught][:, known]), np.array(past.y)[taught], past.w[taught]
    x = np.nan_to_num(row[known])
    score = []
    for label in labels:
        others = w[y != label] @ X[y != label]
        score.append(-x @ np.log((others + alpha) / (others.sum() + alpha * known.sum())))
    likelihood = np.exp(np.array(score) - max(score))
    return likelihood / likelihood.sum()


COUNTS = st.sampled_from([0.0, 0.0, 1.0, 2.0, 0.5, 7.0])
LABELS = st.sampled_from(["a", "b", "c"])


@given(
    streams(values=COUNTS, targets=LABELS),
    st.sampled_from([1.0, 0.01, 3.0]),
    st.sampled_from(FORMS),
)
def test_probabilities_agree_with_counting_the_past(stream, alpha, form):
    if form == "csr":  # what a CSR matrix does not store is zero, and zero is a value
        stream = Stream(np.nan_to_num(stream.X), stream.y, stream.w)
    model = ComplementNB(alpha=alpha)
    for i, x in enumerate(stream.X):
        past = Stream(stream.X[:i], stream.y[:i], stream.w[:i])
        if labels := sorted({y for y, w in zip(past.y, past.w, strict=True) if w > 0}):
            ours = probabilities(model, as_dict(x) if form == "dicts" else x, labels)

            # all_j - count_cj cancels: 1e-15 of a count over an alpha of 0.01, times a count of 7.
            np.testing.assert_allclose(ours, posterior(past, x, labels, alpha), rtol=1e-9)
        teach(model, Stream(stream.X[i : i + 1], stream.y[i : i + 1], stream.w[i : i + 1]), form)


def test_class_frequencies_play_no_part():
    few, many = ComplementNB(), ComplementNB()
    few.learn_many([[3.0, 1.0], [1.0, 2.0]], ["x", "y"])

    many.learn_many([[3.0, 1.0], [0.0, 0.0], [0.0, 0.0], [1.0, 2.0]], ["x", "x", "x", "y"])

    assert many.predict_proba_one([1.0, 1.0]) == few.predict_proba_one([1.0, 1.0])


def test_row_without_known_words_is_shared_evenly():
    model = ComplementNB()
    model.learn_many([{"a": 1}, {"a": 2}, {"b": 1}], ["x", "x", "y"])

    assert model.predict_proba_one({"new": 3}) == pytest.approx({"x": 0.5, "y": 0.5})


def test_complement_rounded_below_zero_gives_no_nan():
    model = ComplementNB(alpha=1e-300)
    for weight, label in [(0.1, "x"), (0.7, "x"), (1e-20, "y"), (0.3, "x")]:
        model.learn_one({"a": 1.0, "b": 1.0 if label == "y" else 0.0}, label, w=weight)

    assert all(math.isfinite(p) for p in model.predict_proba_one({"a": 1.0, "b": 1.0}).values())


def test_negative_count_is_named_by_column_and_row_and_nothing_is_learned():
    model = ComplementNB()

    with pytest.raises(ValueError, match=r"column.*0.*row 1"):
        model.learn_many(np.array([[1.0, 1.0], [-0.5, 0.0]]), ["y", "x"])

    assert model.labels == []


@pytest.mark.parametrize("alpha", [0.0, -1.0, math.inf, math.nan])
def test_alpha_must_be_positive(alpha):
    with pytest.raises(ValueError, match="alpha"):
        ComplementNB(alpha=alpha)
