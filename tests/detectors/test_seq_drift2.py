"""SeqDrift2 beside NumPy on the same draws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_detector import drifts, errors, values
from oracles.sampler_draws import GOLDEN, MASK, mix64

from driftline import detectors


def uniform(seed, row):
    """Return the uniform number of core/driftline/random/draws.hpp, draw 0."""
    key = mix64((seed + 0xD1342543DE82EF95) & MASK)
    lane = mix64((key + 0xDA942042E4DD58B5) & MASK)
    return (mix64((lane + row * GOLDEN) & MASK) >> 11) * 2.0**-53


def has_moved(sample, block, delta):
    n, b = len(sample), len(block)
    variance = max(np.var([*sample, *block], ddof=1), 1e-4)
    x = math.log(4 * 2 * (1 - 0.5 ** (n // b)) / delta)
    eps = (x + math.sqrt(x * x + 18 * b * x * variance)) / (3 * b * (1 - b / (n + b)))
    return abs(np.mean(sample) - np.mean(block)) >= eps


def reference(stream, seed, delta, b, size):
    out, sample, offered = [0] * len(stream), [], 0
    for start in range(0, len(stream) - b + 1, b):
        block = stream[start : start + b]
        if sample and has_moved(sample, block, delta):
            out[start + b - 1], sample, offered = 2, [], 0
        for item, x in enumerate(block, start):
            offered += 1
            if len(sample) < size:
                sample.append(x)
            elif (place := int(uniform(seed, item) * offered)) < size:
                sample[place] = x
    return out


@given(seed=st.integers(0, 2**62), b=st.sampled_from([20, 50]), delta=st.sampled_from([0.01, 0.5]))
def test_agrees_with_numpy_on_the_same_draws(seed, b, delta):
    stream = values("SeqDrift2", 800, seed % 1000)
    detector = detectors.SeqDrift2(delta=delta, block_size=b, reservoir_size=120, seed=seed)

    assert detector.update_many(stream).tolist() == reference(stream, seed, delta, b, 120)


def test_answers_come_at_the_ends_of_blocks_and_for_both_directions():
    stream = errors(4000, seed=1, shares=(0.2, 0.6, 0.2, 0.2))

    found = drifts(detectors.SeqDrift2(block_size=100, seed=1).update_many(stream))

    assert all((at + 1) % 100 == 0 for at in found)
    assert any(1000 <= at < 1300 for at in found)
    assert any(2000 <= at < 2300 for at in found)


def test_false_alarms_are_rare():
    stream = errors(200_000, seed=2, shares=(0.3,))

    # 1000 tests; the bound promises less than one in a hundred.
    assert len(drifts(detectors.SeqDrift2(seed=1).update_many(stream))) < 10


@pytest.mark.parametrize(
    "wrong", [{"delta": 0.0}, {"block_size": 1}, {"reservoir_size": 199}, {"seed": -1}], ids=str
)
def test_parameter_without_meaning_is_refused_by_name(wrong):
    (name,) = wrong

    with pytest.raises(ValueError, match=f"^{name} must"):
        detectors.SeqDrift2(**wrong)
