"""Reservoir sampling. The algorithm is core/driftline/samplers/reservoir_sampler.hpp."""

from typing import Literal

from driftline import _core
from driftline.samplers.front import PlainFront
from driftline.samplers.offers import drawn


class ReservoirSampler(PlainFront, _core.ReservoirSampler):
    """A sample of fixed size in which every item seen has the same chance to be.

    The first choice where all rows count alike and the stream is of unknown length. It forgets
    nothing: after a drift most of the sample is from before. For the recent past see
    `WindowSampler` and `ExponentialSampler`, for rows that count more `WeightedReservoirSampler`.

    Parameters
    ----------
    size
        Items to keep, at least 1. Until so many have come, all are in the sample.
    algorithm
        "L" draws only for items that enter and costs nothing for the others; "R", the classic,
        draws for each. The samples have the same distribution.
    seed
        Seed of the random numbers; None draws one now, to be seen in `params`.

    Examples
    --------
    >>> from driftline import samplers
    >>> sampler = samplers.ReservoirSampler(3, seed=1)
    >>> sampler.update("the first")
    >>> sampler.update_many(range(1_000_000))
    >>> sampler.seen, sampler.sample()
    (1000001, [580998, 167284, 21566])

    References
    ----------
    Vitter. Random Sampling with a Reservoir. 1985.
    Li. Reservoir-Sampling Algorithms of Time Complexity O(n(1+log(N/n))). 1994.
    """

    def __init__(
        self, size: int, *, algorithm: Literal["L", "R"] = "L", seed: int | None = None
    ) -> None:
        super().__init__(size, algorithm, drawn(seed))
