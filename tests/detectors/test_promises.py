"""What every detector promises: portions, files, copies, resets and bad input."""

import copy
import doctest
import inspect
import itertools
import pickle
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import CLASSES, DETECTORS, REALS, UNIT, kind, one_by_one, values

import driftline
from driftline import _core, detectors
from driftline.state import StateError, dumps, loads


def test_no_public_class_is_left_out():
    assert {type(make()).__name__ for make in DETECTORS.values()} == set(CLASSES)


def test_every_native_detector_has_a_public_class():
    native = {cls.__name__ for cls in _core.Detector.__subclasses__()}

    assert native == set(CLASSES)


@pytest.mark.parametrize("cls", CLASSES.values(), ids=CLASSES)
def test_docstring_names_every_parameter_and_the_paper_and_has_an_example(cls):
    doc = inspect.getdoc(cls)
    section = doc.split("Parameters\n----------\n")[1].split("\n\n")[0]
    (example,) = doctest.DocTestFinder(recurse=False).find(cls, cls.__name__)

    assert re.findall(r"^(\w+)$", section, re.M) == list(inspect.signature(cls).parameters)
    assert example.examples
    assert "References\n----------\n" in doc


@pytest.mark.parametrize("cls", CLASSES.values(), ids=CLASSES)
def test_parameters_are_keyword_only_attributes_that_cannot_be_set(cls):
    detector = cls()

    assert list(detector.params) == list(inspect.signature(cls).parameters)
    assert {p.kind.name for p in inspect.signature(cls).parameters.values()} == {"KEYWORD_ONLY"}
    for name, value in detector.params.items():
        assert getattr(detector, name) == value
        with pytest.raises(AttributeError):
            setattr(detector, name, value)


@pytest.mark.parametrize("name", DETECTORS)
@given(cuts=st.lists(st.integers(0, 600), max_size=5), seed=st.integers(0, 1000))
def test_one_by_one_and_any_portions_give_the_same_signals_and_bits(name, cuts, seed):
    stream = values(name, 600, seed)
    single = DETECTORS[name]()
    expected = one_by_one(single, stream)

    at_once, portions = DETECTORS[name](), DETECTORS[name]()
    signals = at_once.update_many(stream)
    bounds = [0, *sorted(cuts), 600]
    parts = [portions.update_many(stream[a:b]) for a, b in itertools.pairwise(bounds)]

    assert signals.dtype == np.uint8
    assert signals.tolist() == expected.tolist() == np.concatenate(parts).tolist()
    assert dumps(at_once) == dumps(single) == dumps(portions)


@pytest.mark.parametrize("name", DETECTORS)
def test_the_streams_of_these_tests_hold_a_drift_that_is_found(name):
    assert 2 in DETECTORS[name]().update_many(values(name, 6000))


@pytest.mark.parametrize("name", DETECTORS)
def test_flags_tell_the_last_signal_and_counts_all(name):
    stream = values(name, 3000)
    detector = DETECTORS[name]()

    signals = detector.update_many(stream)

    assert detector.drift_detected == (signals[-1] == 2)
    assert detector.warning_detected == (signals[-1] == 1)
    assert detector.seen == 3000
    assert detector.n_detections == np.sum(signals == 2)
    assert np.isfinite(detector.estimation)
    assert stream.min() <= detector.estimation <= stream.max()


@pytest.mark.parametrize("name", DETECTORS)
def test_values_of_any_kind_of_column_give_the_same_signals(name):
    stream = values(name, 800)
    expected = DETECTORS[name]().update_many(stream).tolist()

    for column in (
        *(stream.tolist(), tuple(stream.tolist()), stream.repeat(2)[::2]),
        *(pa.array(stream), pa.chunked_array([stream[:300], stream[300:]])),
        *(pd.Series(stream), pl.Series(stream)),
    ):
        assert DETECTORS[name]().update_many(column).tolist() == expected


