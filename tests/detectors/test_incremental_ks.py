"""Incremental Kolmogorov-Smirnov beside SciPy's test of the two windows."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.every_detector import drifts, values
from scipy import special, stats

from driftline import detectors


def reference(stream, n, alpha):
    """Return signal and statistic at each value."""
    out, known = [], []
    critical = math.sqrt(-math.log(alpha / 2) / 2) * math.sqrt(2 / n)
    for x in stream:
        known.append(x)
        statistic = 0.0
        if len(known) >= 2 * n:
            test = stats.ks_2samp(known[:n], known[-n:], method="asymp")
            statistic = test.statistic
        out.append((2 if statistic > critical else 0, statistic))
        if statistic > critical:
            known = known[-n:]
    return out


@pytest.mark.parametrize("decimals", [0, 1, 8])
@settings(max_examples=25)  # SciPy takes its time
@given(seed=st.integers(0, 10_000), n=st.sampled_from([2, 20, 37]))
def test_agrees_with_scipy_at_every_value(decimals, seed, n):
    stream = np.round(values("IncrementalKS", 150, seed), decimals)
    detector = detectors.IncrementalKS(alpha=0.05, window_size=n)

    for i, (x, (signal, statistic)) in enumerate(
        zip(stream, reference(stream, n, 0.05), strict=True)
    ):
        detector.update(x)
        assert (i, detector.drift_detected) == (i, signal == 2)
        assert detector.statistic == pytest.approx(statistic)
        # Kolmogorov's limit; SciPy's own p-value corrects it for small samples.
        assert detector.p_value == pytest.approx(
            special.kolmogorov(math.sqrt(n / 2) * statistic), abs=1e-8
        )


def test_zeros_of_both_signs_are_one_value():
    detector = detectors.IncrementalKS(window_size=50)

    signals = detector.update_many([0.0] * 50 + [-0.0] * 100)

    assert not signals.any()
    assert detector.statistic == 0.0


def test_change_of_spread_is_found_and_the_new_spread_becomes_the_reference():
    rng = np.random.default_rng(0)
    stream = np.concatenate([rng.normal(size=2000), 3 * rng.normal(size=6000)])

    found = drifts(detectors.IncrementalKS().update_many(stream))

    assert 2000 < found[0] < 2200
    assert all(at < 4000 for at in found)


def test_ordered_values_do_not_make_it_slow_or_large():
    detector = detectors.IncrementalKS(window_size=5000)

    detector.update_many(np.arange(40_000.0))  # a search tree without chance would be a chain

    assert detector.memory < 2_000_000


@pytest.mark.parametrize("wrong", [{"alpha": 0.0}, {"alpha": 1.0}, {"window_size": 1}], ids=str)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.IncrementalKS(**wrong)
