"""Parameters are found by name, and choices drawn by seed."""

import math

import numpy as np
import pytest
import scipy.stats
from river import linear_model, preprocessing

from driftline import evaluation
from driftline.evaluation.candidates import check_names, check_space, drawn, grid, model_of
from driftline.learners import AROW, CW, OneVsOneClassifier, PAClassifier
from driftline.transforms import MinMaxScaler, StandardScaler

CHAIN = StandardScaler() | AROW()


@pytest.mark.parametrize(
    ("model", "choice", "wanted"),
    [
        (AROW(), {"regularization": 5.0}, AROW(regularization=5.0)),
        (CHAIN, {"regularization": 5.0}, StandardScaler() | AROW(regularization=5.0)),
        (CHAIN, {"AROW__regularization": 5.0}, StandardScaler() | AROW(regularization=5.0)),
        (
            CHAIN,
            {"with_std": False, "covariance": "full"},
            StandardScaler(with_std=False) | AROW(covariance="full"),
        ),
        (CHAIN, {"AROW": CW()}, StandardScaler() | CW()),
        (AROW, {"regularization": 5.0}, AROW(regularization=5.0)),
        (lambda r: MinMaxScaler() | AROW(regularization=r), {"r": 5.0},
         MinMaxScaler() | AROW(regularization=5.0)),
    ],
)  # fmt: skip
def test_a_parameter_is_changed_where_it_is(model, choice, wanted):
    check_names(model, choice)

    assert repr(model_of(model, choice)) == repr(wanted)


def test_parameters_of_a_model_inside_a_model_and_of_river_are_found_too():
    inside = model_of(OneVsOneClassifier(PAClassifier()), {"C": 0.5})
    river = preprocessing.StandardScaler() | linear_model.LogisticRegression()

    assert "C=0.5" in repr(inside)
    assert model_of(river, {"l2": 0.5})["LogisticRegression"].l2 == 0.5


def test_other_parameters_stay_and_nothing_learned_does():
    model = AROW(covariance="full")
    model.learn_one([1.0], "a")

    other = model_of(model, {"regularization": 2.0})

    assert other == AROW(covariance="full", regularization=2.0)


def test_a_name_that_several_steps_have_is_refused_with_all_its_ways():
    both = StandardScaler() | AROW()
    river = preprocessing.StandardScaler() | linear_model.LogisticRegression()

    with pytest.raises(ValueError, match="LogisticRegression__optimizer__lr__learning_rate, Log"):
        check_names(river, ["learning_rate"])
    with pytest.raises(ValueError, match="AROW__regularization: the same parameter is named twice"):
        check_names(both, ["regularization", "AROW__regularization"])


@pytest.mark.parametrize(
    ("model", "name", "hint"),
    [
        (CHAIN, "regularisation", "did you mean 'AROW__regularization'?"),
        (CHAIN, "AROW__regularisation", "did you mean 'AROW__regularization'?"),
        (CHAIN, "Arow__regularization", "did you mean 'AROW__regularization'?"),
        (AROW(), "xyz", "there are: regularization, covariance"),
        (AROW, "Regularization", "did you mean 'regularization'?"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(model, name, hint):
    with pytest.raises(ValueError, match=f"no parameter '{name}'") as caught:
        check_names(model, [name])

    assert hint in str(caught.value)


def test_a_value_that_the_model_refuses_names_the_choice():
    with pytest.raises(ValueError, match=r"^regularization=-1\.0: "):
        model_of(CHAIN, {"regularization": -1.0})


def test_an_object_that_cannot_be_cloned_is_refused_with_the_way_out():
    class Own:
        def learn_one(self, x, y): ...

        def predict_one(self, x): ...

    with pytest.raises(TypeError, match="give its class, or a function that makes it"):
        check_names(Own(), ["depth"])


@pytest.mark.parametrize(
    ("space", "message"),
    [
        ({}, "nothing to tune"),
        ({"a": []}, "a: the list of values is empty"),
        ({"a": 3.0}, "a: 3.0 is neither a list of values nor a distribution"),
        ({"a": "auto"}, "a: 'auto' is neither"),
    ],
)
def test_a_space_without_choice_is_refused(space, message):
    with pytest.raises((ValueError, TypeError), match=message):
        check_space(space)


def test_a_grid_of_a_distribution_is_refused():
    with pytest.raises(ValueError, match=r"a: a grid needs a list of values.*search='random'"):
        grid({"a": evaluation.uniform(0, 1)})


def test_draws_from_lists_are_distinct_and_in_the_end_the_whole_grid():
    space = {"a": [1, 2, 3, 4], "b": ["x", "y", "z"]}

    some, all_of_them = drawn(space, 7, seed=1), drawn(space, 100, seed=1)

    assert all_of_them[:7] == some
    assert all_of_them != grid(space)
    assert sorted(all_of_them, key=str) == sorted(grid(space), key=str)


def test_a_seed_draws_the_same_and_another_seed_something_else():
    space = {"a": evaluation.uniform(0, 1), "b": scipy.stats.norm(), "c": [1, 2]}

    assert drawn(space, 5, seed=1) == drawn(space, 5, seed=1) != drawn(space, 5, seed=2)


def test_one_more_parameter_does_not_change_what_the_others_draw():
    one = drawn({"a": evaluation.uniform(0, 1)}, 5, seed=1)
    two = drawn({"b": evaluation.uniform(0, 1), "a": evaluation.uniform(0, 1)}, 5, seed=1)

    assert [choice["a"] for choice in two] == [choice["a"] for choice in one]
    assert all(choice["a"] != choice["b"] for choice in two)


@pytest.mark.parametrize(
    ("values", "cdf"),
    [
        (evaluation.uniform(2.0, 5.0), scipy.stats.uniform(2, 3).cdf),
        (evaluation.log_uniform(1e-3, 10.0), scipy.stats.loguniform(1e-3, 10).cdf),
        (scipy.stats.norm(1.0, 2.0), scipy.stats.norm(1, 2).cdf),
    ],
)
def test_draws_follow_their_distribution(values, cdf):
    sample = [choice["a"] for choice in drawn({"a": values}, 2_000, seed=3)]

    # One seed in a thousand would fail.
    assert scipy.stats.kstest(sample, cdf).pvalue > 1e-3
    assert all(type(value) is float for value in sample)


def test_whole_numbers_are_drawn_with_both_bounds_alike():
    sample = [c["a"] for c in drawn({"a": evaluation.integers(3, 6)}, 2_000, seed=3)]
    counts = np.bincount(sample, minlength=7)

    assert counts[:3].sum() == 0
    assert scipy.stats.chisquare(counts[3:]).pvalue > 1e-3
    assert all(type(value) is int for value in sample)


@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [
        (evaluation.uniform, 1.0, 1.0),
        (evaluation.uniform, 0.0, math.inf),
        (evaluation.log_uniform, 0.0, 1.0),
        (evaluation.log_uniform, 2.0, 1.0),
        (evaluation.integers, 2, 1),
        (evaluation.integers, 0.5, 1),
    ],
)
def test_bounds_that_do_not_ascend_are_refused(kind, low, high):
    with pytest.raises(ValueError, match="bounds must ascend"):
        kind(low, high)
