import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import as_csr, as_dict, streams
from river import preprocessing
from sklearn.preprocessing import MinMaxScaler as WholeMinMaxScaler

from driftline import learners
from driftline.transforms import MinMaxScaler


def scaled(past, row, clip=False):
    """Place each value in the range of the values so far; nothing known, or no range, gives 0."""
    z = np.zeros(len(row))
    for j, x in enumerate(row):
        seen = past[~np.isnan(past[:, j]), j]
        if not math.isnan(x) and len(seen) and np.ptp(seen) > 0:
            z[j] = (x - seen.min()) / np.ptp(seen)
    return np.clip(z, 0.0, 1.0) if clip else z


@given(streams(), st.booleans(), st.booleans())
def test_each_row_is_placed_in_the_range_of_the_rows_so_far(stream, clip, by_name):
    scaler = MinMaxScaler(clip=clip)
    for i, x in enumerate(stream.X):
        row = as_dict(x) if by_name else x

        z = scaler.transform_one(row)

        ours = [z.get(f"f{j}", 0.0) for j in range(len(x))] if by_name else z
        np.testing.assert_allclose(ours, scaled(stream.X[:i], x, clip), rtol=1e-12)
        scaler.learn_one(row)


@given(streams(missing=False), st.booleans())
def test_rows_learned_are_scaled_as_river_and_scikit_learn_scale_them(stream, clip):
    scaler, whole = MinMaxScaler(clip=clip), WholeMinMaxScaler(clip=clip)
    river = preprocessing.MinMaxScaler()

    scaler.learn_many(stream.X)
    for x in stream.X:
        river.learn_one(dict(enumerate(x)))

    ours = scaler.transform_many(stream.X)
    theirs = [list(river.transform_one(dict(enumerate(x))).values()) for x in stream.X]
    np.testing.assert_allclose(ours, theirs, atol=1e-12)
    np.testing.assert_allclose(ours, whole.fit_transform(stream.X), atol=1e-12)


@given(streams(missing=False))
def test_sparse_matrix_is_scaled_where_it_stores_something(stream):
    sparse, dense = MinMaxScaler(), MinMaxScaler()
    stored = np.where(stream.X == 0.0, np.nan, stream.X)

    sparse.learn_many(as_csr(stream.X))
    dense.learn_many(stored)

    answered = sparse.transform_many(as_csr(stream.X)).toarray()
    np.testing.assert_array_equal(answered, dense.transform_many(stored))


def test_value_outside_the_range_lies_beyond_unless_it_is_clipped():
    plain, clipped = MinMaxScaler(), MinMaxScaler(clip=True)
    for scaler in (plain, clipped):
        scaler.learn_many([[10.0], [20.0]])

    assert [plain.transform_one([x])[0] for x in (5.0, 15.0, 30.0)] == [-0.5, 0.5, 2.0]
    assert [clipped.transform_one([x])[0] for x in (5.0, 15.0, 30.0)] == [0.0, 0.5, 1.0]


def test_range_beyond_the_largest_double_is_still_a_range():
    scaler = MinMaxScaler()
    scaler.learn_many([[-1.7e308], [1.7e308]])

    assert [scaler.transform_one([x])[0] for x in (-1.7e308, 0.0, 1.7e308)] == [0.0, 0.5, 1.0]


def test_column_of_one_value_becomes_zero():
    scaler = MinMaxScaler()
    scaler.learn_one({"a": 7.0})

    assert scaler.transform_one({"a": 7.0, "b": 1.0}) == {"a": 0.0, "b": 0.0}
    assert scaler.transform_one({"a": 9.0}) == {"a": 0.0}


def test_only_the_clipped_one_may_stand_before_a_model_of_counts():
    assert MinMaxScaler(clip=True) | learners.MultinomialNB()
    with pytest.raises(ValueError, match="negative"):
        MinMaxScaler() | learners.MultinomialNB()
