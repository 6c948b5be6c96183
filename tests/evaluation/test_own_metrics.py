"""A metric of the user's own: functions of scikit-learn, metric objects of River."""

import numpy as np
import pyarrow as pa
import pytest
import river.metrics
import sklearn.metrics

from driftline import evaluation, learners, sources
from driftline.evaluation.own_metrics import OwnMetric

FUNCTIONS = [
    sklearn.metrics.accuracy_score,
    sklearn.metrics.balanced_accuracy_score,
    sklearn.metrics.f1_score,
    sklearn.metrics.cohen_kappa_score,
    sklearn.metrics.matthews_corrcoef,
]
ROWS = 3_500


def rows_of(labels):
    """A stream of noisy rows, and its labels."""
    x1, x2 = np.random.default_rng(1).normal(size=(2, ROWS))
    noise = np.random.default_rng(2).normal(size=ROWS)
    y = np.array(labels)[(x1 + x2 + noise > 0).astype(int)]
    return sources.stream(pa.table({"x1": x1, "x2": x2, "y": y}), target="y"), y


def answers_to(stream):
    model = learners.GaussianNB()
    return [
        answer
        for batch in stream.batches()
        for answer in model.predict_learn_many(batch.x, batch.y).to_pylist()
    ]


@pytest.mark.parametrize("labels", [[0, 1], [False, True], ["no", "yes"]])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_of_scikit_learn_take_the_labels_as_they_are(function, labels):
    if function is sklearn.metrics.f1_score and isinstance(labels[0], str):

        def function(truth, predicted):
            return sklearn.metrics.f1_score(truth, predicted, pos_label="yes")

    stream, y = rows_of(labels)
    name = function.__name__

    report = evaluation.prequential(learners.GaussianNB(), stream, metrics=[function, "accuracy"])

    answers = answers_to(stream)
    assert answers[0] is None  # it had learned nothing
    last = slice(ROWS - 1_000, ROWS)
    expected = function(y[last], np.array(answers[last]))
    assert report["GaussianNB"].score(name, "sliding") == pytest.approx(expected)


def test_no_answer_counts_as_wrong():
    stream, _ = rows_of(["no", "yes"])

    report = evaluation.prequential(
        learners.GaussianNB(), stream, metrics=[sklearn.metrics.accuracy_score, "accuracy"]
    )

    scores = report["GaussianNB"]
    assert scores.score("accuracy_score") == pytest.approx(scores.score("accuracy"), abs=1e-12)


@pytest.mark.parametrize(
    ("label", "other"), [(0, 1), (1, 0), (True, False), ("up", ""), (2.5, 0.0)]
)
def test_no_answer_becomes_another_label_where_the_window_has_only_one(label, other):
    seen = []

    def spying(truth, predicted):
        seen.append((truth.tolist(), predicted.tolist()))
        return 0.0

    metric = OwnMetric(spying, 10, 10)
    metric.update(np.array([0, 0]), np.array([-1, 0]), [label], np.array([2]))

    assert seen[0] == ([label, label], [other, label])


@pytest.mark.parametrize("seats", [[0, 1], [False, True]])
def test_metrics_of_river_on_probabilities_are_given_shares(seats):
    stream, _ = rows_of(seats)
    metrics = [river.metrics.ROCAUC(), river.metrics.LogLoss(), "log_loss"]

    report = evaluation.prequential(learners.GaussianNB(), stream, metrics=metrics, window=500)

    scores = report["GaussianNB"]
    assert scores.score("ROCAUC", "sliding") > 0.8
    for estimate in ("sliding", "tumbling"):
        own, native = scores.score("LogLoss", estimate), scores.score("log_loss", estimate)
        assert own == pytest.approx(native)


def test_metrics_of_river_on_labels_are_given_labels():
    stream, _ = rows_of(["no", "yes"])
    metrics = [river.metrics.Accuracy(), "accuracy"]

    report = evaluation.prequential(learners.GaussianNB(), stream, metrics=metrics)

    scores = report["GaussianNB"]
    assert scores.score("Accuracy", "sliding") == pytest.approx(scores.score("accuracy", "sliding"))


@pytest.mark.parametrize("metric", [river.metrics.LogLoss(), sklearn.metrics.accuracy_score])
def test_what_is_kept_and_taken_back_goes_on_alike(metric):
    truth, predicted = np.arange(60) % 2, np.arange(60) % 3 % 2
    shares = np.full((60, 2), 0.25)
    shares[:, 1] = np.linspace(0.1, 0.9, 60)
    at_once, kept, resumed = (OwnMetric(metric, 20, 10) for _ in range(3))
    none = np.empty(0, dtype=np.int64)

    at_once.update(truth, predicted, [0, 1], none, shares)
    kept.update(truth[:33], predicted[:33], [0, 1], none, shares[:33])
    resumed.restore(kept.state())
    resumed.update(truth[33:], predicted[33:], [0, 1], none, shares[33:])

    np.testing.assert_array_equal(resumed.now(), at_once.now())


def test_a_report_says_that_it_tells_the_mean_of_windows():
    stream, _ = rows_of([0, 1])

    report = evaluation.prequential(
        learners.GaussianNB(), stream, metrics=["f1", sklearn.metrics.f1_score]
    )

    assert "f1 score (mean of windows)" in str(report)
    assert "f1 score (mean of windows)" in report.to_html()
    assert "F1 (mean of windows)" not in str(report)