@pytest.mark.parametrize("name", DETECTORS)
def test_errors_may_be_booleans_or_integers(name):
    bits = values("EDDM", 500)
    expected = DETECTORS[name]().update_many(bits).tolist()

    for column in (bits.astype(bool), bits.astype(np.int8), [bool(x) for x in bits]):
        assert DETECTORS[name]().update_many(column).tolist() == expected
    assert one_by_one(DETECTORS[name](), bits.astype(bool)).tolist() == expected


@pytest.mark.parametrize("name", DETECTORS)
def test_saving_in_the_middle_changes_nothing(name, tmp_path):
    stream = values(name, 2000, seed=5)
    whole = DETECTORS[name]()
    expected = whole.update_many(stream)

    half = DETECTORS[name]()
    before = half.update_many(stream[:901])
    half.save(tmp_path / "detector")
    loaded = driftline.load(tmp_path / "detector")
    assert loaded == half
    assert dumps(loaded) == dumps(half)
    after = loaded.update_many(stream[901:])

    assert np.concatenate([before, after]).tolist() == expected.tolist()
    assert loaded == whole
    assert dumps(loaded) == dumps(whole)


@pytest.mark.parametrize("name", DETECTORS)
def test_saving_right_after_a_drift_changes_nothing(name):
    stream = values(name, 6000)
    at = int(np.argmax(DETECTORS[name]().update_many(stream) == 2)) + 1
    kept = DETECTORS[name]()
    kept.update_many(stream[:at])

    loaded = loads(dumps(kept))
    assert loaded.drift_detected

    assert loaded.update_many(stream[at:]).tolist() == kept.update_many(stream[at:]).tolist()
    assert loaded == kept


@pytest.mark.parametrize("name", DETECTORS)
def test_copies_and_pickles_share_nothing(name):
    detector = DETECTORS[name]()
    detector.update_many(values(name, 700))
    before = dumps(detector)

    pickled = pickle.loads(pickle.dumps(detector))
    for twin in (copy.copy(detector), copy.deepcopy(detector), pickled):
        assert twin == detector
        twin.update_many(values(name, 50, seed=3))
        assert twin != detector

    assert dumps(detector) == before


@pytest.mark.parametrize("name", DETECTORS)
def test_clone_and_reset_have_seen_nothing_and_show_the_same(name):
    detector = DETECTORS[name]()
    detector.update_many(values(name, 700))
    shown = repr(detector)

    clone = detector.clone()
    assert detector.seen == 700
    detector.reset()

    for fresh in (clone, detector):
        assert fresh == DETECTORS[name]()
        assert dumps(fresh) == dumps(DETECTORS[name]())
        assert (fresh.seen, fresh.drift_detected, fresh.warning_detected) == (0, False, False)
        assert fresh.estimation == 0.0
        assert repr(fresh) == shown
        assert eval(shown, vars(detectors)) == fresh


@pytest.mark.parametrize("name", DETECTORS)
def test_no_values_change_nothing(name):
    detector = DETECTORS[name]()
    detector.update_many(values(name, 700))
    before = dumps(detector)

    assert detector.update_many([]).tolist() == []
    assert dumps(detector) == before


@pytest.mark.parametrize("name", DETECTORS)
def test_memory_stays_in_bounds(name):
    detector = DETECTORS[name]()
    stream = values(name, 5000)
    detector.update_many(stream)
    early = detector.memory

    for _ in range(20):
        detector.update_many(stream)

    assert 0 < detector.memory < max(2 * early, 20_000)


BAD = {"NaN": float("nan"), "infinity": float("inf"), "huge": 1e200}


def bad_values(name):
    if kind(name) in REALS:
        return [*BAD.values(), -1e200]
    return [*BAD.values(), -0.5, 1.5] if kind(name) in UNIT else [*BAD.values(), 0.5, 2.0, -1.0]


