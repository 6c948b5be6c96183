"""Tuning finds what separate evaluations would find, and halving wastes little on the worse."""

import math

import pytest
import river.metrics
import sklearn.metrics
from oracles.python_learners import Frequencies

from driftline import evaluation, sources
from driftline.evaluation.tuning import rungs
from driftline.learners import AROW, PARegressor, SGDRegressor
from driftline.transforms import StandardScaler

CHAIN = StandardScaler() | AROW()
NOISY = sources.SEA(seed=1, noise=0.2).take(3_000)
SPACE = {"regularization": [0.01, 1.0, 100.0], "covariance": ["diagonal", "full"]}


def alone(model, stream=NOISY, metric="accuracy", **options):
    """The score of a model evaluated by itself."""
    report = evaluation.prequential(
        {"it": model}, stream, metrics=metric, baselines=False, **options
    )
    return report["it"].score(metric)


@pytest.mark.parametrize("options", [{}, {"delay": 100}, {"labels": evaluation.EveryKth(10)}])
def test_every_candidate_scores_as_it_would_alone(options):
    tuning = evaluation.tune(CHAIN, SPACE, NOISY, **options)

    expected = {
        (r, c): alone(StandardScaler() | AROW(regularization=r, covariance=c), **options)
        for r in SPACE["regularization"]
        for c in SPACE["covariance"]
    }
    found = {tuple(each.params.values()): each.score for each in tuning.candidates}
    assert found == expected
    assert tuning.score == max(expected.values())
    assert {each.rows for each in tuning.candidates} == {3_000}


def test_the_best_model_has_the_best_parameters_and_has_learned_nothing():
    model = StandardScaler() | AROW()

    tuning = evaluation.tune(model, SPACE, NOISY)

    assert tuning.best == StandardScaler() | AROW(**tuning.params)
    assert model == StandardScaler() | AROW()


def test_less_is_better_where_the_metric_is_an_error():
    stream = sources.Friedman(seed=1).take(2_000)
    model = StandardScaler() | SGDRegressor()
    space = {"eta0": [1e-9, 0.01]}

    by_error = evaluation.tune(model, space, stream)
    by_r2 = evaluation.tune(model, space, stream, metric="r2")

    assert by_error.metric == "mae"
    assert by_error.params == by_r2.params == {"eta0": 0.01}
    assert by_error.candidates[0].score < by_error.candidates[1].score


def test_a_function_is_a_metric_and_more_of_it_is_better_unless_told():
    def errors(y_true, y_pred):
        return float((y_true != y_pred).mean())

    worst = evaluation.tune(CHAIN, SPACE, NOISY, metric=errors)
    best = evaluation.tune(CHAIN, SPACE, NOISY, metric=errors, higher_is_better=False)

    assert best.params == evaluation.tune(CHAIN, SPACE, NOISY).params != worst.params


def test_equals_keep_the_order_in_which_they_were_given():
    tuning = evaluation.tune(CHAIN, {"initial_variance": [1.0, 1.0, 1.0]}, NOISY)
    halved = evaluation.tune(Frequencies, {"start": [3, 1, 2, 4]}, NOISY, search="halving")

    assert len({each.score for each in tuning.candidates}) == 1
    assert halved.params == {"start": 3}


def test_candidates_that_never_score_come_last():
    space = {"regularization": [1.0, 10.0]}

    tuning = evaluation.tune(CHAIN, space, NOISY, metric=lambda t, p: math.nan)

    assert [each.params["regularization"] for each in tuning.candidates] == [1.0, 10.0]
    assert math.isnan(tuning.score)


@pytest.mark.parametrize(
    ("candidates", "wanted"),
    [(1, []), (2, []), (3, [500]), (4, [500]), (5, [250, 500]), (9, [125, 250, 500])],
)
def test_rungs_double_their_rows_up_to_half_of_the_stream(candidates, wanted):
    assert rungs(candidates, 1_000) == wanted


