import threading

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_model import differing
from oracles.mixed_streams import MISSING, NUMBERS, TEXTS, named_rows

from driftline import learners
from driftline.state import dumps, loads
from driftline.transforms import (
    Bias,
    Discard,
    Imputer,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    Select,
    SelectType,
    StandardScaler,
    TransformUnion,
)

# Parts that take any cell, each with columns that come at another moment: with the names, with the
# values learned, or behind a step that adds columns within a batch.
PARTS = {
    "names": lambda: Discard("a"),
    "values": lambda: OneHotEncoder(),
    "few values": lambda: Select("a", "b") | OneHotEncoder(max_categories=2),
    "numbers": lambda: SelectType("number") | StandardScaler(),
    "texts": lambda: SelectType("text") | OrdinalEncoder(),
    "filled": lambda: Imputer(strategy="previous", indicator=True),
    "values filled": lambda: OneHotEncoder() | Imputer(strategy="constant", indicator=True),
    "values chosen": lambda: OneHotEncoder() | Discard("a_red", "c_1"),
    "values scaled": lambda: OneHotEncoder() | MinMaxScaler() | Bias(value=2.0),
}


@st.composite
def unions(draw):
    """Draw a union of two or three parts; calling it makes it anew."""
    names = draw(st.lists(st.sampled_from(sorted(PARTS)), min_size=2, max_size=3))
    return lambda: TransformUnion(*(PARTS[name]() for name in names))


@given(unions(), named_rows(NUMBERS, TEXTS, MISSING), st.integers(0, 25))
def test_union_grows_by_batch_as_it_grows_row_by_row(make, rows, cut):
    single, whole, parts = make(), make(), make()

    for row in rows:
        single.learn_one(row)
    whole.learn_many(rows)
    parts.learn_many(rows[:cut])
    parts.learn_many(rows[cut:])

    assert whole.outputs == single.outputs
    assert differing(whole, single) == []
    assert differing(parts, single) == []
    assert whole.transform_many(rows) == [single.transform_one(row) for row in rows]


@given(unions(), named_rows(NUMBERS, TEXTS, MISSING))
def test_union_answers_what_its_parts_answer(make, rows):
    """Two may put out the same name; then either shows. A scaler alone makes what is missing 0."""
    union = make()
    union.learn_many(rows)

    for row in rows:
        answered = union.transform_one(row)
        parts = [part.transform_one(row) for part in union.parts]
        assert answered.keys() == set().union(*parts)
        for name, value in answered.items():
            assert value is None or value in [part.get(name) for part in parts]


NUMERIC = {
    "scaled": lambda: StandardScaler(),
    "ordered": lambda: OrdinalEncoder(),
    "values": lambda: OneHotEncoder(),
    "filled": lambda: Imputer(indicator=True) | StandardScaler(),
    "values scaled": lambda: OneHotEncoder() | StandardScaler(),
}


@given(
    st.lists(st.sampled_from(sorted(NUMERIC)), min_size=2, max_size=3),
    named_rows(NUMBERS, MISSING),
    st.sampled_from([learners.GaussianNB, learners.AROW]),
)
def test_learner_behind_a_union_learns_a_batch_as_its_rows(names, rows, learner):
    """Naive Bayes tells a missing value from a zero, so both must come through."""
    y = [["x", "y", "z"][len(row) % 3] for row in rows]
    single, whole = (TransformUnion(*(NUMERIC[n]() for n in names)) | learner() for _ in range(2))

    expected = []
    for row, label in zip(rows, y, strict=True):
        expected.append(single.predict_one(row))
        single.learn_one(row, label)
    answered = whole.predict_learn_many(rows, y)

    assert answered == expected
    assert differing(whole, single) == []


@given(named_rows(NUMBERS, MISSING, max_rows=12))
def test_wide_rows_are_missing_what_narrow_ones_are(rows):
    """A row of few among many names is read sparse; what it lacks is missing, not zero."""
    narrow, wide = ((StandardScaler() + OneHotEncoder()) | learners.GaussianNB() for _ in range(2))
    wide.learn_one({f"other {i}": None for i in range(400)}, "x")
    narrow.learn_one({}, "x")

    for i, row in enumerate(rows):
        for model in (narrow, wide):
            model.learn_one(row, "xy"[i % 2])

    assert [wide.predict_proba_one(row) for row in rows] == [
        pytest.approx(narrow.predict_proba_one(row)) for row in rows
    ]


