import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import as_csr, as_dict, streams

from driftline import learners
from driftline.transforms import Discard, Lags

CHOICES = st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True)


def lagged(past, lags, d):
    """Return, for each column and lag, what stood there so many rows before the next one."""
    row = [
        past[len(past) - lag][j] if lag <= len(past) else math.nan for j in range(d) for lag in lags
    ]
    return np.array(row)


@given(streams(), CHOICES, st.booleans())
def test_lag_is_the_value_so_many_learned_rows_before(stream, lags, by_name):
    model, past = Lags(lags=lags), []
    d = stream.X.shape[1]
    for x, weight in zip(stream.X, stream.w, strict=True):
        expected = lagged(past, lags, d)

        answer = model.transform_one(as_dict(x) if by_name else x)

        if by_name:
            names = [f"f{j}_lag{lag}" for j in range(d) for lag in lags]
            known = dict(zip(names, expected.tolist(), strict=True))
            assert answer == {n: v for n, v in known.items() if not math.isnan(v)}
        else:
            np.testing.assert_array_equal(answer, expected)
        model.learn_one(as_dict(x) if by_name else x, float(weight))
        past += [x] if weight else []


@given(streams(missing=False), CHOICES)
def test_sparse_matrix_has_the_lags_of_the_dense_one(stream, lags):
    dense, sparse = Lags(lags=lags), Lags(lags=lags)
    dense.learn_many(stream.X)

    sparse.learn_many(as_csr(stream.X))

    assert sparse == dense
    np.testing.assert_array_equal(
        sparse.transform_many(as_csr(stream.X)).toarray(), dense.transform_many(stream.X)
    )


@given(streams(targets=st.integers(-8, 8).map(lambda k: k / 8)), CHOICES)
def test_row_to_learn_goes_out_as_the_row_to_predict_did(stream, lags):
    chain = Lags(lags=lags) | learners.LMS(learning_rate=0.1)
    front, learner = Lags(lags=lags), learners.LMS(learning_rate=0.1)
    expected = []
    for x, y in zip(stream.X, stream.y, strict=True):
        z = front.transform_one(x)
        expected.append(learner.predict_one(z))
        learner.learn_one(z, y)
        front.learn_one(x)

    answers = chain.predict_learn_many(stream.X, stream.y)

    np.testing.assert_array_equal(answers, expected)


def test_number_of_lags_stands_for_all_up_to_it():
    assert Lags(lags=3) == Lags(lags=[1, 2, 3])
    assert repr(Lags(lags=2)) == "Lags(lags=(1, 2))"


def test_column_that_comes_later_was_missing_before():
    model = Lags(lags=2)
    model.learn_one({"a": 1.0})
    model.learn_one({"a": 2.0, "b": 5.0})

    assert model.transform_one({}) == {"a_lag1": 2.0, "a_lag2": 1.0, "b_lag1": 5.0}
    assert model.outputs == ["a_lag1", "a_lag2", "b_lag1", "b_lag2"]


def test_memory_is_bounded_by_the_largest_lag():
    model = Lags(lags=[100])
    model.learn_many(np.ones((101, 3)))
    held = model.memory

    model.learn_many(np.ones((10_000, 3)))

    assert model.memory == held < 3 * 100 * 8 * 2 + 2_000


def test_walk_is_predicted_from_its_last_steps():
    walk = np.cumsum(np.random.default_rng(1).normal(size=5000)) / 30
    model = Lags(lags=[1, 5]) | learners.SGDRegressor(eta0=0.05)

    predicted = model.predict_learn_many(walk[:, None], walk)

    # Nobody can do better than the size of a step; the walk itself strays a hundred times as far.
    error = np.sqrt(np.mean((predicted - walk)[1000:] ** 2))
    assert 1 / 30 < error < 2 / 30


def test_row_itself_and_its_lags_stand_side_by_side():
    both = Discard() + Lags()
    both.learn_one({"load": 10.0})

    assert both.transform_one({"load": 20.0}) == {"load": 20.0, "load_lag1": 10.0}


@pytest.mark.parametrize("lags", [0, -1, [], [1, 1], [0], [-2, 1], [1_000_001]])
def test_bad_lags_are_named(lags):
    with pytest.raises(ValueError, match="lags must"):
        Lags(lags=lags)


@pytest.mark.parametrize("lags", [1_000_001, 10**15])
def test_more_lags_than_memory_are_refused_at_once(lags):
    with pytest.raises(ValueError, match="from 1 to 1000000"):
        Lags(lags=lags)
