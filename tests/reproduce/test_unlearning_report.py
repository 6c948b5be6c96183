"""The committed report is whole: every cell with its seeds and rows, and verdicts that follow."""

import json
from pathlib import Path

import pytest

from driftline.adaptation import Unlearning
from driftline.learners import AROW
from driftline.reproduce.unlearning.claims import judged
from driftline.reproduce.unlearning.methods import ARMS, DEFAULT_READING
from driftline.reproduce.unlearning.protocol import (
    LEARNERS,
    NOISES,
    PAPER,
    PROBLEMS,
    READING_SEEDS,
    SCORED_SEEDS,
    Scale,
)
from driftline.reproduce.unlearning.readings import Judged, best_of, readings
from driftline.reproduce.unlearning.real import REAL_ARMS
from driftline.reproduce.unlearning.scores import joined

FOLDER = Path(__file__).parents[2] / "docs" / "reproductions"
REPETITIONS, ROWS = 10, 1_000_000  # at least


@pytest.fixture(scope="module")
def kept():
    return json.loads((FOLDER / "unlearning.json").read_text())


def is_counted(right, rows, arms):
    return all(len(right[name]) == arms and min(right[name]) > 0 for name in LEARNERS) and all(
        max(right[name]) <= rows for name in LEARNERS
    )


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_every_cell_has_its_seeds_and_rows(kept, problem, noise):
    own = [c for c in kept["cells"] if (c["problem"], c["noise"]) == (problem, noise)]

    assert len(own) >= REPETITIONS
    assert sorted(c["seed"] for c in own) == [SCORED_SEEDS + k for k in range(len(own))]
    assert min(c["rows"] for c in own) >= ROWS
    assert all(is_counted(c["right"], c["rows"], len(ARMS)) for c in own)
    assert all(5 <= c["drifts"] <= 50 for c in own)


def test_real_streams_are_whole(kept):
    assert sum(c["rows"] for c in kept["real"]["elec2"]) == 45_312
    assert len(kept["real"]["mnist"]) == 45
    assert sum(c["rows"] for c in kept["real"]["mnist"]) == 9 * 60_000  # each digit meets nine
    every = [*kept["real"]["elec2"], *kept["real"]["mnist"]]
    assert all(is_counted(c["right"], c["rows"], len(REAL_ARMS)) for c in every)


def test_every_reading_was_run_on_streams_of_its_own(kept):
    scale = Scale()

    assert [own["reading"] for own in kept["readings"]] == readings(scale)
    found = {(c["problem"], c["noise"], c["seed"]) for c in kept["reading_cells"]}
    assert found == {
        (problem, noise, READING_SEEDS + k)
        for problem in PAPER
        for noise in scale.reading_noises
        for k in range(scale.reading_repetitions)
    }
    assert {c["rows"] for c in kept["reading_cells"]} == {scale.reading_rows}


def test_default_is_the_reading_that_came_out_best(kept):
    names = ("reading", "alphas", "parts", "accuracy")
    judged_readings = [Judged(**{name: own[name] for name in names}) for own in kept["readings"]]

    assert best_of(judged_readings).reading == DEFAULT_READING
    defaults = Unlearning(AROW()).params
    assert {name: defaults[name] for name in DEFAULT_READING} == DEFAULT_READING


def test_report_says_what_was_decided_late_and_which_verdicts_are_close(kept):
    text = (FOLDER / "unlearning.md").read_text()

    assert "was not fixed before" in text
    assert 'Every reading has 0.00 for "queue over none"' in text
    close = [claim["id"] for claim in kept["claims"] if claim["is_close"]]
    assert not close or f"Close calls: {', '.join(close)}." in text
    assert "EDDM starts the learner anew from nothing" in text


def test_verdicts_follow_from_the_counts(kept):
    again = judged(joined(kept["cells"], ARMS), kept["real"])

    assert [(c["id"], c["verdict"], c["numbers"], c["is_close"]) for c in kept["claims"]] == [
        (claim.id, claim.verdict, claim.numbers, claim.is_close) for claim in again
    ]


@pytest.mark.parametrize("name", ["unlearning.md", "unlearning.html"])
def test_report_tells_the_verdicts_and_the_command(kept, name):
    text = (FOLDER / name).read_text()

    assert kept["command"] in text
    assert all(claim["id"] in text and claim["verdict"] in text for claim in kept["claims"])
