"""A thinned curve keeps its ends and the extremes of every stretch."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from oracles import reports

from driftline.report.records import cost_records, event_records, page_data
from driftline.report.results import Event
from driftline.report.series import series
from driftline.report.thinning import kept

numbers = st.floats(-1e6, 1e6) | st.just(float("nan"))


@given(arrays(np.float64, st.integers(0, 400), elements=numbers), st.integers(4, 120))
def test_ends_and_extremes_stay_in_no_more_than_the_limit(values, limit):
    places = kept(values, limit)

    assert len(places) <= limit
    assert (np.diff(places) > 0).all()
    if len(values):
        assert (places[0], places[-1]) == (0, len(values) - 1)
    if not np.isnan(values).all():
        assert np.nanmin(values[places]) == np.nanmin(values)
        assert np.nanmax(values[places]) == np.nanmax(values)


@pytest.mark.parametrize("place", range(0, 100_000, 9_999))
def test_a_fall_of_a_single_point_stays(place):
    values = np.ones(100_000)
    values[place] = 0.0

    assert place in kept(values, 1_500)


def test_few_points_all_stay():
    assert kept(np.zeros(10), 10).tolist() == list(range(10))


def test_every_curve_is_thinned_by_its_own_extremes():
    drawn = series(reports.report().models)

    data = page_data(drawn, reports.METRICS, reports.report().stream)

    assert {*data["curves"]} == {*reports.METRICS}
    assert len(data["curves"]["kappa"]["fading"]) == len(drawn)


def test_a_curve_of_folds_is_their_mean_with_their_deviation_to_either_side():
    report = reports.folded(folds=3)
    values = [fold.curve.of("kappa", "sliding") for fold in report.folds("AROW")]

    curve = page_data(series(report.models), ("kappa",), report.stream)["curves"]["kappa"]
    own = curve["sliding"][0]

    middle, spread = np.mean(values, axis=0), np.std(values, axis=0, ddof=1)
    assert own["y"] == pytest.approx(middle, rel=1e-4)
    assert own["lo"] == pytest.approx(middle - spread, rel=1e-4)
    assert own["hi"] == pytest.approx(middle + spread, rel=1e-4)


def test_readings_are_the_latest_value_known_at_a_row():
    report = reports.report()

    data = page_data(series(report.models), ("accuracy",), report.stream)["readings"]

    own = data["values"]["accuracy"]["sliding"][0]
    assert data["rows"] == report.models[0].curve.rows.tolist()
    assert own == pytest.approx(report.models[0].curve.of("accuracy"), rel=1e-4)


def test_speed_is_that_of_each_stretch():
    (model,) = series([reports.model("a", 0.9, 900, seed=1)])  # two microseconds a row

    speeds = [record["speed"] for record in cost_records([model])]

    assert speeds == pytest.approx([500_000.0] * 20)


def test_very_many_events_are_thinned_evenly():
    events = tuple(Event(row, "drift") for row in range(50_000))

    records = event_records(series([reports.model("a", 0.9, 900, events=events)]))

    assert 1_000 <= len(records) <= 2_000
    assert records[-1]["x"] > 49_000