def test_two_parts_of_one_name_both_keep_their_column():
    both = StandardScaler() + Select("a")
    both.learn_many([{"a": 1.0}, {"a": 3.0}])

    assert both.outputs == ["a", "a"]
    assert both.transform_one({"a": 3.0}) == {"a": 3.0}


def test_names_of_weights_tell_the_parts_apart():
    numbers, texts = Select("price") | StandardScaler(), Select("colour") | OneHotEncoder()
    model = (numbers + texts) | learners.AROW()
    model.learn_many(
        [{"price": 1.0, "colour": "red"}, {"price": 3.0, "colour": "blue"}, {"price": 2.0}],
        ["buy", "leave", "buy"],
    )

    explained = model.explain_one({"price": 3.0, "colour": "red"})

    assert list(model.weights) == ["price", "colour_red", "colour_blue"]
    assert list(explained) == ["price", "colour_red", "intercept"]
    assert list(model.variances) == list(model.weights)


def test_text_is_refused_where_one_part_takes_none_with_column_and_row():
    union = StandardScaler() + OneHotEncoder()

    with pytest.raises(ValueError, match="column 'colour', row 1: 'red' is not a number"):
        union.learn_many([{"size": 1.0}, {"colour": "red"}])
    with pytest.raises(ValueError, match="column 'colour', row 1: 'red' is not a number"):
        union.learn_many(pd.DataFrame({"colour": [None, "red"]}))
    with pytest.raises(ValueError, match="column 1, row 0: 'red' is not a number"):
        union.learn_many([[1.0, "red"]])
    assert union == StandardScaler() + OneHotEncoder()


def test_file_keeps_the_order_in_which_columns_came():
    union = OneHotEncoder() + (SelectType("number") | StandardScaler())
    union.learn_many([{"a": "x"}, {"b": 1.0}, {"a": "y", "b": 2.0}])

    twin = loads(dumps(union))

    assert twin == union
    assert twin.outputs == union.outputs
    for each in (union, twin):
        each.learn_one({"c": 5.0, "a": "z"})
    assert differing(twin, union) == []
    assert twin.transform_one({"c": 5.0, "a": "z"}) == union.transform_one({"c": 5.0, "a": "z"})


def test_parts_are_copies_with_what_they_learned():
    union = OneHotEncoder() + Bias()
    union.learn_one({"a": "x"})

    encoder, _ = union.parts
    encoder.learn_one({"a": "y"})

    assert encoder.outputs == ["a_x", "a_y"]
    assert union.outputs == ["bias", "a", "a_x"]


def test_union_of_unions_is_flat():
    nested = (Bias() + OneHotEncoder()) + (Discard("a") + Select("a"))

    assert len(nested.parts) == 4
    assert repr(nested) == "Bias() + OneHotEncoder() + Discard('a') + Select('a')"


def test_arrays_are_joined_by_position():
    union = MinMaxScaler() + Select(0)
    X = np.array([[1.0, 10.0], [3.0, 20.0]])

    union.learn_many(X)

    assert union.transform_many(X).tolist() == [[0.0, 0.0, 1.0], [1.0, 1.0, 3.0]]
    assert union.outputs == [0, 1, 0]


def test_model_of_counts_stands_behind_a_union_of_what_is_never_negative():
    encoder = OneHotEncoder()

    assert (encoder + Imputer()) | learners.MultinomialNB()
    with pytest.raises(ValueError, match="negative"):
        (encoder + StandardScaler()) | learners.MultinomialNB()


def test_shared_union_is_taught_by_threads_without_losing_a_column():
    union = (SelectType("number") | StandardScaler()) + (SelectType("text") | OneHotEncoder())

    def teach(thread):
        for i in range(40):
            union.learn_many([{f"n{thread}": float(i)}, {"word": f"{thread} {i}"}])

    threads = [threading.Thread(target=teach, args=(t,)) for t in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    words = {f"word_{t} {i}" for t in range(4) for i in range(40)}
    assert sorted(union.outputs) == sorted(words | {f"n{t}" for t in range(4)})
    assert loads(dumps(union)) == union


def test_only_transforms_can_be_joined():
    with pytest.raises(TypeError):
        OneHotEncoder() + learners.AROW()
    with pytest.raises(TypeError, match="only transforms can be joined"):
        TransformUnion(OneHotEncoder(), 3)
