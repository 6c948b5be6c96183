"""Metrics of numbers over four estimates, beside the definitions."""

import math

import numpy as np
import pytest
from hypothesis import given
from oracles import scores
from oracles.scored_streams import cuts, made, score_numbers, settings, streams
from sklearn import metrics as peers

from driftline import metrics

ALL = ["mae", "rmse", "r2", "pinball(0.9)"]

# What a window of 120 rows holds after 500: cumulative, sliding, tumbling.
PARTS = (slice(0, 500), slice(380, 500), slice(480, 500))


def reference(stream, n, window, fading):
    """All metrics of the first n items, by estimate."""
    truth, predicted = stream.numbers()
    return [
        list(scores.regression_metrics(truth[:n], predicted[:n], 0.9, w).values())
        for w in scores.estimates(n, window, fading)
    ]


@given(stream=streams, cuts=cuts, settings=settings)
def test_every_point_agrees_with_the_definitions(stream, cuts, settings):
    scorer = score_numbers(metrics.RegressionScorer(ALL, **settings), stream, cuts)

    rows, scored, values = scorer.take_points()

    assert rows.tolist() == list(range(settings["every"], stream.end + 1, settings["every"]))
    assert scored.tolist() == [int((stream.steps < row).sum()) for row in rows]
    wanted = [reference(stream, n, settings["window"], settings["fading"]) for n in scored.tolist()]
    np.testing.assert_allclose(values, np.reshape(wanted, values.shape), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("window", [64, 100, 128, 191, 1000])
def test_long_windows_agree_with_the_definitions(window):
    fading = 1023 / 1024  # few bits, which the exact reference likes
    stream = made(7, labels=5, items=1100, sticky=0.5)

    scorer = score_numbers(
        metrics.RegressionScorer(ALL, window=window, every=275, fading=fading), stream
    )
    _, scored, values = scorer.take_points()

    wanted = [reference(stream, n, window, fading) for n in scored.tolist()]
    assert len(wanted) == 4
    np.testing.assert_allclose(values, wanted, rtol=1e-9)


def test_windows_agree_with_scikit_learn():
    rng = np.random.default_rng(5)
    truth = rng.normal(size=500)
    predicted = truth + rng.normal(size=500)
    scorer = metrics.RegressionScorer([*ALL, "pinball"], window=120)
    scorer.update(truth, predicted, begin=0, end=500)

    for part, values in zip(PARTS, scorer.values()[:3], strict=True):
        y, p = truth[part], predicted[part]
        assert values == pytest.approx(
            [
                peers.mean_absolute_error(y, p),
                peers.root_mean_squared_error(y, p),
                peers.r2_score(y, p),
                peers.mean_pinball_loss(y, p, alpha=0.9),
                peers.mean_pinball_loss(y, p, alpha=0.5),
            ]
        )


def test_ten_million_rows_leave_no_drift_in_the_window():
    rng = np.random.default_rng(2)
    scorer = metrics.RegressionScorer(window=1000, every=10**6)
    scale = [1e8, 1.0, 1e-6, 1e8, 1.0, 1e-6, 1e8, 1e-6, 1.0, 1e-6]
    for i, size in enumerate(scale):
        truth = 1e3 + size * rng.normal(size=1_000_000)
        predicted = truth + size * rng.normal(size=1_000_000)
        scorer.update(truth, predicted, begin=i * 10**6, end=(i + 1) * 10**6)

    y, p = truth[-1000:], predicted[-1000:]
    wanted = [
        peers.mean_absolute_error(y, p),
        peers.root_mean_squared_error(y, p),
        peers.r2_score(y, p),
    ]
    assert scorer.values()[1] == pytest.approx(wanted, rel=1e-12)
    assert scorer.values()[2] == pytest.approx(wanted, rel=1e-12)


def test_huge_value_leaves_no_trace_once_it_has_left_the_window():
    truth = np.linspace(0.0, 1.0, 40)
    predicted = truth + 0.25
    predicted[3] = 1e200  # its square is infinite
    scorer = metrics.RegressionScorer(["mae", "rmse"], window=10)

    scorer.update(truth, predicted, begin=0, end=40)
    cumulative, sliding, tumbling, _ = scorer.values()

    assert cumulative[1] == math.inf
    assert sliding == pytest.approx([0.25, 0.25])
    assert tumbling == pytest.approx([0.25, 0.25])


def test_mean_far_from_zero_costs_no_digits():
    rng = np.random.default_rng(3)
    truth = 1e9 + np.round(rng.normal(size=5000), 3)
    predicted = truth + np.round(rng.normal(size=5000), 3)
    scorer = metrics.RegressionScorer(["r2"], window=1000)
    scorer.update(truth, predicted, begin=0, end=5000)

    near = truth - 1e9  # exact
    weights = 0.999 ** np.arange(5000)[::-1]

    wanted = [
        peers.r2_score(near[part], predicted[part] - 1e9, sample_weight=weight)
        for part, weight in ((slice(None), None), (slice(4000, None), None), (slice(None), weights))
    ]
    cumulative, sliding, _, fading = scorer.values()[:, 0]
    assert [cumulative, sliding, fading] == pytest.approx(wanted, rel=1e-9)


def test_fading_estimate_forgets_where_the_stream_began():
    rng = np.random.default_rng(4)
    truth = 1.0 + 1e-6 * rng.normal(size=40_000)
    predicted = truth + 1e-6 * rng.normal(size=40_000)
    truth[0] = 1e12
    scorer = metrics.RegressionScorer(["r2"], fading=0.99)

    scorer.update(truth, predicted, begin=0, end=40_000)

    weights = 0.99 ** np.arange(5_000)[::-1]
    wanted = peers.r2_score(truth[-5_000:], predicted[-5_000:], sample_weight=weights)
    assert scorer.values()[3, 0] == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("constant", [0.0, 0.1, 1e9 / 3])
def test_numbers_that_are_all_the_same_leave_nothing_to_explain(constant):
    truth = np.full(700, constant)
    scorer = metrics.RegressionScorer(["r2", "mae"], window=130, every=100)

    scorer.update(truth, truth + 1.0, begin=0, end=700)
    _, _, values = scorer.take_points()

    assert np.isnan(values[:, :, 0]).all()
    assert values[:, :, 1] == pytest.approx(1.0)


def test_one_row_has_an_error_and_explains_nothing():
    scorer = metrics.RegressionScorer()

    scorer.update(np.array([2.0]), np.array([1.5]), begin=0, end=1)

    for mae, rmse, r2 in scorer.values():
        assert (mae, rmse) == (0.5, 0.5)
        assert math.isnan(r2)
