"""A batch is its rows one by one, bit for bit, however it is cut and whatever holds it."""

import array
import collections
import types

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.every_model import (
    CLASSIFIERS,
    KINDS,
    LEARNERS,
    MODELS,
    REGRESSORS,
    TRANSFORMS,
    answer_one,
    answers,
    counts_for,
    differing,
    has_scaler,
    is_classifier,
    is_transform,
    learn,
    learn_rows,
    makes_columns,
    named_streams,
    refuses_sparse,
    stream_for,
    targets_for,
    taught,
)
from scipy.sparse import bsr_array, coo_array, csc_array, csr_array, csr_matrix

FEWER = settings(max_examples=max(10, settings.default.max_examples // 10))
NAMES = ["north", "east", "south", "west"]


@pytest.mark.parametrize("name", MODELS)
def test_batch_equals_its_rows_one_by_one(name):
    stream = stream_for(MODELS[name](), rows=600)

    whole = learn(MODELS[name](), stream.X, stream.y, stream.w)
    single = learn_rows(MODELS[name](), stream.X, stream.y, stream.w)

    assert whole == single
    assert differing(whole, single) == []
    assert answers(whole, stream.X) == answers(single, stream.X)


@pytest.mark.parametrize("size", [1, 7, 257])
@pytest.mark.parametrize("name", MODELS)
def test_any_size_of_batch_gives_the_same_model(name, size):
    stream = stream_for(MODELS[name](), rows=520)

    whole = learn(MODELS[name](), stream.X, stream.y, stream.w)
    parts = MODELS[name]()
    for start in range(0, len(stream.X), size):
        cut = slice(start, start + size)
        learn(parts, stream.X[cut], stream.y[cut], stream.w[cut])

    assert differing(parts, whole) == []


@pytest.mark.parametrize("name", MODELS)
@FEWER
@given(drawn=named_streams())
def test_named_batch_with_changing_features_equals_its_rows_however_cut(name, drawn):
    rng, rows, w, cuts = drawn
    y = targets_for(MODELS[name](), len(rows), ["a", "b", "c", "d", None], rng)

    single = learn_rows(MODELS[name](), rows, y, w)
    whole = learn(MODELS[name](), rows, y, w)
    parts = MODELS[name]()
    for start, end in zip([0, *cuts], [*cuts, len(rows)], strict=True):
        learn(parts, rows[start:end], y[start:end], w[start:end])

    assert differing(whole, single) == []
    assert differing(parts, single) == []
    assert answers(whole, rows) == answers(single, rows)


@pytest.mark.parametrize("name", MODELS)
def test_predicting_a_batch_is_predicting_its_rows(name):
    model, stream = taught(name)

    many = answers(model, stream.X)
    one = [answer_one(model, x) for x in stream.X.tolist()]

    if is_classifier(model):
        one = [label for label, _ in one], [shares for _, shares in one]
    assert many == one


@pytest.mark.parametrize("name", LEARNERS)
def test_predict_learn_many_predicts_each_row_before_learning_it(name):
    stream = stream_for(MODELS[name](), rows=300)
    single, predicted = MODELS[name](), []
    for x, y, w in zip(stream.X.tolist(), stream.y, stream.w.tolist(), strict=True):
        predicted.append(single.predict_one(x))
        single.learn_one(x, y, w)

    batch = MODELS[name]()
    answered = batch.predict_learn_many(stream.X.tolist(), stream.y, stream.w)

    assert answered == predicted
    assert differing(batch, single) == []


@pytest.mark.parametrize("name", LEARNERS)
@FEWER
@given(drawn=named_streams())
def test_predict_learn_one_is_predict_one_then_learn_one(name, drawn):
    rng, rows, w, _ = drawn
    y = targets_for(MODELS[name](), len(rows), ["a", "b", "c", None], rng)
    two_calls, one_call, batch = MODELS[name](), MODELS[name](), MODELS[name]()

    expected, answered = [], []
    for x, label, weight in zip(rows, y, w.tolist(), strict=True):
        expected.append(two_calls.predict_one(x))
        two_calls.learn_one(x, label, weight)
        answered.append(one_call.predict_learn_one(x, label, weight))

    assert answered == expected
    assert batch.predict_learn_many(rows, y, w) == expected
    assert differing(one_call, two_calls) == []
    assert differing(batch, two_calls) == []


def strided(X):
    wide = np.full((2 * len(X), 3 * X.shape[1]), np.inf)
    wide[::2, ::3] = X
    return wide[::2, ::3]


def read_only(X):
    X = X.copy()
    X.flags.writeable = False
    return X


POSITIONAL = {
    "float32": lambda X: X.astype(np.float32),
    "float16": lambda X: X.astype(np.float16),
    "longdouble": lambda X: X.astype(np.longdouble),
    "int8": lambda X: X.astype(np.int8),
    "uint64": lambda X: X.astype(np.uint64),
    "int64": lambda X: X.astype(np.int64),
    "big-endian": lambda X: X.astype(">f8"),
    "object": lambda X: X.astype(object),
    "strided": strided,
    "Fortran": np.asfortranarray,
    "reversed": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "part of wider": lambda X: np.hstack([X, np.full_like(X, np.nan)])[:, : X.shape[1]],
    "read-only": read_only,
    "unaligned": lambda X: (
        np.frombuffer(b"x" + X.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(X.shape)
    ),
    "lists": lambda X: X.tolist(),
    "tuples": lambda X: tuple(map(tuple, X.tolist())),
    "list of arrays": list,
    "generator": lambda X: (row for row in X),
}


@pytest.mark.parametrize("kind", POSITIONAL)
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_positional_batch_gives_the_same_bits(name, kind):
    stream = counts_for(MODELS[name]())

    model = learn(MODELS[name](), POSITIONAL[kind](stream.X), stream.y)

    assert differing(model, learn(MODELS[name](), stream.X, stream.y)) == []


@pytest.mark.parametrize("kind", [csr_array, csr_matrix, csc_array, coo_array, bsr_array])
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_sparse_matrix_gives_the_bits_of_csr(name, kind):
    if refuses_sparse(MODELS[name]()):
        return
    stream = counts_for(MODELS[name](), rows=4, columns=4)  # square: not to be taken transposed

    model = learn(MODELS[name](), kind(stream.X), stream.y)

    # BSR stores the zeros of a block, and a scaler counts what is stored.
    expected = learn(MODELS[name](), csr_array(kind(stream.X)), stream.y)
    assert differing(model, expected) == []


@pytest.mark.parametrize("name", LEARNERS)
def test_sparse_batch_gives_the_bits_of_the_dense_one_or_is_refused(name):
    model, dense = MODELS[name](), MODELS[name]()
    stream = counts_for(model)

    if refuses_sparse(model):
        with pytest.raises(ValueError, match="dense rows only"):
            learn(model, csr_array(stream.X), stream.y)
        assert differing(model, dense) == []
    elif not has_scaler(model):
        learn(model, csr_array(stream.X), stream.y)
        learn(dense, stream.X, stream.y)
        assert differing(model, dense) == []
        assert np.array_equal(model.predict_many(csr_array(stream.X)), dense.predict_many(stream.X))


SPARSE = [name for name in LEARNERS if not refuses_sparse(MODELS[name]())]


ENTRIES = {
    "numbers": lambda X: X,
    "ones": lambda X: (X > 0.0) * 1.0,
    "ones as integers": lambda X: (X > 0.0).astype(np.int64),
    "ones and twos": lambda X: np.ceil(np.minimum(X, 2.0)),
}


@pytest.mark.parametrize("kind", ENTRIES)
@pytest.mark.parametrize("name", [name for name in SPARSE if not has_scaler(MODELS[name]())])
def test_long_sparse_rows_give_the_bits_of_dense_ones(name, kind):
    rng = np.random.default_rng(3)
    X = ENTRIES[kind](np.abs(rng.normal(size=(60, 90))) * (rng.random((60, 90)) < 0.5))
    y = targets_for(MODELS[name](), 60, ["a", "b"], rng)

    sparse, dense = learn(MODELS[name](), csr_array(X), y), learn(MODELS[name](), X, y)

    assert differing(sparse, dense) == []
    assert np.array_equal(sparse.predict_many(csr_array(X)), dense.predict_many(X))


@pytest.mark.parametrize("name", SPARSE)
@FEWER
@given(seed=st.integers(0, 2**32 - 1), cuts=st.lists(st.integers(0, 30), max_size=3))
def test_sparse_batch_gives_the_same_bits_however_cut(name, seed, cuts):
    rng, ends = np.random.default_rng(seed), [*sorted(cuts), 30]
    X = csr_array(rng.integers(0, 3, size=(30, 80)) * (rng.random((30, 80)) < 0.1) * 1.0)
    X.data[rng.random(X.nnz) < 0.1] = np.nan
    X.data[rng.random(X.nnz) < 0.1] = 0.0  # stored all the same
    y = targets_for(MODELS[name](), 30, ["a", "b", "c", None], rng)

    whole, parts = learn(MODELS[name](), X, y), MODELS[name]()
    for start, end in zip([0, *ends], ends, strict=False):
        learn(parts, X[start:end], y[start:end])

    assert differing(parts, whole) == []
    if not has_scaler(whole):
        assert differing(learn(MODELS[name](), X.toarray(), y), whole) == []


@pytest.mark.parametrize("name", LEARNERS)
def test_sparse_entries_in_any_order_and_stored_twice_mean_their_sum(name):
    if refuses_sparse(MODELS[name]()) or has_scaler(MODELS[name]()):
        return
    X = csr_array(([2.0, 1.0, 1.0, 3.0], [2, 0, 2, 1], [0, 3, 4]), shape=(2, 3))
    y = targets_for(MODELS[name](), 2, ["a", "b"], np.random.default_rng(0))

    model = learn(MODELS[name](), X, y)

    assert differing(model, learn(MODELS[name](), X.toarray(), y)) == []


ROWS = {
    "list": list,
    "tuple": tuple,
    "array": np.array,
    "float32": lambda x: np.array(x, dtype=np.float32),
    "int16": lambda x: np.array(x, dtype=np.int16),
    "big-endian": lambda x: np.array(x, dtype=">f8"),
    "object": lambda x: np.array(x, dtype=object),
    "strided": lambda x: np.repeat(x, 3)[::3],
    "reversed": lambda x: np.array(x[::-1])[::-1],
    "NumPy scalars": lambda x: [np.float32(value) for value in x],
    "integers": lambda x: [int(value) for value in x],
    "stdlib array": lambda x: array.array("d", x),
}


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_row_gives_the_same_bits(name, kind):
    stream = counts_for(MODELS[name]())

    model = learn_rows(MODELS[name](), [ROWS[kind](x) for x in stream.X.tolist()], stream.y)

    assert differing(model, learn(MODELS[name](), stream.X, stream.y)) == []


MAPPINGS = {
    "other order": lambda x: dict(reversed(x.items())),
    "read-only": types.MappingProxyType,
    "ordered": collections.OrderedDict,
    "default": lambda x: collections.defaultdict(float, x),
    "pandas": pd.Series,
    "other strings": lambda x: {"".join(list(name)): value for name, value in x.items()},
}


@pytest.mark.parametrize("kind", MAPPINGS)
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_named_row_gives_the_same_bits(name, kind):
    stream = counts_for(MODELS[name]())
    rows = [dict(zip(NAMES, x, strict=True)) for x in stream.X.tolist()]

    model = learn_rows(MODELS[name](), [rows[0], *map(MAPPINGS[kind], rows[1:])], stream.y)

    assert differing(model, learn(MODELS[name](), rows, stream.y)) == []


NAMED = {
    "pandas": pd.DataFrame,
    "pandas of Arrow": lambda columns: pd.DataFrame(columns).convert_dtypes(
        dtype_backend="pyarrow"
    ),
    "Polars": pl.DataFrame,
    "pyarrow": pa.table,
    "record batch": lambda columns: pa.table(columns).to_batches()[0],
    "reader": lambda columns: pa.table(columns).to_reader(max_chunksize=7),
}


@pytest.mark.parametrize("kind", NAMED)
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_table_gives_the_bits_of_the_dicts(name, kind):
    stream = counts_for(MODELS[name]())
    table = NAMED[kind](dict(zip(NAMES, stream.X.T.copy(), strict=True)))
    rows = [dict(zip(NAMES, row, strict=True)) for row in stream.X.tolist()]

    model = learn(MODELS[name](), table, stream.y)

    assert differing(model, learn(MODELS[name](), rows, stream.y)) == []


@pytest.mark.parametrize("kind", ["pandas", "Polars", "pyarrow"])
@pytest.mark.parametrize("name", KINDS)
def test_table_that_lost_one_column_and_gained_another_is_read_as_its_rows(name, kind):
    stream = counts_for(MODELS[name]())
    model = learn(MODELS[name](), pd.DataFrame(stream.X, columns=NAMES), stream.y)
    other = {n: stream.X[:, i].copy() for i, n in enumerate(["north", "up", "south", "down"])}
    rows = pd.DataFrame(other).to_dict("records")

    make = NAMED[kind]
    verb = "transform_many" if is_transform(model) else "predict_many"
    answered = getattr(model, verb)(make(other))

    expected = getattr(model, verb)(rows)
    if is_transform(model):
        answered = pd.DataFrame({n: np.asarray(answered[n]) for n in other}).to_dict("records")
    assert list(np.asarray(answered)) == list(np.asarray(expected))
    by_table = learn(MODELS[name](), make(other), stream.y)
    assert differing(by_table, learn(MODELS[name](), rows, stream.y)) == []


@pytest.mark.parametrize("name", [name for name in MODELS if not makes_columns(MODELS[name]())])
def test_dict_equals_list_of_the_same_values(name):
    stream = stream_for(MODELS[name](), columns=4)
    rows = [dict(zip(NAMES, row, strict=True)) for row in stream.X.tolist()]

    named = learn(MODELS[name](), rows, stream.y, stream.w)
    positional = learn(MODELS[name](), stream.X, stream.y, stream.w)

    def plain(row):
        return list(row.values()) if is_transform(named) else row

    assert [plain(answer_one(named, x)) for x in rows] == [
        answer_one(positional, x) for x in stream.X.tolist()
    ]


EMPTY = {
    "list": lambda: [],
    "tuple": lambda: (),
    "array": lambda: np.empty((0, 5)),
    "array without columns": lambda: np.empty((0, 0)),
    "pandas": lambda: pd.DataFrame({"a": pd.Series(dtype=float)}),
    "pandas without columns": lambda: pd.DataFrame(),
    "Polars": lambda: pl.DataFrame({"a": pl.Series([], dtype=pl.Float64)}),
    "pyarrow": lambda: pa.table({"a": pa.array([], pa.float64())}),
}


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize("name", KINDS)
def test_empty_batch_changes_nothing_and_has_no_answers(name, kind):
    model = MODELS[name]()

    learn(model, EMPTY[kind](), [])
    answered = model.transform_many if is_transform(model) else model.predict_many

    assert len(answered(EMPTY[kind]())) == 0
    assert differing(model, MODELS[name]()) == []


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_empty_batch_of_a_taught_classifier_has_no_shares(name):
    model, _ = taught(name)

    assert model.predict_proba_many(np.empty((0, 5))).shape == (0, 3)
    assert model.predict_learn_many(np.empty((0, 5)), []).shape == (0,)


@pytest.mark.parametrize("name", REGRESSORS + TRANSFORMS)
def test_row_of_width_zero_is_a_row(name):
    model = MODELS[name]()

    learn(model, [[], []], [1.0, 2.0])

    assert len(model.transform_many([[]]) if is_transform(model) else model.predict_many([[]])) == 1
