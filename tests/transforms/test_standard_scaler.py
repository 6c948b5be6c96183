import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import as_csr, as_dict, streams

from driftline.transforms import StandardScaler


def scaled(past, row, with_std=True):
    """Scale by the mean and population variance of the values so far; nothing known gives 0."""
    z = np.zeros(len(row))
    for j, x in enumerate(row):
        seen = past[~np.isnan(past[:, j]), j]
        if math.isnan(x) or len(seen) == 0:
            continue
        if not with_std:
            z[j] = x - seen.mean()
        elif np.ptp(seen) > 0:
            z[j] = (x - seen.mean()) / seen.std()
    return z


@given(streams(), st.booleans(), st.booleans())
def test_each_row_is_scaled_by_the_statistics_of_the_rows_so_far(stream, with_std, by_name):
    scaler = StandardScaler(with_std=with_std)
    for i, x in enumerate(stream.X):
        row = as_dict(x) if by_name else x
        expected = scaled(stream.X[:i], x, with_std)

        z = scaler.transform_one(row)

        ours = [z.get(f"f{j}", 0.0) for j in range(len(x))] if by_name else z
        np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-9)
        scaler.learn_one(row)


@given(streams(), st.booleans())
def test_batch_learns_and_scales_as_its_rows_do(stream, with_std):
    batch, single = StandardScaler(with_std=with_std), StandardScaler(with_std=with_std)

    batch.learn_many(stream.X)
    for x in stream.X:
        single.learn_one(x)

    assert batch == single
    np.testing.assert_array_equal(
        batch.transform_many(stream.X), [single.transform_one(x) for x in stream.X]
    )


@given(streams(missing=False))
def test_sparse_matrix_is_scaled_where_it_stores_something_and_stays_sparse(stream):
    """Centring would turn every zero into a number, and a million columns into memory."""
    sparse, dense = StandardScaler(), StandardScaler()
    stored = np.where(stream.X == 0.0, np.nan, stream.X)

    sparse.learn_many(as_csr(stream.X))
    dense.learn_many(stored)

    scaled = sparse.transform_many(as_csr(stream.X))
    assert type(scaled) is type(as_csr(stream.X))
    np.testing.assert_array_equal(scaled.toarray(), dense.transform_many(stored))


def test_constant_feature_becomes_zero_whatever_comes():
    scaler = StandardScaler()
    for _ in range(10):
        scaler.learn_one({"a": 0.1})

    assert scaler.transform_one({"a": 0.1}) == {"a": 0.0}
    assert scaler.transform_one({"a": 5.0}) == {"a": 0.0}


def test_missing_value_becomes_zero_and_is_not_counted():
    scaler = StandardScaler()
    scaler.learn_many(np.array([[1.0], [math.nan], [3.0]]))

    assert scaler.transform_one([math.nan])[0] == 0.0
    assert scaler.transform_one([4.0])[0] == pytest.approx(2.0)  # mean 2, deviation 1


def test_variance_survives_an_offset_of_a_hundred_million():
    x = np.random.default_rng(5).normal(size=2_000)
    scaler = StandardScaler()
    scaler.learn_many(1e8 + x[:, None])

    z = scaler.transform_many(1e8 + x[:50, None])[:, 0]

    # Values near 1e8 are stored to 1.5e-8, which is the tolerance with a little room.
    np.testing.assert_allclose(z, (x[:50] - x.mean()) / x.std(), atol=1e-6)


def test_transforming_changes_nothing():
    scaler = StandardScaler()
    scaler.learn_many(np.array([[1.0, 2.0], [3.0, 5.0]]))
    twin = StandardScaler()
    twin.learn_many(np.array([[1.0, 2.0], [3.0, 5.0]]))

    scaler.transform_many(np.array([[100.0, -7.0]]))

    assert scaler == twin


def test_infinite_value_is_named_by_column_and_row_and_nothing_is_learned():
    scaler, twin = StandardScaler(), StandardScaler()
    for each in (scaler, twin):
        each.learn_many(np.array([[1.0, 2.0], [3.0, 5.0]]))

    with pytest.raises(ValueError, match=r"column.*1.*row 1"):
        scaler.learn_many(np.array([[1.0, 2.0], [3.0, math.inf]]))

    assert scaler == twin
