"""Evaluation agrees with a literal queue on any schedule of labels, in batches of any size."""

import itertools
import math
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import prequential_reference as reference
from oracles.python_learners import Frequencies, Mean, NativeInside
from oracles.score_reference import CLASSIFICATION, ESTIMATES, REGRESSION

from driftline import evaluation, sources
from driftline.learners import AROW, GaussianNB, PARegressor
from driftline.stream import Batch, Facts, Stream

NEVER = math.inf
EPOCH = 1_700_000_000_000_000  # microseconds


@dataclass
class Scheduled(Stream):
    """Rows cut into batches at given places, each label with its own delay, or its own time."""

    X: np.ndarray
    y: list
    task: str = "classification"
    w: list | None = None
    delays: list | None = None
    clock: list | None = None
    due: list | None = None
    cuts: list = field(default_factory=list)
    kind: pa.DataType = field(default_factory=pa.string)  # of labels

    @property
    def facts(self):
        features = {f"x{i}": "numeric" for i in range(self.X.shape[1])}
        if self.due is not None:
            features["comes"] = "time"
        return Facts(
            "scheduled",
            features,
            target="y",
            task=self.task,
            time=None if self.clock is None else "t",
            weight=None if self.w is None else "w",
        )

    def batches(self, rows=8192):
        bounds = sorted({0, len(self.y), *self.cuts})
        for begin, end in itertools.pairwise(bounds):
            for start in range(begin, end, rows):
                yield self._batch(start, min(start + rows, end))

    def _batch(self, begin, end):
        part = slice(begin, end)
        columns = {f"x{i}": pa.array(column[part]) for i, column in enumerate(self.X.T)}
        if self.due is not None:
            columns["comes"] = _times(self.due[part])
        return Batch(
            pa.record_batch(columns),
            pa.array(self.y[part], pa.float64() if self.task == "regression" else self.kind),
            w=None if self.w is None else pa.array(self.w[part], pa.float64()),
            time=None if self.clock is None else _times(self.clock[part]),
            delay=None if self.delays is None else _rows_until(self.delays[part]),
            start=begin,
        )

    def rows(self):
        return [{f"x{i}": value for i, value in enumerate(row)} for row in self.X.tolist()]


def _times(values):
    micros = [None if value is None else EPOCH + value for value in values]
    return pa.array(micros, pa.timestamp("us"))


def _rows_until(delays):
    return pa.array([None if d in (None, NEVER) else d for d in delays], pa.int64())


