import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import FORMS, Stream, as_dict, probabilities, streams, teach

from driftline.learners import BernoulliNB


def posterior(past, row, labels, alpha, threshold):
    """Manning et al. 2008, ch. 13.3: every feature with a value so far votes, on or off."""
    taught = past.w > 0
    known = ~np.isnan(past.X[taught]).all(axis=0)
    on, y, w = past.X[taught][:, known] > threshold, np.array(past.y)[taught], past.w[taught]
    score = []
    for label in labels:
        n = w[y == label].sum()
        p = (w[y == label] @ on[y == label] + alpha) / (n + 2 * alpha)
        votes = np.where(row[known] > threshold, p, 1 - p)  # NaN > threshold is False: off
        score.append(math.log(n / w.sum()) + np.log(votes).sum())
    likelihood = np.exp(np.array(score) - max(score))
    return likelihood / likelihood.sum()


VALUES = st.sampled_from([0.0, 0.0, 1.0, -1.0, 0.5, 3.0])
LABELS = st.sampled_from(["a", "b", "c"])


@given(
    streams(values=VALUES, targets=LABELS),
    st.sampled_from([1.0, 0.01, 3.0]),
    st.sampled_from([0.0, 0.5]),
    st.sampled_from(FORMS),
)
def test_probabilities_agree_with_counting_the_past(stream, alpha, threshold, form):
    if form == "csr":  # what a CSR matrix does not store is zero, and zero is a value
        stream = Stream(np.nan_to_num(stream.X), stream.y, stream.w)
    model = BernoulliNB(alpha=alpha, threshold=threshold)
    for i, x in enumerate(stream.X):
        past = Stream(stream.X[:i], stream.y[:i], stream.w[:i])
        if labels := sorted({y for y, w in zip(past.y, past.w, strict=True) if w > 0}):
            ours = probabilities(model, as_dict(x) if form == "dicts" else x, labels)

            np.testing.assert_allclose(
                ours, posterior(past, x, labels, alpha, threshold), rtol=1e-9
            )
        teach(model, Stream(stream.X[i : i + 1], stream.y[i : i + 1], stream.w[i : i + 1]), form)


def test_worked_example_of_the_book_comes_out():
    model = BernoulliNB()
    for text in ["Chinese Beijing Chinese", "Chinese Chinese Shanghai", "Chinese Macao"]:
        model.learn_one(dict.fromkeys(text.split(), 1), "China")
    model.learn_one(dict.fromkeys(["Tokyo", "Japan", "Chinese"], 1), "not China")

    p = model.predict_proba_one({"Chinese": 1, "Tokyo": 1, "Japan": 1})

    china = 3 / 4 * 4 / 5 * 1 / 5 * 1 / 5 * (1 - 2 / 5) ** 3  # Manning et al., example 13.2
    other = 1 / 4 * 2 / 3 * 2 / 3 * 2 / 3 * (1 - 1 / 3) ** 3
    assert p["China"] == pytest.approx(china / (china + other))


def test_feature_that_comes_late_was_off_in_all_rows_before():
    late, always = BernoulliNB(), BernoulliNB()
    rows = [({"a": 1}, "x"), ({"a": 0}, "y"), ({"a": 1, "b": 1}, "x"), ({"a": 0, "b": 0}, "y")]
    for x, label in rows:
        late.learn_one(x, label)
        always.learn_one({"b": 0, **x}, label)

    assert late.predict_proba_one({"b": 1}) == pytest.approx(always.predict_proba_one({"b": 1}))


def test_value_missing_at_prediction_counts_as_off():
    model = BernoulliNB()
    model.learn_many([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], ["x", "y", "x"])

    assert model.predict_proba_one([1.0, math.nan]) == model.predict_proba_one([1.0, 0.0])


def test_feature_nobody_has_learned_says_nothing():
    model = BernoulliNB()
    for x, label in [({"a": 1}, "x"), ({"a": 0}, "y"), ({"a": 1}, "y")]:
        model.learn_one(x, label)

    assert model.predict_proba_one({"a": 1, "new": 1}) == model.predict_proba_one({"a": 1})


def test_feature_always_on_gives_no_nan_for_a_tiny_alpha():
    model = BernoulliNB(alpha=1e-300)
    for weight in [0.1, 0.7, 0.3, 1e-17]:
        model.learn_one([1.0], "x", w=weight)
    model.learn_one([0.0], "y")

    assert all(math.isfinite(p) for p in model.predict_proba_one([0.0]).values())
    assert model.predict_one([0.0]) == "y"


@pytest.mark.parametrize("bad", [{"alpha": 0.0}, {"alpha": math.nan}, {"threshold": -0.5}], ids=str)
def test_impossible_parameters_are_refused_by_name(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        BernoulliNB(**bad)
