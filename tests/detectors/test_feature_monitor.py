"""The monitor of features beside one test per column and the corrections as published."""

import copy
import inspect
import itertools
import pickle
import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import driftline
from driftline import detectors
from driftline.state import dumps, loads

NAMES = ["price", "demand", "load", "wind"]


def table(count, seed=0, moved=(), at=0.5):
    """Return columns of noise; some jump by twice their spread."""
    rng = np.random.default_rng(seed)
    columns = {name: rng.normal(size=count) for name in NAMES}
    for name in moved:
        columns[name][int(at * count) :] += 2.0
    return pa.table(columns)


def rejected(p, alpha, correction):
    """Return which hypotheses fall, from the definitions of the corrections."""
    order, m = np.argsort(p), len(p)
    if correction == "bonferroni":
        return p <= alpha / m
    if correction == "fdr":
        return stats.false_discovery_control(p) <= alpha
    fallen = np.zeros(m, dtype=bool)
    for rank, i in enumerate(order):
        if p[i] > alpha / (m - rank):
            break
        fallen[i] = True
    return fallen


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "fdr"])
@given(seed=st.integers(0, 10_000))
def test_names_are_those_of_single_tests_after_correction(correction, seed):
    X = table(160, seed, NAMES[: seed % 5])
    monitor = detectors.FeatureMonitor(alpha=0.05, window_size=30, correction=correction)

    has_moved = False
    for row in X.to_pylist():
        monitor.update(row)
        p = np.array(list(monitor.p_values.values()))
        if monitor.seen >= 60 and not has_moved:  # from then on some columns have no recent values
            expected = rejected(p, 0.05, correction)
            assert monitor.moved == [
                n for n, is_named in zip(NAMES, expected, strict=True) if is_named
            ]
        has_moved = has_moved or monitor.drift_detected


def test_p_values_are_those_of_one_test_per_column():
    X = table(300, seed=4)
    monitor = detectors.FeatureMonitor(window_size=100)
    monitor.update_many(X)

    for name in NAMES:
        single = detectors.IncrementalKS(window_size=100)
        single.update_many(X[name])
        assert monitor.p_values[name] == single.p_value


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "fdr"])
def test_warning_is_a_feature_that_looks_moved_until_all_are_judged_together(correction):
    monitor = detectors.FeatureMonitor(alpha=0.05, window_size=30, correction=correction)
    warnings = 0

    for row in table(400, seed=3, moved=["demand"]).to_pylist():
        monitor.update(row)
        looks_moved = any(p <= 0.05 for p in monitor.p_values.values())
        assert monitor.warning_detected == (looks_moved and not monitor.moved)
        warnings += monitor.warning_detected

    assert warnings > 0


def test_estimation_is_the_mean_of_the_recent_values_of_each_feature():
    X = table(300, seed=4)
    monitor = detectors.FeatureMonitor(window_size=100)
    monitor.update_many(X)

    recent = {name: np.mean(X[name][-100:]) for name in NAMES}
    assert monitor.estimation == pytest.approx(recent)


def test_only_the_feature_that_moved_is_named():
    moves = detectors.FeatureMonitor(window_size=200).update_many(table(1200, 1, ["demand"]))

    assert moves
    assert {name for _, names in moves for name in names} == {"demand"}
    assert 600 < moves[0][0] < 700


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "fdr"])
def test_among_many_features_without_drift_few_are_named(correction):
    X = np.random.default_rng(2).normal(size=(3000, 60))

    single = detectors.IncrementalKS(alpha=0.01, window_size=200)
    uncorrected = sum(single.clone().update_many(column).max() == 2 for column in X.T)
    monitor = detectors.FeatureMonitor(alpha=0.01, window_size=200, correction=correction)
    moves = monitor.update_many(X)

    assert uncorrected >= 10
    assert len({name for _, names in moves for name in names}) <= uncorrected / 5


@given(cuts=st.lists(st.integers(0, 700), max_size=4))
def test_rows_one_by_one_and_any_portions_give_the_same_bits(cuts):
    X = table(700, 3, ["load", "wind"])
    single, moves = detectors.FeatureMonitor(window_size=60), []
    for i, row in enumerate(X.to_pylist()):
        single.update(row)
        if single.drift_detected:
            moves.append((i, single.moved))

    portions, found = detectors.FeatureMonitor(window_size=60), []
    for a, b in itertools.pairwise([0, *sorted(cuts), 700]):
        found += portions.update_many(X.slice(a, b - a))

    assert found == moves
    assert dumps(portions) == dumps(single)


