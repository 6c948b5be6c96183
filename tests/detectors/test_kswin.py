"""KSWIN beside SciPy's test on the same draws."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.every_detector import drifts, one_by_one, values
from oracles.sampler_draws import GOLDEN, MASK, mix64
from river import drift
from scipy import stats

from driftline import detectors


def bits(seed, row):
    """Return the random bits of core/driftline/random/draws.hpp, draw 0."""
    key = mix64((seed + 0xD1342543DE82EF95) & MASK)
    lane = mix64((key + 0xDA942042E4DD58B5) & MASK)
    return mix64((lane + row * GOLDEN) & MASK)


def ranks_drawn(count, size, seed, item):
    """Draw by Floyd's algorithm which of `count` values to take, as ranks among them."""
    chosen = set()
    for i, last in enumerate(range(count - size, count)):
        place = (bits(seed, item * size + i) * (last + 1)) >> 64
        chosen.add(last if place in chosen else place)
    return sorted(chosen)


def drawn(older, size, seed, item):
    return np.sort(older)[ranks_drawn(len(older), size, seed, item)]


def reference(stream, seed, window_size, stat_size, alpha, preset):
    out, window = [], []
    for item, x in enumerate(stream, start=1):
        window = [*window, x][-window_size:]
        signal = 0
        if len(window) == window_size:
            older, newest = window[:-stat_size], window[-stat_size:]
            test = stats.ks_2samp(drawn(older, stat_size, seed, item), newest, method="exact")
            if preset == "river":
                is_drift = test.pvalue <= alpha and test.statistic > 0.1
            else:
                is_drift = test.statistic > math.sqrt(-math.log(alpha) / stat_size)
            signal = 2 if is_drift else 0
            if is_drift:
                window = [] if preset == "river" else newest
        out.append(signal)
    return out


@pytest.mark.filterwarnings("ignore:ks_2samp. Exact")  # where rounding lifts p above 1
@pytest.mark.parametrize("preset", ["paper", "river"])
@pytest.mark.parametrize("decimals", [0, 6])
@settings(max_examples=25)  # SciPy takes its time
@given(seed=st.integers(0, 2**62), sizes=st.sampled_from([(100, 30), (20, 10), (30, 7)]))
def test_agrees_with_scipy_on_the_same_draws(preset, decimals, seed, sizes):
    stream = np.round(values("KSWIN", 260, seed % 1000), decimals)
    parameters = {"window_size": sizes[0], "stat_size": sizes[1], "alpha": 0.02, "preset": preset}

    signals = one_by_one(detectors.KSWIN(seed=seed, **parameters), stream)

    assert signals.tolist() == reference(stream, seed, **parameters)


class RiverWithOurDraws(drift.KSWIN):
    """River's detector, which asks itself for its sample; it draws what ours draws."""

    def _reset(self):
        super()._reset()
        self._rng = self

    def sample(self, places, size):
        older = np.array(self.window)[: len(places)]
        return np.argsort(older)[ranks_drawn(len(places), size, self.seed, self.item)]


@settings(max_examples=25)  # SciPy takes its time
@given(seed=st.integers(0, 2**62), sizes=st.sampled_from([(100, 30), (20, 10), (30, 7)]))
def test_every_update_gives_rivers_signal_on_the_same_draws(seed, sizes):
    parameters = {"window_size": sizes[0], "stat_size": sizes[1], "alpha": 0.02, "seed": seed}
    ours, theirs = detectors.KSWIN(preset="river", **parameters), RiverWithOurDraws(**parameters)

    for theirs.item, x in enumerate(values("KSWIN", 260, seed % 1000), start=1):
        ours.update(x)
        theirs.update(x)
        assert (theirs.item, ours.drift_detected) == (theirs.item, theirs.drift_detected)


@given(seed=st.integers(0, 1000))
def test_p_value_is_scipys(seed):
    stream = values("KSWIN", 100, seed)
    detector = detectors.KSWIN(seed=seed)
    assert detector.p_value == 1.0

    detector.update_many(stream)

    sample = drawn(stream[:70], 30, seed, 100)
    assert detector.p_value == pytest.approx(stats.ks_2samp(sample, stream[70:]).pvalue)


def test_change_of_spread_alone_is_found():
    rng = np.random.default_rng(2)
    stream = np.concatenate([rng.normal(size=500), rng.normal(scale=6.0, size=100)])

    found = drifts(detectors.KSWIN(alpha=1e-4, seed=1).update_many(stream))

    assert found
    assert 500 < found[0] < 600


def test_another_seed_draws_another_sample_and_none_is_shown():
    stream = values("KSWIN", 3000)
    unseeded = detectors.KSWIN()
    again = detectors.KSWIN(seed=unseeded.seed)

    assert unseeded.update_many(stream).tolist() == again.update_many(stream).tolist()
    assert unseeded.seed != detectors.KSWIN().seed
    signals = [drifts(detectors.KSWIN(seed=s).update_many(stream)) for s in range(5)]
    assert any(other != signals[0] for other in signals)


@pytest.mark.parametrize(
    "wrong",
    [{"alpha": 0.0}, {"alpha": 1.0}, {"window_size": 59}, {"stat_size": 0}, {"seed": -1}],
    ids=str,
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.KSWIN(**wrong)
