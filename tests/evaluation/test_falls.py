"""What a drift did to a model: how deep it fell, how long it took, what was retained."""

import numpy as np
import pytest

from driftline import evaluation, learners, sources
from driftline.evaluation.falls import ArrivalSums, falls
from driftline.stream import Drift

EVERY, WINDOW = 100, 200


def falls_of(values, drifts, *, is_error=False):
    """What drifts did, from the hit (or error) of each row."""
    kept = ArrivalSums(EVERY, is_regression=True)  # sums up whatever it is told
    kept.add(np.arange(len(values)), np.asarray(values), np.zeros(len(values)))
    kept.is_regression = is_error
    return falls(kept, drifts, WINDOW, len(values))


def stretch(*parts):
    return np.concatenate([np.full(rows, value) for rows, value in parts])


def test_depth_is_from_the_window_before_to_the_worst_window_after():
    hits = stretch((1_000, 0.9), (300, 0.2), (700, 0.88))

    (fall,) = falls_of(hits, [Drift(1_000)])

    assert fall.before == pytest.approx(0.9)
    assert fall.lowest == pytest.approx(0.2)
    assert fall.depth == pytest.approx(0.7)


def test_recovery_is_the_first_window_nearly_as_good_as_before():
    hits = stretch((1_000, 0.9), (300, 0.2), (700, 0.88))

    (fall,) = falls_of(hits, [Drift(1_000)])

    # Rows 1,300 to 1,500 are the first 200 without the fall; 0.88 is within a twentieth of 0.9.
    assert fall.recovery_rows == 500


def test_a_model_that_stays_down_never_recovers():
    (fall,) = falls_of(stretch((1_000, 0.9), (1_000, 0.5)), [Drift(1_000)])

    assert fall.recovery_rows is None


def test_a_drift_that_does_no_harm_needs_no_recovery():
    (fall,) = falls_of(stretch((2_000, 0.9)), [Drift(1_000)])

    assert fall.recovery_rows == 0
    assert fall.depth == pytest.approx(0.0)


def test_the_next_drift_ends_the_search():
    hits = stretch((1_000, 0.9), (500, 0.6), (500, 0.1))

    first, second = falls_of(hits, [Drift(1_000), Drift(1_500)])

    assert first.lowest == pytest.approx(0.6)
    assert second.lowest == pytest.approx(0.1)


def test_an_error_falls_by_rising():
    hits = stretch((1_000, 1.0), (300, 3.0), (700, 1.0))

    (fall,) = falls_of(hits, [Drift(1_000)], is_error=True)

    assert (fall.lowest, fall.depth) == (pytest.approx(3.0), pytest.approx(2.0))
    assert fall.recovery_rows == 500


def test_drifts_before_the_first_row_or_after_the_last_did_nothing():
    assert falls_of(stretch((500, 0.9)), [Drift(0), Drift(500), Drift(900)]) == ()


@pytest.mark.parametrize(("back", "retained"), [(0.8, 1.0), (0.5, 0.0), (0.65, 0.5)])
def test_what_is_retained_lies_between_first_meeting_and_last_leaving(back, retained):
    hits = stretch((200, 0.5), (800, 0.8), (1_000, 0.7), (200, back), (800, 0.8))
    drifts = [Drift(1_000, concept=1), Drift(2_000, concept=0)]

    first, second = falls_of(hits, drifts)

    assert first.retained is None
    assert second.retained == pytest.approx(retained)


def test_recurring_streams_tell_what_was_retained():
    stream = sources.recurring(
        [sources.SINE1(seed=1), sources.SINE2(seed=2)], every=2_000, times=3, seed=3
    )
    report = evaluation.prequential(learners.GaussianNB(), stream.take(8_000))

    told = [fall.retained for fall in report["GaussianNB"].falls]

    assert told[0] is None
    assert all(isinstance(value, float) for value in told[1:])


def falls_under(delay, metrics="accuracy"):
    stream = sources.SINE1(drifts=[10_000], seed=7).take(30_000)
    model = learners.SGDClassifier(eta0=0.1)
    report = evaluation.prequential({"it": model}, stream, delay=delay, metrics=metrics)
    return report["it"].falls


def test_a_fall_is_where_rows_were_predicted_not_where_their_labels_came():
    (prompt,), (late,) = falls_under(0), falls_under(5_000)

    assert late.before == pytest.approx(prompt.before, abs=0.05)
    # For 5,000 rows the model knows nothing of the swap of labels: it is as wrong as it was right.
    assert late.lowest == pytest.approx(1 - late.before, abs=0.05)
    assert late.recovery_rows > 5_000 > prompt.recovery_rows


def test_a_fall_is_told_where_all_labels_come_after_the_end():
    (fall,) = falls_under(float("inf"))

    assert fall.before == fall.before  # a number
    assert fall.recovery_rows is not None or fall.lowest < fall.before


@pytest.mark.parametrize("metrics", ["kappa", ["log_loss", "accuracy"]])
def test_falls_do_not_depend_on_what_else_is_measured(metrics):
    assert falls_under(0, metrics) == falls_under(0)
    assert falls_under(0)[0].metric == "accuracy"


def test_numbers_fall_by_their_absolute_error_to_the_same_bits_however_they_are_cut():
    rng = np.random.default_rng(3)
    truth, said = rng.normal(size=(2, 1_000))
    rows = np.arange(1_000)
    whole, cut = (ArrivalSums(EVERY, is_regression=True) for _ in range(2))

    whole.add(rows, truth, said)
    for part in (slice(0, 33), slice(33, 34), slice(34, 777), slice(777, 1_000)):
        cut.add(rows[part], truth[part], said[part])

    assert whole.metric == "mae"
    np.testing.assert_array_equal(whole.sums, cut.sums)
    np.testing.assert_allclose(whole.sums, np.abs(truth - said).reshape(-1, EVERY).sum(axis=1))


@pytest.mark.parametrize(
    "stream",
    [
        sources.SINE1(drifts=[3_000, 6_000], seed=1, rows=9_000),
        sources.SINE1(drifts=[3_000, 6_000, 9_000], seed=1).skip(3_000).take(9_000),
    ],
    ids=["swapped twice", "from its first drift on"],
)
def test_labels_that_are_swapped_back_are_a_concept_that_comes_back(stream):
    report = evaluation.prequential(learners.SGDClassifier(eta0=0.05), stream)

    *_, last = (fall.retained for fall in report["SGDClassifier"].falls)

    assert isinstance(last, float)