@pytest.mark.parametrize("name", DETECTORS)
def test_value_outside_the_theory_is_refused_by_its_number_and_nothing_is_taken(name):
    detector = DETECTORS[name]()
    detector.update_many(values(name, 700))
    before = dumps(detector)

    for bad in bad_values(name):
        with pytest.raises(ValueError, match=r"^item 700: "):
            detector.update(bad)
        with pytest.raises(ValueError, match=r"^item 703: .* is n"):
            detector.update_many([1.0, 0.0, 1.0, bad, 1.0, float("nan")])
        assert dumps(detector) == before


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.bool_, object])
@pytest.mark.parametrize("name", DETECTORS)
def test_masked_value_is_missing_and_refused_whatever_lies_under_the_mask(name, dtype):
    hidden = np.ma.array([1, 0, 1, 0], dtype=dtype, mask=[False, False, True, False])
    shown = np.ma.array([1, 0, 1, 0], dtype=dtype, mask=False)
    detector, other = DETECTORS[name](), DETECTORS[name]()

    with pytest.raises(ValueError, match="item 2: nan"):
        detector.update_many(hidden)
    assert detector == other

    detector.update_many(shown)
    other.update_many([1, 0, 1, 0])
    assert detector == other


@pytest.mark.parametrize("name", DETECTORS)
def test_what_is_no_column_of_numbers_is_refused(name):
    detector = DETECTORS[name]()

    for wrong in ("text", ["a", "b"], {"a": 1.0}, [[1.0, 0.0]], 1.0, None):
        with pytest.raises((ValueError, TypeError)):
            detector.update_many(wrong)
    for wrong in ("1", None, [1.0]):
        with pytest.raises(TypeError):
            detector.update(wrong)
    with pytest.raises(ValueError, match="item 1: nan"):
        detector.update_many([1.0, None])
    assert detector == DETECTORS[name]()


@pytest.mark.parametrize("name", DETECTORS)
def test_detectors_of_other_parameters_differ(name):
    makers = [make for other, make in DETECTORS.items() if other != name]

    assert all(DETECTORS[name]() != make() for make in makers)
    assert DETECTORS[name]() != "a detector"


def test_unknown_preset_is_refused_by_name():
    for cls in (cls for cls in CLASSES.values() if "preset" in inspect.signature(cls).parameters):
        with pytest.raises(ValueError, match="preset must be one of"):
            cls(preset="weka")


@pytest.mark.parametrize("name", DETECTORS)
def test_threads_share_a_detector_without_losing_a_value(name):
    detector = DETECTORS[name]()
    stream = values(name, 2000)

    def feed(_):
        for begin in range(0, 2000, 100):
            detector.update_many(stream[begin : begin + 100])
            assert detector.seen >= begin

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(feed, range(4)))

    assert detector.seen == 8000


HOSTILE = [0, 1, -1, 2, 3, 2**31, -(2**31), 2**62, -(2**62)]
HOSTILE_NUMBERS = [*HOSTILE, 0.5, float("nan"), float("inf"), -float("inf"), 1e300]


@pytest.mark.parametrize("name", DETECTORS)
@pytest.mark.parametrize("count", [10, 700])
def test_damaged_state_is_refused_or_harmless(name, count):
    detector = DETECTORS[name]()
    detector.update_many(values(name, count))
    arrays, schema = detector._snapshot()

    for entry, own in arrays.items():
        hostile = HOSTILE_NUMBERS if own.dtype == np.float64 else HOSTILE
        for bad in (
            *(own[:-1], np.append(own, own[-1:]), own[:0]),
            *(np.full(own.shape, x).astype(own.dtype) for x in hostile),
        ):
            twin = DETECTORS[name]()
            try:
                twin._restore({**arrays, entry: bad}, schema)
            except ValueError:
                assert twin == DETECTORS[name]()
            else:
                twin.update_many(values(name, 500, seed=4))
                assert twin.memory < 1_000_000


def test_names_in_a_detector_file_are_refused():
    detector = detectors.ADWIN()
    arrays, _ = detector._snapshot()
    assert not hasattr(detector, "schema")

    with pytest.raises(ValueError, match="no columns"):
        detector._restore(arrays, {"columns": {}})
    with pytest.raises(StateError):
        loads(dumps(detector)[:-1])
