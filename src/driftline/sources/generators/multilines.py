"""A hyperplane on the move. The rule: core/driftline/sources/multilines.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class MULTILINES(DriftingGenerator):
    """A hyperplane of which k weights are always on the move; a drift draws anew which.

    Positive iff w . x >= sum(w) / 2, with x in the unit cube. After each row each moving weight
    changes by `magnitude` and turns round with probability 0.1.

    Parameters
    ----------
    d
        Number of inputs.
    k
        How many weights move.
    magnitude
        How far in each row.
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows in which a coin picks the old set of weights or the new one to move.
    noise
        Probability that a label is flipped.
    balanced
        Draw rows until each has the class that a fair coin has named.
    virtual
        No weight moves; at each drift the inputs move to another box, half as wide.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.MULTILINES(seed=7, drifts=[1000])
    >>> moving = stream.truth(0)["moving"]
    >>> changed = stream.truth(999)["weights"] != stream.truth(0)["weights"]
    >>> sorted(moving) == sorted(changed.nonzero()[0])
    True

    References
    ----------
    Hulten, Spencer, Domingos. Mining Time-Changing Data Streams. 2001.
    """

    def __init__(
        self,
        *,
        d: int = 10,
        k: int = 2,
        magnitude: float = 0.001,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        virtual: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.multilines,
            d=d,
            k=k,
            magnitude=magnitude,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            virtual=virtual,
            seed=seed,
            rows=rows,
            kind="virtual" if virtual else "gradual",
        )
