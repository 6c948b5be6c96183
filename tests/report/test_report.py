"""A report prints what was found, answers by name, and says honestly who won."""

from dataclasses import replace

import numpy as np
import pytest
from oracles import reports

from driftline.report import Curve, Pair, Report
from driftline.report.table import table


def scores(result, value):
    """The same result with another value of every metric at the end."""
    values = np.full_like(result.curve.values, value)
    return replace(result, curve=replace(result.curve, values=values))


def test_a_report_prints_a_line_for_each_model_with_its_scores():
    text = str(reports.report())

    line = next(line for line in text.splitlines() if "GaussianNB" in line)
    assert "68.63 %" in line
    assert "4.0 kB" in line


def test_the_text_of_a_report_has_no_trailing_spaces():
    assert [line for line in str(reports.report()).splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize(("width", "last"), [(1_000, "RAM-hours"), (80, "rows/s"), (20, "kappa T")])
def test_a_narrow_terminal_leaves_out_costs_rather_than_names(width, last):
    report = reports.report()

    shown = table(report.stream, report.lines, report.metrics, report.verdict, width)

    headings = [str(column.header) for column in shown.columns]
    assert headings[-1] == last
    assert headings[0] == "model"


def test_brackets_in_a_name_are_no_markup():
    report = reports.report(models=(reports.model("[bold]x[/bold]", 0.9, 900),))

    assert "[bold]x[/bold]" in str(report)


def test_the_best_value_of_a_metric_is_bold_and_baselines_are_dim():
    report = reports.report()

    shown = table(report.stream, report.lines, report.metrics, report.verdict)
    accuracy = list(shown.columns[1].cells)

    assert [str(cell.style) for cell in accuracy] == ["bold not dim", "", "", ""]
    assert [row.style for row in shown.rows] == [None, None, "dim", "dim"]


def test_of_an_error_the_least_is_the_best():
    result = reports.model("a", 0.9, 900)
    curve = Curve(np.array([1]), np.array([1]), np.full((1, 4, 1), 2.0), ("rmse",))
    models = (
        replace(result, curve=curve),
        replace(result, name="b", curve=replace(curve, values=curve.values / 2)),
    )

    assert [line.best_in for line in reports.report(models=models).lines] == [set(), {"rmse"}]


def test_of_a_users_own_error_the_least_is_the_best():
    result = reports.model("a", 0.9, 900)
    curve = Curve(np.array([1]), np.array([1]), np.full((1, 4, 1), 2.0), ("my_loss",))
    models = (
        replace(result, curve=curve),
        replace(result, name="b", curve=replace(curve, values=curve.values / 2)),
    )

    report = reports.report(models=models, errors=("my_loss",))

    assert [line.best_in for line in report.lines] == [set(), {"my_loss"}]


def test_folds_are_one_line_with_their_mean_and_deviation():
    report = reports.folded(folds=5)
    values = [fold.score("accuracy") for fold in report.folds("AROW")]

    line = report.lines[0]

    assert len(report.lines) == 2
    assert line.scores["accuracy"].value == pytest.approx(np.mean(values))
    assert line.scores["accuracy"].spread == pytest.approx(np.std(values, ddof=1))


def test_a_model_is_found_by_name():
    report = reports.report()

    assert report["GaussianNB"] is report.models[1]


def test_an_unknown_name_is_told_the_known_ones():
    with pytest.raises(KeyError, match=r"no model 'Gauss'; there are .*'GaussianNB'"):
        reports.report()["Gauss"]


def test_the_verdict_names_the_winner_and_the_baseline_it_beats():
    assert reports.report().verdict == (
        "StandardScaler | AROW is the best of 2 models, with accuracy 87.09 %. "
        "It beats the best baseline: repeating the last label gives 54.93 %."
    )


def test_the_verdict_says_so_when_a_baseline_wins():
    models = reports.report().models
    models = (*models[:3], scores(models[3], 0.95))

    assert reports.report(models=models).verdict.endswith(
        "But a baseline beats every model: repeating the last label gives accuracy 95.00 %."
    )


def test_the_verdict_says_so_when_a_baseline_is_as_good():
    first, baseline = (reports.report().models[k] for k in (0, 3))
    models = (scores(first, 0.5), scores(baseline, 0.5))

    assert "no better than a baseline" in reports.report(models=models).verdict


def test_the_verdict_doubts_a_difference_that_the_test_does_not_see():
    pair = Pair("StandardScaler | AROW", "GaussianNB", 100.0, 104.0, 0.08)

    verdict = reports.report(pairs=(pair,)).verdict

    assert verdict.endswith("On the latest rows, McNemar's test does not tell it from GaussianNB.")


def test_models_with_equal_scores_share_the_first_place():
    models = [scores(model, 0.8) for model in reports.report().models[:2]]

    assert reports.report(models=tuple(models)).verdict.startswith(
        "StandardScaler | AROW and GaussianNB are equal, with accuracy 80.00 %."
    )


def test_an_evaluation_stopped_early_says_so():
    assert reports.report(is_complete=False).verdict.startswith("Stopped early, after 20,000 rows.")


def test_a_report_without_a_point_says_that_nothing_was_scored():
    model = reports.model("a", 0.9, 900)
    empty = Curve(np.array([], int), np.array([], int), np.empty((0, 4, 1)), ("accuracy",))

    report = reports.report(models=(replace(model, curve=empty),))

    assert report.verdict == "Nothing was scored."
    assert "a" in str(report)


def test_a_report_without_a_model_prints():
    assert "turning plane" in str(reports.report(models=(), pairs=()))


def test_a_report_tells_briefly_what_it_is():
    assert repr(reports.folded()) == "<Report on turning plane: AROW, majority class>"


def test_iterating_gives_every_result():
    report = reports.folded(folds=3)

    assert [model.fold for model in report] == [0, 1, 2, None]
    assert isinstance(report, Report)
