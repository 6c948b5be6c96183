"""Labels are any hashable objects, may come at any row, and may be missing."""

import copy
import datetime
import math
import re
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from oracles.every_model import (
    CLASSIFIERS,
    LEARNERS,
    MODELS,
    REGRESSORS,
    differing,
    is_classifier,
    learn,
    learn_rows,
    stream_for,
    targets_for,
    taught,
)

from driftline import learners
from driftline.state import dumps

TWO = [name for name in CLASSIFIERS if not isinstance(MODELS[name](), learners.NoChangeClassifier)]
NULLS = {
    "None": None,
    "NaN": math.nan,
    "float32 NaN": np.float32("nan"),
    "NA": pd.NA,
    "NaT": pd.NaT,
}


@pytest.mark.parametrize("null", NULLS.values(), ids=NULLS)
@pytest.mark.parametrize("name", LEARNERS)
def test_row_without_a_label_is_predicted_and_not_learned(name, null):
    model, stream = taught(name)
    before, x = dumps(model), stream.X[3]
    expected = model.predict_one(x)

    model.learn_one(x, null)
    model.learn_many(stream.X[:4], [null] * 4)

    assert model.predict_learn_one(x, null) == expected
    assert model.predict_learn_many(stream.X[3:5].tolist(), [null, null])[0] == expected
    assert dumps(model) == before


COLUMNS_WITH_NULLS = {
    "list": lambda y: y,
    "object array": lambda y: np.array(y, dtype=object),
    "pandas": lambda y: pd.Series(y),
    "category": lambda y: pd.Series(y).astype("category"),
    "pyarrow": lambda y: pa.array(y),
    "chunked": lambda y: pa.chunked_array([pa.array(y[:5]), pa.array(y[5:], pa.array(y).type)]),
    "dictionary": lambda y: pa.array(y).dictionary_encode(),
}


@pytest.mark.parametrize("kind", COLUMNS_WITH_NULLS)
@pytest.mark.parametrize("name", LEARNERS)
def test_nulls_in_a_column_of_labels_leave_their_rows_out(name, kind):
    stream = stream_for(MODELS[name](), rows=12)
    stream.y[2] = stream.y[7] = None
    kept = [i for i, label in enumerate(stream.y) if label is not None]

    model = learn(MODELS[name](), stream.X, COLUMNS_WITH_NULLS[kind](stream.y))

    expected = learn(MODELS[name](), stream.X[kept], [stream.y[i] for i in kept])
    assert differing(model, expected) == []


@pytest.mark.parametrize("name", LEARNERS)
def test_row_of_weight_zero_teaches_nothing_not_even_its_label(name):
    model, stream = taught(name)
    new = "never seen" if is_classifier(model) else 1e6
    before = dumps(model)

    model.learn_one(stream.X[0], new, 0.0)
    model.learn_many(stream.X, [new] * len(stream.X), np.zeros(len(stream.X)))
    model.predict_learn_one(stream.X[0], new, 0.0)

    assert dumps(model) == before


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_before_the_first_label_the_answer_is_none(name):
    model = MODELS[name]()

    assert model.predict_one([1.0, 2.0]) is None
    assert model.predict_proba_one([1.0, 2.0]) == {}
    assert model.predict_many([[1.0, 2.0]] * 3) == [None] * 3
    assert model.predict_proba_many([[1.0, 2.0]] * 3) == [{}] * 3
    assert model.predict_proba_many(np.ones((3, 2))).shape == (3, 0)
    assert model.labels == []


@pytest.mark.parametrize("name", REGRESSORS)
def test_before_the_first_number_the_answer_is_zero(name):
    model = MODELS[name]()

    assert model.predict_one([1.0, 2.0]) == 0.0
    assert model.predict_many(np.ones((3, 2))).tolist() == [0.0] * 3


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("label", ["a", 0, 1, True])
def test_batch_answers_none_only_until_the_first_label(name, label):
    model = MODELS[name]()

    answered = model.predict_learn_many(np.ones((4, 1)), [None, label, label, None])

    assert answered.tolist() == [None, None, label, label]
    assert model.predict_proba_one([1.0]) == {label: 1.0}
    assert model.labels == [label]


@pytest.mark.parametrize("row", [2, 17, 59])
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_third_label_may_come_at_any_row(name, row):
    stream = stream_for(MODELS[name](), labels=("a", "b"))
    y = [*stream.y[:row], "late", *stream.y[row + 1 :]]

    model = learn(MODELS[name](), stream.X, y)

    assert set(model.labels) == {"a", "b", "late"}
    assert differing(model, learn_rows(MODELS[name](), stream.X, y)) == []
    assert set(model.predict_proba_one(stream.X[0])) == {"a", "b", "late"}


