import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.neighbors import closeness, kept, nearest
from oracles.sgd_streams import FORMS, Stream, as_dict, probabilities, streams, teach
from river import neighbors
from sklearn.neighbors import KNeighborsClassifier

from driftline.adaptation import ResetOnDrift
from driftline.detectors import ADWIN
from driftline.ensembles import BaggingClassifier
from driftline.learners import KNNClassifier
from driftline.state import dumps
from driftline.transforms import StandardScaler

METRICS = ["euclidean", "manhattan", "chebyshev"]
LABELS = st.sampled_from(["a", "b", "c"])


def posterior(past, x, labels, options):
    """Let the neighbours vote; `past` is what the window holds."""
    X, y, w = past
    places, found = nearest(X, x, options["metric"], options["n_neighbors"])
    share = closeness(found) if options["weighted"] else np.ones(len(found))
    if options["softmax"] and options["weighted"] and found[0] == 0:
        share = share * 1e6  # all but infinite
    votes = np.array(
        [sum(w[p] * s for p, s in zip(places, share, strict=True) if y[p] == c) for c in labels]
    )
    if options["softmax"]:
        votes = np.exp(votes - votes.max())
    return votes / votes.sum()


def known(stream):
    return sorted({y for y, w in zip(stream.y, stream.w, strict=True) if w > 0})


OPTIONS = st.fixed_dictionaries(
    {
        "n_neighbors": st.integers(1, 12),
        "window_size": st.integers(1, 20),
        "metric": st.sampled_from(METRICS),
        "weighted": st.booleans(),
        "softmax": st.booleans(),
    }
)


# The values lie on a grid, so distances are exact and often equal.
@given(streams(targets=LABELS, max_rows=30), OPTIONS, st.sampled_from(FORMS))
def test_probabilities_agree_with_all_distances_and_a_sort(stream, options, form):
    if form == "csr":
        stream = Stream(np.nan_to_num(stream.X), stream.y, stream.w)
    model = KNNClassifier(**options)
    for i, x in enumerate(stream.X):
        past = Stream(stream.X[:i], stream.y[:i], stream.w[:i])
        if labels := known(past):
            ours = probabilities(model, as_dict(x) if form == "dicts" else x, labels)
            wanted = posterior(kept(past, options["window_size"]), x, labels, options)

            np.testing.assert_allclose(ours, wanted, rtol=1e-9, atol=1e-12)
        teach(model, Stream(stream.X[i : i + 1], stream.y[i : i + 1], stream.w[i : i + 1]), form)


def normal_rows(rows, columns, seed, missing=0.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, columns))
    y = (X[:, :2].sum(axis=1) > 0).astype(int)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("missing", [0.0, 0.02])
@pytest.mark.parametrize("columns", [1, 5, 16, 61])
def test_wide_rows_given_up_half_way_change_no_neighbour(columns, missing, metric):
    X, y = normal_rows(160, columns, seed=columns, missing=missing)
    y[0], y[1] = 0, 1
    options = {"n_neighbors": 3, "metric": metric, "weighted": True, "softmax": False}
    model = KNNClassifier(n_neighbors=3, window_size=100, metric=metric)
    model.learn_many(X[:130], y[:130])

    ours = [probabilities(model, x, [0, 1]) for x in X[130:]]

    past = kept(Stream(X[:130], y[:130].tolist(), np.ones(130)), 100)
    np.testing.assert_allclose(ours, [posterior(past, x, [0, 1], options) for x in X[130:]])


@pytest.mark.parametrize("weights", ["distance", "uniform"])
@pytest.mark.parametrize("metric", [*METRICS, "nan_euclidean"])
def test_full_window_votes_as_scikit_learn_does(metric, weights):
    X, y = normal_rows(400, 6, seed=2, missing=0.1 if metric == "nan_euclidean" else 0.0)
    theirs = KNeighborsClassifier(n_neighbors=7, metric=metric, weights=weights)
    theirs.fit(X[:300], y[:300])
    ours = KNNClassifier(
        n_neighbors=7,
        window_size=300,
        metric=metric.removeprefix("nan_"),
        weighted=weights == "distance",
    )

    ours.learn_many(X[:300], y[:300])

    np.testing.assert_allclose(
        np.asarray(ours.predict_proba_many(X[300:])), theirs.predict_proba(X[300:]), rtol=1e-9
    )


