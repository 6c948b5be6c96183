import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import FORMS, streams, teach

from driftline.learners import MeanRegressor, NoChangeClassifier, PriorClassifier

LABELS = st.sampled_from(["a", "b", "c"])


def frequencies(y, w):
    """Return the share of each label in the weight, in the order of first appearance."""
    counts = {}
    for label, weight in zip(y, w, strict=True):
        if weight > 0:
            counts[label] = counts.get(label, 0.0) + weight
    return {label: count / sum(counts.values()) for label, count in counts.items()}


@given(streams(targets=LABELS), st.sampled_from(FORMS))
def test_prior_classifier_answers_the_class_frequencies(stream, form):
    model = teach(PriorClassifier(), stream, form)

    expected = frequencies(stream.y, stream.w)

    assert model.predict_proba_one(stream.X[0] if form != "dicts" else {}) == pytest.approx(
        expected
    )


@given(streams(targets=LABELS))
def test_prior_classifier_predicts_a_label_that_none_outnumbers(stream):
    predicted = PriorClassifier().predict_learn_many(stream.X, stream.y, w=stream.w)

    for i, label in enumerate(predicted):
        shares = frequencies(stream.y[:i], stream.w[:i])  # weights are dyadic, so ties are exact
        assert shares.get(label) == (max(shares.values()) if shares else None)


@given(streams(targets=LABELS))
def test_no_change_classifier_repeats_the_last_label_it_was_taught(stream):
    predicted = NoChangeClassifier().predict_learn_many(stream.X, stream.y, w=stream.w)

    last = None
    for label, y, w in zip(predicted, stream.y, stream.w, strict=True):
        assert label == last
        last = y if w > 0 else last


def test_no_change_classifier_is_certain_of_the_last_label():
    model = NoChangeClassifier()
    for label in ["a", "b", "c", "b"]:
        model.learn_one([1.0], label)

    assert model.predict_proba_one([9.0]) == {"a": 0.0, "b": 1.0, "c": 0.0}


def test_row_without_a_label_changes_neither_prior_nor_last_label():
    prior, no_change = PriorClassifier(), NoChangeClassifier()
    for model in (prior, no_change):
        model.learn_one([1.0], "a")

        model.learn_one([1.0], None)

        assert model.predict_proba_one([1.0]) == {"a": 1.0}


@given(streams(targets=st.integers(-40, 40).map(lambda k: k / 8)), st.sampled_from(FORMS))
def test_mean_regressor_predicts_the_weighted_mean_of_the_targets(stream, form):
    model = teach(MeanRegressor(), stream, form)

    total = stream.w.sum()
    expected = np.average(stream.y, weights=stream.w) if total > 0 else 0.0

    assert model.predict_one(stream.X[0] if form != "dicts" else {}) == pytest.approx(
        expected, abs=1e-12
    )


def test_mean_regressor_keeps_its_digits_over_a_large_offset():
    y = 1e9 + np.tile([0.0, 1.0], 50_000)
    model = MeanRegressor()

    model.learn_many(np.zeros((len(y), 1)), y)

    # Each of the 1e5 steps rounds by at most 1e-7, and half as often up as down.
    assert model.predict_one([0.0]) - 1e9 == pytest.approx(0.5, abs=1e-4)


@pytest.mark.parametrize("baseline", [PriorClassifier, NoChangeClassifier])
def test_table_of_text_and_dates_is_not_looked_at(baseline):
    X = pa.table(
        {
            "coded": pa.array(["x", None, "y"]).dictionary_encode(),
            "plain": ["u", "v", None],
            "when": pa.array([1, None, 3], pa.timestamp("s")),
            "number": [1.0, None, 2.0],
        }
    )

    model, blind = baseline(), baseline()

    assert model.predict_learn_many(X, ["p", "q", "q"]).to_pylist() == [None, "p", "q"]
    blind.learn_many([{}] * 3, ["p", "q", "q"])
    assert model.predict_many(X).to_pylist() == blind.predict_many([{}] * 3)
