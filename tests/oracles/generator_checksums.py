"""Checksums of generators: from a C++ program of the core alone, and from the rows Python gets."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pyarrow as pa

from driftline import sources

CORE = Path(__file__).parents[2] / "core"
TABLE = Path(__file__).parents[1] / "sources" / "checksums.json"
ROWS = 1_000_000
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def compiled(compiler, level, folder):
    """Compile the program that prints the table; returns its path."""
    binary = folder / f"generators-{compiler}{level}"
    flags = ["-std=c++20", "-ffp-contract=off", level, f"-I{CORE}", f"-I{CORE / 'tests'}"]
    source = CORE / "tests" / "generators_test.cpp"
    subprocess.run([compiler, *flags, source, "-o", binary], check=True)
    return binary


def printed(binary):
    """Run the program; returns checksums by name."""
    out = subprocess.run([binary, str(ROWS)], check=True, capture_output=True, text=True).stdout
    return json.loads(out)


def streams(rows=ROWS):
    """Make the generators of core/tests/every_generator.hpp by name."""
    drifts, width = (rows // 3, 2 * rows // 3), rows // 10
    common = {"seed": 7, "rows": rows}
    abrupt = common | {"drifts": drifts}
    gradual = abrupt | {"width": width}
    noisy = abrupt | {"noise": 0.1}
    balanced = abrupt | {"balanced": True}
    moving = {"n_classes": 3, "n_features": 4, "n_centroids": 20}
    quarters = (rows // 4, rows // 2, 3 * rows // 4)
    return {
        "SINE1": sources.SINE1(**abrupt),
        "SINE1 virtual": sources.SINE1(**gradual, virtual=True),
        "SINE2": sources.SINE2(**gradual),
        "SINIRREL1": sources.SINIRREL1(**noisy),
        "SINIRREL2": sources.SINIRREL2(**balanced),
        "CIRCLES": sources.CIRCLES(**balanced),
        "GAUSS": sources.GAUSS(**gradual),
        "STAGGER": sources.STAGGER(**noisy),
        "STAGGER nominal": sources.STAGGER(**abrupt, variant="2x2", one_hot=False),
        "MIXED": sources.MIXED(**gradual),
        "LINES": sources.LINES(**abrupt),
        "MULTILINES": sources.MULTILINES(**gradual, d=10, k=2, magnitude=0.001),
        "MULTILINES virtual": sources.MULTILINES(**abrupt, d=4, k=1, virtual=True),
        "Sine1Plus": sources.Sine1Plus(**noisy, d=5, sigma=10.0),
        "RidgeConcepts": sources.RidgeConcepts(**gradual, d=3, sigma=10.0, noise=0.5),
        "BernoulliErrors": sources.BernoulliErrors(**gradual, rates=(0.2, 0.5, 0.1)),
        "SEA": sources.SEA(**common, variant=2, noise=0.1),
        "Hyperplane": sources.Hyperplane(**common, mag_change=0.001),
        "RandomRBF": sources.RandomRBF(**common, **moving),
        "RandomRBFDrift": sources.RandomRBFDrift(
            **common, **moving, seed_model=8, change_speed=0.001, n_drift_centroids=10
        ),
        "LED": sources.LED(**common, noise_percentage=0.1),
        "LEDDrift": sources.LEDDrift(
            **common, noise_percentage=0.1, irrelevant_features=True, n_drift_features=3
        ),
        "Agrawal": sources.Agrawal(
            **common, classification_function=4, balance_classes=True, perturbation=0.05
        ),
        "Waveform": sources.Waveform(**common, has_noise=True),
        "RandomTree": sources.RandomTree(**common, n_classes=3),
        "Friedman": sources.Friedman(**common),
        "FriedmanDrift lea": sources.FriedmanDrift(**common, drift_type="lea", position=quarters),
        "FriedmanDrift gra": sources.FriedmanDrift(**common, drift_type="gra", position=drifts),
        "FriedmanDrift gsg": sources.FriedmanDrift(
            **common, drift_type="gsg", position=drifts, transition_window=width
        ),
    }


def checksum(stream, rows=8192):
    """Sum over all cells, each mixed with its place in the stream."""
    total = 0
    for batch in stream.batches(rows):
        cells = [*batch.x.columns, batch.y]
        places = np.arange(batch.start, batch.start + len(batch), dtype=np.uint64)
        places = places * np.uint64(len(cells)) + np.uint64(1)
        for column, cell in enumerate(cells):
            cell_hashes = mixed(bits(cell) + (places + np.uint64(column)) * GOLDEN)
            total += int(cell_hashes.sum(dtype=np.uint64))
    return f"{total % 2**64:x}"


def bits(column):
    if pa.types.is_dictionary(column.type):
        return column.indices.to_numpy().astype(np.uint64)
    return column.to_numpy().view(np.uint64)


def mixed(x):
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
