"""Samplers: keys hashed a second, time for an item that is kept, time for one that is not.

    python benchmarks/speed/samplers.py

Keys are texts of ten bytes in an Arrow column. Time is CPU time, the best of several passes, so
that a busy machine does not count. Writes benchmarks/results/samplers.json.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import environment
import numpy as np
import pyarrow as pa
import targets

from driftline import samplers
from driftline.samplers import offers

SEED = 1
KEYS = 4_000_000
Line = dict[str, Any]


def best(act: Callable[[], Any], rounds: int) -> float:
    """Return the fewest seconds of CPU that `act` took."""
    spent = []
    for _ in range(rounds):
        begin = time.process_time()
        act()
        spent.append(time.process_time() - begin)
    return min(spent)


def updated(sampler: Any, *columns: Any) -> Any:
    """Offer a batch to a sampler."""
    sampler.update_many(*columns)
    return sampler


def by_key(rounds: int) -> Iterator[Line]:
    """Keys a second: hashed only, chosen by the stage, and kept as Python objects."""
    rng = np.random.default_rng(SEED)
    keys = pa.array([f"user{number:06d}" for number in rng.integers(10**6, size=KEYS).tolist()])
    stage = samplers.sample_by_key("user", 1 / 10)
    acts: dict[str, Callable[[], Any]] = {
        "hash": lambda: offers.keys(keys),
        "sample_by_key, 1/10": lambda: stage.kept(keys),
        "KeySampler, 1/1000": lambda: updated(samplers.KeySampler(1 / 1000), keys),
        "KeySampler, 1/10": lambda: updated(samplers.KeySampler(1 / 10), keys),
    }
    for name, act in acts.items():
        rate = KEYS / best(act, rounds) / 1e6
        promised = targets.HASHED_MILLIONS if name == "sample_by_key, 1/10" else None
        yield {"what": name, "unit": "million keys/s", "value": rate, "promise": promised}


def kept_items(rounds: int) -> Iterator[Line]:
    """Algorithm L: time over the number of items that enter, s (1 + ln(n / s)) on average."""
    for size, count in ((1_000, 10**9), (100_000, 10**8)):
        items = range(count)
        seconds = best(lambda n=size, x=items: updated(_reservoir(n), x), rounds)  # type: ignore[misc]
        entered = size * (1 + math.log(count / size))
        yield {
            "what": f"Algorithm L, {size:,} of {count:,}",
            "unit": "ns per item kept",
            "value": seconds / entered * 1e9,
            "promise": targets.KEPT_NANOSECONDS,
        }
    few, many = (best(lambda n=n: updated(_reservoir(1_000), range(n)), rounds) for n in _ENDS)  # type: ignore[misc]
    entered = 1_000 * math.log(_ENDS[1] / _ENDS[0])
    yield {
        "what": f"Algorithm L, from {_ENDS[0]:,} items to {_ENDS[1]:,}",
        "unit": "ns per item kept",
        "value": (many - few) / entered * 1e9,
        "promise": targets.KEPT_NANOSECONDS,
    }


_ENDS = (10**6, 10**12)


def _reservoir(size: int) -> samplers.ReservoirSampler:
    return samplers.ReservoirSampler(size, seed=SEED)


def every_item(rounds: int) -> Iterator[Line]:
    """Time for each item offered, a million at once, and one by one from Python."""
    count = 10**6
    items, clock = range(count), np.arange(float(count))
    weights = np.random.default_rng(SEED).gamma(1.0, size=count) + 0.01
    acts: dict[str, Callable[[], Any]] = {
        "Algorithm R": lambda: updated(
            samplers.ReservoirSampler(1_000, algorithm="R", seed=SEED), items
        ),
        "A-ExpJ": lambda: updated(
            samplers.WeightedReservoirSampler(1_000, seed=SEED), items, weights
        ),
        "A-Res": lambda: updated(
            samplers.WeightedReservoirSampler(1_000, algorithm="A-Res", seed=SEED), items, weights
        ),
        "WindowSampler": lambda: updated(samplers.WindowSampler(1_000, 10**5, seed=SEED), items),
        "TimeWindowSampler": lambda: updated(
            samplers.TimeWindowSampler(1_000, 1e5, seed=SEED), items, clock
        ),
        "TimeWindow": lambda: updated(samplers.TimeWindow(1e5), items, clock),
        "ExponentialSampler": lambda: updated(samplers.ExponentialSampler(1_000, seed=SEED), items),
        "DecaySampler": lambda: updated(
            samplers.DecaySampler(1_000, half_life=1e4, seed=SEED), items, clock
        ),
        "Algorithm L, update one by one": lambda: _one_by_one(_reservoir(1_000), items),
    }
    for name, act in acts.items():
        value = best(act, rounds) / count * 1e9
        yield {"what": name, "unit": "ns per item", "value": value, "promise": None}


def _one_by_one(sampler: samplers.ReservoirSampler, items: range) -> None:
    for item in items:
        sampler.update(item)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    lines = []
    for measured in (by_key, kept_items, every_item):
        for line in measured(options.rounds):
            lines.append(line)
            print(f"{line['what']:46} {line['value']:9.1f} {line['unit']}")
    print(f"wrote {environment.write('samplers', SEED, lines)}")


if __name__ == "__main__":
    main()
