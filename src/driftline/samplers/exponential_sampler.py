"""Biased reservoir. The algorithm is core/driftline/samplers/exponential_sampler.hpp."""

from driftline import _core
from driftline.samplers.front import PlainFront
from driftline.samplers.offers import drawn


class ExponentialSampler(PlainFront, _core.ExponentialSampler):
    """A sample in which items fade with every row: one of a rows ago stays with e^(-rate a).

    For learning under drift from a sample that follows the stream without a hard edge. Two
    samples cannot be merged, as the age of an item is counted in rows of its own stream;
    `DecaySampler` counts it in time.

    Parameters
    ----------
    size
        Most items to keep, at least 1.
    rate
        How fast items fade, above 0 and at most 1 / size, which is also what None stands for.
        At a lower rate only a part of the items, size * rate, enters at all.
    seed
        Seed of the random numbers; None draws one now, to be seen in `params`.

    Examples
    --------
    >>> from driftline import samplers
    >>> sampler = samplers.ExponentialSampler(100, seed=1)
    >>> sampler.update_many(range(10_000))
    >>> ages = [10_000 - item for item in sampler.sample()]
    >>> len(ages), sum(ages) / len(ages)
    (100, 95.11)

    References
    ----------
    Aggarwal. On Biased Reservoir Sampling in the Presence of Stream Evolution. 2006.
    """

    def __init__(self, size: int, *, rate: float | None = None, seed: int | None = None) -> None:
        if rate is None:
            rate = 1.0 / size if size > 0 else 1.0  # a bad size is refused by its own name
        super().__init__(size, rate, drawn(seed))
