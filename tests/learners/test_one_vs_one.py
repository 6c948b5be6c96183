from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.linear_streams import (
    Stream,
    design,
    gaussian,
    precision_added,
    teach,
)

from driftline.learners import AROW, MeanRegressor, OneVsOneClassifier, PAClassifier


def pa_one(belief, x, y, weight=1.0):
    """PA-I with C = 1."""
    w, S = belief
    return w + min(weight, max(0.0, 1.0 - y * (w @ x)) / (x @ x)) * y * x, S


def arow(belief, x, y, weight=1.0):
    """AROW with r = 1 and a diagonal covariance."""
    w, S = belief
    M, V = y * (w @ x), x @ S @ x
    if M >= 1.0:
        return w, S
    step = weight * (1.0 - M) / (weight * V + 1.0)
    return w + step * y * (S @ x), precision_added(S, x, weight, "diagonal")


def learn_pairs(step, stream):
    """Labels in order of arrival, and a belief for each pair of codes (a, b), a < b; b is +1.

    The pair of the first two labels is there from the start, as in a plain binary learner.
    """
    X, labels = design(stream.X, fit_intercept=True), []
    pairs = {(0, 1): gaussian()(X.shape[1])}
    for x, label, weight in zip(X, stream.y, stream.weight, strict=True):
        if label not in labels:
            new = {(a, len(labels)): gaussian()(X.shape[1]) for a in range(len(labels))}
            pairs = new | pairs
            labels.append(label)
        code = labels.index(label)
        for a, b in [pair for pair in pairs if code in pair]:
            pairs[a, b] = step(pairs[a, b], x, 1 if code == b else -1, weight)
    return labels, pairs


def predict_by_votes(labels, pairs, x):
    """A vote per pair; equal votes are decided by summed margins, then by the lower code."""
    votes, margins = np.zeros(len(labels)), np.zeros(len(labels))
    for (a, b), (w, _) in pairs.items():
        votes[b if w @ x >= 0.0 else a] += 1.0
        margins[b] += w @ x
        margins[a] -= w @ x
    return labels[max(range(len(labels)), key=lambda k: (votes[k], margins[k], -k))]


@pytest.mark.parametrize(("learner", "step"), [(PAClassifier, pa_one), (AROW, arow)])
@given(seed=st.integers(0, 2**32 - 1), n_rows=st.integers(5, 40))
def test_pairs_vote_as_one_binary_reference_per_pair(learner, step, seed, n_rows):
    """Without zeros and repeats, which make margins that are equal but for rounding."""
    rng = np.random.default_rng(seed)
    y = [*"abcde", *rng.choice(list("abcde"), size=n_rows - 5).tolist()]
    X, probes = rng.normal(size=(n_rows, 3)), rng.normal(size=(20, 3))
    stream = Stream(X, rng.permutation(y).tolist(), rng.choice([0.25, 1.0, 4.0], size=n_rows))
    model = teach(OneVsOneClassifier(learner()), stream)

    predicted = [model.predict_one(x) for x in probes]

    vote = partial(predict_by_votes, *learn_pairs(step, stream))
    assert predicted == [vote(x) for x in design(probes, fit_intercept=True)]


CIRCLE = Stream(np.array([[1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9]] * 5), list("abc") * 5, np.ones(15))


def test_batch_predicts_what_its_rows_predict():
    model = teach(OneVsOneClassifier(AROW()), CIRCLE)

    assert list(model.predict_many(CIRCLE.X)) == [model.predict_one(x) for x in CIRCLE.X]


def test_labels_that_lie_around_a_circle_are_told_apart():
    model = teach(OneVsOneClassifier(AROW()), CIRCLE)

    assert list(model.predict_many(CIRCLE.X)) == CIRCLE.y


def test_margin_of_zero_is_a_vote_for_the_newer_label():
    model = OneVsOneClassifier(PAClassifier(fit_intercept=False))
    model.learn_one([1.0, 0.0], "a")
    model.learn_one([1.0, 0.0], "b")

    assert model.predict_one([0.0, 1.0]) == "b"


def test_first_label_alone_is_the_prediction():
    model = OneVsOneClassifier(AROW())

    model.learn_one([1.0, 0.0], "a")

    assert model.predict_one([-1.0, 0.0]) == "a"


def test_example_of_weight_zero_teaches_nothing():
    model = teach(OneVsOneClassifier(PAClassifier(variant="PA")), CIRCLE)

    model.learn_many(CIRCLE.X, ["c"] * 15, w=np.zeros(15))

    assert list(model.predict_many(CIRCLE.X)) == CIRCLE.y


def test_teaching_the_wrapper_leaves_the_given_model_untaught():
    given_model = AROW()

    teach(OneVsOneClassifier(given_model), CIRCLE)

    assert given_model.labels == []


def test_model_that_does_not_tell_two_labels_apart_is_refused():
    with pytest.raises((TypeError, ValueError), match="model"):
        OneVsOneClassifier(MeanRegressor())


def test_ten_digits_are_forty_five_pairs_in_one_pass(dataset):
    """MNIST's test part; the last digit first appears after dozens of rows, as any label may."""
    table = dataset("mnist_test")
    X = np.column_stack([table[name].to_numpy() for name in table.column_names[:-1]]) / 255.0
    y = table["target"].to_numpy()
    model = OneVsOneClassifier(AROW())

    right = model.predict_learn_many(X, y) == y

    assert model._snapshot()[0]["model.pairs.count"].tolist() == [45]
    assert right[-5000:].mean() > 0.9
