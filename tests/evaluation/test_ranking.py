"""Ranks over streams beside SciPy, and beside the worked example of Demšar (2006)."""

import math
import sys

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st

from driftline import evaluation, learners, sources
from driftline.evaluation import compare_ranks, friedman, nemenyi, paired_t_test
from driftline.report import Cost, Curve, ModelResult, Report, StreamFacts

# Table 6 of the paper: ranks of C4.5 and three variants on 14 data sets.
DEMSAR = {
    "C4.5": [4, 1, 4, 4, 4, 1, 3, 2.5, 4, 2.5, 4, 3, 4, 3],
    "C4.5+m": [3, 2, 1, 1, 2, 2.5, 2, 2.5, 3, 2.5, 2.5, 2, 1, 1],
    "C4.5+cf": [2, 3, 2, 3, 3, 4, 4, 4, 2, 2.5, 1, 4, 2, 4],
    "C4.5+m+cf": [1, 4, 3, 2, 1, 2.5, 1, 1, 1, 2.5, 2.5, 1, 3, 2],
}


def test_average_ranks_and_critical_difference_of_demsar():
    ranks = compare_ranks(DEMSAR, higher_is_better=False)

    expected = {"C4.5": 3.143, "C4.5+m": 2.000, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}
    assert ranks.ranks == pytest.approx(expected, abs=5e-4)
    assert ranks.critical_difference == pytest.approx(1.25, abs=5e-3)


def test_friedman_and_iman_davenport_of_demsar():
    test = friedman(DEMSAR, ties=False)

    assert test.statistic == pytest.approx(9.28, abs=5e-3)
    assert test.f_statistic == pytest.approx(3.69, abs=5e-3)
    assert test.f_p_value < 0.05  # F(3, 39) is 2.85 there


@pytest.mark.parametrize(
    ("models", "q05", "q10"),
    # Table 5a of the paper, but for 2 to 10 models only every other one.
    [
        (2, 1.960, 1.645),
        (4, 2.569, 2.291),
        (6, 2.850, 2.589),
        (8, 3.031, 2.780),
        (10, 3.164, 2.920),
    ],
)
def test_critical_values_of_demsar(models, q05, q10):
    scale = math.sqrt(models * (models + 1) / 6)  # with one stream

    assert nemenyi(models, 1, alpha=0.05) / scale == pytest.approx(q05, abs=1.1e-3)
    assert nemenyi(models, 1, alpha=0.10) / scale == pytest.approx(q10, abs=1.1e-3)


@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(2, 12), st.integers(3, 6)),
    levels=st.sampled_from([3, 1000]),
)
def test_friedman_is_that_of_scipy_with_ties_and_without(seed, shape, levels):
    table = np.random.default_rng(seed).integers(levels, size=shape)
    if all(len(set(row)) == 1 for row in table.tolist()):
        return  # SciPy divides by zero; see the next test

    ours = friedman({str(i): column for i, column in enumerate(table.T.tolist())})
    theirs = scipy.stats.friedmanchisquare(*table.T)

    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-12)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)


def test_models_that_are_always_equal_do_not_differ():
    ranks = compare_ranks({"a": [0.5, 0.6], "b": [0.5, 0.6], "c": [0.5, 0.6]})

    assert set(ranks.ranks.values()) == {2.0}
    assert (ranks.friedman.statistic, ranks.friedman.f_p_value) == (0.0, 1.0)
    assert ranks.groups == [("a", "b", "c")]


def test_an_order_that_never_changes_is_no_chance():
    scores = {"a": [3.0] * 9, "b": [2.0] * 9, "c": [1.0] * 9}

    ranks = compare_ranks(scores)

    assert ranks.ranks == {"a": 1.0, "b": 2.0, "c": 3.0}
    assert (ranks.friedman.f_statistic, ranks.friedman.f_p_value) == (math.inf, 0.0)


