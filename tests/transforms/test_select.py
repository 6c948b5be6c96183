import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.mixed_streams import MISSING, NAMES, NUMBERS, TEXTS, is_missing, named_rows
from river import compose
from scipy.sparse import csr_array

from driftline import learners
from driftline.state import dumps, loads
from driftline.transforms import Discard, OneHotEncoder, Select, StandardScaler

CHOICES = st.lists(st.sampled_from(NAMES), max_size=4)


def plain(row, chosen):
    return {n: None if is_missing(cell) else cell for n, cell in row.items() if chosen(n)}


@given(named_rows(NUMBERS, TEXTS, MISSING), CHOICES)
def test_named_columns_pass_as_they_are(rows, names):
    keeps, drops = Select(*names), Discard(*names)

    for row in rows:
        assert keeps.transform_one(row) == plain(row, lambda name: name in names)
        assert drops.transform_one(row) == plain(row, lambda name: name not in names)

    assert keeps.transform_many(rows) == [keeps.transform_one(row) for row in rows]
    assert drops.transform_many(rows) == [drops.transform_one(row) for row in rows]


@given(named_rows(NUMBERS), CHOICES)
def test_rows_are_those_of_river(rows, names):
    """River's Select wants every name in the row, ours takes those that are there."""
    for row in rows:
        there = [name for name in names if name in row]
        if there:
            assert Select(*names).transform_one(row) == compose.Select(*there).transform_one(row)
        assert Discard(*names).transform_one(row) == compose.Discard(*names).transform_one(row)


TABLES = {"pandas": pd.DataFrame, "Polars": pl.DataFrame, "pyarrow": pa.table}


@pytest.mark.parametrize("kind", TABLES)
def test_table_keeps_its_kind_and_its_texts(kind):
    table = TABLES[kind]({"a": [1.0, 2.0], "b": ["x", None], "c": [3, 4]})

    answered = Select("b", "c", "never").transform_many(table)

    assert type(answered) is type(table)
    columns = {"pandas": lambda t: t.to_dict("list"), "pyarrow": lambda t: t.to_pydict()}
    found = columns.get(kind, lambda t: t.to_dict(as_series=False))(answered)
    assert list(found) == ["b", "c"]
    assert [cell if isinstance(cell, str) else None for cell in found["b"]] == ["x", None]
    assert found["c"] == [3.0, 4.0]


def test_positions_are_chosen_by_number():
    X = np.arange(6.0).reshape(2, 3)

    assert Select(2, 0).transform_many(X).tolist() == [[0.0, 2.0], [3.0, 5.0]]
    assert Discard(1).transform_one([7.0, 8.0, 9.0]) == [7.0, 9.0]
    assert Select(1).transform_many(csr_array(X)).toarray().tolist() == [[1.0], [4.0]]


def test_pandas_row_is_a_row():
    row = pd.Series({"a": 1.0, "b": 2.0, "c": 3.0})

    assert Select("c", "a").transform_one(row) == {"a": 1.0, "c": 3.0}


def test_missing_value_of_a_wide_row_is_told_as_that_of_a_narrow_one():
    """A dict of few among many columns is read sparse."""
    choice = Select("f1", "f2", "f3")
    choice.learn_one({f"f{i}": 1.0 for i in range(500)})

    assert choice.transform_one({"f2": None, "f1": 4.0}) == {"f1": 4.0, "f2": None}
    assert choice.transform_many([{"f2": None, "f1": 4.0}]) == [{"f1": 4.0, "f2": None}]


def test_text_left_out_is_nobodys_concern():
    model = Discard("name") | StandardScaler() | learners.AROW()
    model.learn_one({"name": "Ada", "age": 36.0}, "x")

    assert list(model.weights) == ["age"]
    with pytest.raises(ValueError, match="column 'city', row 1: 'Rome' is not a number"):
        model.learn_many([{"age": 1.0}, {"name": "Bob", "city": "Rome"}], ["x", "y"])


def test_text_chosen_is_refused_where_a_scaler_stands():
    with pytest.raises(ValueError, match="column 'name', row 2: 'Ada' is not a number"):
        (Select("name") | StandardScaler()).learn_many([{}, {"age": 1.0}, {"name": "Ada"}])


def test_model_of_counts_judges_the_columns_chosen():
    model = Select("a") | learners.MultinomialNB()
    model.learn_one({"a": 1.0}, "x")

    with pytest.raises(ValueError, match="column 'a': Negative"):
        model.learn_one({"a": -1.0}, "x")


def test_column_that_comes_late_takes_its_place():
    chain = Select("b", "late") | OneHotEncoder()
    chain.learn_many([{"a": 1.0, "b": "x"}, {"late": "y", "a": 2.0}])

    assert chain.outputs == ["b_x", "late_y"]
    assert loads(dumps(chain)).outputs == chain.outputs


def test_choice_shows_its_names():
    assert repr(Select("a", 1)) == "Select('a', '1')"
    assert Discard("a", "b").features == ["a", "b"]
