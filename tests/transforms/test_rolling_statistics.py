import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import as_csr, as_dict, streams

from driftline import learners
from driftline.transforms import RollingStatistics

EVERY = ["mean", "std", "var", "min", "max", "median", "sum", "count"]
WINDOWS = st.integers(1, 5)


def statistics_of(values):
    """Return all statistics of some values; NaN where there are too few."""
    few = {"sum": 0.0, "count": 0.0}
    if len(values) == 0:
        return np.array([few.get(name, math.nan) for name in EVERY])
    spread = [np.std(values, ddof=1), np.var(values, ddof=1)] if len(values) > 1 else [math.nan] * 2
    ends = [np.min(values), np.max(values), np.median(values)]
    return np.array([np.mean(values), *spread, *ends, np.sum(values), len(values)])


@given(streams(), WINDOWS, st.booleans())
def test_statistics_are_those_of_the_last_values_learned(stream, window, by_name):
    model = RollingStatistics(window=window, statistics=EVERY)
    d = stream.X.shape[1]
    for i, (x, weight) in enumerate(zip(stream.X, stream.w, strict=True)):
        past = stream.X[:i][stream.w[:i] > 0]
        columns = [past[~np.isnan(past[:, j]), j][-window:] for j in range(d)]
        expected = np.concatenate([statistics_of(values) for values in columns])

        answer = model.transform_one(as_dict(x) if by_name else x)

        if by_name:
            names = [f"f{j}_{name}_{window}" for j in range(d) for name in EVERY]
            answer = [answer.get(name, math.nan) for name in names]
            met = [f"f{j}" in model.columns or f"f{j}" in as_dict(x) for j in range(d)]
            expected[~np.repeat(met, len(EVERY))] = math.nan
        np.testing.assert_allclose(answer, expected, rtol=1e-12, atol=1e-12)
        model.learn_one(as_dict(x) if by_name else x, float(weight))


def test_statistics_are_those_of_pandas():
    X = pd.DataFrame(np.random.default_rng(2).normal(size=(200, 2)), columns=["a", "b"])
    model = RollingStatistics(window=7, statistics=EVERY)

    answers = []
    for x in X.to_dict("records"):
        model.learn_one(x)
        answers.append(model.transform_one({}))

    ours = pd.DataFrame(answers)
    for column in X:
        rolling = X[column].rolling(7, min_periods=1)
        for name in EVERY:
            expected = getattr(rolling, name)().to_numpy()
            got = ours[f"{column}_{name}_7"].to_numpy()
            np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-9)


@given(streams(missing=False), WINDOWS)
def test_sparse_matrix_has_the_statistics_of_the_dense_one(stream, window):
    dense, sparse = RollingStatistics(window=window), RollingStatistics(window=window)
    dense.learn_many(stream.X)

    sparse.learn_many(as_csr(stream.X))

    assert sparse == dense
    np.testing.assert_array_equal(
        sparse.transform_many(as_csr(stream.X)).toarray(), dense.transform_many(stream.X)
    )


def test_answers_depend_on_nothing_that_has_left_the_window():
    """A running sum would keep the error that 1e16 left in it."""
    calm, stormy = RollingStatistics(window=4), RollingStatistics(window=4)
    stormy.learn_many([[1e16], [-3.7e15], [0.1]])

    for each in (calm, stormy):
        each.learn_many([[0.1], [0.2], [0.3], [0.4], [0.7]])

    assert stormy.transform_one([0.0]) == calm.transform_one([0.0])


@given(streams(targets=st.integers(-8, 8).map(lambda k: k / 8)), WINDOWS)
def test_row_to_learn_goes_out_as_the_row_to_predict_did(stream, window):
    chain = RollingStatistics(window=window) | learners.LMS(learning_rate=0.01)
    front, learner = RollingStatistics(window=window), learners.LMS(learning_rate=0.01)
    expected = []
    for x, y in zip(stream.X, stream.y, strict=True):
        z = front.transform_one(x)
        expected.append(learner.predict_one(z))
        learner.learn_one(z, y)
        front.learn_one(x)

    answers = chain.predict_learn_many(stream.X, stream.y)

    np.testing.assert_array_equal(answers, expected)


def test_variance_survives_an_offset_of_a_hundred_million():
    x = np.random.default_rng(5).normal(size=50)
    model = RollingStatistics(window=50, statistics="std")
    model.learn_many(1e8 + x[:, None])

    # Values near 1e8 are stored to 1.5e-8, which is the tolerance with a little room.
    assert model.transform_one([0.0])[0] == pytest.approx(np.std(x, ddof=1), abs=1e-7)


def test_what_is_too_large_for_a_number_is_missing():
    model = RollingStatistics(window=2, statistics=["sum", "max"])
    model.learn_many([{"a": 1e308}, {"a": 1e308}])

    assert model.transform_one({}) == {"a_max_2": 1e308}


@pytest.mark.parametrize(
    ("parameters", "named"),
    [
        ({"window": 0}, "window .*0"),
        ({"window": 10**7}, "window .*10000000"),
        ({"statistics": ["mean", "mode"]}, "statistics .*'mode'"),
        ({"statistics": []}, "statistics"),
        ({"statistics": ["mean", "mean"]}, "statistics .*'mean'"),
    ],
)
def test_bad_parameter_is_named(parameters, named):
    with pytest.raises(ValueError, match=named):
        RollingStatistics(**parameters)
