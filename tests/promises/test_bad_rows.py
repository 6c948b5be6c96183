"""A bad row raises, says where, and leaves the model as it was, to the byte."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from oracles.every_model import (
    CLASSIFIERS,
    KINDS,
    LEARNERS,
    MODELS,
    REGRESSORS,
    answers,
    ignores_row,
    is_classifier,
    is_transform,
    learn,
    learn_row,
    learn_rows,
    stream_for,
    takes_text,
    targets_for,
    taught,
)
from scipy.sparse import csr_array

from driftline.state import dumps, loads

READERS = [name for name in MODELS if not ignores_row(MODELS[name]())]
NAMES = list("abcde")


def label_for(model):
    return "new" if is_classifier(model) else 1.0


def named(name):
    """Return a model taught on rows with names, and some such rows."""
    model = MODELS[name]()
    stream = stream_for(model, rows=30)
    rows = pd.DataFrame(stream.X, columns=NAMES).to_dict("records")
    return learn(model, rows, stream.y), rows


CELLS = {
    "inf": (math.inf, "infinite"),
    "-inf": (-math.inf, "infinite|Negative"),
    "text": ("n/a", "'n/a' is not a number"),
    "bytes": (b"1", "not a number"),
    "complex": (1j, "not a number"),
    "huge": (10**400, "too large"),
    "list": ([1.0], "not a number"),
    "object": (object(), "not a number"),
    "date": (np.datetime64(10, "ns"), "not a number"),
    "span of time": (np.timedelta64(10, "ns"), "not a number"),
    "small complex": (np.complex64(1j), "not a number"),
    "array of text": (np.array("1.5"), "not a number"),
}


def refused(name, cell):
    if cell == "date" and "DateParts" in repr(MODELS[name]()):
        return False
    return cell != "text" or not takes_text(MODELS[name]())


BAD_CELLS = [(name, cell) for name in READERS for cell in CELLS if refused(name, cell)]


@pytest.mark.parametrize(("name", "cell"), BAD_CELLS)
def test_bad_cell_of_a_list_is_named_and_changes_nothing(name, cell):
    model, stream = taught(name)
    (value, why), before = CELLS[cell], dumps(model)
    rows = stream.X.tolist()
    rows[40][3] = value

    with pytest.raises(ValueError, match=f"column 3: .*({why})"):
        learn_row(model, rows[40], label_for(model))
    with pytest.raises(ValueError, match=f"column 3, row 40: .*({why})"):
        learn(model, rows, [label_for(model)] * len(rows))
    with pytest.raises(ValueError, match=f"column 3, row 40: .*({why})"):
        answers(model, rows)

    assert dumps(model) == before


@pytest.mark.parametrize(("name", "cell"), BAD_CELLS)
def test_bad_cell_of_a_dict_is_named_and_changes_nothing(name, cell):
    model, rows = named(name)
    (value, why), before = CELLS[cell], dumps(model)
    rows[20] = {"new one": 1.0, **rows[20], "d": value, "new two": 1.0}

    with pytest.raises(ValueError, match=f"column 'd': .*({why})"):
        learn_row(model, rows[20], label_for(model))
    with pytest.raises(ValueError, match=f"column 'd', row 20: .*({why})"):
        learn(model, rows, [label_for(model)] * len(rows))
    with pytest.raises(ValueError, match=f"column 'd', row 20: .*({why})"):
        answers(model, rows)

    assert dumps(model) == before


TABLES = {"pandas": pd.DataFrame, "Polars": pl.DataFrame, "pyarrow": pa.table}


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("bad", [math.inf, "n/a"])
@pytest.mark.parametrize("name", ["AROW", "GaussianNB", "LMS", "StandardScaler"])
def test_bad_cell_of_a_table_is_named_and_changes_nothing(name, bad, kind):
    model, rows = named(name)
    before, column = dumps(model), [1.0] * 300
    column[270] = bad
    if bad == "n/a":
        column = [str(value) for value in column]
    table = TABLES[kind]({"a": [1.0] * 300, "new": column})

    where = "column 'new', row 270" if bad != "n/a" else "column 'new', row 0"
    with pytest.raises(ValueError, match=where):
        learn(model, table, [label_for(model)] * 300)

    assert dumps(model) == before
    assert rows


@pytest.mark.parametrize("name", KINDS)
def test_bad_cell_of_an_array_or_sparse_matrix_is_named_and_changes_nothing(name):
    if ignores_row(MODELS[name]()):
        return
    model, stream = taught(name, rows=300)
    before, X = dumps(model), np.nan_to_num(stream.X)
    X[280, 2] = np.inf

    for bad in (X, X.astype(np.float32), np.asfortranarray(X), csr_array(X)):
        with pytest.raises(ValueError, match=r"column 2, row 280|dense rows only"):
            learn(model, bad, [label_for(model)] * 300)

    assert dumps(model) == before


NO_NUMBERS = {
    "text": np.array([["1.5", "2"], ["3", "4"]]),
    "complex": np.array([[1 + 2j, 2], [3, 4]]),
    "dates": np.array([["2024-01-01", "2024-01-02"]] * 2, dtype="M8[D]"),
    "nanoseconds": np.array([["2024-01-01", "2024-01-02"]] * 2, dtype="M8[ns]"),
    "spans of time": np.array([[1, 2], [3, 4]], dtype="m8[ns]"),
    "objects": np.array([["x", 2], [3, 4]], dtype=object),
}


@pytest.mark.parametrize("kind", NO_NUMBERS)
@pytest.mark.parametrize("make", [np.array, np.ma.array], ids=["plain", "masked"])
def test_array_of_what_is_no_number_is_refused_by_column_and_row(kind, make):
    X, model = make(NO_NUMBERS[kind]), MODELS["AROW"]()

    with pytest.raises(ValueError, match=r"column 0, row 0: .* is not a number"):
        model.learn_many(X, ["a", "b"])

    assert dumps(model) == dumps(MODELS["AROW"]())


def test_masked_cell_of_an_array_of_objects_is_missing():
    X = np.ma.array([[1.5, "hidden"], [3, 4]], mask=[[False, True], [False, False]], dtype=object)
    model, expected = MODELS["AROW"](), MODELS["AROW"]()

    model.learn_many(X, ["a", "b"])
    expected.learn_many([[1.5, None], [3, 4]], ["a", "b"])

    assert dumps(model) == dumps(expected)


@pytest.mark.parametrize("kind", ["M8[ns]", "m8[ns]"])
def test_times_are_neither_targets_nor_weights(kind):
    times = np.array([3, 4], dtype=kind)
    for act in (
        lambda model: model.learn_many([[1.0], [2.0]], times),
        lambda model: model.learn_many([[1.0], [2.0]], [1.0, 2.0], times),
    ):
        model = MODELS["LMS"]()
        with pytest.raises(ValueError, match=r"[yw], row 0: .* is not a number"):
            act(model)
        assert dumps(model) == dumps(MODELS["LMS"]())


@pytest.mark.parametrize("make", [int, float, np.int64, np.float32, np.array])
def test_one_number_weighs_every_row_of_a_batch(make):
    model, expected = MODELS["AROW"](), MODELS["AROW"]()

    model.learn_many([[1.0], [2.0]], ["a", "b"], make(2.0))
    expected.learn_many([[1.0], [2.0]], ["a", "b"], [2.0, 2.0])

    assert dumps(model) == dumps(expected)


@pytest.mark.parametrize("name", MODELS)
def test_row_of_another_width_raises_and_changes_nothing(name):
    model, _ = taught(name)
    before = dumps(model)

    for row in ([1.0] * 4, [1.0] * 6, [], np.ones(4), (1.0,) * 6):
        with pytest.raises(ValueError, match="columns"):
            learn_row(model, row, label_for(model))
        with pytest.raises(ValueError, match="columns"):
            answers(model, [list(row)])
    for X in (np.ones((3, 4)), [[1.0] * 6] * 3):
        with pytest.raises(ValueError, match="columns"):
            learn(model, X, [label_for(model)] * 3)

    assert dumps(model) == before


@pytest.mark.parametrize("name", MODELS)
def test_named_rows_widen_every_model(name):
    model, rows = named(name)

    learn_row(model, {"new": 1.0}, label_for(model))
    learn(model, [{"e": 1.0}, {"newer": 2.0, "a": 1.0}], [label_for(model)] * 2)

    assert model.schema.features == [*NAMES, "new", "newer"]
    assert answers(model, [*rows, {"newer": 1.0}, {}])


@pytest.mark.parametrize("name", MODELS)
def test_named_and_positional_rows_cannot_mix(name):
    by_name, _ = named(name)
    by_place, _ = taught(name)
    before = dumps(by_name), dumps(by_place)

    for bad in ([1.0] * 5, np.ones(5)):
        with pytest.raises(ValueError, match="named"):
            learn_row(by_name, bad, label_for(by_name))
    for bad in (np.ones((2, 5)), [[1.0] * 5] * 2):
        with pytest.raises(ValueError, match="named"):
            learn(by_name, bad, [label_for(by_name)] * 2)
    with pytest.raises(ValueError, match="names"):
        learn_row(by_place, dict.fromkeys(NAMES, 1.0), label_for(by_place))
    for bad in ([dict.fromkeys(NAMES, 1.0)], pd.DataFrame(np.ones((1, 5)), columns=NAMES)):
        with pytest.raises(ValueError, match="names"):
            learn(by_place, bad, [label_for(by_place)])

    assert (dumps(by_name), dumps(by_place)) == before


BATCHES = {
    "ragged": ([[1.0] * 5, [1.0] * 4], ValueError, "row 1 has 4 columns"),
    "list then dict": ([[1.0] * 5, {"a": 1.0}], TypeError, "all dicts or all lists"),
    "dict then list": ([{"a": 1.0}, [1.0] * 5], TypeError, "all dicts or all lists"),
    "numbers": ([1.0, 2.0], TypeError, "row"),
    "1-D": (np.ones(2), ValueError, "2-D"),
    "3-D": (np.ones((2, 5, 1)), ValueError, "2-D"),
    "text": ("ab", TypeError, "table"),
    "bytes": (b"ab", TypeError, "table"),
    "None": (None, TypeError, "table"),
    "number": (5, TypeError, "table"),
    "dict": ({"a": [1.0, 2.0]}, TypeError, "table"),
    "Series": (pd.Series([1.0, 2.0]), (TypeError, ValueError), "."),
    "Polars Series": (pl.Series([1.0, 2.0]), (TypeError, ValueError), "."),
    "Arrow array": (pa.array([1.0, 2.0]), (TypeError, ValueError), "."),
    "dates": (np.zeros((2, 5), dtype="M8[D]"), (TypeError, ValueError), "."),
    "doubled name": (pd.DataFrame(np.ones((2, 2)), columns=["a", "a"]), ValueError, "'a'"),
    "doubled Arrow name": (
        pa.table([pa.array([1.0, 2.0])] * 2, names=["a", "a"]),
        ValueError,
        "'a'",
    ),
}


@pytest.mark.parametrize("kind", BATCHES)
@pytest.mark.parametrize("name", KINDS)
def test_batch_that_is_no_table_raises_and_changes_nothing(name, kind):
    X, error, why = BATCHES[kind]
    model = MODELS[name]()
    if kind == "dates" and ignores_row(model):
        return

    with pytest.raises(error, match=why):
        learn(model, X, [label_for(model)] * 2)
    with pytest.raises(error, match=why):
        (model.transform_many if is_transform(model) else model.predict_many)(X)

    assert dumps(model) == dumps(MODELS[name]())


ROWS = [None, 5, 1.5, "text", b"bytes", np.ones((2, 5)), {1, 2}, object(), np.float64(1.0)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: type(row).__name__)
@pytest.mark.parametrize("name", KINDS)
def test_row_that_is_no_row_raises_and_changes_nothing(name, row):
    model, _ = taught(name)
    before = dumps(model)

    with pytest.raises((TypeError, ValueError), match="row"):
        learn_row(model, row, label_for(model))

    assert dumps(model) == before


WEIGHTS = {
    "negative": ([1.0, -1.0], ValueError, "w, row 1"),
    "NaN": ([1.0, math.nan], ValueError, "w, row 1"),
    "inf": ([math.inf, 1.0], ValueError, "w, row 0"),
    "None": ([1.0, None], ValueError, "w, row 1"),
    "text": ([1.0, "x"], ValueError, "w, row 1"),
    "short": ([1.0], ValueError, "1 entries.*2 rows"),
    "long": (np.ones(3), ValueError, "3 entries.*2 rows"),
    "2-D": (np.ones((2, 1)), ValueError, "1-D"),
    "huge": (10**400, (ValueError, OverflowError), "."),
    "negative for all": (-1.0, ValueError, "w"),
    "NaN for all": (math.nan, ValueError, "w"),
    "a string": ("ab", TypeError, "."),
}


@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.parametrize("name", KINDS)
def test_bad_weight_is_named_and_changes_nothing(name, kind):
    w, error, why = WEIGHTS[kind]
    model, stream = taught(name)
    before = dumps(model)

    with pytest.raises(error, match=why):
        learn(model, stream.X[:2], [label_for(model)] * 2, w)

    assert dumps(model) == before


@pytest.mark.parametrize(
    "w", [-1.0, math.nan, math.inf, 1.1e100, None, "1", 10**400], ids=lambda w: str(w)[:4]
)
@pytest.mark.parametrize("name", MODELS)
def test_bad_weight_of_one_row_raises_and_changes_nothing(name, w):
    model, stream = taught(name)
    before = dumps(model)

    with pytest.raises((ValueError, TypeError, OverflowError)):
        learn_row(model, stream.X[0], label_for(model), w)

    assert dumps(model) == before


@pytest.mark.parametrize("name", MODELS)
def test_rows_of_the_largest_weight_leave_a_model_that_can_be_saved(name):
    model, stream = taught(name)

    for row in stream.X[:5]:
        learn_row(model, row, label_for(model), 1e100)

    assert loads(dumps(model)) == model


LABELS = {
    "short": (["a"], ValueError, "1 entries.*2 rows"),
    "long": (["a"] * 3, ValueError, "3 entries.*2 rows"),
    "short array": (np.array([1]), ValueError, "1 entries.*2 rows"),
    "2-D": (np.ones((2, 1)), ValueError, "1-D"),
    "unhashable": (["a", ["b"]], TypeError, "row 1.*hash"),
    "unhashable dict": ([{}, "a"], TypeError, "row 0.*hash"),
    "string": ("ab", TypeError, "column"),
    "None": (None, TypeError, "column"),
    "number": (1, TypeError, "column"),
    "dict": ({"a": 1, "b": 2}, TypeError, "column"),
    "frame": (pd.DataFrame({"y": ["a", "b"]}), (TypeError, ValueError), "."),
    "Arrow table": (pa.table({"y": ["a", "b"]}), (TypeError, ValueError), "."),
    "Arrow lists": (pa.array([["a"], ["b"]]), (TypeError, ValueError), "."),
}


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("name", ["AROW", "GaussianNB", "PriorClassifier", "StandardScaler|AROW"])
def test_bad_labels_raise_and_change_nothing(name, kind):
    y, error, why = LABELS[kind]
    model, stream = taught(name)
    before = dumps(model)

    with pytest.raises(error, match=why):
        model.learn_many(stream.X[:2], y)
    with pytest.raises(error, match=why):
        model.predict_learn_many(stream.X[:2], y)

    assert dumps(model) == before


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_unhashable_label_of_one_row_raises_and_changes_nothing(name):
    model, rows = named(name)
    before = dumps(model)

    with pytest.raises(TypeError, match="hash"):
        model.learn_one({"new": 1.0}, ["a", "list"])

    assert dumps(model) == before
    assert rows


@pytest.mark.parametrize("target", [math.inf, -math.inf, "text", 1j, [1.0], 10**400], ids=str)
@pytest.mark.parametrize("name", REGRESSORS)
def test_bad_number_to_predict_raises_and_changes_nothing(name, target):
    model, stream = taught(name)
    before = dumps(model)

    with pytest.raises((ValueError, TypeError), match="y"):
        model.learn_one(stream.X[0], target)
    with pytest.raises((ValueError, TypeError), match="y, row 1"):
        model.learn_many(stream.X[:2], [1.0, target])

    assert dumps(model) == before


@pytest.mark.parametrize("name", ["MultinomialNB", "ComplementNB"])
def test_model_of_counts_refuses_a_negative_value(name):
    model, stream = taught(name)
    before, X = dumps(model), np.nan_to_num(stream.X)
    X[7, 1] = -1.0

    for bad in (X, X.tolist(), csr_array(X), X.astype(np.float32), np.floor(X).astype(np.int8)):
        with pytest.raises(ValueError, match=r"column 1, row 7: Negative"):
            model.learn_many(bad, ["a"] * len(X))

    assert dumps(model) == before


@pytest.mark.parametrize("name", [n for n in LEARNERS if ignores_row(MODELS[n]())])
def test_baseline_takes_rows_of_text_one_by_one_as_in_a_batch(name):
    rows = [{"city": "Rome", "x": 1.0}, {"city": "Oslo"}, {"x": math.inf, "new": "text"}]
    y = targets_for(MODELS[name](), 3, ("a", "b"), np.random.default_rng(0))

    single = learn_rows(MODELS[name](), rows, y)
    batch = learn(MODELS[name](), rows, y)

    assert dumps(single) == dumps(batch)
    assert batch.predict_many(pd.DataFrame(rows)).tolist() == batch.predict_many(rows)
