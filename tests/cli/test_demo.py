import numpy as np
import pytest
from typer.testing import CliRunner

from driftline.cli import app
from driftline.cli.demo import competitors, drifting_hyperplane, run


def test_the_table_has_a_line_for_every_competitor():
    result = CliRunner().invoke(app, ["demo", "--rows", "2000"], env={"COLUMNS": "200"})

    assert result.exit_code == 0
    assert [name for name in competitors() if name not in result.output] == []


def test_the_same_seed_gives_the_same_stream():
    first, second = drifting_hyperplane(500, seed=3), drifting_hyperplane(500, seed=3)

    assert np.array_equal(first[0], second[0])
    assert np.array_equal(first[1], second[1])


def test_every_learner_beats_the_majority_class():
    X, y = drifting_hyperplane(20_000, seed=7)
    accuracies = {
        name: run(name, model, X, y).right.mean() for name, model in competitors().items()
    }
    majority = accuracies.pop("majority class")

    assert min(accuracies.values()) > majority + 0.1


@pytest.mark.parametrize("name", ["PA-I", "SGD, logistic"])
def test_a_learner_of_constant_steps_is_hurt_by_the_jump_and_recovers(name):
    X, y = drifting_hyperplane(20_000, seed=7)
    right = run(name, competitors()[name], X, y).right
    before, after, end = right[9_000:10_000], right[10_000:10_100], right[-1_000:]

    # One standard error of a mean of 100 rows is at most 0.05, of 1,000 rows 0.01 at 90 %.
    assert after.mean() < before.mean() - 0.1
    assert end.mean() > before.mean() - 0.03


def test_a_stream_too_short_is_refused_with_the_reason():
    result = CliRunner().invoke(app, ["demo", "--rows", "10"])

    assert result.exit_code == 2
    assert "1000" in result.output
