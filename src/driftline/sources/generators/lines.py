"""A line that turns. The rule: core/driftline/sources/lines.hpp."""

import itertools
from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class LINES(DriftingGenerator):
    """A line through [-1, 1]^2 that turns and shifts from each drift on.

    Positive iff cos(angle) x1 + sin(angle) x2 >= offset. At a drift the line sets off for another,
    drawn at random; `truth` tells where it is.

    Parameters
    ----------
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that the way to the next line takes. 0 is until the next drift; the last way then takes
        as many rows as the drift lies behind the one before it, or behind the beginning.
    noise
        Probability that a label is flipped.
    balanced
        Draw rows until each has the class that a fair coin has named.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.LINES(seed=7, drifts=[1000, 3000])
    >>> stream.drifts
    (Drift(row=1000, width=2000, kind='gradual'), Drift(row=3000, width=2000, kind='gradual'))
    >>> stream.truth(999)["angle"] == stream.truth(0)["angle"]
    True
    """

    def __init__(
        self,
        *,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.lines,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            kind="gradual",
            widths=_rows_moved,
        )


def _rows_moved(marks: Sequence[int], width: int) -> Sequence[int]:
    if width or not marks:
        return [width] * len(marks)
    gaps = [later - mark for mark, later in itertools.pairwise([0, *marks])]
    return [*gaps[1:], gaps[-1]]
