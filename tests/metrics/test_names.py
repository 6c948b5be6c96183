"""Which metrics there are, and what is known about them."""

import pytest

from driftline import metrics


def test_every_metric_is_scored_by_the_scorer_of_its_task():
    assert metrics.ClassificationScorer(list(metrics.CLASSIFICATION)).scored == 0
    assert metrics.RegressionScorer([*metrics.REGRESSION, "pinball(0.25)"]).scored == 0


def test_every_metric_has_a_task_a_meaning_and_a_direction():
    losses = {"log_loss", "brier", "mae", "rmse", "pinball"}
    for task, names in (
        ("classification", metrics.CLASSIFICATION),
        ("regression", metrics.REGRESSION),
    ):
        assert [metrics.task_of(name) for name in names] == [task] * len(names)
        assert [metrics.meaning(name) for name in names] == list(names.values())
        assert {name for name in names if not metrics.higher_is_better(name)} == losses & {*names}
        assert set(metrics.DEFAULTS[task]) <= set(names)


def test_quantile_changes_neither_task_nor_direction():
    assert metrics.task_of("pinball(0.9)") == "regression"
    assert not metrics.higher_is_better("pinball(0.9)")


def test_misspelt_metric_is_told_the_nearest_name():
    with pytest.raises(ValueError, match=r"'balanced_acc'; did you mean 'balanced_accuracy'\?"):
        metrics.higher_is_better("balanced_acc")
    with pytest.raises(ValueError, match="there are accuracy, kappa, "):
        metrics.task_of("?")
