"""Where each detector finds the drifts of one fixed stream, at 1500 and 3000, to the item.

The indices come from River itself and from an independent account of MOA's logic, not from
these detectors.
"""

import numpy as np
import pytest
from oracles.every_detector import drifts, reference_stream, warnings

from driftline import detectors

STREAM = reference_stream()

REFERENCES = {
    "ADWIN, River": (detectors.ADWIN(preset="river"), [1599, 3071]),
    "ADWIN, River, every item": (detectors.ADWIN(preset="river", clock=1), [1592, 3045]),
    "ADWIN, MOA": (detectors.ADWIN(preset="moa"), [1599, 1631, 1663, 1695, 1727, 2111]),
    "DDM": (detectors.DDM(), [1613]),
    "DDM, River": (detectors.DDM(preset="river"), [1613]),
    "DDM, MOA": (detectors.DDM(preset="moa"), [1613]),
    "EDDM, River": (
        detectors.EDDM(preset="river"),
        [320, 471, 628, 791, 987, 1166, 1338, 1502, 1573, 1658],
    ),
    "EDDM, MOA": (
        detectors.EDDM(preset="moa"),
        [321, 474, 634, 798, 987, 1166, 1338, 1502, 1576, 1658],
    ),
    "ECDD, MOA": (
        detectors.ECDD(preset="moa"),
        [216, 468, 700, 864, 920, 1024, 1424, 1526],
    ),
    "FHDDM": (detectors.FHDDM(), [1573]),
    "HDDM_A": (detectors.HDDM_A(), [1568]),
    "HDDM_W": (detectors.HDDM_W(), [1565]),
    "PageHinkley": (detectors.PageHinkley(), [1675, 3049]),
    "PageHinkley, River": (detectors.PageHinkley(preset="river"), [1675, 3049]),
    "PageHinkley, up": (detectors.PageHinkley(threshold=20, mode="up"), [1565]),
    "PageHinkley, MOA": (detectors.PageHinkley(preset="moa"), [1739]),
    "PageHinkley, MOA, 20": (detectors.PageHinkley(threshold=20, preset="moa"), [1653]),
    "RDDM": (detectors.RDDM(), [1565, 1783]),
    "STEPD, MOA": (detectors.STEPD(preset="moa"), [1526, 3022, 3569]),
}
WARNED = {
    "DDM": (detectors.DDM(), 1084),
    "ECDD, MOA": (detectors.ECDD(preset="moa"), 185),
    "HDDM_A": (detectors.HDDM_A(), 5),
    "HDDM_W": (detectors.HDDM_W(), 37),
    "RDDM": (detectors.RDDM(), 92),
    "STEPD, MOA": (detectors.STEPD(preset="moa"), 86),
}


def test_the_stream_is_the_one_of_the_references():
    assert "".join(str(int(x)) for x in STREAM[:40]) == "0000010000100001001001000100100000000000"
    assert [STREAM[:1500].sum(), STREAM[1500:3000].sum(), STREAM[3000:].sum()] == [285, 758, 92]


@pytest.mark.parametrize("name", REFERENCES)
def test_drifts_are_found_where_the_reference_finds_them(name):
    detector, expected = REFERENCES[name]

    assert drifts(detector.clone().update_many(STREAM)) == expected


@pytest.mark.parametrize("name", WARNED)
def test_there_are_as_many_warnings_as_in_the_reference(name):
    detector, count = WARNED[name]

    assert len(warnings(detector.clone().update_many(STREAM))) == count


def test_first_warnings_are_those_of_the_reference():
    assert warnings(detectors.DDM().update_many(STREAM))[:3] == [94, 95, 96]
    assert warnings(detectors.HDDM_A().update_many(STREAM))[0] == 1563


def test_window_of_adwin_shrinks_as_in_moa():
    detector, cuts, width = detectors.ADWIN(preset="moa"), [], 0
    for i, x in enumerate(STREAM):
        detector.update(x)
        if detector.width < width:
            cuts.append((i, detector.width))
        width = detector.width

    assert cuts == [
        *((1599, 704), (1631, 480), (1663, 384), (1695, 352), (1727, 320), (2111, 576)),
        *((3071, 192), (3103, 192), (3135, 192), (3167, 192)),
    ]
    assert width == 1024
    assert detector.estimation == pytest.approx(np.mean(STREAM[-1024:]))
