"""Frames, matrices, Arrow data and Python rows are streams too."""

import datetime

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from driftline import sources
from driftline.sources import SourceError

COLUMNS = {"size": [1.5, 2.5, None], "colour": ["red", "blue", "red"], "price": [10.0, 12.5, 9.0]}
ROWS = [
    ({"size": 1.5, "colour": "red"}, 10.0),
    ({"size": 2.5, "colour": "blue"}, 12.5),
    ({"colour": "red"}, 9.0),
]
TABLE = pa.table(COLUMNS)
FRAMES = {
    "pandas": lambda: pd.DataFrame(COLUMNS, index=[7, 8, 9]),
    "pandas categories": lambda: pd.DataFrame(COLUMNS).astype({"colour": "category"}),
    "polars": lambda: pl.DataFrame(COLUMNS),
    "polars categories": lambda: pl.DataFrame(COLUMNS).cast({"colour": pl.Categorical}),
    "table": lambda: TABLE,
    "record batch": lambda: TABLE.to_batches()[0],
    "duckdb": lambda: duckdb.from_arrow(TABLE),
    "dicts": lambda: TABLE.to_pylist(),
    "pairs": lambda: list(ROWS),
}


@pytest.mark.parametrize("name", FRAMES)
def test_the_same_rows_come_out_of_every_object(name):
    stream = sources.stream(FRAMES[name](), target="price")

    for size in (1, 2, 100):
        assert [row for batch in stream.batches(size) for row in batch.rows()] == ROWS
    assert stream.facts.features == {"size": "numeric", "colour": "nominal"}
    assert (stream.facts.target, stream.facts.task) == ("price", "regression")


def test_an_arrow_stream_is_read_once_and_says_so():
    stream = sources.stream(TABLE.to_reader(), target="price")

    assert list(stream) == ROWS
    with pytest.raises(SourceError, match="can be read only once"):
        stream.batches()


def test_a_generator_is_read_once_and_says_so():
    stream = sources.stream(row for row in ROWS)

    assert stream.facts.features == {"size": "numeric", "colour": "nominal"}  # a look loses no row
    assert list(stream) == ROWS
    with pytest.raises(SourceError, match="is an iterator and was read already"):
        list(stream)


def test_a_class_of_ones_own_is_read_as_often_as_one_likes():
    class Sensor:
        def __iter__(self):
            yield {"heat": 20}, "fine"
            yield {"heat": 91.5, "smoke": True}, "fire"

    stream = sources.stream(Sensor())

    assert list(stream) == list(stream)
    assert list(stream)[1] == ({"heat": 91.5, "smoke": 1.0}, "fire")
    assert stream.facts.name == "a Sensor"


def test_a_stream_is_a_stream():
    stream = sources.stream(ROWS)

    assert sources.stream(stream) is stream


def test_a_matrix_takes_its_target_beside_it():
    X, y = np.array([[1.0, 2.0], [3.0, np.nan]]), ["a", "b"]
    dense = sources.stream(X, y=y)
    csr = sources.stream(sparse.csr_matrix([[0.0, 2.0, 0.0], [3.0, 0.0, 0.0]]), y=y)

    assert [y for _, y in dense] == ["a", "b"]
    assert next(dense.batches()).x.schema.names == ["x0", "x1"]
    assert list(csr) == [({1: 2.0}, "a"), ({0: 3.0}, "b")]
    assert next(csr.batches()).x.shape == (2, 3)


def test_a_frame_takes_its_target_beside_it():
    stream = sources.stream(pl.DataFrame({"a": [1, 2]}), y=[True, False], target="ok")

    assert list(stream) == [({"a": 1}, True), ({"a": 2}, False)]
    assert stream.facts.target == "ok"


@pytest.mark.parametrize("convert", [list, tuple, np.array])
def test_rows_without_names_are_named_by_place(convert):
    stream = sources.stream([(convert([1.0, 2.0]), 0), (convert([3.0, 4.0]), 1)])

    assert list(stream)[1] == ({"x0": 3.0, "x1": 4.0}, 1)


