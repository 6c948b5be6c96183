"""Every public sampler, and a stream that each of them takes: items, weights, times and keys."""

from dataclasses import dataclass

import numpy as np

from driftline import samplers

CLASSES = {
    name: cls for name in samplers.__all__ if isinstance(cls := getattr(samplers, name), type)
}

MAKERS = {
    "KeySampler": lambda seed=1: samplers.KeySampler(0.3, seed=seed),
    "KeySampler(max_keys)": lambda seed=1: samplers.KeySampler(1.0, seed=seed, max_keys=5),
    "KeySampler(buckets)": lambda seed=1: samplers.KeySampler(
        0.5, buckets=10, seed=seed, max_keys=8
    ),
    "ReservoirSampler": lambda seed=1: samplers.ReservoirSampler(7, seed=seed),
    "ReservoirSampler(R)": lambda seed=1: samplers.ReservoirSampler(7, algorithm="R", seed=seed),
    "WeightedReservoirSampler": lambda seed=1: samplers.WeightedReservoirSampler(7, seed=seed),
    "WeightedReservoirSampler(A-Res)": lambda seed=1: samplers.WeightedReservoirSampler(
        7, algorithm="A-Res", seed=seed
    ),
    "WindowSampler": lambda seed=1: samplers.WindowSampler(5, 20, seed=seed),
    "TimeWindowSampler": lambda seed=1: samplers.TimeWindowSampler(5, 12.0, seed=seed),
    "TimeWindow": lambda seed=1: samplers.TimeWindow(6.0),
    "ExponentialSampler": lambda seed=1: samplers.ExponentialSampler(7, seed=seed),
    "ExponentialSampler(rate)": lambda seed=1: samplers.ExponentialSampler(7, rate=0.05, seed=seed),
    "DecaySampler": lambda seed=1: samplers.DecaySampler(7, half_life=5.0, seed=seed),
}
NO_MERGE = ("WindowSampler", "ExponentialSampler", "ExponentialSampler(rate)")
MERGING = [name for name in MAKERS if name not in NO_MERGE]
# Those that draw at random, and merge only with another seed; the others only with their own.
DRAWING = [name for name in MERGING if not name.startswith("KeySampler") and name != "TimeWindow"]


@dataclass(frozen=True)
class Offered:
    """Items with all that any sampler wants to know of them."""

    items: list
    w: np.ndarray
    time: np.ndarray
    keys: list

    def part(self, begin, end):
        return Offered(
            self.items[begin:end], self.w[begin:end], self.time[begin:end], self.keys[begin:end]
        )


def offered(count, seed=0, start=0):
    rng = np.random.default_rng(seed)
    w = np.round(rng.gamma(1.0, size=count) + 0.01, 2)
    time = np.sort(np.round(rng.uniform(0.0, count / 4.0, size=count), 1))
    keys = [None if k == 0 else f"user{k}" for k in rng.integers(20, size=count).tolist()]
    return Offered(list(range(start, start + count)), w, time, keys)


def wants(sampler):
    """Return the names of what is offered beside the items."""
    return {
        "WeightedReservoirSampler": ["w"],
        "TimeWindowSampler": ["time"],
        "TimeWindow": ["time"],
        "DecaySampler": ["time", "w"],
        "KeySampler": ["keys"],
    }.get(type(sampler).__name__, [])


def update_many(sampler, part):
    sampler.update_many(part.items, **{name: getattr(part, name) for name in wants(sampler)})
    return sampler


def update_each(sampler, part):
    names = wants(sampler)
    for i, item in enumerate(part.items):
        beside = {("key" if n == "keys" else n): getattr(part, n)[i] for n in names}
        sampler.update(item, **beside)
    return sampler


def filled(name, count=200, seed=1):
    return update_many(MAKERS[name](seed), offered(count))


def partner(name):
    """Return an empty sampler that merges with those of `filled(name)`."""
    return MAKERS[name](2 if name in DRAWING else 1)
