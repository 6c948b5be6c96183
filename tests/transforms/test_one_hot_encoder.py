import threading

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.mixed_streams import MISSING, NUMBERS, TEXTS, is_missing, is_text, named_rows
from oracles.sgd_streams import as_csr
from river import preprocessing
from sklearn.preprocessing import OneHotEncoder as WholeOneHotEncoder

from driftline import learners
from driftline.state import dumps, loads
from driftline.transforms import OneHotEncoder, StandardScaler


def shown(value):
    return value if is_text(value) else f"{value:g}"


def categories(rows, most):
    """List (name, is text, value) in the order they came, `most` of each column."""
    found = []
    for row in rows:
        # Columns keep the order in which they first came, whatever the order of a later row.
        order = list(dict.fromkeys(name for old in rows for name in old))
        for name in sorted(row, key=order.index):
            key = (name, is_text(row[name]), row[name])
            room = sum(known[0] == name for known in found) < most
            if not is_missing(row[name]) and key not in found and room:
                found.append(key)
    return found


def encoded(past, row, most):
    cells = {(name, is_text(value), value) for name, value in row.items() if not is_missing(value)}
    known = [key for key in categories(past, most) if key in cells]
    return {f"{name}_{shown(value)}": 1.0 for name, _, value in known}


@given(named_rows(NUMBERS, TEXTS, MISSING), st.sampled_from([1, 3, 1000]))
def test_each_value_met_has_a_column_of_its_own(rows, most):
    encoder = OneHotEncoder(max_categories=most)

    for i, row in enumerate(rows):
        assert encoder.transform_one(row) == encoded(rows[:i], row, most)
        encoder.learn_one(row)

    batch = OneHotEncoder(max_categories=most)
    batch.learn_many(rows)
    assert batch == encoder
    assert batch.outputs == [f"{name}_{shown(value)}" for name, _, value in categories(rows, most)]
    assert batch.transform_many(rows) == [encoded(rows, row, most) for row in rows]


@given(named_rows(TEXTS))
def test_ones_are_those_of_river(rows):
    ours, theirs = OneHotEncoder(), preprocessing.OneHotEncoder(drop_zeros=True)

    for row in rows:
        ours.learn_one(row)
        theirs.learn_one(row)
        ones = {name for name, value in theirs.transform_one(row).items() if value}
        assert set(ours.transform_one(row)) == ones


def test_array_is_encoded_as_scikit_learn_encodes_it_but_for_the_order():
    """It sorts the values; ours stand in the order they came."""
    X = np.random.default_rng(0).integers(0, 4, size=(50, 3)).astype(float)
    whole, encoder = WholeOneHotEncoder(sparse_output=False), OneHotEncoder()

    encoder.learn_many(X)
    theirs = whole.fit_transform(X)

    names = [name.removeprefix("x").removesuffix(".0") for name in whole.get_feature_names_out()]
    ours = pd.DataFrame(encoder.transform_many(X), columns=encoder.outputs)
    np.testing.assert_array_equal(ours[names].to_numpy(), theirs)


COLOURS = ["red", None, "grün", "red", ""]
TABLES = {
    "dicts": lambda: [{"colour": colour} for colour in COLOURS],
    "pandas": lambda: pd.DataFrame({"colour": COLOURS}),
    "pandas category": lambda: pd.DataFrame({"colour": pd.Categorical(COLOURS)}),
    "pandas string": lambda: pd.DataFrame({"colour": pd.Series(COLOURS, dtype="string")}),
    "pandas of Arrow": lambda: pd.DataFrame(
        {"colour": pd.Series(COLOURS, dtype=pd.ArrowDtype(pa.string()))}
    ),
    "Polars": lambda: pl.DataFrame({"colour": COLOURS}),
    "Polars category": lambda: pl.DataFrame({"colour": pl.Series(COLOURS, dtype=pl.Categorical)}),
    "Polars enumeration": lambda: pl.DataFrame(
        {"colour": pl.Series(COLOURS, dtype=pl.Enum(["", "grün", "red", "never"]))}
    ),
    "pyarrow": lambda: pa.table({"colour": COLOURS}),
    "pyarrow large": lambda: pa.table({"colour": pa.array(COLOURS, pa.large_string())}),
    "pyarrow dictionary": lambda: pa.table({"colour": pa.array(COLOURS).dictionary_encode()}),
    "pyarrow chunks": lambda: pa.table(
        {"colour": pa.chunked_array([pa.array(COLOURS[:2]), pa.array(COLOURS[2:])])}
    ),
}


