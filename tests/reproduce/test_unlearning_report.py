"""The committed report is whole: every cell with its seeds and rows, and verdicts that follow."""

import json
from pathlib import Path

import pytest

from driftline.reproduce.unlearning.claims import judged
from driftline.reproduce.unlearning.methods import ARMS
from driftline.reproduce.unlearning.protocol import (
    LEARNERS,
    NOISES,
    PAPER,
    PROBLEMS,
    READING_SEEDS,
    SCORED_SEEDS,
    Scale,
)
from driftline.reproduce.unlearning.readings import readings
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


def test_verdicts_follow_from_the_counts(kept):
    again = judged(joined(kept["cells"], ARMS), kept["real"])

    assert [(c["id"], c["verdict"], c["numbers"]) for c in kept["claims"]] == [
        (claim.id, claim.verdict, claim.numbers) for claim in again
    ]


@pytest.mark.parametrize("name", ["unlearning.md", "unlearning.html"])
def test_report_tells_the_verdicts_and_the_command(kept, name):
    text = (FOLDER / name).read_text()

    assert kept["command"] in text
    assert all(claim["id"] in text and claim["verdict"] in text for claim in kept["claims"])