PAIRS = [(0, 1), (-1, 1), (False, True), (0.0, 1.0), (np.int8(-1), np.int8(1))]


# A perceptron takes a margin of 0 for the positive label, and a leaf the first of two labels of
# equal weight for its majority, so their rules have no mirror image. Nor has boosting, in which a
# tie decides how much the next member learns.
UNMIRRORED = "Perceptron|TreeClassifier|Boost|ARF"
MIRRORED = [name for name in TWO if not re.search(UNMIRRORED, repr(MODELS[name]()))]


@pytest.mark.parametrize("pair", PAIRS, ids=str)
@pytest.mark.parametrize("name", MIRRORED)
def test_which_of_a_natural_pair_comes_first_does_not_matter(name, pair):
    stream = stream_for(MODELS[name](), labels=pair)
    flipped = [pair[0] if label == pair[1] else pair[1] for label in stream.y]

    one = learn(MODELS[name](), stream.X, stream.y)
    other = learn(MODELS[name](), stream.X, flipped)

    # The two first labels differ, so one of the models met the positive label first.
    assert one.labels == other.labels == list(pair)
    for x in stream.X:
        shares = one.predict_proba_one(x)
        if shares[pair[0]] != shares[pair[1]]:
            assert one.predict_one(x) != other.predict_one(x)


@pytest.mark.parametrize("kind", ["list", "array", "pandas", "pyarrow"])
@pytest.mark.parametrize("name", TWO)
def test_labels_one_first_are_seated_alike_whatever_column_holds_them(name, kind):
    make = {"list": list, "array": np.array, "pandas": pd.Series, "pyarrow": pa.array}[kind]
    X = stream_for(MODELS[name](), rows=20).X
    y = [1, 1, 0, 1] * 5

    model = learn(MODELS[name](), X, make(y))

    assert model.labels == [0, 1]
    assert differing(model, learn_rows(MODELS[name](), X, y)) == []


HASHABLE = [
    ((1, "a"), (2, "b"), (3,)),
    (frozenset("a"), frozenset("b"), frozenset()),
    (datetime.date(2020, 1, 1), datetime.date(2021, 1, 1), datetime.date(2022, 1, 1)),
    (b"a", "a", 1),
    (2**70, -(2**70), 0),
    (-1, 2**63, 5),
    ("a\0", "a", "b"),
    (1.5, 1, 2),
    (int, str, float),
]


@pytest.mark.parametrize("labels", HASHABLE, ids=str)
@pytest.mark.parametrize("name", ["AROW", "GaussianNB", "PriorClassifier", "StandardScaler|AROW"])
def test_any_hashable_is_a_label_and_comes_back_itself(name, labels):
    stream = stream_for(MODELS[name](), labels=labels)

    model = learn(MODELS[name](), stream.X, stream.y)

    assert set(model.labels) == set(labels)
    expected = [model.predict_one(x) for x in stream.X]
    assert set(expected) <= set(labels)
    assert list(model.predict_many(stream.X)) == expected
    assert model.predict_many(stream.X.tolist()) == expected
    assert list(model.predict_many(pd.DataFrame(stream.X).to_numpy())) == expected
    assert set(model.predict_proba_one(stream.X[0])) == set(labels)


@pytest.mark.parametrize("kind", [np.datetime64, np.timedelta64])
@pytest.mark.parametrize("unit", ["Y", "D", "s", "us", "ns"])
def test_numpy_time_is_one_label_and_one_column_however_often_it_comes(unit, kind):
    model, time = learners.PriorClassifier(), kind(40, unit)

    for _ in range(3):
        model.learn_one({time: 1.0}, time)
    model.learn_many([{time: 1.0}] * 2, np.array([time, time]))

    assert model.labels == [time]
    assert model.schema.features == [time]
    assert copy.copy(model) == model


@pytest.mark.parametrize("x", [[1.0, 2.0], {"a": 1.0}], ids=["list", "dict"])
def test_label_that_cannot_be_compared_is_one_of_its_own_or_changes_nothing(x):
    label = np.array([(1, 2)], dtype=[("a", int), ("b", int)])
    label.flags.writeable = False
    model = learners.PriorClassifier()

    model.learn_one(x, label[0])

    assert [tuple(known) for known in model.labels] == [(1, 2)]
    assert model.predict_one(x) == label[0]


def test_labels_that_print_alike_have_a_column_of_shares_each():
    model = learners.PriorClassifier()
    model.learn_many([{"x": 0.0}] * 3, [1, "1", 1])

    shares = model.predict_proba_many(pl.DataFrame({"x": [0.0]}))

    assert len(shares.columns) == 2