def test_models_of_equal_skill_are_told_apart_as_often_as_alpha_says():
    rng = np.random.default_rng(7)
    told_apart = 0
    for _ in range(200):
        table = rng.normal(size=(30, 4))
        ranks = compare_ranks(dict(zip("abcd", table.T.tolist(), strict=True)), alpha=0.1)
        told_apart += ranks.is_different

    # 20 of 200 expected, with a standard deviation of 4.2; four of these either way.
    assert 4 <= told_apart <= 37


def report(accuracy, mae, folds=1):
    def result(name, value, error, fold):
        values = np.tile([value, error], (1, 4, 1))
        curve = Curve(np.array([9]), np.array([9]), values, ("accuracy", "mae"))
        cost = Cost(np.array([9]), np.array([1.0]), np.array([8]))
        return ModelResult(name, name, False, curve, cost, fold=fold if folds > 1 else None)

    facts = StreamFacts("s", 9, 9, {"x": "numeric"}, "y", "classification")
    models = [
        result(name, accuracy[name] + fold, mae[name], fold)
        for name in accuracy
        for fold in range(folds)
    ]
    return Report(facts, tuple(models))


def test_reports_are_ranked_by_their_first_metric_over_the_models_they_share():
    one = report({"a": 0.9, "b": 0.8, "only here": 1.0}, {"a": 2.0, "b": 1.0, "only here": 0.0})
    two = report({"b": 0.7, "a": 0.8}, {"a": 2.0, "b": 1.0}, folds=2)

    by_accuracy, by_error = compare_ranks([one, two]), compare_ranks([one, two], metric="mae")

    assert (by_accuracy.metric, by_accuracy.ranks) == ("accuracy", {"a": 1.0, "b": 2.0})
    assert (by_error.metric, by_error.ranks) == ("mae", {"a": 2.0, "b": 1.0})


def test_a_metric_that_no_report_has_is_named():
    with pytest.raises(ValueError, match=r"no metric 'kapa'.*accuracy, mae"):
        compare_ranks([report({"a": 1, "b": 2}, {"a": 1, "b": 2})] * 2, metric="kapa")


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({}, "2 models or more"),
        ({"a": [1, 2]}, "2 models or more"),
        ({"a": [1], "b": [2]}, "2 streams or more"),
        ({"a": [1, 2], "b": [1, 2, 3]}, "{'a': 2, 'b': 3}"),
        ({"a": [1, 2], "b": [1, math.nan]}, "the score of 'b' on stream 1 is nan"),
        ([], "no reports to compare"),
    ],
)
def test_bad_scores_are_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        compare_ranks(scores)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0, math.nan])
def test_alpha_out_of_range_is_refused(alpha):
    with pytest.raises(ValueError, match="alpha must be between 0 and 1"):
        nemenyi(3, 5, alpha=alpha)


@pytest.mark.parametrize(("models", "streams"), [(1, 5), (3, 0)])
def test_ranks_of_nothing_have_no_critical_difference(models, streams):
    with pytest.raises(ValueError, match="2 models and a stream at least"):
        nemenyi(models, streams)


def test_without_scipy_the_error_names_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.stats", None)

    with pytest.raises(ImportError, match=r"pip install 'driftline\[stats\]'"):
        nemenyi(3, 5)
    with pytest.raises(ImportError, match=r"pip install 'driftline\[stats\]'"):
        paired_t_test([1, 2], [2, 4])


def test_an_error_of_the_users_own_ranks_the_least_first():
    models = {"good": 1.0, "bad": 1e-6}
    reports = [
        evaluation.prequential(
            {name: learners.PARegressor(C=c) for name, c in models.items()},
            sources.Friedman(seed=seed).take(1_000),
            metrics=[sklearn.metrics.mean_absolute_error],
            baselines=False,
        )
        for seed in (1, 2, 3)
    ]

    assert evaluation.compare_ranks(reports).ranks == {"good": 1.0, "bad": 2.0}
