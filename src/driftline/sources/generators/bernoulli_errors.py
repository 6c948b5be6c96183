"""Mistakes for drift detectors. The rule: core/driftline/sources/bernoulli_errors.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class BernoulliErrors(DriftingGenerator):
    """Mistakes of a classifier whose error rate changes at each drift: food for detectors.

    The error, 0 or 1, is both the only feature and the label.

    Parameters
    ----------
    rates
        Error rate of each concept in turn, and again from the first.
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that a change takes; the chance of the new concept follows a sigmoid. 0 is at once.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.BernoulliErrors(rates=[0.1, 0.4], seed=7, rows=2000, drifts=[1000])
    >>> errors = [y for x, y in stream]
    >>> sum(errors[:1000]) < 150 < 350 < sum(errors[1000:])
    True
    """

    def __init__(
        self,
        *,
        rates: Sequence[float] = (0.2, 0.5, 0.1),
        drifts: Sequence[int] = (),
        width: int = 0,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        rates = tuple(float(rate) for rate in rates)
        super().__init__(
            _core.Generator.bernoulli_errors,
            rates=rates,
            drifts=drifts,
            width=width,
            seed=seed,
            rows=rows,
            turns=len(rates),
        )