@pytest.mark.parametrize("kind", TABLES)
def test_text_of_any_table_is_the_text_of_dicts(kind):
    by_table, by_rows = OneHotEncoder(), OneHotEncoder()

    by_table.learn_many(TABLES[kind]())
    for row in TABLES["dicts"]():
        by_rows.learn_one(row)

    # A dictionary lists its words in an order of its own; that of the rows counts.
    assert by_table == by_rows
    assert by_table.outputs == ["colour_red", "colour_grün", "colour_"]


@pytest.mark.parametrize("kind", TABLES)
def test_text_of_any_table_is_refused_where_a_scaler_stands(kind):
    with pytest.raises(ValueError, match="column 'colour', row 0: 'red' is not a number"):
        StandardScaler().learn_many(TABLES[kind]())


POSITIONAL = {
    "lists": lambda: [["red", 1], [None, 2], ["grün", 1]],
    "tuples": lambda: (("red", 1), (None, 2), ("grün", 1)),
    "object array": lambda: np.array([["red", 1], [None, 2], ["grün", 1]], dtype=object),
}


@pytest.mark.parametrize("kind", POSITIONAL)
def test_text_of_any_positional_batch_is_that_of_lists(kind):
    encoder, single = OneHotEncoder(), OneHotEncoder()

    encoder.learn_many(POSITIONAL[kind]())
    for row in POSITIONAL["lists"]():
        single.learn_one(row)

    assert encoder == single
    assert encoder.outputs == ["0_red", "1_1", "1_2", "0_grün"]
    assert encoder.transform_one(["red", 2]) == [1.0, 0.0, 1.0, 0.0]


def test_array_of_text_is_read_like_objects():
    encoder = OneHotEncoder()
    encoder.learn_many(np.array([["red", "big"], ["blue", "big"]]))

    assert encoder.outputs == ["0_red", "1_big", "0_blue"]


def test_value_never_learned_leaves_all_columns_zero():
    encoder = OneHotEncoder()
    encoder.learn_many([["red"], ["blue"]])

    assert encoder.transform_many([["green"], ["blue"]]) == [[0.0, 0.0], [0.0, 1.0]]


def test_untaught_encoder_puts_out_nothing():
    assert OneHotEncoder().transform_one({"colour": "red"}) == {}
    assert OneHotEncoder().transform_many(np.ones((2, 3))).shape == (2, 0)


def test_csr_stays_csr_and_only_what_it_stores_is_encoded():
    X = as_csr(np.array([[2.0, 0.0], [0.0, 3.0]]))
    encoder = OneHotEncoder()
    encoder.learn_many(X)

    answered = encoder.transform_many(X)

    assert type(answered) is type(X)
    assert answered.toarray().tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert encoder.outputs == ["0_2", "1_3"]


def test_weights_and_explanations_go_by_the_names_of_the_values():
    model = OneHotEncoder() | learners.SGDClassifier()
    model.learn_many(
        [{"colour": "red", "size": 1}, {"colour": "blue", "size": 1}, {"colour": "red", "size": 2}],
        ["buy", "leave", "buy"],
    )

    explained = model.explain_one({"colour": "red", "size": 7})

    assert list(model.weights) == ["colour_red", "size_1", "colour_blue", "size_2"]
    assert list(explained) == ["colour_red", "intercept"]
    assert explained["colour_red"] == model.weights["colour_red"]


def test_model_of_counts_stands_behind_an_encoder_and_not_behind_a_scaler():
    model = OneHotEncoder() | learners.MultinomialNB()
    model.learn_many([{"change": -1.0}, {"change": 2.0}], ["down", "up"])

    assert model.predict_many([{"change": -1.0}, {"change": 2.0}]) == ["down", "up"]
    with pytest.raises(ValueError, match="negative"):
        StandardScaler() | learners.MultinomialNB()
    with pytest.raises(ValueError, match="negative"):
        OneHotEncoder() | StandardScaler() | learners.MultinomialNB()


def test_file_holds_text_numbers_and_their_columns():
    encoder = OneHotEncoder(max_categories=3)
    encoder.learn_many([{"a": "x\0y", "b": 1.5}, {"a": "", "b": "ß"}, {"a": "💡"}])

    twin = loads(dumps(encoder))

    assert twin == encoder
    assert twin.outputs == ["a_x\0y", "b_1.5", "a_", "b_ß", "a_💡"]
    twin.learn_one({"a": "beyond the bound"})
    assert twin == encoder


def test_threads_that_bring_the_same_values_agree():
    encoder = OneHotEncoder()
    rows = [{"word": f"w{i}"} for i in range(300)]
    threads = [threading.Thread(target=encoder.learn_many, args=(rows,)) for _ in range(4)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(encoder.outputs) == sorted(f"word_w{i}" for i in range(300))
    assert loads(dumps(encoder)) == encoder


def test_bound_is_named_with_its_value():
    with pytest.raises(ValueError, match="max_categories must be at least 1, not -3"):
        OneHotEncoder(max_categories=-3)