@pytest.mark.parametrize("softmax", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_every_row_is_predicted_as_by_the_exact_search_of_river(weighted, softmax):
    X, y = normal_rows(150, 4, seed=3)
    theirs = neighbors.KNNClassifier(
        engine=neighbors.LazySearch(window_size=40), weighted=weighted, softmax=softmax
    )
    ours = KNNClassifier(window_size=40, weighted=weighted, softmax=softmax)
    for x, label in zip(X, y.tolist(), strict=True):
        row = {f"f{j}": float(v) for j, v in enumerate(x)}

        assert ours.predict_proba_one(row) == pytest.approx(theirs.predict_proba_one(row))
        ours.learn_one(row, label)
        theirs.learn_one(row, label)


def test_model_knows_nothing_but_its_window():
    X, y = normal_rows(90, 3, seed=4, missing=0.2)
    long, short = KNNClassifier(window_size=30), KNNClassifier(window_size=30)

    long.learn_many(X, y)
    short.learn_many(X[-30:], y[-30:])

    assert dumps(long) == dumps(short)


def test_newer_of_equally_far_rows_votes():
    model = KNNClassifier(n_neighbors=1)
    model.learn_many([[1.0], [-1.0], [3.0]], ["old", "new", "far"])

    assert model.predict_one([0.0]) == "new"


def test_rows_at_distance_zero_vote_alone_only_if_votes_are_weighted():
    rows, labels = [[1.0], [1.1], [1.2], [1.0]], ["same", "near", "near", "twin"]
    weighted, plain = KNNClassifier(), KNNClassifier(weighted=False)
    weighted.learn_many(rows, labels)
    plain.learn_many(rows, labels)

    assert weighted.predict_proba_one([1.0]) == {"same": 0.5, "near": 0.0, "twin": 0.5}
    assert plain.predict_proba_one([1.0]) == {"same": 0.25, "near": 0.5, "twin": 0.25}


def test_weight_of_a_row_multiplies_its_vote():
    model = KNNClassifier(weighted=False)
    model.learn_one([0.0], "light")
    model.learn_one([9.0], "heavy", w=3.0)

    assert model.predict_proba_one([0.0]) == {"light": 0.25, "heavy": 0.75}


def test_row_without_label_or_weight_is_not_kept():
    model = KNNClassifier(window_size=2)
    model.learn_many([[0.0], [1.0]], ["a", "b"])
    before = dumps(model)

    model.learn_many([[2.0], [3.0], [4.0]], [None, "a", None], w=[1.0, 0.0, 0.0])

    assert dumps(model) == before


def test_column_that_comes_later_is_missing_in_older_rows():
    model = KNNClassifier(n_neighbors=1, weighted=False)
    model.learn_one({"a": 1.0}, "one column")
    model.learn_one({"a": 0.0, "b": 1.2}, "two columns")

    # 2 / 1 * 1.0 against 1.2 ** 2, then against 1.5 ** 2.
    assert model.predict_one({"a": 0.0, "b": 0.0}) == "two columns"
    assert model.predict_one({"a": 0.0, "b": -0.3}) == "one column"


def test_column_no_row_of_the_window_has_says_nothing():
    model = KNNClassifier()
    model.learn_many([{"a": 1.0}, {"a": 2.0}], ["x", "y"])

    assert model.predict_proba_one({"a": 1.2, "new": 9.0}) == model.predict_proba_one({"a": 1.2})


def test_row_without_a_value_is_predicted_by_the_newest_rows():
    model = KNNClassifier(n_neighbors=2)
    model.learn_many([[1.0, 2.0], [1.0, 3.0], [4.0, 1.0], [5.0, 1.0]], ["a", "a", "b", "c"])

    assert model.predict_proba_one([math.nan, math.nan]) == {"a": 0.0, "b": 0.5, "c": 0.5}


# Squares that overflow or vanish.
HUGE = st.sampled_from([0.0, 1.0, 5e-324, -1e-200, 1e-170, 1e155, -1e300, 1.7e308, -1.7e308])


@given(streams(values=HUGE, targets=LABELS), OPTIONS)
def test_probabilities_are_never_nan_and_sum_to_one(stream, options):
    model = teach(KNNClassifier(**options), stream)

    for x in stream.X:
        p = model.predict_proba_one(x)
        assert not p or sum(p.values()) == pytest.approx(1.0)
        assert all(0.0 <= v <= 1.0 for v in p.values())


def test_window_of_a_drift_is_over_after_as_many_rows():
    rng = np.random.default_rng(5)
    X = rng.random((600, 2))
    y = X[:, 0] > 0.5
    y[300:] = ~y[300:]

    predicted = np.array(KNNClassifier(window_size=100).predict_learn_many(X, y))

    assert np.mean(predicted[400:] == y[400:]) > 0.9


@pytest.mark.parametrize(
    "wrap",
    [
        lambda knn: BaggingClassifier(knn, n_models=3, seed=1),
        lambda knn: StandardScaler() | knn,
        lambda knn: ResetOnDrift(knn, ADWIN()),
    ],
    ids=["bagging", "pipeline", "reset"],
)
def test_works_inside_other_models(wrap):
    X, y = normal_rows(300, 3, seed=6)

    predicted = np.array(wrap(KNNClassifier(window_size=100)).predict_learn_many(X, y))

    assert np.mean(predicted[100:] == y[100:]) > 0.85


def test_room_for_a_large_window_is_taken_only_as_rows_come():
    model = KNNClassifier(window_size=10**15, n_neighbors=10**15)
    model.learn_many([[0.0], [1.0]], ["a", "b"])

    assert model.predict_one([0.1]) == "a"
    assert model.memory < 10_000


@pytest.mark.parametrize(
    "wrong", [{"n_neighbors": 0}, {"window_size": 0}, {"metric": "cosine"}], ids=str
)
def test_parameter_out_of_range_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        KNNClassifier(**wrong)
