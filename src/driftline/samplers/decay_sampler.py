"""Forward decay. The algorithm is core/driftline/samplers/decay_sampler.hpp."""

import math

from driftline import _core
from driftline.samplers.front import DecayedFront
from driftline.samplers.offers import drawn


class DecaySampler(DecayedFront, _core.DecaySampler):
    """A sample of fixed size in which items lose weight with time: half in each half-life.

    A weighted sample like `WeightedReservoirSampler`, in which an item of age a weighs
    e^(-rate a) times its own weight. Times may be numbers or dates, in any order: an item that
    comes late is as old as its time says.

    Parameters
    ----------
    size
        Items to keep, at least 1. Until so many have come, all are in the sample.
    rate
        How fast items fade, above 0, per unit of time; per second if times are dates.
    half_life
        Time in which an item loses half of its weight, in place of `rate` = ln(2) / half_life.
    seed
        Seed of the random numbers; None draws one now, to be seen in `params`.

    Examples
    --------
    >>> from driftline import samplers
    >>> sampler = samplers.DecaySampler(3, half_life=60.0, seed=1)
    >>> for minute in range(1000):
    ...     sampler.update(f"minute {minute}", time=60.0 * minute)
    >>> sampler.sample()
    ['minute 999', 'minute 993', 'minute 998']

    References
    ----------
    Cormode, Shkapenyuk, Srivastava, Xu. Forward Decay: A Practical Time Decay Model for Streaming
    Systems. 2009.
    """

    def __init__(
        self,
        size: int,
        *,
        rate: float | None = None,
        half_life: float | None = None,
        seed: int | None = None,
    ) -> None:
        if (rate is None) == (half_life is None):
            raise ValueError("give either rate or half_life")
        if half_life is not None:
            if not 0.0 < half_life < math.inf:
                raise ValueError("half_life must be positive and finite")
            rate = math.log(2.0) / half_life
        assert rate is not None
        super().__init__(size, rate, drawn(seed))

    @property
    def half_life(self) -> float:
        """Time in which an item loses half of its weight."""
        return math.log(2.0) / self.rate
