"""What a random search draws a parameter from, without SciPy."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Uniform:
    """Numbers between two bounds, all alike."""

    low: float
    high: float

    def at(self, share: float) -> float:
        """Return the number below which that share of all numbers lies."""
        return self.low + share * (self.high - self.low)


@dataclass(frozen=True)
class LogUniform:
    """Numbers between two bounds, all orders of magnitude alike."""

    low: float
    high: float

    def at(self, share: float) -> float:
        """Return the number below which that share of all numbers lies."""
        ratio = math.log(self.high) - math.log(self.low)
        return min(self.high, math.exp(math.log(self.low) + share * ratio))


@dataclass(frozen=True)
class Integers:
    """Whole numbers from `low` to `high`, both among them, all alike."""

    low: int
    high: int

    def at(self, share: float) -> int:
        """Return the number below which that share of all numbers lies."""
        return self.low + int(share * (self.high - self.low + 1))


def uniform(low: float, high: float) -> Uniform:
    """Draw a number between two bounds.

    Examples
    --------
    >>> uniform(0.5, 1.0).at(0.5)
    0.75
    """
    _check(math.isfinite(low) and math.isfinite(high) and low < high, low, high)
    return Uniform(low, high)


def log_uniform(low: float, high: float) -> LogUniform:
    """Draw a number between two bounds above 0, as often from 1 to 10 as from 10 to 100.

    Examples
    --------
    >>> round(log_uniform(0.01, 100.0).at(0.5), 6)
    1.0
    """
    _check(math.isfinite(high) and 0.0 < low < high, low, high, " above 0")
    return LogUniform(low, high)


def integers(low: int, high: int) -> Integers:
    """Draw a whole number from `low` to `high`.

    Examples
    --------
    >>> [integers(1, 4).at(share) for share in (0.0, 0.3, 0.6, 0.99)]
    [1, 2, 3, 4]
    """
    _check(isinstance(low, int) and isinstance(high, int) and low <= high, low, high)
    return Integers(low, high)


def _check(is_right: bool, low: float, high: float, where: str = "") -> None:
    if not is_right:
        raise ValueError(f"bounds must ascend{where}, not {low!r} and {high!r}")
