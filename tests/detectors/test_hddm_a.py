"""HDDM_A beside its formulas."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, values

from driftline import detectors


def eps(n, d):
    return math.sqrt(math.log(1 / d) / (2 * n))


def signal(apart, n, n_cut, drift, warning):
    if n == n_cut:
        return 0
    bounds = [math.sqrt((n - n_cut) / (n_cut * n) / 2 * math.log(2 / d)) for d in (warning, drift)]
    return sum(apart >= bound for bound in bounds)


def reference(stream, drift=0.001, warning=0.005, two_sided=False, moa=False):
    """Keep the running means of the whole concept, and look for the cuts among them."""
    out, means = [], []
    for x in stream:
        n = len(means)
        means.append((means[-1] * n + x) / (n + 1) if means else x)
        n += 1
        low = min(range(n), key=lambda i: (means[i] + eps(i + 1, drift), -i))
        high = max(range(n), key=lambda i: (means[i] - eps(i + 1, drift), i))
        rise = signal(means[-1] - means[low], n, low + 1, drift, warning)
        fall = signal(means[high] - means[-1], n, high + 1, drift, warning) if two_sided else 0
        out.append(rise if moa else max(rise, fall))
        if out[-1] == 2 or fall == 2:
            means = []
    return out


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("preset", ["paper", "moa"])
@given(seed=st.integers(0, 10_000))
def test_agrees_with_the_formulas(preset, two_sided, seed):
    stream = values("HDDM_A", 250, seed)
    detector = detectors.HDDM_A(
        drift_confidence=0.02, warning_confidence=0.1, two_sided_test=two_sided, preset=preset
    )

    expected = reference(stream, 0.02, 0.1, two_sided, preset == "moa")

    assert detector.update_many(stream).tolist() == expected


def test_abrupt_rise_is_found_within_thirty_errors_and_a_fall_only_if_asked():
    steps = np.repeat([0.0, 1.0, 0.0], 500)

    assert 500 < drifts(detectors.HDDM_A().update_many(steps))[0] < 530
    assert drifts(detectors.HDDM_A().update_many(1 - steps[:1000])) == []
    both = drifts(detectors.HDDM_A(two_sided_test=True).update_many(steps))
    assert any(1000 < at < 1030 for at in both)


@given(seed=st.integers(0, 10_000))
def test_moas_default_starts_over_at_a_fall_and_says_nothing(seed):
    levels = {"drift_confidence": 0.02, "warning_confidence": 0.1}
    stream = values("HDDM_A", 250, seed)

    silent = detectors.HDDM_A(preset="moa", **levels).update_many(stream)

    assert silent.tolist() == reference(stream, 0.02, 0.1, two_sided=True, moa=True)


def test_side_is_the_presets_unless_given():
    sides = {preset: detectors.HDDM_A(preset=preset) for preset in ("paper", "river", "moa")}

    assert {name: one.two_sided_test for name, one in sides.items()} == {
        "paper": False,
        "river": False,
        "moa": True,
    }
    assert not detectors.HDDM_A(preset="moa", two_sided_test=False).two_sided_test


@pytest.mark.parametrize("name", ["drift_confidence", "warning_confidence"])
def test_parameter_without_meaning_is_refused_by_name(name):
    for wrong in (0.0, 1.0, float("nan")):
        with pytest.raises(ValueError, match=f"^{name} must"):
            detectors.HDDM_A(**{name: wrong})
