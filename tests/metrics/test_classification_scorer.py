"""Label metrics over four estimates, beside the definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import scores
from oracles.scored_streams import cuts, fadings, streams, windows

from driftline import metrics

ALL = [*scores.LABEL_METRICS, "log_loss", "brier", "auc"]


def scorer_of(stream, names=ALL, positive=-1, **settings):
    scorer = metrics.ClassificationScorer(names, **settings)
    scorer.meet(stream.ranks, positive)
    return scorer


def fed(scorer, stream, cuts=()):
    for items, begin, end in stream.parts(cuts):
        scorer.update(
            stream.truth[items],
            stream.predicted[items],
            begin=begin,
            end=end,
            steps=stream.steps[items],
            shares=stream.shares[items],
        )
    return scorer


def reference(stream, n, positive, window, fading):
    """All metrics of the first n items."""
    truth, predicted, shares = stream.truth[:n], stream.predicted[:n], stream.shares[:n]
    columns = dict(zip(ALL, np.full((len(ALL), 4), np.nan), strict=True))
    for e, w in enumerate(scores.estimates(n, window, fading)):
        of_labels = scores.label_metrics(truth, predicted, stream.ranks, positive, w)
        for name, value in of_labels.items():
            columns[name][e] = value
        if n:
            columns["log_loss"][e] = scores.mean(scores.log_losses(truth, shares), w)
            columns["brier"][e] = scores.mean(scores.brier_losses(truth, shares), w)
    columns["auc"][:] = scores.auc(truth, shares, window, positive)
    return np.stack([columns[name] for name in ALL], axis=1)


@given(
    stream=streams,
    cuts=cuts,
    window=windows,
    every=st.integers(1, 40),
    fading=fadings,
    positive=st.integers(-1, 1),
)
def test_every_point_agrees_with_the_definitions(stream, cuts, window, every, fading, positive):
    scorer = scorer_of(stream, positive=positive, window=window, every=every, fading=fading)

    rows, scored, values = fed(scorer, stream, cuts).take_points()

    assert rows.tolist() == list(range(every, stream.end + 1, every))
    assert scored.tolist() == [int((stream.steps < row).sum()) for row in rows]
    wanted = [reference(stream, n, positive, window, fading) for n in scored.tolist()]
    np.testing.assert_allclose(
        values, np.reshape(wanted, values.shape), rtol=1e-9, atol=1e-12, strict=True
    )


@given(stream=streams, cuts=cuts, window=windows, every=st.integers(1, 40), fading=fadings)
def test_cuts_into_batches_change_no_bit(stream, cuts, window, every, fading):
    settings = {"window": window, "every": every, "fading": fading}
    whole = fed(scorer_of(stream, **settings), stream)

    cut = fed(scorer_of(stream, **settings), stream, cuts)

    assert same_bits(cut.values(), whole.values())
    assert all(
        same_bits(*pair) for pair in zip(cut.take_points(), whole.take_points(), strict=True)
    )
    assert same_states(cut.state(), whole.state())


def same_bits(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def same_states(a, b):
    return a.keys() == b.keys() and all(same_bits(a[name], b[name]) for name in a)


def test_worked_example_of_the_definitions():
    truth = np.array([0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0], dtype=np.int32)
    predicted = np.array([0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0], dtype=np.int32)
    scorer = metrics.ClassificationScorer(window=4, every=4, fading=0.9)
    scorer.meet(np.array([0, 1], dtype=np.int32), -1)

    scorer.update(truth, predicted, begin=0, end=12)
    cumulative, sliding, _, fading = scorer.values()

    assert cumulative == pytest.approx([0.75, 0.4705882353, 0.5, 0.4], abs=1e-10)
    assert sliding[0] == 0.75
    assert fading[0] == pytest.approx(0.7664734721, abs=1e-10)
    assert scorer.confusion.tolist() == [[6, 1, 0], [2, 3, 0]]
