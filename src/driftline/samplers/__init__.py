"""Samplers keep a fair part of a stream that does not fit."""

from driftline.samplers.decay_sampler import DecaySampler
from driftline.samplers.exponential_sampler import ExponentialSampler
from driftline.samplers.key_sampler import KeySampler
from driftline.samplers.reservoir_sampler import ReservoirSampler
from driftline.samplers.stages import sample_by_key, sample_by_row
from driftline.samplers.time_window import TimeWindow
from driftline.samplers.time_window_sampler import TimeWindowSampler
from driftline.samplers.weighted_reservoir_sampler import WeightedReservoirSampler
from driftline.samplers.window_sampler import WindowSampler

__all__ = [
    "DecaySampler",
    "ExponentialSampler",
    "KeySampler",
    "ReservoirSampler",
    "TimeWindow",
    "TimeWindowSampler",
    "WeightedReservoirSampler",
    "WindowSampler",
    "sample_by_key",
    "sample_by_row",
]
