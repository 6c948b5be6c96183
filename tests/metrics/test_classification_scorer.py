"""Metrics of labels and shares over four estimates, beside the definitions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import scores
from oracles.scored_streams import cuts, made, score_labels, settings, streams
from sklearn import metrics as peers

from driftline import metrics

ALL = list(metrics.CLASSIFICATION)

# What a window of 120 rows holds after 500: cumulative, sliding, tumbling.
PARTS = (slice(0, 500), slice(380, 500), slice(480, 500))


def scorer_of(stream, names=ALL, positive=-1, **settings):
    scorer = metrics.ClassificationScorer(names, **settings)
    scorer.meet(stream.ranks, positive)
    return scorer


def reference(stream, n, positive, window, fading):
    """All metrics of the first n items, by estimate."""
    truth, predicted, shares = stream.truth[:n], stream.predicted[:n], stream.shares[:n]
    aucs = scores.auc(truth, shares, window, positive)
    rows = []
    for w, auc in zip(scores.estimates(n, window, fading), aucs, strict=True):
        row = scores.label_metrics(truth, predicted, stream.ranks, positive, w)
        row["log_loss"] = scores.mean(scores.log_losses(truth, shares), w) if n else math.nan
        row["brier"] = scores.mean(scores.brier_losses(truth, shares), w) if n else math.nan
        row["auc"] = auc
        rows.append([row[name] for name in ALL])
    return rows


@given(stream=streams, cuts=cuts, settings=settings, positive=st.integers(-1, 1))
def test_every_point_agrees_with_the_definitions(stream, cuts, settings, positive):
    scorer = score_labels(scorer_of(stream, positive=positive, **settings), stream, cuts)

    rows, scored, values = scorer.take_points()

    assert rows.tolist() == list(range(settings["every"], stream.end + 1, settings["every"]))
    assert scored.tolist() == [int((stream.steps < row).sum()) for row in rows]
    wanted = [
        reference(stream, n, positive, settings["window"], settings["fading"])
        for n in scored.tolist()
    ]
    np.testing.assert_allclose(values, np.reshape(wanted, values.shape), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("window", [64, 100, 128, 191, 1000])
def test_long_windows_agree_with_the_definitions(window):
    fading = 1023 / 1024  # few bits, which the exact reference likes
    stream = made(7, labels=3, items=1100, sticky=0.5)

    scorer = score_labels(scorer_of(stream, window=window, every=275, fading=fading), stream)
    _, scored, values = scorer.take_points()

    wanted = [reference(stream, n, -1, window, fading) for n in scored.tolist()]
    assert len(wanted) == 4
    np.testing.assert_allclose(values, wanted, rtol=1e-9)


@pytest.mark.parametrize("positive", [-1, 1])
@pytest.mark.parametrize("labels", [2, 4])
def test_windows_agree_with_scikit_learn(labels, positive):
    stream = made(3, labels, items=500)
    answered = np.maximum(stream.predicted, 0)  # scikit-learn would take -1 for a label
    scorer = scorer_of(stream, positive=positive, window=120, every=10**6)
    scorer.update(stream.truth, answered, begin=0, end=500, shares=stream.shares)
    named = {"average": "macro"} if positive < 0 else {"average": None, "labels": [positive]}

    for part, values in zip(PARTS, scorer.values()[:3], strict=True):
        y, p, shares = stream.truth[part], answered[part], stream.shares[part]
        wanted = {
            "accuracy": peers.accuracy_score(y, p),
            "kappa": peers.cohen_kappa_score(y, p),
            "balanced_accuracy": peers.balanced_accuracy_score(y, p),
            "precision": peers.precision_score(y, p, zero_division=0, **named),
            "recall": peers.recall_score(y, p, zero_division=0, **named),
            "f1": peers.f1_score(y, p, zero_division=0, **named),
            "log_loss": peers.log_loss(y, shares, labels=range(labels)),
            "brier": peers.brier_score_loss(y, shares, labels=range(labels), scale_by_half=True),
        }
        for name, value in wanted.items():
            assert values[ALL.index(name)] == pytest.approx(np.squeeze(value)), name


def test_area_agrees_with_scikit_learn():
    two, four = made(3, 2, items=500), made(3, 4, items=500)
    of_two = score_labels(scorer_of(two, ["auc"], window=120), two).values()[:, 0]
    of_four = score_labels(scorer_of(four, ["auc"], window=120), four).values()[:, 0]
    ends = [slice(0, 120), slice(120, 240), slice(240, 360), slice(360, 480)]

    def peer_of_two(part):
        return peers.roc_auc_score(two.truth[part], two.shares[part, 1])

    def peer_of_four(part):
        truth, shares = four.truth[part], four.shares[part]
        return peers.roc_auc_score(truth, shares, multi_class="ovr", average="macro")

    for values, peer in ((of_two, peer_of_two), (of_four, peer_of_four)):
        assert values[0] == pytest.approx(np.mean([peer(end) for end in ends]))
        assert values[1] == pytest.approx(peer(slice(380, 500)))
        assert values[2] == pytest.approx(peer(slice(480, 500)))
        assert math.isnan(values[3])


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


def test_repeating_the_last_label_of_elec2_is_as_good_as_published(dataset):
    labels = dataset("elec2").column("target").to_pylist()
    names = sorted(set(labels))
    truth = np.array([names.index(label) for label in labels], dtype=np.int32)
    last = np.concatenate([[-1], truth[:-1]]).astype(np.int32)
    scorer = metrics.ClassificationScorer(["accuracy", "kappa_t"], window=2000, every=2000)
    scorer.meet(np.array([0, 1], dtype=np.int32), -1)

    scorer.update(truth, last, begin=0, end=len(truth))
    _, _, values = scorer.take_points()

    assert len(truth) == 45_312
    assert round(scorer.values()[0, 0], 4) == 0.8533
    assert round(values[0, 0, 0], 4) == 0.8595
    assert scorer.values()[0, 1] == 0.0


def test_no_better_than_a_reference_that_never_errs_is_worth_nothing():
    truth = np.zeros(50, dtype=np.int32)
    scorer = metrics.ClassificationScorer(window=10)
    scorer.meet(np.array([1, 0], dtype=np.int32), -1)

    scorer.update(truth, truth, begin=0, end=50)
    _, sliding, tumbling, _ = scorer.values()

    assert sliding.tolist() == tumbling.tolist() == [1.0, 0.0, 0.0, 0.0]


def test_label_that_has_all_but_faded_leaves_no_noise():
    truth = np.zeros(100_000, dtype=np.int32)
    truth[0] = 1
    scorer = metrics.ClassificationScorer(["kappa", "kappa_m", "kappa_t"], fading=0.999)
    scorer.meet(np.array([0, 1], dtype=np.int32), -1)

    scorer.update(truth, truth, begin=0, end=len(truth))

    assert scorer.values()[3].tolist() == [1.0, 1.0, 1.0]  # the first rows are 1e-43 of all


@pytest.mark.parametrize("labels", [256, 257, 1000])
def test_confusion_is_counted_for_up_to_256_labels(labels):
    stream = made(1, labels, items=3000)
    scorer = score_labels(scorer_of(stream, ["accuracy", "f1"]), stream)

    confusion = scorer.confusion

    wanted = np.zeros((labels, labels + 1), dtype=int)
    np.add.at(wanted, (stream.truth, stream.predicted), 1)  # no answer, -1, is the last column
    if labels <= 256:
        assert (confusion == wanted).all()
    else:
        assert confusion is None
    assert scorer.values()[0, 0] == np.mean(stream.truth == stream.predicted)
