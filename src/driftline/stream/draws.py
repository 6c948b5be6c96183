"""Random numbers by place: a function of seed, row and draw, never of what was drawn before.

Any row can be drawn again alone, so a stream is the same in batches of one and of a million.
The function is the output step of splitmix64 over a counter; it uses 64-bit integers only and
gives the same bits on every machine.

Steele, Lea, Flood. Fast Splittable Pseudorandom Number Generators. 2014.
"""

import secrets
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

_STEP = 0x9E3779B97F4A7C15
_WORD = 0xFFFFFFFFFFFFFFFF


def bits(seed: int, rows: NDArray[Any], draw: int = 0) -> NDArray[np.uint64]:
    """Return 64 random bits for each row number."""
    # Two rounds, so that neighbouring seeds and draws do not meet in one sequence.
    start = int(_mixed(np.array([(seed + (draw + 1) * _STEP) & _WORD], dtype=np.uint64))[0])
    return _mixed(rows.astype(np.uint64) * np.uint64(_STEP) + np.uint64(start))


def uniforms(seed: int, rows: NDArray[Any], draw: int = 0) -> NDArray[np.float64]:
    """Return a number in [0, 1) for each row number, with all 53 bits of a double."""
    return (bits(seed, rows, draw) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def integers(seed: int, rows: NDArray[Any], below: int, draw: int = 0) -> NDArray[np.int64]:
    """Return an integer from 0 to `below` - 1 for each row number; `below` is at most 2**32."""
    # The upper half of a product needs no division; its bias is below / 2**32.
    upper = bits(seed, rows, draw) >> np.uint64(32)
    return ((upper * np.uint64(below)) >> np.uint64(32)).astype(np.int64)


def draw_of(name: str) -> int:
    """Return the draw that belongs to a column, whatever its place among the others."""
    return zlib.crc32(name.encode())


class DrawnSeed(int):
    """A seed that nobody chose. Copies keep it; another object made in the same way has its own."""


def seed_or_new(seed: int | None) -> int:
    """Return the seed asked for, or a fresh one where there is none."""
    if seed is None:
        return DrawnSeed(secrets.randbits(63))
    if seed < 0:
        raise ValueError(f"seed must be at least 0, not {seed}")
    return seed


def _mixed(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