def test_numpy_scalar_is_the_same_label_as_the_number():
    model = learners.PriorClassifier()

    model.learn_many([[0]] * 3, [np.int64(3), 3.0, 3])
    model.learn_many(np.zeros((3, 1)), np.array([3, 3, 3], dtype=np.uint8))

    assert model.labels == [3]


@pytest.mark.parametrize("labels", [("a", "b"), ("a", "b", "c", "d")], ids=len)
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_shares_sum_to_one_and_the_largest_is_the_prediction(name, labels):
    model, stream = taught(name, labels=labels, rows=200)

    for x in stream.X:
        shares = model.predict_proba_one(x)

        assert math.isclose(sum(shares.values()), 1.0)
        assert min(shares.values()) >= 0.0
        assert shares[model.predict_one(x)] == max(shares.values())


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_shares_of_large_rows_still_rank_the_prediction_first(name):
    model = MODELS[name]()
    stream = stream_for(model, labels=("a", "b", "c"), rows=200)
    learn(model, 1e3 * stream.X, stream.y)

    for x in 1e3 * stream.X:
        shares = model.predict_proba_one(x)

        assert math.isclose(sum(shares.values()), 1.0)
        assert shares[model.predict_one(x)] == max(shares.values())


@pytest.mark.parametrize(
    "name", ["Perceptron", "AROW", "SGDClassifier", "GaussianNB", "MultinomialNB", "BernoulliNB"]
)
@pytest.mark.parametrize("pair", PAIRS[:3], ids=str)
def test_tie_of_two_labels_goes_to_the_positive_one(name, pair):
    model = MODELS[name]()

    learn(model, [[1.0], [1.0]], pair, [1e-300, 1e-300])  # so light that nothing moves

    shares = model.predict_proba_one([0.0])
    if shares[pair[0]] == shares[pair[1]]:
        assert model.predict_one([0.0]) == pair[1]


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_array_of_shares_has_a_column_for_each_label_in_order(name):
    model, stream = taught(name)

    shares = model.predict_proba_many(stream.X)

    assert shares.shape == (len(stream.X), len(model.labels))
    assert [dict(zip(model.labels, row, strict=True)) for row in shares.tolist()] == [
        model.predict_proba_one(x) for x in stream.X
    ]


@pytest.mark.parametrize("name", REGRESSORS)
def test_regressor_reads_any_column_of_numbers(name):
    stream = stream_for(MODELS[name]())
    y = targets_for(MODELS[name](), len(stream.X), (), np.random.default_rng(3))
    expected = learn(MODELS[name](), stream.X, y)

    for column in (np.array(y), tuple(y), pd.Series(y), pa.array(y), pa.chunked_array([y])):
        assert differing(learn(MODELS[name](), stream.X, column), expected) == []


def test_share_of_two_labels_is_the_sigmoid_of_the_margin_to_the_last_digits():
    model = learners.SGDClassifier(fit_intercept=False)
    model.learn_many([[1.0], [1.0]], [0, 1])

    margins = np.linspace(-30.0, 30.0, 601)
    shares = [model.predict_proba_one([margin / model.weights[0]])[1] for margin in margins]

    # The margin is rounded twice on its way, which an exponential multiplies by its size.
    assert shares == pytest.approx(
        [1.0 / (1.0 + math.exp(-m)) for m in margins], rel=3e-14, abs=0.0
    )


@pytest.mark.parametrize("count", [2, 7, 8, 40])
def test_every_cell_of_an_answer_holds_its_label(count):
    labels = [f"label {i}" for i in range(count)]
    y = labels * 50
    X = np.random.default_rng(1).normal(size=(len(y), 2))
    model = learners.GaussianNB()
    before = [sys.getrefcount(label) for label in labels]

    said = model.predict_learn_many(X, y)

    assert said.dtype == object
    assert said[0] is None
    assert None not in said[1:]
    held = [sys.getrefcount(label) for label in labels]
    del said
    freed = [sys.getrefcount(label) for label in labels]
    assert sum(held) - sum(freed) == len(y) - 1
    assert all(0 <= one - other <= 10 for one, other in zip(freed, before, strict=True))


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint8(), pa.int16(), pa.int32(), pa.int64()])
@pytest.mark.parametrize("missing", [None, 3])
def test_an_arrow_dictionary_of_any_index_is_read_alike(kind, missing):
    places = [None if i == missing else i % 3 for i in range(60)]
    y = pa.DictionaryArray.from_arrays(pa.array(places, kind), ["a", "b", "c", "never met"])
    X = np.random.default_rng(1).normal(size=(60, 2))
    coded, plain = learners.GaussianNB(), learners.GaussianNB()

    coded.learn_many(X[2:], y.slice(2))
    plain.learn_many(X[2:], y.slice(2).to_pylist())

    assert coded == plain