def test_tables_of_any_library_give_the_same_moves():
    X = table(700, 3, ["load"])
    expected = detectors.FeatureMonitor(window_size=60).update_many(X)

    for same in (X.to_pandas(), pl.from_arrow(X), X.to_pylist()):
        assert detectors.FeatureMonitor(window_size=60).update_many(same) == expected
    by_position = detectors.FeatureMonitor(window_size=60).update_many(X.to_pandas().to_numpy())
    assert by_position == [(row, [NAMES.index(name) for name in names]) for row, names in expected]


def test_missing_values_leave_a_feature_as_it_is():
    X = table(400, 5).to_pandas()
    gaps = pd.concat([X, pd.DataFrame({"price": [None] * 50})], ignore_index=True)
    whole, holed = (
        detectors.FeatureMonitor(window_size=60),
        detectors.FeatureMonitor(window_size=60),
    )

    whole.update_many(X)
    holed.update_many(gaps.astype(float))

    assert holed.p_values == whole.p_values


def test_feature_that_comes_late_has_a_reference_of_its_own():
    monitor = detectors.FeatureMonitor(window_size=50)
    monitor.update_many([{"old": float(i % 7)} for i in range(300)])
    monitor.update_many([{"old": float(i % 7), "new": float(i % 5)} for i in range(80)])

    assert list(monitor.p_values) == ["old", "new"]
    assert monitor.p_values["new"] == 1.0
    assert not monitor.drift_detected


def test_saved_copied_and_pickled_monitors_go_on_alike(tmp_path):
    X = table(900, 6, ["wind"])
    monitor = detectors.FeatureMonitor(window_size=80)
    monitor.update_many(X.slice(0, 470))
    monitor.save(tmp_path / "monitor")
    twins = [
        driftline.load(tmp_path / "monitor"),
        copy.deepcopy(monitor),
        pickle.loads(pickle.dumps(monitor)),
    ]
    expected = monitor.update_many(X.slice(470))

    assert expected
    for twin in twins:
        assert twin != monitor
        assert twin.update_many(X.slice(470)) == expected
        assert twin == monitor


def test_clone_and_reset_have_seen_nothing():
    monitor = detectors.FeatureMonitor(window_size=80)
    monitor.update_many(table(300))

    clone = monitor.clone()
    monitor.reset()

    for fresh in (clone, monitor):
        assert fresh == detectors.FeatureMonitor(window_size=80)
        assert (fresh.seen, fresh.moved, fresh.p_values) == (0, [], {})
    monitor.update_many(np.zeros((5, 2)))  # other columns than before


def test_bad_row_is_refused_with_its_column_and_changes_nothing():
    monitor = detectors.FeatureMonitor(window_size=80)
    monitor.update_many(table(300))
    before = dumps(monitor)

    with pytest.raises(ValueError, match=r"column 'load'.*infinite"):
        monitor.update({"price": 1.0, "load": float("inf")})
    with pytest.raises(ValueError, match="column 'load', row 1"):
        monitor.update_many([{"load": 1.0}, {"load": "heavy"}])

    assert dumps(monitor) == before


@pytest.mark.parametrize(
    "wrong", [{"alpha": 0.0}, {"window_size": 1}, {"correction": "none"}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.FeatureMonitor(**wrong)


def test_docstring_names_every_parameter():
    doc = inspect.getdoc(detectors.FeatureMonitor)
    section = doc.split("Parameters\n----------\n")[1].split("\n\n")[0]
    monitor = detectors.FeatureMonitor(alpha=0.01)

    assert re.findall(r"^(\w+)$", section, re.M) == list(monitor.params)
    assert repr(monitor) == "FeatureMonitor(alpha=0.01)"


def test_damaged_state_is_refused_or_harmless():
    monitor = detectors.FeatureMonitor(window_size=40)
    monitor.update_many(table(200, 1, ["load"]))
    arrays, schema = monitor._snapshot()

    for entry, own in arrays.items():
        for bad in (own[:-1], np.append(own, 7).astype(own.dtype), own * 0 - 3, own * 0 + 2**40):
            twin = detectors.FeatureMonitor(window_size=40)
            try:
                twin._restore({**arrays, entry: bad}, schema)
            except ValueError:
                assert twin == detectors.FeatureMonitor(window_size=40)
            else:
                twin.update_many(table(50))
    assert loads(dumps(monitor)) == monitor
