"""Tables of other libraries go in as they are, and answers come back in their kind."""

import datetime
import decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from oracles.every_model import differing

from driftline import learners, transforms
from driftline.state import dumps

COLUMNS = {"a": [1.0, 0.0, 3.0, 2.0, 5.0, 1.0], "b": [2.0, 1.0, 0.0, 4.0, 1.0, 3.0]}
ROWS = [dict(zip(COLUMNS, values, strict=True)) for values in zip(*COLUMNS.values(), strict=True)]
LABELS = ["x", "y", "x", "z", "y", "z"]


def taught(X=None, y=LABELS, model=learners.AROW):
    model = model()
    model.learn_many(ROWS if X is None else X, y)
    return model


class Capsule:
    """Nothing but the Arrow protocol: what a library unknown to us would hand over."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


class ArrayCapsule:
    """The same for a single batch."""

    def __init__(self, batch):
        self._batch = batch

    def __arrow_c_array__(self, requested_schema=None):
        return self._batch.__arrow_c_array__(requested_schema)


def chunked(columns):
    """Return the columns in pieces, one of them empty."""
    pieces = slice(0, 1), slice(1, 1), slice(1, 4), slice(4, None)
    arrays = {name: pa.array(values) for name, values in columns.items()}
    return pa.table(
        {n: pa.chunked_array([a[piece] for piece in pieces]) for n, a in arrays.items()}
    )


def in_duckdb(columns):
    return duckdb.from_arrow(pa.table(columns))


TABLES = {
    "pyarrow table": pa.table,
    "pyarrow chunked": chunked,
    "pyarrow slice": lambda c: pa.table({n: [9.0, *v, 9.0] for n, v in c.items()}).slice(1, 6),
    "pyarrow record batch": pa.record_batch,
    "pyarrow reader": lambda c: pa.table(c).to_reader(max_chunksize=2),
    "Arrow stream": lambda c: Capsule(pa.table(c)),
    "Arrow array": lambda c: ArrayCapsule(pa.record_batch(c)),
    "Polars": pl.DataFrame,
    "Polars int": lambda c: pl.DataFrame(c).cast(pl.Int16),
    "Polars chunks": lambda c: pl.concat([pl.DataFrame(c)[:2], pl.DataFrame(c)[2:]], rechunk=False),
    "pandas": pd.DataFrame,
    "pandas int": lambda c: pd.DataFrame(c).astype("uint8"),
    "pandas nullable": lambda c: pd.DataFrame(c).astype("Int32"),
    "pandas nullable float": lambda c: pd.DataFrame(c).astype("Float64"),
    "pandas of Arrow": lambda c: pd.DataFrame(c).astype("int64[pyarrow]"),
    "pandas object": lambda c: pd.DataFrame(c).astype(object),
    "pandas category": lambda c: pd.DataFrame(c).astype("category"),
    "pandas sparse": lambda c: pd.DataFrame(c).astype(pd.SparseDtype("float64", 0.0)),
    "pandas reversed": lambda c: pd.DataFrame(c)[::-1][::-1],
    "DuckDB": in_duckdb,
    "DuckDB to Arrow": lambda c: in_duckdb(c).to_arrow_table(),
}


@pytest.mark.parametrize("kind", TABLES)
def test_every_table_is_read_as_its_rows(kind):
    assert differing(taught(TABLES[kind](COLUMNS)), taught()) == []


NUMBERS = {
    "uint8": pa.uint8(),
    "int64": pa.int64(),
    "uint64": pa.uint64(),
    "float": pa.float32(),
    "half": pa.float16(),
    "decimal": pa.decimal128(6, 2),
    "decimal256": pa.decimal256(50, 2),
}


@pytest.mark.parametrize("kind", NUMBERS.values(), ids=NUMBERS)
def test_every_arrow_number_is_read(kind):
    columns = {n: pa.array(map(int, v)).cast(pa.float64()) for n, v in COLUMNS.items()}
    if pa.types.is_decimal(kind):
        columns = {n: pa.array([decimal.Decimal(int(x)) for x in v]) for n, v in COLUMNS.items()}

    table = pa.table({name: column.cast(kind) for name, column in columns.items()})

    assert differing(taught(table), taught()) == []


def test_booleans_are_zero_and_one():
    truth = [True, False, True, True, False, False]
    expected = taught([{"a": float(t)} for t in truth])

    for table in (
        pa.table({"a": truth}),
        pl.DataFrame({"a": truth}),
        pd.DataFrame({"a": truth}),
        pd.DataFrame({"a": pd.array(truth, dtype="boolean")}),
    ):
        assert differing(taught(table), expected) == []


def test_dictionary_of_numbers_is_read_as_the_numbers():
    table = pa.table({n: pa.array(v).dictionary_encode() for n, v in COLUMNS.items()})

    assert differing(taught(table), taught()) == []


WITH_NULLS = {"a": [1.0, None, 3.0, 2.0, None, 1.0], "b": [None, 1.0, 0.0, None, 1.0, 3.0]}
NULL_TABLES = {
    "pyarrow": pa.table,
    "record batch": pa.record_batch,
    "record batch int": lambda c: pa.record_batch(
        {n: pa.array(v, pa.int32()) for n, v in c.items()}
    ),
    "pyarrow int": lambda c: pa.table({n: pa.array(v, pa.int32()) for n, v in c.items()}),
    "chunked": chunked,
    "Polars": pl.DataFrame,
    "Polars int": lambda c: pl.DataFrame(c).cast(pl.Int64),
    "pandas": pd.DataFrame,
    "pandas nullable": lambda c: pd.DataFrame(c).astype("Int64"),
    "pandas of Arrow": lambda c: pd.DataFrame(c).astype("double[pyarrow]"),
    "pandas object": lambda c: pd.DataFrame(c, dtype=object),
    "pandas category": lambda c: pd.DataFrame(c).astype("category"),
}


@pytest.mark.parametrize("kind", NULL_TABLES)
@pytest.mark.parametrize("model", [learners.AROW, learners.GaussianNB, learners.MultinomialNB])
def test_null_cell_is_missing_as_an_absent_key_is(model, kind):
    table = NULL_TABLES[kind](WITH_NULLS)
    # The first row names both features, as the table does: columns go by first appearance.
    rows = [
        {name: values[i] for name, values in WITH_NULLS.items() if i == 0 or values[i] is not None}
        for i in range(6)
    ]

    assert differing(taught(table, model=model), taught(rows, model=model)) == []


@pytest.mark.parametrize("kind", [pa.null(), pa.float64(), pa.int8(), pa.bool_()], ids=str)
def test_column_of_nulls_only_is_a_column_of_missing_values(kind):
    table = pa.table({"a": COLUMNS["a"], "b": pa.nulls(6, kind)})

    model = taught(table)

    assert model.schema.features == ["a", "b"]
    assert (
        model.predict_many(table).to_pylist() == model.predict_many(table.select(["a"])).to_pylist()
    )


def test_large_integer_beside_a_null_is_read_as_without_it():
    large = 2**60 + 1

    model = taught(pa.table({"a": pa.array([large, None])}), ["x", "y"])

    assert differing(model, taught([{"a": large}, {"a": None}], ["x", "y"])) == []


def test_masked_array_is_missing_where_it_is_masked():
    X = np.ma.masked_array([[1.0, 2.0], [3.0, 4.0]], mask=[[False, True], [False, False]])

    model = taught(X, ["x", "y"])

    assert differing(model, taught([[1.0, None], [3.0, 4.0]], ["x", "y"])) == []


LABEL_COLUMNS = {
    "tuple": tuple,
    "generator": lambda y: (label for label in y),
    "NumPy": np.array,
    "NumPy object": lambda y: np.array(y, dtype=object),
    "NumPy strings": lambda y: np.array(y, dtype=np.dtypes.StringDType()),
    "pyarrow": pa.array,
    "pyarrow large": lambda y: pa.array(y, pa.large_string()),
    "pyarrow view": lambda y: pa.array(y, pa.string_view()),
    "pyarrow dictionary": lambda y: pa.array(y).dictionary_encode(),
    "pyarrow dictionary, other order": lambda y: pa.DictionaryArray.from_arrays(
        pa.array(["zyx".index(label) for label in y], pa.int8()), ["z", "y", "x"]
    ),
    "pyarrow chunked": lambda y: pa.chunked_array([y[:2], [], y[2:]]),
    "pyarrow chunked dictionaries": lambda y: pa.chunked_array(
        [pa.array(y[:2]).dictionary_encode(), pa.array(y[2:]).dictionary_encode()]
    ),
    "pyarrow slice": lambda y: pa.array(["q", *y, "q"]).slice(1, 6),
    "Polars": pl.Series,
    "Polars categorical": lambda y: pl.Series(y, dtype=pl.Categorical),
    "Polars enum": lambda y: pl.Series(y, dtype=pl.Enum(["z", "unused", "y", "x"])),
    "pandas": pd.Series,
    "pandas object": lambda y: pd.Series(y, dtype=object),
    "pandas index": pd.Index,
    "pandas category": lambda y: pd.Series(y, dtype=pd.CategoricalDtype(["z", "unused", "y", "x"])),
    "pandas categorical": pd.Categorical,
    "pandas string": lambda y: pd.Series(y, dtype="string"),
    "pandas array": lambda y: pd.array(y, dtype="string"),
    "pandas of Arrow": lambda y: pd.Series(y, dtype=pd.ArrowDtype(pa.string())),
}


@pytest.mark.parametrize("kind", LABEL_COLUMNS)
def test_every_column_of_labels_is_read_in_the_order_of_the_rows(kind):
    model = taught(y=LABEL_COLUMNS[kind](LABELS))

    assert model.labels == ["x", "y", "z"]
    assert all(type(label) is str for label in model.labels)
    assert differing(model, taught()) == []


INTEGER_COLUMNS = {
    "NumPy": lambda y: np.array(y, dtype=np.int16),
    "NumPy uint64": lambda y: np.array(y, dtype=np.uint64),
    "NumPy strided": lambda y: np.repeat(np.array(y), 3)[::3],
    "NumPy big-endian": lambda y: np.array(y, dtype=">i4"),
    "pyarrow": pa.array,
    "pyarrow dictionary": lambda y: pa.array(y).dictionary_encode(),
    "Polars": pl.Series,
    "pandas": pd.Series,
    "pandas nullable": lambda y: pd.Series(y, dtype="Int64"),
    "pandas array": lambda y: pd.array(y, dtype="Int64"),
    "pandas category": lambda y: pd.Series(y, dtype="category"),
    "list": list,
}


@pytest.mark.parametrize("kind", INTEGER_COLUMNS)
def test_every_column_of_integers_gives_labels_that_are_int(kind):
    y = [7, 300, 7, 9000, 300, 7]

    model = taught(y=INTEGER_COLUMNS[kind](y))

    assert model.labels == [7, 300, 9000]
    assert all(type(label) is int for label in model.labels)


@pytest.mark.parametrize("kind", [np.array, pa.array, pl.Series, pd.Series])
def test_column_of_booleans_gives_labels_that_are_bool(kind):
    model = taught(y=kind([True, False, True, True, False, True]))

    assert model.labels == [False, True]
    assert all(type(label) is bool for label in model.labels)


def test_dates_are_labels():
    days = [datetime.date(2024, 1, day) for day in (1, 2, 1, 3, 2, 3)]

    for y in (days, pa.array(days), pl.Series(days), pd.Series(days, dtype=object)):
        assert taught(y=y).labels == [days[0], days[1], days[3]]


@pytest.mark.parametrize("name", ["pyarrow", "Polars", "pandas"])
def test_weights_are_read_from_any_column(name):
    kind = {"pyarrow": pa.array, "Polars": pl.Series, "pandas": pd.Series}[name]
    w, model, expected = [1.0, 0.5, 0.0, 2.0, 1.0, 1.0], learners.AROW(), learners.AROW()

    model.learn_many(ROWS, LABELS, kind(w))
    expected.learn_many(ROWS, LABELS, w)

    assert differing(model, expected) == []


def test_pandas_answers_keep_the_index():
    model, X = taught(), pd.DataFrame(COLUMNS, index=[*"uvwxyz"])
    number = taught(y=[1.0] * 6, model=learners.LMS)

    labels, shares = model.predict_many(X), model.predict_proba_many(X)

    assert list(labels.index) == list(shares.index) == [*"uvwxyz"]
    assert list(shares.columns) == model.labels
    assert labels.tolist() == model.predict_many(ROWS)
    assert shares.to_dict("records") == model.predict_proba_many(ROWS)
    assert list(number.predict_many(X).index) == [*"uvwxyz"]
    assert list(model.predict_learn_many(X, LABELS).index) == [*"uvwxyz"]


def test_pandas_answers_keep_a_doubled_or_nested_index():
    model = taught()
    doubled = pd.DataFrame(COLUMNS, index=[0, 0, 1, 1, 2, 2])
    nested = pd.DataFrame(COLUMNS, index=pd.MultiIndex.from_product([[1, 2], [*"abc"]]))

    assert model.predict_many(doubled).index.equals(doubled.index)
    assert model.predict_proba_many(nested).index.equals(nested.index)


def test_polars_answers_are_polars():
    model, X = taught(), pl.DataFrame(COLUMNS)

    labels, shares = model.predict_many(X), model.predict_proba_many(X)

    assert isinstance(labels, pl.Series)
    assert isinstance(shares, pl.DataFrame)
    assert labels.to_list() == model.predict_many(ROWS)
    assert shares.to_dicts() == model.predict_proba_many(ROWS)
    assert isinstance(taught(y=[1.0] * 6, model=learners.LMS).predict_many(X), pl.Series)


@pytest.mark.parametrize(
    "kind", ["pyarrow table", "pyarrow record batch", "Arrow stream", "Arrow array", "DuckDB"]
)
def test_other_arrow_answers_are_pyarrow(kind):
    model, make = taught(), TABLES[kind]

    labels, shares = model.predict_many(make(COLUMNS)), model.predict_proba_many(make(COLUMNS))

    assert isinstance(labels, pa.Array)
    assert isinstance(shares, pa.Table)
    assert labels.to_pylist() == model.predict_many(ROWS)
    assert shares.to_pylist() == model.predict_proba_many(ROWS)


def test_numpy_answers_have_the_type_of_the_labels():
    X = np.array([list(row.values()) for row in ROWS])

    assert taught(X, [0, 1] * 3).predict_many(X).dtype.kind == "i"
    assert taught(X, [False, True] * 3).predict_many(X).dtype == np.bool_
    assert taught(X, [0.5, 1.5] * 3).predict_many(X).dtype == np.float64
    assert taught(X, ["a", "b"] * 3).predict_many(X).dtype.kind in "UT"
    assert taught(X, [(1, 2), (3,)] * 3).predict_many(X).dtype == object


@pytest.mark.parametrize("kind", ["pyarrow", "Polars", "pandas"])
def test_rows_before_the_first_label_are_null_in_the_answer(kind):
    make = {"pyarrow": pa.table, "Polars": pl.DataFrame, "pandas": pd.DataFrame}[kind]

    answered = learners.AROW().predict_learn_many(make(COLUMNS), ["x", *LABELS[1:]])

    plain = answered.to_pylist() if kind == "pyarrow" else answered.to_list()
    assert plain[0] is None or plain[0] != plain[0]
    assert None not in plain[1:]


@pytest.mark.parametrize("kind", ["pyarrow", "Polars", "pandas"])
def test_labels_of_mixed_types_come_back_in_every_kind_of_table(kind):
    make = {"pyarrow": pa.table, "Polars": pl.DataFrame, "pandas": pd.DataFrame}[kind]
    model = taught(y=["text", 1, "text", 1, "text", 1])

    answered = model.predict_many(make(COLUMNS))

    assert len(answered) == 6
    assert len(model.predict_proba_many(make(COLUMNS))) == 6


@pytest.mark.parametrize("kind", ["pyarrow table", "Polars", "pandas", "DuckDB"])
def test_scaled_table_is_a_table_of_the_same_kind_and_columns(kind):
    scaler, X = transforms.StandardScaler(), TABLES[kind](COLUMNS)
    scaler.learn_many(ROWS)

    scaled = scaler.transform_many(X)

    expected = scaler.transform_many(ROWS)
    if kind == "pandas":
        assert scaled.index.equals(X.index)
        assert scaled.to_dict("records") == expected
    elif kind == "Polars":
        assert scaled.to_dicts() == expected
    else:
        assert isinstance(scaled, pa.Table)
        assert scaled.to_pylist() == expected


def test_scaled_table_has_the_callers_columns_in_the_callers_order():
    scaler = transforms.StandardScaler()
    scaler.learn_many(ROWS)
    X = pd.DataFrame({"new": [1.0, 2.0], "b": [1.0, 2.0]})

    scaled = scaler.transform_many(X)

    assert list(scaled.columns) == ["new", "b"]
    assert scaled["new"].tolist() == [0.0, 0.0]
    assert scaled["b"].tolist() == [scaler.transform_one({"b": v})["b"] for v in (1.0, 2.0)]


def test_reader_is_read_once_even_where_the_answer_is_a_table():
    scaler = transforms.StandardScaler()
    scaler.learn_many(ROWS)

    scaled = scaler.transform_many(pa.table(COLUMNS).to_reader())

    assert scaled.to_pylist() == scaler.transform_many(ROWS)


ZERO_ROWS = {
    "pyarrow": pa.table(COLUMNS).slice(0, 0),
    "no chunks": pa.table({"a": pa.chunked_array([], pa.float64())}),
    "record batch": pa.record_batch(COLUMNS).slice(0, 0),
    "Polars": pl.DataFrame(COLUMNS).head(0),
    "pandas": pd.DataFrame(COLUMNS).head(0),
    "array": np.empty((0, 2)),
}


@pytest.mark.parametrize("X", ZERO_ROWS.values(), ids=ZERO_ROWS)
@pytest.mark.parametrize("y", [[], pa.array([], pa.string()), pl.Series([]), pd.Series([]), ()])
def test_table_of_no_rows_has_answers_of_no_rows(X, y):
    model = learners.AROW()
    before = dumps(model)

    model.learn_many(X, y)

    assert dumps(model) == before
    assert len(model.predict_many(X)) == len(model.predict_proba_many(X)) == 0
    assert len(model.predict_learn_many(X, y)) == 0


def test_row_of_a_pandas_frame_is_a_named_row():
    frame, model, expected = pd.DataFrame(COLUMNS), learners.AROW(), taught()

    for (_, row), label in zip(frame.iterrows(), LABELS, strict=True):
        model.learn_one(row, label)

    assert differing(model, expected) == []


def test_names_of_columns_may_be_numbers_and_tuples():
    numbers = pd.DataFrame(np.ones((2, 2)), columns=[0, 1])
    nested = pd.DataFrame(np.ones((2, 2)), columns=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]))

    assert taught(numbers, ["x", "y"]).schema.features == [0, 1]
    assert taught(nested, ["x", "y"]).schema.features == [("a", 1), ("b", 2)]


def test_table_without_columns_is_rows_without_features():
    model = taught(pd.DataFrame(index=range(3)), ["x", "y", "x"])

    assert model.labels == ["x", "y"]
    assert model.predict_many(pd.DataFrame(index=range(2))).tolist() == ["x", "x"]
