import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.neighbors import closeness, kept, nearest
from oracles.sgd_streams import FORMS, GRID, Stream, as_dict, streams, teach
from river import neighbors

from driftline.learners import KNNRegressor

METHODS = ["mean", "median", "weighted_mean"]


def aggregate(targets, weights, found, method):
    if method == "median":
        # A target for each half of its weight: weights here are multiples of 1/2.
        return statistics.median(np.repeat(targets, (2 * weights).astype(int)).tolist())
    share = closeness(found) if method == "weighted_mean" else np.ones(len(found))
    return np.average(targets, weights=weights * share)


OPTIONS = st.fixed_dictionaries(
    {
        "n_neighbors": st.integers(1, 12),
        "window_size": st.integers(1, 20),
        "metric": st.sampled_from(["euclidean", "manhattan", "chebyshev"]),
        "aggregation_method": st.sampled_from(METHODS),
    }
)


@given(streams(targets=GRID, max_rows=30), OPTIONS, st.sampled_from(FORMS))
def test_predictions_agree_with_all_distances_and_a_sort(stream, options, form):
    if form == "csr":
        stream = Stream(np.nan_to_num(stream.X), stream.y, stream.w)
    model = KNNRegressor(**options)
    for i, x in enumerate(stream.X):
        past = Stream(stream.X[:i], stream.y[:i], stream.w[:i])
        X, y, w = kept(past, options["window_size"])
        wanted = 0.0
        if len(X) > 0:
            places, found = nearest(X, x, options["metric"], options["n_neighbors"])
            method = options["aggregation_method"]
            wanted = aggregate(np.array(y)[places], w[places], found, method)

        ours = model.predict_one(as_dict(x) if form == "dicts" else x)

        assert ours == pytest.approx(wanted, rel=1e-9, abs=1e-12)
        teach(model, Stream(stream.X[i : i + 1], stream.y[i : i + 1], stream.w[i : i + 1]), form)


@pytest.mark.parametrize("method", METHODS)
def test_every_row_is_predicted_as_by_the_exact_search_of_river(method):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(150, 3))
    y = (X @ [1.0, -2.0, 0.5]).tolist()
    theirs = neighbors.KNNRegressor(
        engine=neighbors.LazySearch(window_size=40), aggregation_method=method
    )
    ours = KNNRegressor(window_size=40, aggregation_method=method)
    for x, target in zip(X, y, strict=True):
        row = {f"f{j}": float(v) for j, v in enumerate(x)}

        assert ours.predict_one(row) == pytest.approx(theirs.predict_one(row))
        ours.learn_one(row, target)
        theirs.learn_one(row, target)


def test_rows_at_distance_zero_count_alone_only_in_a_weighted_mean():
    rows, targets = [[1.0], [1.1], [1.0]], [10.0, 40.0, 20.0]

    said = {}
    for method in METHODS:
        model = KNNRegressor(aggregation_method=method)
        model.learn_many(rows, targets)
        said[method] = model.predict_one([1.0])

    assert said == {"mean": pytest.approx(70 / 3), "median": 20.0, "weighted_mean": 15.0}


def test_median_has_half_of_the_weight_on_either_side():
    model = KNNRegressor(aggregation_method="median")
    model.learn_many([[0.0], [1.0], [2.0]], [5.0, 6.0, 9.0], w=[1.0, 1.0, 2.0])

    assert model.predict_one([0.0]) == 7.5


def test_rows_that_are_only_learned_leave_the_same_model_as_rows_predicted_before():
    X = np.random.default_rng(2).normal(size=(50, 2))
    learned, asked = KNNRegressor(window_size=10), KNNRegressor(window_size=10)

    learned.learn_many(X, X[:, 0])
    asked.predict_learn_many(X, X[:, 0])

    assert learned == asked


@pytest.mark.parametrize(
    "wrong",
    [{"n_neighbors": 0}, {"window_size": -1}, {"metric": ""}, {"aggregation_method": "mode"}],
    ids=str,
)
def test_parameter_out_of_range_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        KNNRegressor(**wrong)
