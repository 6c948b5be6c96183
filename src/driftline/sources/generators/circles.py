"""Inside or outside of a circle. The rule: core/driftline/sources/circles.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class CIRCLES(DriftingGenerator):
    """Inside of a circle or not; each drift goes on to the next of four circles.

    Centres (0.2, 0.5), (0.4, 0.5), (0.6, 0.5), (0.8, 0.5), radii 0.15, 0.2, 0.25, 0.3, and again
    from the first. Inside is positive: from 7 % to 25 % of the rows.

    Parameters
    ----------
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that a change takes; the chance of the new concept follows a sigmoid. 0 is at once.
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
    >>> stream = sources.CIRCLES(seed=7, drifts=[1000], width=100)
    >>> stream.drifts
    (Drift(row=1000, width=100, kind='gradual'),)
    >>> stream.truth(0)["radius"], stream.truth(1100)["radius"]
    (0.15, 0.2)

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
            _core.Generator.circles,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            turns=4,
        )
