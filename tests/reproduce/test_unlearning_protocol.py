"""Streams of the unlearning experiment: paired, with recorded drifts, and seeds kept apart."""

import numpy as np
import pytest

from driftline.reproduce.unlearning import scored_cells
from driftline.reproduce.unlearning.methods import DEFAULT_READING, FIRST_READING
from driftline.reproduce.unlearning.protocol import (
    LEARNERS,
    NOISES,
    PAPER,
    PROBLEMS,
    QUICK,
    READING_SEEDS,
    SCORED_SEEDS,
    TUNING_SEEDS,
    Scale,
    arrays,
    drift_rows,
)
from driftline.reproduce.unlearning.tuning import candidates, tuning_cells


def made(name, noise, seed=5, rows=2_000):
    drifts = drift_rows(name, seed, rows, rows)
    return PROBLEMS[name].stream(seed=seed, rows=rows, noise=noise, drifts=drifts)


def test_the_whole_protocol_is_the_default():
    scale = Scale()

    assert (scale.rows, scale.repetitions) == (1_000_000, 10)
    assert len(PAPER) == 10
    assert set(scale.problems) == set(PROBLEMS) > set(PAPER)
    assert scale.noises == NOISES == (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3)
    assert scale.alphas == pytest.approx(np.arange(1, 10) / 10)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("rows", [2_000, 1_000_000])
def test_drifts_are_5_to_50_and_keep_their_distance(seed, rows):
    drifts = drift_rows("SINE1", seed, rows, rows)

    gaps = np.diff([0, *drifts, rows])
    assert 5 <= len(drifts) <= 50
    assert gaps.min() >= rows // 1000


def test_drifts_of_a_shorter_stream_are_as_dense():
    whole = np.mean([len(drift_rows("SINE1", seed, 1_000_000, 1_000_000)) for seed in range(300)])
    part = np.mean([len(drift_rows("SINE1", seed, 200_000, 1_000_000)) for seed in range(300)])

    # 27.5 drifts on average; of a fifth of the rows a fifth, but for rounding up to one.
    assert part == pytest.approx(whole / 5, rel=0.05)


@pytest.mark.parametrize("name", PROBLEMS)
def test_noise_flips_labels_and_changes_nothing_else(name):
    clean, noisy = arrays(made(name, 0.0)), arrays(made(name, 0.3))

    np.testing.assert_array_equal(clean[0], noisy[0])
    assert np.mean(clean[1] != noisy[1]) == pytest.approx(0.3, abs=0.05)  # 2,000 rows: 5 sigma
    assert set(clean[1]) == {0, 1}


@pytest.mark.parametrize("name", PROBLEMS)
def test_streams_record_their_drifts(name):
    stream = made(name, 0.1)

    assert [drift.row for drift in stream.drifts] == drift_rows(name, 5, 2_000, 2_000)
    assert {drift.kind for drift in stream.drifts} <= {PROBLEMS[name].kind, "abrupt"}


def test_tuned_compared_and_scored_streams_share_no_seed():
    scale = Scale(repetitions=30)

    cells = [*tuning_cells(scale, FIRST_READING), *tuning_cells(scale, DEFAULT_READING)]
    tuning = {cell.task["seed"] for cell in cells} | {TUNING_SEEDS + 1}
    readings = {READING_SEEDS + k for k in range(scale.reading_repetitions)}
    choice = {learner: dict(candidates(scale, DEFAULT_READING)) for learner in LEARNERS}
    scored = {cell.task["seed"] for cell in scored_cells(scale, choice)}
    assert scored == {SCORED_SEEDS + k for k in range(30)}
    assert len(tuning | readings | scored) == len(tuning) + len(readings) + len(scored)


def test_a_stream_that_is_not_there_cannot_be_scored():
    with pytest.raises(ValueError, match="no stream 'SEA'; there are SINE1, "):
        Scale(scored=("SEA",))


def test_the_quick_version_takes_every_kind_of_drift():
    assert {PROBLEMS[name].kind for name in QUICK.problems} == {"abrupt", "gradual", "virtual"}
