"""Detectors: time per value over an array, beside River's row loop and MOA's loop in Java.

    python benchmarks/speed/detectors.py

The stream is a million errors at a rate of 0.2, without drift: the usual case, and the dearest
one for ADWIN, whose window then holds all of it. River's KSWIN takes too long for that and gets
fewer values. MOA's detectors are driven by one call into the JVM, which loops over a Java array
already in memory. Writes benchmarks/results/detectors.json.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import environment
import numpy as np
import peer_moa_detectors
import targets
from contest import Contestant, measure
from numpy.typing import NDArray
from river import drift

from driftline import detectors

SEED = 7
VALUES = 1_000_000
RIVER_VALUES = {"KSWIN": 3_000}
RIVER: dict[str, Callable[[], Any]] = {
    "ADWIN": drift.ADWIN,
    "DDM": drift.binary.DDM,
    "EDDM": drift.binary.EDDM,
    "FHDDM": drift.binary.FHDDM,
    "FHDDMS": partial(drift.binary.FHDDM, short_window_size=25),
    "HDDM_A": drift.binary.HDDMA,
    "HDDM_W": drift.binary.HDDMW,
    "KSWIN": partial(drift.KSWIN, seed=SEED),
    "PageHinkley": drift.PageHinkley,
}


def _ours(name: str) -> Callable[[], Any]:
    cls = getattr(detectors, name)
    return partial(cls, seed=SEED) if name in ("KSWIN", "SeqDrift2") else cls  # type: ignore[no-any-return]


def _row_loop(values: list[float], detector: Any) -> None:
    for x in values:
        detector.update(x)


def _contestants(name: str, errors: NDArray[np.float64]) -> Iterator[Contestant]:
    make = partial(Contestant, learner=name, is_scaled=False, accuracy=lambda _: 0.0)
    yield make(
        "driftline", rows=VALUES, fresh=_ours(name), run=lambda model: model.update_many(errors)
    )
    if name in RIVER:
        values = errors[: RIVER_VALUES.get(name, VALUES)].tolist()
        run = partial(_row_loop, values)
        yield make("River", rows=len(values), fresh=RIVER[name], run=run, warm_up=0)
    if name in peer_moa_detectors.CLASSES:
        run = peer_moa_detectors.loop(errors)
        fresh = partial(peer_moa_detectors.fresh, name)
        yield make("MOA", rows=VALUES, fresh=fresh, run=run, warm_up=10)


def figures(rounds: int) -> Iterator[dict[str, Any]]:
    """Nanoseconds a value of each library, and the peers' time over ours."""
    errors = (np.random.default_rng(SEED).random(VALUES) < 0.2).astype(float)
    for name in detectors.__all__:
        if name == "FeatureMonitor":
            continue
        found = measure(_contestants(name, errors), rounds)
        ns = {c.name: m.seconds / c.rows * 1e9 for c, m in found}
        ratios = {peer: ns[peer] / ns["driftline"] for peer in ns if peer != "driftline"}
        wanted = {peer: targets.detector(name, peer) for peer in ratios}
        yield {"detector": name, "ns": ns, "ratios": ratios, "targets": wanted}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    lines = []
    for line in figures(options.rounds):
        lines.append(line)
        ratios = ", ".join(
            f"{peer} {ratio:.1f} times (wanted {line['targets'][peer]:g})"
            for peer, ratio in line["ratios"].items()
        )
        print(f"{line['detector']:14} {line['ns']['driftline']:7.1f} ns  {ratios}")
    print(f"wrote {environment.write('detectors', SEED, lines)}")


if __name__ == "__main__":
    main()
