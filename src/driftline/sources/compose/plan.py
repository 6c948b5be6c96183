"""Which source each row of a joined stream comes from.

Concept i is drawn from source i mod k. Between two marks all rows come from one source. From a
mark on, for `width` rows, the new one is drawn with the probability of a sigmoid,

    Pr[new] = 1 / (1 + exp(-4 (j - W/2) / W)),   j = 0 .. W-1 rows after the mark.

The choice for a row is a function of seed and row number, so any part of the plan can be
computed alone. A source advances only when a row is drawn from it.

Bifet, Holmes, Pfahringer, Kirkby, Gavalda. New Ensemble Methods for Evolving Data Streams. 2009.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.stream import draws

ENDLESS = 1 << 62


@dataclass(frozen=True)
class Region:
    """Rows `begin` to `end` - 1, all from `old`, or drawn from `old` and `new`."""

    begin: int
    end: int
    old: int
    new: int | None = None


@dataclass(frozen=True)
class Plan:
    """The regions of a joined stream."""

    sources: int
    marks: tuple[int, ...]
    width: int
    seed: int

    def regions(self) -> Iterator[Region]:
        """Yield the regions in order; the last has no end."""
        begin = 0
        for concept, mark in enumerate(self.marks):
            old, new = concept % self.sources, (concept + 1) % self.sources
            yield Region(begin, mark, old)
            if self.width:
                yield Region(mark, mark + self.width, old, new)
            begin = mark + self.width
        yield Region(begin, ENDLESS, len(self.marks) % self.sources)

    def is_new(self, region: Region, begin: int, end: int) -> NDArray[np.bool_]:
        """Return, for some rows of a transition, whether each is drawn from the new source."""
        rows = np.arange(begin, end)
        chance = chance_of_new(rows - region.begin, self.width)
        return np.asarray(draws.uniforms(self.seed, rows) < chance)

    def row_of(self, source: int, drawn: int) -> int | None:
        """Return the row at which a source has given `drawn` rows and is asked for one more."""
        for region in self.regions():
            if region.new is not None:
                is_new = self.is_new(region, region.begin, region.end)
                mine = is_new if source == region.new else ~is_new
                if source not in (region.old, region.new):
                    continue
                rows = np.flatnonzero(mine)
                if drawn < len(rows):
                    return region.begin + int(rows[drawn])
                drawn -= len(rows)
            elif region.old == source:
                if drawn < region.end - region.begin:
                    return region.begin + drawn
                drawn -= region.end - region.begin
        return None


def chance_of_new(j: NDArray[Any], width: int) -> NDArray[np.float64]:
    """Return the probability of the new concept j rows after the mark."""
    return 1.0 / (1.0 + _exp(-4.0 * (j - width / 2.0) / width))


def _exp(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return exp(x) for |x| <= 2 by sums and products alone, the same bits on every machine."""
    t = x / 16.0
    total = np.ones_like(t)
    for n in range(12, 0, -1):  # t**13 / 13! is below 1e-21
        total = 1.0 + total * t / n
    for _ in range(4):
        total = total * total
    return total
