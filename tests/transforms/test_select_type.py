import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_model import differing
from oracles.mixed_streams import MISSING, NUMBERS, TEXTS, is_missing, is_text, named_rows

from driftline import learners
from driftline.transforms import (
    Discard,
    Imputer,
    OneHotEncoder,
    SelectType,
    StandardScaler,
)


def chosen(past, row, kind):
    """Keep what is of the kind, in columns that have learned such a cell."""

    def is_kind(cell):
        return not is_missing(cell) and is_text(cell) == (kind == "text")

    known = {name for old in past for name, cell in old.items() if is_kind(cell)}
    return {n: cell if is_kind(cell) else None for n, cell in row.items() if n in known}


@given(named_rows(NUMBERS, TEXTS, MISSING), st.sampled_from(["number", "text"]))
def test_cells_of_the_kind_pass_once_their_column_has_learned_one(rows, kind):
    choice = SelectType(kind)

    for i, row in enumerate(rows):
        assert choice.transform_one(row) == chosen(rows[:i], row, kind)
        choice.learn_one(row)

    batch = SelectType(kind)
    batch.learn_many(rows)
    assert batch == choice
    assert batch.transform_many(rows) == [chosen(rows, row, kind) for row in rows]


def mixed():
    return (SelectType("number") | StandardScaler()) + (SelectType("text") | OneHotEncoder())


@given(named_rows(NUMBERS, TEXTS, MISSING), st.integers(0, 25))
def test_mixed_rows_teach_the_same_model_by_batch_and_one_by_one(rows, cut):
    """Columns of the union appear as the rows bring them, whichever half they belong to."""
    y = [len(row) for row in rows]
    single, whole, parts = (mixed() | learners.GaussianNB() for _ in range(3))

    for row, label in zip(rows, y, strict=True):
        single.learn_one(row, label)
    whole.learn_many(rows, y)
    parts.learn_many(rows[:cut], y[:cut])
    parts.learn_many(rows[cut:], y[cut:])

    assert differing(whole, single) == []
    assert differing(parts, single) == []
    assert whole.predict_many(rows) == [single.predict_one(row) for row in rows]


TABLES = {
    "pandas": pd.DataFrame,
    "pandas category": lambda columns: pd.DataFrame(columns).astype({"colour": "category"}),
    "Polars": pl.DataFrame,
    "pyarrow": pa.table,
}


@pytest.mark.parametrize("kind", TABLES)
def test_any_mixed_table_is_split_without_naming_its_columns(kind):
    columns = {
        "price": [1.0, 3.0, None],
        "colour": ["red", None, "blue"],
        "new": [True, True, False],
    }
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    by_rows, by_table = mixed(), mixed()

    by_rows.learn_many(rows)
    by_table.learn_many(TABLES[kind](columns))

    assert by_table.outputs == by_rows.outputs
    assert set(by_rows.outputs) == {"price", "new", "colour_red", "colour_blue"}
    assert by_table.transform_many(rows) == by_rows.transform_many(rows)


def test_text_is_dropped_before_numbers_and_refused_where_it_would_arrive():
    numbers = SelectType("number") | StandardScaler() | learners.AROW()
    numbers.learn_one({"price": 1.0, "colour": "red"}, "a")

    assert list(numbers.weights) == ["price"]
    with pytest.raises(ValueError, match="column 'colour', row 1: 'red' is not a number"):
        (SelectType("text") | StandardScaler()).learn_many([{"price": 1.0}, {"colour": "red"}])


def test_column_that_changes_its_mind_goes_both_ways():
    both = SelectType("number") + (SelectType("text") | OneHotEncoder())
    both.learn_many([{"code": 7.0}, {"code": "x"}])

    assert both.transform_one({"code": 7.0}) == {"code": 7.0}
    assert both.transform_one({"code": "x"}) == {"code": None, "code_x": 1.0}


def test_positions_may_be_chosen_by_type_as_well():
    choice = SelectType("text")
    choice.learn_many([[1.0, "a", 2.0], [1.0, None, "b"]])

    assert choice.transform_many([[1.0, "c", 2.0]]) == [["c", None]]
    assert choice.outputs == [1, 2]
    answered = choice.transform_many(np.array([[1, "c", "d"]], dtype=object))
    assert answered.tolist() == [["c", "d"]]


def test_choice_behind_an_imputer_sees_what_was_filled_in():
    chain = Imputer(strategy="previous") | SelectType("text") | OneHotEncoder()
    chain.learn_many([{"colour": "red", "size": 1.0}, {"size": 2.0}])

    assert chain.transform_one({"size": 3.0}) == {"colour_red": 1.0}


def test_choice_behind_a_choice_by_name():
    chain = Discard("id") | SelectType("text")
    chain.learn_one({"id": "x7", "colour": "red", "size": 1.0})

    assert chain.transform_one({"id": "x8", "colour": "red", "size": 1.0}) == {"colour": "red"}


def test_other_kinds_are_refused_by_name():
    with pytest.raises(ValueError, match="kind must be one of 'number', 'text', not 'date'"):
        SelectType("date")