@pytest.mark.parametrize("stream", [NOISY, sources.stream(list(NOISY))], ids=["known", "rows"])
def test_halving_drops_the_worse_half_and_the_others_go_on(stream):
    values = [10.0**power for power in range(-4, 4)]
    tuning = evaluation.tune(CHAIN, {"regularization": values}, stream, search="halving")

    assert [each.rows for each in tuning.candidates] == [3000] * 2 + [1500] * 2 + [750] * 4
    for each in tuning.candidates:
        model = StandardScaler() | AROW(**each.params)
        assert each.score == alone(model, NOISY.take(each.rows))
    survivors = {each.params["regularization"]: each.score for each in tuning.candidates[:4]}
    at_750 = {r: alone(StandardScaler() | AROW(regularization=r), NOISY.take(750)) for r in values}
    assert set(survivors) == set(sorted(values, key=lambda r: -at_750[r])[:4])


def test_of_an_odd_number_the_larger_half_stays():
    tuning = evaluation.tune(Frequencies, {"start": list(range(5))}, NOISY, search="halving")

    assert [each.rows for each in tuning.candidates] == [3000] * 2 + [1500] + [750] * 2


def test_halving_of_a_stream_of_unknown_length_finds_the_same():
    rows = [{**x, "y": y} for x, y in NOISY]
    space = {"regularization": [0.01, 0.1, 1.0, 10.0, 100.0]}

    known = evaluation.tune(CHAIN, space, NOISY, search="halving")
    unknown = evaluation.tune(
        CHAIN, space, sources.stream(iter(rows), target="y"), search="halving"
    )

    assert [(c.params, c.rows) for c in unknown.candidates] == [
        (c.params, c.rows) for c in known.candidates
    ]


def test_random_search_tries_as_many_as_told_by_a_seed():
    space = {"regularization": evaluation.log_uniform(0.01, 100.0)}

    one, same, other = (
        evaluation.tune(CHAIN, space, NOISY.take(500), search="random", n=6, seed=seed)
        for seed in (1, 1, 2)
    )

    assert len(one.candidates) == 6
    assert one.candidates == same.candidates
    assert one.params != other.params


def test_halving_draws_where_there_is_a_distribution():
    space = {"regularization": evaluation.log_uniform(0.01, 100.0)}

    tuning = evaluation.tune(CHAIN, space, NOISY, search="halving", n=8)

    assert [each.rows for each in tuning.candidates] == [3000] * 2 + [1500] * 2 + [750] * 4


def test_a_learner_of_the_users_own_is_made_by_its_class():
    tuning = evaluation.tune(Frequencies, {"start": [0, 5]}, NOISY.take(200))

    assert isinstance(tuning.best, Frequencies)
    assert tuning.best.counts == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"search": "best"}, "search: 'best'; wanted is one of grid, random, halving"),
        ({"n": 3}, "a grid tries all combinations"),
        ({"n": 0, "search": "random"}, "n must be 1 candidate or more, not 0"),
        ({"metric": "accurac"}, "did you mean 'accuracy'"),
        ({"metric": "mae"}, "is of regression"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        evaluation.tune(CHAIN, {"regularization": [1.0]}, NOISY, **options)


def test_a_stream_without_end_is_refused_with_the_way_out():
    with pytest.raises(ValueError, match=r"SEA has no end; tune on its first rows, \.take"):
        evaluation.tune(CHAIN, {"regularization": [1.0]}, sources.SEA(seed=1))


def test_a_bad_value_is_refused_before_the_stream_is_read():
    with pytest.raises(ValueError, match=r"^regularization=-1\.0: "):
        evaluation.tune(CHAIN, {"regularization": [1.0, -1.0]}, sources.stream(iter([])))


@pytest.mark.parametrize("metric", [sklearn.metrics.mean_absolute_error, river.metrics.MAE()])
def test_an_error_of_the_users_own_is_searched_for_its_least(metric):
    stream = sources.Friedman(seed=1).take(2_000)

    tuning = evaluation.tune(PARegressor(), {"C": [1e-6, 1.0]}, stream, metric=metric)

    assert tuning.params == {"C": 1.0}
    assert tuning.candidates[0].score < tuning.candidates[1].score
