"""What a drift did to a model: how deep it fell, how long it took, what was retained."""

import numpy as np
import pytest

from driftline import evaluation, learners, sources
from driftline.evaluation.falls import falls
from driftline.report import Curve
from driftline.stream import Drift

EVERY, WINDOW = 100, 200


def curve_of(hits, metric="accuracy"):
    """A curve with a point after every 100 rows, from the hit (or error) of each row."""
    rows = np.arange(EVERY, len(hits) + 1, EVERY)
    values = np.full((len(rows), 4, 1), np.nan)
    values[:, 0, 0] = np.cumsum(hits)[rows - 1] / rows
    return Curve(rows, rows, values, (metric,))


def stretch(*parts):
    return np.concatenate([np.full(rows, value) for rows, value in parts])


def test_depth_is_from_the_window_before_to_the_worst_window_after():
    hits = stretch((1_000, 0.9), (300, 0.2), (700, 0.88))

    (fall,) = falls(curve_of(hits), [Drift(1_000)], WINDOW)

    assert fall.before == pytest.approx(0.9)
    assert fall.lowest == pytest.approx(0.2)
    assert fall.depth == pytest.approx(0.7)


def test_recovery_is_the_first_window_nearly_as_good_as_before():
    hits = stretch((1_000, 0.9), (300, 0.2), (700, 0.88))

    (fall,) = falls(curve_of(hits), [Drift(1_000)], WINDOW)

    # Rows 1,300 to 1,500 are the first 200 without the fall; 0.88 is within a twentieth of 0.9.
    assert fall.recovery_rows == 500


def test_a_model_that_stays_down_never_recovers():
    (fall,) = falls(curve_of(stretch((1_000, 0.9), (1_000, 0.5))), [Drift(1_000)], WINDOW)

    assert fall.recovery_rows is None


def test_a_drift_that_does_no_harm_needs_no_recovery():
    (fall,) = falls(curve_of(stretch((2_000, 0.9))), [Drift(1_000)], WINDOW)

    assert fall.recovery_rows == 0
    assert fall.depth == pytest.approx(0.0)


def test_the_next_drift_ends_the_search():
    hits = stretch((1_000, 0.9), (500, 0.6), (500, 0.1))

    first, second = falls(curve_of(hits), [Drift(1_000), Drift(1_500)], WINDOW)

    assert first.lowest == pytest.approx(0.6)
    assert second.lowest == pytest.approx(0.1)


def test_an_error_falls_by_rising():
    hits = stretch((1_000, 1.0), (300, 3.0), (700, 1.0))

    (fall,) = falls(curve_of(hits, "mae"), [Drift(1_000)], WINDOW)

    assert (fall.lowest, fall.depth) == (pytest.approx(3.0), pytest.approx(2.0))
    assert fall.recovery_rows == 500


def test_drifts_before_the_first_row_or_after_the_last_did_nothing():
    assert falls(curve_of(stretch((500, 0.9))), [Drift(0), Drift(500), Drift(900)], WINDOW) == ()


@pytest.mark.parametrize(("back", "retained"), [(0.8, 1.0), (0.5, 0.0), (0.65, 0.5)])
def test_what_is_retained_lies_between_first_meeting_and_last_leaving(back, retained):
    hits = stretch((200, 0.5), (800, 0.8), (1_000, 0.7), (200, back), (800, 0.8))
    drifts = [Drift(1_000, concept=1), Drift(2_000, concept=0)]

    first, second = falls(curve_of(hits), drifts, WINDOW)

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
