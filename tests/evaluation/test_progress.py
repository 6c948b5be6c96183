"""A watched evaluation tells how far it is, how fast, and how well the models do."""

import sklearn.metrics

from driftline import evaluation, learners, sources


def evaluated(progress):
    stream = sources.SEA(seed=1).take(50_000)
    return evaluation.prequential({"NB": learners.GaussianNB()}, stream, progress=progress)


def test_the_bar_tells_rows_rate_and_the_best_score(capfd, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    monkeypatch.setenv("COLUMNS", "150")

    evaluated(True)

    shown = capfd.readouterr().err
    assert "/50000" in shown
    assert "/s" in shown
    assert "NB: accuracy 0." in shown


def test_nothing_is_shown_where_nobody_watches(capfd):
    evaluated(None)

    assert capfd.readouterr().err == ""


def test_the_best_of_an_error_of_the_users_own_is_the_least(capfd, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "150")
    models = {"good": learners.PARegressor(C=1.0), "bad": learners.PARegressor(C=1e-6)}
    stream = sources.Friedman(seed=1).take(50_000)

    metric = sklearn.metrics.mean_absolute_error
    evaluation.prequential(models, stream, metrics=metric, baselines=False, progress=True)

    shown = capfd.readouterr().err
    assert "good: mean_absolute_error" in shown
    assert "bad: mean_absolute_error" not in shown
