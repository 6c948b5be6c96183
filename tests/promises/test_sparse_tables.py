"""Sparse tables as SciPy holds them: one entry unlike the others is seen wherever it stands."""

import numpy as np
import pytest
from oracles.every_model import (
    LEARNERS,
    MODELS,
    differing,
    ignores_row,
    learn,
    refuses_sparse,
    targets_for,
)
from scipy import sparse
from scipy.sparse import csr_array

from driftline.learners import PAClassifier
from driftline.state import dumps
from driftline.transforms import MinMaxScaler

ROWS, COLUMNS, STORED = 250, 60, 40
PLACES = (0, 1, STORED - 1, STORED, 4095, 4096, 4097, ROWS * STORED - 1)  # also ends of blocks
READERS = [
    name
    for name in LEARNERS
    if not refuses_sparse(MODELS[name]()) and not ignores_row(MODELS[name]())
]


def table_of_ones():
    """Every row stores as many ones: enough of them for several blocks of entries."""
    rng = np.random.default_rng(0)
    columns = [np.sort(rng.choice(COLUMNS, STORED, replace=False)) for _ in range(ROWS)]
    starts = np.arange(ROWS + 1) * STORED
    parts = (np.ones(ROWS * STORED), np.concatenate(columns).astype(np.int32), starts)
    return csr_array(parts, shape=(ROWS, COLUMNS)), targets_for(PAClassifier(), ROWS, "ab", rng)


def with_another_number(X, place):
    X.data[place] = 2.0


def out_of_order(X, place):
    other = place - 1 if place % STORED else place + 1
    X.indices[[place, other]] = X.indices[[other, place]]


def stored_twice(X, place):
    other = place - 1 if place % STORED else place + 1
    X.indices[place] = X.indices[other]


@pytest.mark.parametrize("value", [1.0, 0.3])
@pytest.mark.parametrize("change", [with_another_number, out_of_order, stored_twice])
@pytest.mark.parametrize("place", PLACES)
def test_odd_entry_of_a_long_table_means_what_it_means_to_scipy(place, change, value):
    X, y = table_of_ones()
    X.data[:] = value
    change(X, place)

    model = learn(PAClassifier(), X, y)

    assert differing(model, learn(PAClassifier(), X.toarray(), y)) == []


@pytest.mark.parametrize("column", [-1, COLUMNS, 2**31 - 1])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_column_outside_the_table_is_named_with_its_row(place, column, dtype):
    X, y = table_of_ones()
    X.indices = X.indices.astype(dtype)
    X.indices[place] = column
    model = PAClassifier()

    with pytest.raises(ValueError, match=rf"column {column}, row {place // STORED}: X has 60 col"):
        model.learn_many(X, y)

    assert dumps(model) == dumps(PAClassifier())


@pytest.mark.parametrize("value", [np.inf, -np.inf])
@pytest.mark.parametrize("place", PLACES)
def test_infinite_entry_of_a_long_table_is_named(place, value):
    X, y = table_of_ones()
    X.data[place] = value
    model = PAClassifier()

    where = f"column {X.indices[place]}, row {place // STORED}: the value is infinite"
    with pytest.raises(ValueError, match=where):
        model.learn_many(X, y)

    assert dumps(model) == dumps(PAClassifier())


@pytest.mark.parametrize("name", READERS)
def test_entries_whose_sum_is_infinite_are_refused(name):
    model = MODELS[name]()
    X = csr_array(([1.0, 1e308, 1e308], [0, 1, 1], [0, 1, 3]), shape=(2, 3))
    y = targets_for(model, 2, ["a", "b"], np.random.default_rng(0))

    with pytest.raises(ValueError, match="column 1, row 1: the value is infinite"):
        learn(model, X, y)

    assert dumps(model) == dumps(MODELS[name]())


@pytest.mark.parametrize(
    ("starts", "row"), [([1, 0, 3], 0), ([0, 4, 3], 0), ([0, 2, 1], 1), ([-1, 1, 3], 0)], ids=str
)
def test_starts_of_rows_that_do_not_fit_are_refused(starts, row):
    X = csr_array(([1.0, 1.0, 1.0], [0, 1, 2], [0, 1, 3]), shape=(2, 3))
    X.indptr[:] = starts
    model = PAClassifier()

    with pytest.raises(ValueError, match=f"X.indptr does not fit X.data, row {row}"):
        model.learn_many(X, ["a", "b"])

    assert dumps(model) == dumps(PAClassifier())


KINDS = [
    *(sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.bsr_array),
    *(sparse.lil_array, sparse.dok_array, sparse.dia_array),
    *(sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("columns", [3, 4])  # square: not to be taken transposed
def test_transformed_table_is_of_the_kind_of_the_caller(kind, columns):
    X = kind(np.arange(1.0, 4.0 * columns + 1.0).reshape(4, columns))
    model = MinMaxScaler()
    model.learn_many(X)

    answer = model.transform_many(X)

    assert type(answer) is type(X)
    assert np.array_equal(answer.toarray(), model.transform_many(X.tocsr()).toarray())
    assert answer.toarray()[1].tolist() == pytest.approx([1 / 3] * columns)


@pytest.mark.parametrize("name", READERS)
def test_table_of_another_width_is_predicted_by_the_columns_that_both_know(name):
    X = csr_array(np.random.default_rng(2).integers(0, 3, size=(40, 4)) * 1.0)
    y = targets_for(MODELS[name](), 40, ["a", "b", "c"], np.random.default_rng(3))
    model = learn(MODELS[name](), X, y)
    before, wider, narrower = dumps(model), X.copy(), X[:, :2]
    wider.resize((40, 7))
    wider = wider + csr_array(([1.0, 2.0], ([0, 3], [5, 6])), shape=(40, 7))
    padded = narrower.copy()
    padded.resize((40, 4))

    assert list(model.predict_many(wider)) == list(model.predict_many(X))
    assert list(model.predict_many(narrower)) == list(model.predict_many(padded))
    assert dumps(model) == before


@pytest.mark.parametrize("dtype", [np.longdouble, ">f8", ">i4", np.float32, np.uint8])
def test_every_type_of_number_gives_the_bits_of_doubles(dtype):
    X, y = table_of_ones()
    other = X.copy()
    other.data = other.data.astype(dtype)

    assert differing(learn(PAClassifier(), other, y), learn(PAClassifier(), X, y)) == []


@pytest.mark.parametrize("part", ["indices", "indptr"])
@pytest.mark.parametrize("dtype", [">i4", float, object])
def test_places_that_are_no_integers_of_this_machine_are_refused(part, dtype):
    X, y = table_of_ones()
    setattr(X, part, getattr(X, part).astype(dtype))
    model = PAClassifier()

    with pytest.raises(TypeError, match=r"X.indptr and X.indices must hold integers"):
        model.learn_many(X, y)

    assert dumps(model) == dumps(PAClassifier())


def test_row_alone_is_no_table():
    with pytest.raises(ValueError, match="X must be 2-D"):
        PAClassifier().learn_many(csr_array(np.array([1.0, 2.0])), ["a", "b"])
