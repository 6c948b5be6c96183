"""Alarms are told apart: those that find a drift, repeats, and false ones."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from river import drift

from driftline import detectors, evaluation, learners, sources
from driftline.evaluation.detecting import judged
from driftline.stream import Drift


class Clockwork:
    """Signals drift at fixed rows, whatever it is fed."""

    def __init__(self, *alarms):
        self.alarms, self.row, self.drift_detected = alarms, -1, False

    def update(self, x):
        self.row += 1
        self.drift_detected = self.row in self.alarms

    def clone(self):
        return Clockwork(*self.alarms)


def errors(rows=1000, **options):
    return sources.BernoulliErrors(rows=rows, **{"drifts": [400, 700], **options})


def reference(alarms, rows, drifts, tolerance):
    """Return delays, false alarms, repeats and calm rows, one row after another."""
    owner, found, false, repeats, calm = None, {}, 0, 0, 0
    for row in range(rows):
        for number, (begin, width) in enumerate(drifts):
            if row == begin:
                owner = number
            if owner == number and row >= begin + width + tolerance:
                owner = None
        calm += owner is None
        if row not in alarms:
            continue
        if owner is None:
            false += 1
        elif owner in found:
            repeats += 1
        else:
            found[owner] = row - drifts[owner][0]
    return tuple(found.values()), false, repeats, calm


@given(
    alarms=st.sets(st.integers(0, 199)),
    begins=st.sets(st.integers(1, 220), max_size=4),
    width=st.sampled_from([0, 15]),
    tolerance=st.integers(0, 80),
)
def test_alarms_are_told_apart_as_row_by_row(alarms, begins, width, tolerance):
    drifts = [(begin, width) for begin in sorted(begins)]
    expected = reference(alarms, 200, drifts, tolerance)

    found = judged(
        np.array(sorted(alarms), dtype=np.int64),
        200,
        tuple(Drift(*each) for each in drifts),
        tolerance,
    )

    assert (found.delays, found.false_alarms, found.repeats, found.calm_rows) == expected
    assert found.drifts == sum(begin < 200 for begin in begins)


def test_figures_of_known_alarms_over_two_seeds():
    found = evaluation.detection(Clockwork(100, 420, 440, 900), errors(), seeds=2, tolerance=100)

    assert found.delays == (20, 20)
    assert (found.drifts, found.missed, found.missed_share) == (4, 2, 0.5)
    assert (found.false_alarms, found.repeats) == (4, 2)
    assert found.time_between_false_alarms == 2 * 800 / 4
    assert found.mtr == found.time_between_false_alarms / 20 * 0.5
    assert found.average_run_length == 101
    assert (found.runs, found.rows) == (2, 2000)


def test_run_length_counts_runs_that_end_without_an_alarm():
    found = evaluation.detection(Clockwork(399), errors(drifts=[]), seeds=3)
    silent = evaluation.detection(Clockwork(), errors(drifts=[]), seeds=3)

    assert found.average_run_length == 400
    assert (silent.average_run_length, silent.first_rows) == (math.inf, 3000)
    assert math.isnan(silent.missed_share)


def test_detector_that_finds_nothing_has_a_ratio_of_zero():
    found = evaluation.detection(Clockwork(), errors(), seeds=1)

    assert (found.missed, found.mtr) == (2, 0.0)
    assert math.isnan(found.mean_delay)


def test_tolerance_is_half_the_shortest_way_if_not_given():
    assert evaluation.detection(Clockwork(), errors(), seeds=1).tolerance == 150


@pytest.mark.parametrize("seed", range(3))
def test_each_seed_is_a_stream_of_its_own_and_can_be_repeated(seed):
    stream = errors(rates=[0.1, 0.6, 0.1])

    alone = evaluation.detection(detectors.HDDM_W(), stream, seeds=[seed])
    (expected,) = [
        evaluation.detection(
            detectors.HDDM_W(), lambda s: errors(rates=[0.1, 0.6, 0.1], seed=s), seeds=[seed]
        )
    ]

    assert alone == expected
    others = {evaluation.detection(detectors.HDDM_W(), stream, seeds=[s]).delays for s in range(5)}
    assert len(others) > 1


def test_run_length_of_a_chart_is_near_what_it_was_made_for():
    stream = sources.BernoulliErrors(rates=[0.2], rows=20_000)

    found = evaluation.detection(detectors.ECDD(average_run_length=400), stream, seeds=20)

    # A mean of several hundred runs; the limits were fitted by simulation to a few percent.
    assert 250 < found.calm_rows / found.false_alarms < 600


def test_detector_of_river_is_run_as_ours_is():
    stream = errors(rates=[0.1, 0.6, 0.1])

    ours = evaluation.detection(detectors.DDM(preset="river"), stream, seeds=3)
    theirs = evaluation.detection(drift.binary.DDM(), stream, seeds=3)

    assert ours.delays == theirs.delays
    assert ours.false_alarms == theirs.false_alarms


def test_errors_of_a_learner_are_watched_where_one_is_given():
    stream = sources.SINE1(drifts=[2000], rows=4000)

    found = evaluation.detection(detectors.ADWIN(), stream, seeds=5, learner=learners.AROW())

    assert found.missed == 0
    assert found.mean_delay < 150


def test_stream_without_an_end_or_known_drifts_is_refused():
    with pytest.raises(ValueError, match="no end that is known"):
        evaluation.detection(detectors.ADWIN(), sources.BernoulliErrors())
    with pytest.raises(ValueError, match="nobody knows where it drifts"):
        evaluation.detection(
            detectors.ADWIN(), sources.stream([{"x": 0.0, "y": 0}, {"x": 1.0, "y": 1}], target="y")
        )
    with pytest.raises(ValueError, match="at least one"):
        evaluation.detection(detectors.ADWIN(), errors(), seeds=0)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("ADWIN", "^detector must have update and drift_detected; got 'ADWIN'"),
        (detectors.ADWIN, "^detector must have update and drift_detected; got <class"),
        (detectors.FeatureMonitor(), "^detector must take errors.*which takes rows"),
        (learners.AROW(), "^detector must have update and drift_detected; got AROW"),
    ],
)
def test_what_is_no_detector_of_numbers_is_refused(wrong, message):
    with pytest.raises(TypeError, match=message):
        evaluation.detection(wrong, errors())


def test_learner_that_cannot_learn_and_a_negative_tolerance_are_refused():
    with pytest.raises(TypeError, match=r"^learner must have learn_one"):
        evaluation.detection(detectors.ADWIN(), errors(), learner="AROW")
    with pytest.raises(ValueError, match=r"^tolerance must be .* 0 or more; got -5"):
        evaluation.detection(detectors.ADWIN(), errors(), tolerance=-5)
