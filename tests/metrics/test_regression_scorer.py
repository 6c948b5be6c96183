"""Metrics of numbers over four estimates, beside the definitions."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from oracles import scores
from oracles.scored_streams import cuts, fadings, streams, windows

from driftline import metrics

ALL = ["mae", "rmse", "r2", "pinball(0.9)"]


def numbers(stream):
    """The labels and answers of a stream as numbers; a constant stretch stays constant."""
    return 100.0 + stream.truth * 0.7, 100.0 + stream.predicted * 1.1


def fed(scorer, stream, cuts=()):
    truth, predicted = numbers(stream)
    for items, begin, end in stream.parts(cuts):
        steps = stream.steps[items]
        scorer.update(truth[items], predicted[items], begin=begin, end=end, steps=steps)
    return scorer


def reference(stream, n, window, fading):
    truth, predicted = numbers(stream)
    return [
        list(scores.regression_metrics(truth[:n], predicted[:n], 0.9, w).values())
        for w in scores.estimates(n, window, fading)
    ]


@given(stream=streams, cuts=cuts, window=windows, every=st.integers(1, 40), fading=fadings)
def test_every_point_agrees_with_the_definitions(stream, cuts, window, every, fading):
    scorer = metrics.RegressionScorer(ALL, window=window, every=every, fading=fading)

    rows, scored, values = fed(scorer, stream, cuts).take_points()

    assert rows.tolist() == list(range(every, stream.end + 1, every))
    assert scored.tolist() == [int((stream.steps < row).sum()) for row in rows]
    wanted = [reference(stream, n, window, fading) for n in scored.tolist()]
    np.testing.assert_allclose(values, np.reshape(wanted, values.shape), rtol=1e-9, atol=1e-12)
