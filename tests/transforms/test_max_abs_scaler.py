import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import as_csr, as_dict, streams
from river import preprocessing
from sklearn.preprocessing import MaxAbsScaler as WholeMaxAbsScaler

from driftline import learners
from driftline.transforms import MaxAbsScaler


def scaled(past, row):
    """Divide by the greatest size so far; nothing known, or nothing but zeros, gives 0."""
    z = np.zeros(len(row))
    for j, x in enumerate(row):
        greatest = np.abs(past[~np.isnan(past[:, j]), j]).max(initial=0.0)
        if not math.isnan(x) and greatest > 0:
            z[j] = x / greatest
    return z


@given(streams(), st.booleans())
def test_each_row_is_divided_by_the_greatest_size_of_the_rows_so_far(stream, by_name):
    scaler = MaxAbsScaler()
    for i, x in enumerate(stream.X):
        row = as_dict(x) if by_name else x

        z = scaler.transform_one(row)

        ours = [z.get(f"f{j}", 0.0) for j in range(len(x))] if by_name else z
        np.testing.assert_allclose(ours, scaled(stream.X[:i], x), rtol=1e-15)
        scaler.learn_one(row)


@given(streams(missing=False))
def test_rows_learned_are_scaled_as_river_and_scikit_learn_scale_them(stream):
    scaler, river = MaxAbsScaler(), preprocessing.MaxAbsScaler()

    scaler.learn_many(stream.X)
    for x in stream.X:
        river.learn_one(dict(enumerate(x)))

    ours = scaler.transform_many(stream.X)
    theirs = [list(river.transform_one(dict(enumerate(x))).values()) for x in stream.X]
    np.testing.assert_allclose(ours, theirs, rtol=1e-15)
    np.testing.assert_allclose(ours, WholeMaxAbsScaler().fit_transform(stream.X), rtol=1e-15)


@given(streams(missing=False))
def test_sparse_matrix_is_scaled_as_the_dense_one(stream):
    """Zeros stay zeros, so leaving them out changes nothing."""
    sparse, dense = MaxAbsScaler(), MaxAbsScaler()

    sparse.learn_many(as_csr(stream.X))
    dense.learn_many(stream.X)

    answered = sparse.transform_many(as_csr(stream.X)).toarray()
    np.testing.assert_array_equal(answered, dense.transform_many(stream.X))


def test_it_may_stand_before_a_model_of_counts_which_then_judges_the_rows():
    model = MaxAbsScaler() | learners.MultinomialNB()
    model.learn_many([{"a": 4.0, "b": 0.0}, {"a": 0.0, "b": 2.0}], ["x", "y"])

    assert model.predict_one({"a": 1.0, "b": 0.0}) == "x"
    with pytest.raises(ValueError, match=r"column 'b', row 1: Negative"):
        model.learn_many([{"a": 1.0}, {"b": -1.0}], ["x", "y"])
