"""Truth values beside numbers. The rule: core/driftline/sources/mixed.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class MIXED(DriftingGenerator):
    """Two truth values and two numbers; each drift reverses the labels.

    Positive iff at least two of v, w and x2 < 0.5 + 0.3 sin(3 pi x1) hold.

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
    >>> stream = sources.MIXED(seed=7)
    >>> stream.label_of({"v": 1, "w": 1, "x1": 0.5, "x2": 0.9})
    1

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
            _core.Generator.mixed,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            turns=2,
        )
