import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import FORMS, Stream, as_dict, probabilities, streams, teach

from driftline.learners import MultinomialNB


def posterior(past, row, labels, alpha):
    """Manning, Raghavan, Schuetze 2008, ch. 13; only features with a value so far are counted."""
    taught = past.w > 0
    known = ~np.isnan(past.X[taught]).all(axis=0)
    X, y, w = np.nan_to_num(past.X[taught][:, known]), np.array(past.y)[taught], past.w[taught]
    x = np.nan_to_num(row[known])
    score = []
    for label in labels:
        count = w[y == label] @ X[y == label]
        log_p = np.log((count + alpha) / (count.sum() + alpha * known.sum()))
        score.append(math.log(w[y == label].sum() / w.sum()) + x @ log_p)
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
    model = MultinomialNB(alpha=alpha)
    for i, x in enumerate(stream.X):
        past = Stream(stream.X[:i], stream.y[:i], stream.w[:i])
        if labels := sorted({y for y, w in zip(past.y, past.w, strict=True) if w > 0}):
            ours = probabilities(model, as_dict(x) if form == "dicts" else x, labels)

            np.testing.assert_allclose(ours, posterior(past, x, labels, alpha), rtol=1e-9)
        teach(model, Stream(stream.X[i : i + 1], stream.y[i : i + 1], stream.w[i : i + 1]), form)


def test_worked_example_of_the_book_comes_out():
    model = MultinomialNB()
    for text in ["Chinese Beijing Chinese", "Chinese Chinese Shanghai", "Chinese Macao"]:
        model.learn_one({word: text.split().count(word) for word in text.split()}, "China")
    model.learn_one({"Tokyo": 1, "Japan": 1, "Chinese": 1}, "not China")

    p = model.predict_proba_one({"Chinese": 3, "Tokyo": 1, "Japan": 1})

    china = 3 / 4 * (3 / 7) ** 3 * (1 / 14) ** 2  # Manning et al., example 13.1
    other = 1 / 4 * (2 / 9) ** 3 * (2 / 9) ** 2
    assert p["China"] == pytest.approx(china / (china + other))


def test_word_nobody_has_learned_says_nothing():
    model = MultinomialNB()
    model.learn_one({"good": 1}, "x")
    model.learn_one({"bad": 5}, "y")

    assert model.predict_proba_one({"good": 1, "new": 9}) == model.predict_proba_one({"good": 1})


def test_word_seen_only_in_a_prediction_or_without_a_label_does_not_enlarge_the_vocabulary():
    model, untouched = MultinomialNB(), MultinomialNB()
    for learner in (model, untouched):
        learner.learn_one({"good": 1}, "x")
        learner.learn_one({"bad": 5}, "y")

    model.predict_one({"new": 1})
    model.learn_one({"newer": 1}, None)
    model.learn_one({"newest": 1}, "z", w=0.0)

    assert model.predict_proba_one({"good": 1}) == untouched.predict_proba_one({"good": 1})


def test_vocabulary_grows_row_by_row_also_within_a_batch_of_dicts():
    rows = [{"a": 1}, {"a": 1, "b": 2}, {"c": 3, "a": 1}, {"a": 2}]
    labels = ["x", "y", "x", "y"]
    one_by_one, batch = MultinomialNB(), MultinomialNB()

    expected = [one_by_one.predict_learn_one(x, y) for x, y in zip(rows, labels, strict=True)]

    assert batch.predict_learn_many(rows, labels) == expected
    assert batch.predict_proba_one({"a": 1}) == one_by_one.predict_proba_one({"a": 1})


def test_rows_without_any_value_leave_only_the_priors():
    model = MultinomialNB()
    for label in ["x", "x", "y"]:
        model.learn_one({}, label)

    assert model.predict_proba_one({"a": 4}) == pytest.approx({"x": 2 / 3, "y": 1 / 3})


def test_negative_count_in_a_batch_is_named_by_column_and_row_and_nothing_is_learned():
    model = MultinomialNB()
    model.learn_one([1.0, 2.0], "x")
    probe = model.predict_proba_one([1.0, 1.0])

    with pytest.raises(ValueError, match=r"column.*1.*row 2"):
        model.learn_many(np.array([[1.0, 1.0], [0.0, 0.0], [3.0, -1.0]]), ["y", "x", "y"])

    assert model.labels == ["x"]
    assert model.predict_proba_one([1.0, 1.0]) == probe


@pytest.mark.parametrize("verb", ["learn_one", "predict_one", "predict_proba_one"])
def test_negative_count_is_refused_by_every_verb(verb):
    model = MultinomialNB()
    model.learn_one({"word": 1.0}, "x")

    with pytest.raises(ValueError, match="word"):
        getattr(model, verb)({"word": -1.0}, *(["x"] if verb == "learn_one" else []))


@pytest.mark.parametrize("alpha", [0.0, -1.0, math.inf, math.nan])
def test_alpha_must_be_positive(alpha):
    with pytest.raises(ValueError, match="alpha"):
        MultinomialNB(alpha=alpha)
