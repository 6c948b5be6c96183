"""The scenario that samplers by key exist for, from the example that shows it."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from driftline.samplers import sample_by_key, sample_by_row

EXAMPLE = Path(__file__).parents[2] / "examples" / "repeated_queries.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("repeated_queries", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def searches(example):
    return example.Searches(5000)


@pytest.mark.parametrize("seed", range(5))
def test_sample_of_users_knows_how_many_queries_are_repeated(example, searches, seed):
    _, truth = example.repeated_share(searches)

    _, found = example.repeated_share(searches | sample_by_key("user", 1 / 10, seed=seed))

    # About 500 users with 10 queries each: four standard deviations.
    assert abs(found - truth) < 4 * np.sqrt(0.3 * 0.7 / 5000)


@pytest.mark.parametrize("seed", range(5))
def test_sample_of_queries_sees_a_tenth_of_the_repetitions(example, searches, seed):
    _, found = example.repeated_share(searches | sample_by_row(1 / 10, seed=seed))

    # A query kept on day 1 was repeated with 0.3 and is kept on day 2 with 0.1.
    assert abs(found - 0.03) < 4 * np.sqrt(0.03 * 0.97 / 5000)


def test_example_runs_alone_and_prints_a_table():
    printed = subprocess.run(
        [sys.executable, EXAMPLE], capture_output=True, text=True, check=True
    ).stdout

    for words in ("the whole stream", "a tenth of the users", "a tenth of the queries", "30"):
        assert words in printed
