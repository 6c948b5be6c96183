"""Weighted sampling. The algorithm is core/driftline/samplers/weighted_reservoir_sampler.hpp."""

from typing import Literal

from driftline import _core
from driftline.samplers.front import WeightedFront
from driftline.samplers.offers import drawn


class WeightedReservoirSampler(WeightedFront, _core.WeightedReservoirSampler):
    """A sample of fixed size in which heavier items are likelier to be.

    It is as if items were drawn one after another, without replacement, each time with
    probability weight / sum of the weights left. So an item twice as heavy is twice as likely to
    be drawn first, but not quite twice as likely to be in a large sample.

    Parameters
    ----------
    size
        Items to keep, at least 1. Until so many have come, all are in the sample.
    algorithm
        "A-ExpJ" draws only for items that enter, "A-Res" for each. The samples have the same
        distribution.
    seed
        Seed of the random numbers; None draws one now, to be seen in `params`.

    Examples
    --------
    >>> from driftline import samplers
    >>> sampler = samplers.WeightedReservoirSampler(2, seed=1)
    >>> sampler.update_many(["light", "heavy", "light too"], w=[1.0, 1000.0, 1.0])
    >>> sampler.sample()
    ['light too', 'heavy']

    References
    ----------
    Efraimidis, Spirakis. Weighted random sampling with a reservoir. 2006.
    """

    def __init__(
        self,
        size: int,
        *,
        algorithm: Literal["A-ExpJ", "A-Res"] = "A-ExpJ",
        seed: int | None = None,
    ) -> None:
        super().__init__(size, algorithm, drawn(seed))
