"""Prequential evaluation beside a literal queue, on streams and schedules of any kind."""

import gc
import math
import tracemalloc

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.prequential_reference import Measures, prequential
from oracles.python_learners import Frequencies
from oracles.score_reference import CLASSIFICATION

from driftline import evaluation, learners, sources, transforms
from driftline.evaluation import RandomDelay
from driftline.report import ESTIMATES

CLASSIFIERS = {
    "AROW": learners.AROW,
    "NB": learners.GaussianNB,
    "scaled": lambda: transforms.StandardScaler() | learners.PAClassifier(),
    "python": Frequencies,
}
REGRESSORS = {
    "PA": learners.PARegressor,
    "scaled": lambda: transforms.StandardScaler() | learners.SGDRegressor(),
    "mean": learners.MeanRegressor,
}
MEASURES = Measures(tuple(CLASSIFICATION), window=20, every=7, fading=0.9)


def world(seed, n, task="classification"):
    """Rows, and labels of which some are missing."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    rows = [dict(zip("abc", x, strict=True)) for x in X.tolist()]
    if task == "regression":
        y = (X @ [1.0, -2.0, 0.5] + rng.normal(size=n)).tolist()
    else:
        y = [["no", "yes", "who knows"][int(v)] for v in np.clip(X[:, 0] + 1.0, 0, 2)]
    missing = rng.random(n) < 0.1
    return rows, [None if gone else label for gone, label in zip(missing, y, strict=True)]


def stream_of(rows, y, **columns):
    table = pa.Table.from_pylist(rows).append_column("y", pa.array(y))
    for name, values in columns.items():
        table = table.append_column(name, pa.array(values))
    return sources.stream(table, target="y")


def assert_same_points(curve, run, metrics):
    """Every estimate at every point, and at the end, where what still waits has been scored."""
    points = [point for point in run.points if point.rows < run.end.rows] + [run.end]
    assert curve.rows.tolist() == [point.rows for point in points]
    assert curve.scored.tolist() == [point.scored for point in points]
    for place, point in enumerate(points):
        for estimate in ESTIMATES:
            ours = [curve.of(metric, estimate)[place] for metric in metrics]
            theirs = [point.values[estimate][metric] for metric in metrics]
            # Sums of at most a few hundred terms, each of the size of the result.
            np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12, equal_nan=True)


def evaluated(models, stream, measures=MEASURES, **options):
    return evaluation.prequential(
        models,
        stream,
        metrics=measures.metrics,
        window=measures.window,
        every=measures.every,
        fading=measures.fading,
        baselines=False,
        **options,
    )


delays = st.one_of(
    st.integers(0, 120),
    st.just(math.inf),
    st.lists(st.one_of(st.integers(0, 70), st.none()), min_size=90, max_size=90),
)


@settings(max_examples=30)
@given(seed=st.integers(0, 1000), n=st.integers(1, 90), delay=delays)
def test_late_labels_are_scored_and_learned_as_a_literal_queue_would(seed, n, delay):
    rows, y = world(seed, n)
    if isinstance(delay, list):
        own = delay[:n]
        stream = stream_of(rows, y, late=pa.array(own, pa.int64()))
        given_delay = "late"
    else:
        own, stream, given_delay = delay, stream_of(rows, y), delay
    models = {name: make() for name, make in CLASSIFIERS.items()}

    report = evaluated(models, stream, delay=given_delay)

    for name, make in CLASSIFIERS.items():
        made = []
        run = prequential(
            lambda make=make, made=made: made.append(make()) or made[0],
            rows,
            y,
            delays=own,
            measures=MEASURES,
        )
        if run.learned:  # rows that nobody learns make their columns known all the same
            assert models[name] == made[0]
        assert_same_points(report[name].curve, run, CLASSIFICATION)


def test_a_random_delay_is_that_of_the_stage():
    rows, y = world(5, 80)
    staged = stream_of(rows, y) | sources.delayed_labels(random=(0, 30), seed=9)
    own = [d for batch in staged.batches() for d in batch.delay.to_pylist()]

    report = evaluated(learners.AROW(), stream_of(rows, y), delay=RandomDelay(0, 30, seed=9))

    run = prequential(learners.AROW, rows, y, delays=own, measures=MEASURES)
    assert_same_points(report["AROW"].curve, run, CLASSIFICATION)


@pytest.mark.parametrize("delay", [0, 5, 1_000])
@pytest.mark.parametrize("rows", [1, 13, 4_096])
def test_how_a_stream_is_cut_changes_no_bit(monkeypatch, rows, delay):
    def report():
        return evaluation.prequential(
            {"NB": learners.GaussianNB(), "AROW": transforms.StandardScaler() | learners.AROW()},
            sources.SINE1(drifts=[350], seed=7).take(700),
            delay=delay,
        ).to_json(costs=False)

    whole = report()
    monkeypatch.setattr("driftline.evaluation.job.MOST_ROWS", rows)
    monkeypatch.setattr("driftline.evaluation.job._batch_rows", lambda run: rows)

    assert report() == whole


def test_sparse_rows_wait_for_their_labels_too():
    sparse = pytest.importorskip("scipy.sparse")
    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 40)) * (rng.random((60, 40)) < 0.1)
    y = (X.sum(axis=1) > 0).tolist()
    model = learners.AROW()

    report = evaluated(model, sources.stream(sparse.csr_matrix(X), y=y), delay=7)

    run = prequential(
        learners.AROW,
        list(X),
        y,
        delays=7,
        measures=Measures(("accuracy",), window=20, every=7, fading=0.9),
    )
    ours = report["AROW"].curve.of("accuracy", "sliding")
    theirs = [p.values["sliding"]["accuracy"] for p in [*run.points, run.end]]
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_baselines_run_along_unless_refused():
    stream = sources.SEA(seed=1).take(500)

    with_them = evaluation.prequential(learners.GaussianNB(), stream)
    without = evaluation.prequential(learners.GaussianNB(), stream, baselines=False)

    names = [model.name for model in with_them.models if model.is_baseline]
    assert names == ["majority class", "no change"]
    assert [model.name for model in without.models] == ["GaussianNB"]


def test_repeating_the_last_label_of_elec2_is_right_as_often_as_known(dataset):
    dataset("elec2")
    stream = sources.load("elec2")

    report = evaluation.prequential(learners.GaussianNB(), stream, metrics=["accuracy"])

    assert report["no change"].score("accuracy") == pytest.approx(0.8533, abs=5e-5)


def test_a_user_function_is_computed_over_windows():
    def share_of_yes(y_true, y_pred):
        return float(np.mean(y_pred == "yes"))

    rows, y = world(8, 100)
    y = [label or "no" for label in y]
    seen = []

    class Remembers(Frequencies):
        def predict_one(self, x):
            seen.append(super().predict_one(x))
            return seen[-1]

    report = evaluation.prequential(
        Remembers(),
        stream_of(rows, y),
        metrics=["accuracy", share_of_yes],
        window=20,
        every=30,
        baselines=False,
    )

    yes = np.array([guess == "yes" for guess in seen])
    curve = report["Remembers"].curve
    assert curve.of("share_of_yes", "sliding").tolist() == pytest.approx(
        [yes[10:30].mean(), yes[40:60].mean(), yes[70:90].mean(), yes[80:].mean()]
    )
    assert curve.of("share_of_yes", "tumbling").tolist() == pytest.approx(
        [yes[20:30].mean(), yes[40:60].mean(), yes[80:90].mean(), yes[80:].mean()]
    )
    assert curve.of("share_of_yes", "cumulative")[-1] == pytest.approx(yes.mean())


def test_a_metric_of_river_is_asked_as_river_does():
    river = pytest.importorskip("river.metrics")
    rows, y = world(9, 60)
    y = [label or "no" for label in y]

    report = evaluated(
        learners.GaussianNB(), stream_of(rows, y), Measures((river.Accuracy(), "accuracy"), 20, 20)
    )

    curve = report["GaussianNB"].curve
    for estimate in ("sliding", "tumbling", "cumulative"):
        np.testing.assert_allclose(curve.of("Accuracy", estimate), curve.of("accuracy", estimate))


def test_live_snapshots_are_the_points_of_the_curve():
    options = {"metrics": ["accuracy", "kappa"], "every": 250, "delay": 100}
    stream = sources.SEA(seed=3).take(1_000)

    steps = list(evaluation.iter_prequential({"NB": learners.GaussianNB()}, stream, **options))

    curve = evaluation.prequential({"NB": learners.GaussianNB()}, stream, **options)["NB"].curve
    assert [step.rows for step in steps] == [250, 500, 750, 1_000, 1_000]  # then what waited
    told = [step.scores["NB"]["sliding"]["kappa"] for step in steps if step.rows < 1_000]
    assert told == curve.of("kappa", "sliding")[:-1].tolist()


def test_live_evaluation_reads_no_row_ahead():
    given = []

    def rows():
        for n in range(10):
            given.append(n)
            yield {"a": float(n)}, n % 2

    steps = evaluation.iter_prequential(learners.AROW(), sources.stream(rows()), every=2)

    assert next(steps).rows == 2
    assert len(given) <= 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": "accuracyy"}, "did you mean 'accuracy'"),
        ({"metrics": "mae"}, "'mae' is of regression"),
        ({"metrics": []}, "at least one"),
        ({"metrics": ["accuracy", "accuracy"]}, "twice"),
        ({"window": 0}, "window must be a whole number of rows, 1 or more"),
        ({"window": 2.5}, "window must be a whole number"),
        ({"window": "a"}, "window must be a whole number"),
        ({"window": math.nan}, "window must be a whole number"),
        ({"every": 0}, "every must be a whole number of rows, 1 or more"),
        ({"fading": 0.0}, "fading must be above 0"),
        ({"delay": -1}, "delay must be 0 or more"),
        ({"delay": 0.5}, "whole number of rows"),
        ({"delay": "nowhere"}, "'nowhere'"),
        ({"labels": 0.1}, "labels: 0.1"),
    ],
)
def test_a_wrong_option_is_named(options, message):
    with pytest.raises(ValueError, match=message):
        evaluation.prequential(learners.AROW(), sources.SEA(seed=1).take(10), **options)


def test_a_model_that_does_not_fit_the_target_is_refused():
    stream = sources.SEA(seed=1).take(10)

    with pytest.raises(TypeError, match="no classifier"):
        evaluation.prequential(learners.PARegressor(), stream)
    with pytest.raises(TypeError, match="has no learn_one"):
        evaluation.prequential(object(), stream)


def test_a_stream_without_target_is_refused():
    with pytest.raises(ValueError, match="name a column with target="):
        evaluation.prequential(learners.AROW(), pa.table({"a": [1.0]}))


def test_a_prediction_that_is_no_number_names_its_row():
    class Wild:
        def learn_one(self, x, y):
            pass

        def predict_one(self, x):
            return math.nan if x["a"] > 2 else 0.0

    stream = sources.stream(pa.table({"a": [1.0, 2.0, 3.0], "y": [0.5, 0.5, 0.5]}), target="y")

    with pytest.raises(ValueError, match="row 2: the prediction is nan"):
        evaluation.prequential(Wild(), stream)


def test_rows_before_the_first_label_count_as_wrong():
    stream = stream_of([{"a": 1.0}] * 4, ["x", "x", "x", "x"])

    report = evaluation.prequential(learners.GaussianNB(), stream, every=1, delay=2)

    assert report["GaussianNB"].score("accuracy") == 0.25
    assert report["GaussianNB"].confusion.tolist() == [[1, 3]]


def test_a_whole_number_may_be_written_with_a_point():
    stream = sources.SEA(seed=1).take(2_000)

    report = evaluation.prequential(learners.AROW(), stream, window=1000.0, every=np.int64(100))

    assert report.settings["window"] == 1_000
    assert report.to_json(costs=False) == (
        evaluation.prequential(learners.AROW(), stream, window=1_000, every=100)
    ).to_json(costs=False)


@pytest.mark.parametrize("k", [2.5, 0, "10", True])
def test_every_kth_label_needs_a_whole_number(k):
    with pytest.raises(ValueError, match="k of EveryKth must be a whole number"):
        evaluation.EveryKth(k)


def test_one_model_under_two_names_is_refused():
    model, stream = learners.AROW(), sources.SEA(seed=1).take(10)

    with pytest.raises(ValueError, match="'a' and 'b' are one object"):
        evaluation.prequential({"a": model, "b": model}, stream)
    with pytest.raises(ValueError, match="two are called '1'"):
        evaluation.prequential({1: model, "1": learners.AROW()}, stream)


def test_a_live_evaluation_of_an_endless_stream_keeps_to_its_room():
    steps = evaluation.iter_prequential(
        {"NB": learners.GaussianNB()}, sources.SINE1(drifts=[100], seed=1), every=10
    )
    for _ in range(50):
        next(steps)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()

    for _ in range(500):
        next(steps)

    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 500 * 100  # bytes a snapshot; a point of the curve alone has more


@pytest.mark.parametrize("delay", [0, 300, RandomDelay(0, 900, seed=1), math.inf])
def test_the_rows_of_a_warm_up_are_learned_and_not_scored(delay):
    stream = sources.SEA(seed=1, noise=0.1).take(3_000)
    every, late = (
        evaluation.prequential({"NB": learners.GaussianNB()}, stream, delay=delay, warm_up=rows)
        for rows in (0, 1_000)
    )
    hits = every["NB"].score("accuracy") * 3_000
    first = (
        evaluation.prequential({"NB": learners.GaussianNB()}, stream.take(1_000), delay=delay)[
            "NB"
        ].score("accuracy")
        * 1_000
    )

    assert late["NB"].curve.scored[-1] == 2_000
    assert late["NB"].score("accuracy") == pytest.approx((hits - first) / 2_000)
