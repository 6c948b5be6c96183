"""Two clouds that overlap. The rule: core/driftline/sources/gauss.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class GAUSS(DriftingGenerator):
    """Two overlapping clouds; each drift swaps their labels.

    At first positive rows are N((0, 0), 1) and negative ones N((2, 0), 4^2). Even the best
    classifier errs.

    Parameters
    ----------
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that a change takes; the chance of the new concept follows a sigmoid. 0 is at once.
    noise
        Probability that a label is flipped.
    balanced
        Changes nothing: the classes are always drawn by a fair coin.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.GAUSS(seed=7, drifts=[1000])
    >>> stream.truth(0)["deviation"]  # of the negative rows, of the positive ones
    array([4., 1.])

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
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
            _core.Generator.gauss,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            turns=2,
        )
