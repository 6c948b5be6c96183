"""A report written as JSON comes back the same, bit for bit, and broken texts are refused."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from oracles import reports

from driftline.report import Cost, Curve, Report


def with_values(values):
    places = np.arange(1, len(values) + 1)
    curve = Curve(places, places, values, ("accuracy",))
    return reports.report(models=(replace(reports.model("a", 0.9, 900), curve=curve),))


def again(report):
    return Report.from_json(report.to_json())


@given(arrays(np.float64, st.tuples(st.integers(0, 5), st.just(4), st.just(1))))
def test_any_number_comes_back_bit_for_bit(values):
    values[np.isnan(values)] = math.nan  # one NaN is as good as another

    back = again(with_values(values))["a"].curve.values

    assert back.tobytes() == values.tobytes()


def test_everything_comes_back():
    report = reports.report()

    back = again(report)

    assert back.to_json() == report.to_json()
    assert (back.stream, back.settings, back.pairs) == (
        report.stream,
        report.settings,
        report.pairs,
    )
    assert (back.versions, back.command, back.is_complete) == (
        report.versions,
        report.command,
        True,
    )
    for ours, theirs in zip(report, back, strict=True):
        assert (ours.falls, ours.events, ours.labels) == (
            theirs.falls,
            theirs.events,
            theirs.labels,
        )
        assert (ours.confusion == theirs.confusion).all()
        assert (ours.cost.seconds == theirs.cost.seconds).all()


def test_folds_come_back():
    assert [model.fold for model in again(reports.folded(folds=3))] == [0, 1, 2, None]


@pytest.mark.parametrize("labels", [("a", "b"), (1, 2), (True, False), (0.5, 1.5)])
def test_labels_keep_their_type(labels):
    facts = replace(reports.report().stream, labels=dict.fromkeys(labels, 3))

    back = again(reports.report(stream=facts)).stream.labels

    assert [(type(label), label) for label in back] == [(type(label), label) for label in labels]


def test_labels_of_numpy_become_plain():
    facts = replace(reports.report().stream, labels={np.int64(1): 2})

    assert again(reports.report(stream=facts)).stream.labels == {1: 2}


def test_settings_that_json_has_no_word_for_become_texts():
    back = again(reports.report(settings={"delay": math.inf, "labels": print}))

    assert back.settings == {"delay": "inf", "labels": str(print)}


def test_without_costs_two_runs_give_the_same_text():
    slow = reports.report()
    cost = Cost(np.array([7]), np.array([9.0]), np.array([99]))
    fast = reports.report(
        models=tuple(replace(model, cost=cost) for model in slow),
        versions={"driftline": "9"},
        command="another",
    )

    assert slow.to_json() != fast.to_json()
    assert slow.to_json(costs=False) == fast.to_json(costs=False)


def test_a_report_without_costs_can_be_read_and_printed():
    back = Report.from_json(reports.report().to_json(costs=False))

    assert "GaussianNB" in str(back)
    assert back.command is None


def test_the_text_is_strict_json():
    def refuse(constant):
        raise AssertionError(constant)

    text = with_values(np.array([[[math.nan], [math.inf], [-math.inf], [1.0]]])).to_json()

    assert json.loads(text, parse_constant=refuse)["version"] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON"),
        ("[1]", 'without "format"'),
        ("{}", 'without "format"'),
        ('{"format": "driftline report", "version": 9}', "version 9; this driftline reads"),
        ('{"format": "driftline report", "version": 1}', "broken report: KeyError"),
    ],
)
def test_another_text_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        Report.from_json(text)


@pytest.mark.parametrize("part", ["stream", "settings", "models", "pairs", "measurements"])
@pytest.mark.parametrize("value", [None, 3, [3], "x", [{"name": 1}]])
def test_a_report_with_a_wrong_part_is_a_value_error(part, value):
    content = json.loads(reports.report().to_json())
    content[part] = value

    with pytest.raises(ValueError, match="broken report"):
        Report.from_json(json.dumps(content))


def test_a_curve_of_another_shape_is_refused():
    content = json.loads(reports.report().to_json())
    content["models"][0]["curve"]["values"].pop()

    with pytest.raises(ValueError, match="broken report"):
        Report.from_json(json.dumps(content))


def test_loading_names_the_file(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{}")

    with pytest.raises(ValueError, match=r"x\.json: not a report"):
        Report.load(path)