def test_roles_are_taken_out_of_dict_rows():
    day = datetime.datetime(2024, 5, 1)
    rows = [{"a": 1, "t": day, "w": 2, "who": "ann", "y": "x"}]
    (batch,) = sources.stream(rows, target="y", time="t", weight="w", id="who").batches()

    assert batch.x.to_pylist() == [{"a": 1.0}]
    assert (batch.time[0].as_py(), batch.w[0].as_py(), batch.id[0].as_py()) == (day, 2.0, "ann")


def test_rows_that_came_before_a_failure_are_given():
    def breaks():
        yield from ROWS
        raise RuntimeError("the sensor is gone")

    seen = []
    with pytest.raises(RuntimeError, match="the sensor is gone"):
        seen.extend(sources.stream(breaks()).batches(2))
    assert sum(map(len, seen)) == 3


cell = st.one_of(st.none(), st.integers(-9, 9), st.floats(-9, 9))
rows_of = st.lists(
    st.tuples(st.dictionaries(st.sampled_from("abc"), cell), st.sampled_from([None, "u", "v"]))
)


@given(rows=rows_of, size=st.integers(1, 7))
def test_any_rows_come_back_in_any_batch_size(rows, size):
    wanted = [({k: v for k, v in x.items() if v is not None}, y) for x, y in rows]
    got = [row for batch in sources.stream(rows).batches(size) for row in batch.rows()]

    assert got == wanted


@pytest.mark.parametrize(
    ("rows", "part"),
    [
        ([({"a": 1}, 0), 5], "row 1: a pair (x, y) or a dict is wanted, not 5"),
        ([({"a": 1}, 0), ({"a": "x"}, 0)], "row 1, column 'a': 'x' is no number"),
        ([({"a": "x"}, 0), ({"a": 1}, 0)], "kinds={'a': 'nominal'}"),
        ([({"a": 1}, 0), ({"a": 1}, 0.5)], "task='regression'"),
        ([([1.0], 0), ([1.0, 2.0], 0)], "row 1: 2 values where the rows before had 1"),
    ],
)
def test_a_bad_row_is_told_with_its_place(rows, part):
    with pytest.raises(SourceError) as caught:
        list(sources.stream(rows))

    assert part in str(caught.value)


def test_a_role_that_a_row_lacks_is_told():
    with pytest.raises(SourceError, match="row 1: there is no 'y' in"):
        list(sources.stream([{"a": 1, "y": 0}, {"a": 1}], target="y"))


def test_time_that_goes_back_is_told():
    rows = [{"t": 2}, {"t": 1}]

    with pytest.raises(SourceError, match="row 1, column 't': time goes back from 2 to 1"):
        list(sources.stream(rows, time="t"))
    assert len(list(sources.stream(rows, time="t", time_order="any"))) == 2


@pytest.mark.parametrize("thing", [5, "elec2.csv", None])
def test_what_is_no_stream_is_refused(thing):
    with pytest.raises(TypeError, match="is no stream"):
        sources.stream(thing)


def test_bad_frames_are_told():
    with pytest.raises(SourceError, match="two columns are called 'a'"):
        sources.stream(pd.DataFrame([[1, 2]], columns=["a", "a"]))
    with pytest.raises(SourceError, match="column"):
        sources.stream(pd.DataFrame({"a": [1, "x"]}))
    with pytest.raises(SourceError, match="did you mean 'price'"):
        sources.stream(TABLE, target="prize")
    with pytest.raises(SourceError, match="1 entries of y for 3 rows"):
        sources.stream(TABLE, y=[1])
    with pytest.raises(SourceError, match="not 1-D"):
        sources.stream(np.array([1.0]))
    with pytest.raises(ValueError, match="give rows as pairs"):
        sources.stream([1], y=[1])


def test_a_table_made_by_to_arrow_is_the_stream_again():
    stream = sources.stream(ROWS, target="price")

    assert list(sources.stream(stream.to_arrow())) == ROWS