@st.composite
def scheduled(draw, task="classification"):
    """A stream, the options of `prequential`, and those of the reference that mean the same."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(1, 60))
    if task == "regression":
        y = rng.normal(scale=3.0, size=n).tolist()
    else:
        y = rng.choice(list("abcd"[: draw(st.integers(1, 4))]), size=n).tolist()
    for row in np.flatnonzero(rng.random(n) < draw(st.sampled_from([0.0, 0.2, 1.0]))):
        y[row] = None
    stream = Scheduled(rng.normal(size=(n, 2)), y, task)
    stream.cuts = draw(st.lists(st.integers(1, n), max_size=6))
    if draw(st.booleans()):
        stream.w = rng.choice([0.25, 1.0, 4.0], size=n).tolist()
    ours, theirs = draw(delays(rng, stream, n))
    chosen, is_learned = draw(learned(n))
    return stream, {**ours, "labels": chosen}, {**theirs, "is_learned": is_learned}


@st.composite
def delays(draw, rng, stream, n):
    kind = draw(st.sampled_from(["none", "fixed", "never", "own", "time"]))
    if kind == "fixed":
        rows = draw(st.integers(0, 70))
        return {"delay": rows}, {"delays": rows}
    if kind == "never":
        return {"delay": NEVER}, {"delays": NEVER}
    if kind == "own":
        own = rng.integers(0, draw(st.sampled_from([2, 10, 80])), size=n).tolist()
        stream.delays = [NEVER if rng.random() < 0.1 else delay for delay in own]
        return {}, {"delays": stream.delays}
    if kind == "time":
        stream.clock = np.cumsum(rng.integers(0, 3, size=n)).tolist()
        late = rng.integers(-2, 15, size=n).tolist()  # a label may be there before its row
        stream.due = [
            None if rng.random() < 0.1 else now + more
            for now, more in zip(stream.clock, late, strict=True)
        ]
        return {"delay": "comes"}, {"clock": stream.clock, "due": stream.due}
    return {}, {"delays": 0}


@st.composite
def learned(draw, n):
    kind = draw(st.sampled_from(["all", "none", "random", "every"]))
    if kind == "none":
        return "none", [False] * n
    if kind == "random":
        some = evaluation.RandomLabels(draw(st.sampled_from([0.0, 0.3, 1.0])), seed=5)
        return some, some.learned(np.arange(n)).tolist()
    if kind == "every":
        k = draw(st.integers(1, 5))
        return evaluation.EveryKth(k), reference.every_kth(n, k)
    return None, [True] * n


@dataclass
class Diary:
    """Writes down in which order it is asked and taught."""

    pages: list = field(default_factory=list)

    def predict_one(self, x):
        self.pages.append(("asked", x["x0"]))
        return "a" if len(self.pages) % 2 else None

    def learn_one(self, x, y, w=1.0):
        self.pages.append(("taught", x["x0"], y, w))


measured = st.fixed_dictionaries(
    {
        "window": st.integers(1, 20),
        "every": st.integers(1, 25),
        "fading": st.sampled_from([0.5, 0.9, 0.999, 1.0]),
    }
)


def by_reference(make, stream, options, metrics, measures, positive=None):
    return reference.prequential(
        make,
        stream.rows(),
        stream.y,
        weights=stream.w,
        measures=reference.Measures(metrics, **measures, positive=positive),
        **options,
    )


def assert_same_curve(curve, run):
    """The last point is the end of the stream, after the flush."""
    points = [point for point in run.points if point.rows < run.end.rows] + [run.end]
    assert curve.rows.tolist() == [point.rows for point in points]
    assert curve.scored.tolist() == [point.scored for point in points]
    expected = [
        [[point.values[estimate][name] for name in curve.metrics] for estimate in ESTIMATES]
        for point in points
    ]
    np.testing.assert_allclose(curve.values, expected, rtol=1e-9, atol=1e-9)


@settings(max_examples=100)
@given(scheduled(), measured)
def test_scores_of_labels_at_every_point_and_in_every_estimate(world, measures):
    stream, ours, theirs = world
    models = {"native": AROW(), "bayes": GaussianNB(), "python": Weights()}
    report = evaluation.prequential(
        models, stream, metrics=CLASSIFICATION, baselines=False, **ours, **measures
    )

    for name, make in (("native", AROW), ("bayes", GaussianNB), ("python", Weights)):
        run = by_reference(make, stream, theirs, CLASSIFICATION, measures)
        assert_same_curve(report[name].curve, run)


class Weights(Frequencies):
    def learn_one(self, x, y, w=1.0):
        self.counts[y] = self.counts.get(y, 0.0) + w


@settings(max_examples=100)
@given(scheduled(task="regression"), measured)
def test_scores_of_numbers_at_every_point_and_in_every_estimate(world, measures):
    stream, ours, theirs = world
    metrics = (*REGRESSION, "pinball(0.9)")
    report = evaluation.prequential(
        {"native": PARegressor(), "python": WeightedMean()},
        stream, metrics=metrics, baselines=False, **ours, **measures,
    )  # fmt: skip

    for name, make in (("native", PARegressor), ("python", WeightedMean)):
        assert_same_curve(report[name].curve, by_reference(make, stream, theirs, metrics, measures))


class WeightedMean(Mean):
    def learn_one(self, x, y, w=1.0):
        super().learn_one(x, y, w=w)


@settings(max_examples=100)
@given(scheduled())
def test_a_learner_is_asked_and_taught_in_the_order_of_the_queue(world):
    stream, ours, theirs = world
    diary, expected = Diary(), Diary()

    evaluation.prequential({"diary": diary}, stream, baselines=False, **ours)
    by_reference(lambda: expected, stream, theirs, ("accuracy",), {"every": 1000})

    assert diary.pages == expected.pages


@settings(max_examples=40)
@given(scheduled())
def test_a_learner_in_python_gets_what_a_native_one_gets(world):
    stream, ours, _ = world
    report = evaluation.prequential(
        {"native": AROW(), "python": NativeInside()}, stream, baselines=False, every=7, **ours
    )

    np.testing.assert_array_equal(report["native"].curve.values, report["python"].curve.values)


@settings(max_examples=40)
@given(scheduled(), st.sampled_from("abz"))
def test_precision_and_recall_of_the_positive_label(world, positive):
    stream, ours, theirs = world
    metrics = ("precision", "recall", "f1")
    measures = {"window": 9, "every": 5, "fading": 0.9}
    report = evaluation.prequential(
        {"it": AROW()}, stream, metrics=metrics, positive=positive, baselines=False,
        **ours, **measures,
    )  # fmt: skip

    run = by_reference(AROW, stream, theirs, metrics, measures, positive)
    assert_same_curve(report["it"].curve, run)


@settings(max_examples=60)
@given(
    y=st.lists(st.sampled_from([0, 0, 0, 1, 1, 2]), min_size=1, max_size=40),
    cuts=st.lists(st.integers(1, 39), max_size=6),
)
def test_which_label_is_positive_does_not_depend_on_the_size_of_batches(y, cuts):
    """1 is, while there are but 0 and 1; a third label makes all labels count alike."""
    X = np.random.default_rng(1).normal(size=(len(y), 2))

    whole, cut = (
        evaluation.prequential(
            {"it": GaussianNB()},
            Scheduled(X, y, cuts=[c for c in places if c < len(y)], kind=pa.int64()),
            metrics=("precision", "recall", "f1", "auc"), every=3, window=8, baselines=False,
        )["it"].curve.values
        for places in ([], cuts)
    )  # fmt: skip

    np.testing.assert_array_equal(whole, cut)


@pytest.mark.parametrize("cuts", [[], [2], [1, 2, 3, 4, 5], [3, 4]])
def test_a_row_that_comes_late_does_not_turn_back_the_clock(cuts):
    stream = Scheduled(
        np.arange(12.0).reshape(6, 2),
        list("abcdef"),
        clock=[10, 20, 5, 6, None, 30],
        due=[10, 25, 15, 20, None, 30],
        cuts=cuts,
    )
    diary = Diary()
    evaluation.prequential({"diary": diary}, stream, delay="comes", baselines=False)

    # At rows 2 and 3 it is 20 already; row 4 knows no time, and its label never comes.
    taught = [page[2] for page in diary.pages if page[0] == "taught"]
    asked = [page[0] for page in diary.pages]
    assert taught == ["a", "c", "d", "b", "f"]
    assert asked == ["asked", "taught", "asked", "asked", "taught", "asked", "taught", "asked",
                     "asked", "taught", "taught"]  # fmt: skip


def test_electricity_as_published(dataset):
    """Repeating the last label is right on 85.33 % of ELEC2."""
    stream = sources.stream(dataset("elec2"), target="target")
    report = evaluation.prequential(AROW(), stream)

    assert report["no change"].score("accuracy") == pytest.approx(0.8533, abs=5e-5)
    assert report["no change"].score("kappa_t") == pytest.approx(0.0, abs=1e-12)
