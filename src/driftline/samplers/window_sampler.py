"""Chain sampling. The algorithm is core/driftline/samplers/window_sampler.hpp."""

from driftline import _core
from driftline.samplers.front import PlainFront
from driftline.samplers.offers import drawn


class WindowSampler(PlainFront, _core.WindowSampler):
    """A sample, with replacement, of the last so many items.

    For windows too long to be held. Each item of the sample is drawn uniformly from the window,
    independently of the others, so one may be there twice. Two windows cannot be merged: rows of
    two streams have no common order. `TimeWindowSampler` is for windows of time.

    Parameters
    ----------
    size
        Items in the sample, at least 1.
    window
        How many of the last items to sample from, at least 1.
    seed
        Seed of the random numbers; None draws one now, to be seen in `params`.

    Examples
    --------
    >>> from driftline import samplers
    >>> sampler = samplers.WindowSampler(3, 100, seed=1)
    >>> sampler.update_many(range(1_000_000))
    >>> all(item >= 999_900 for item in sampler.sample())
    True

    References
    ----------
    Babcock, Datar, Motwani. Sampling from a Moving Window over Streaming Data. 2002.
    """

    def __init__(self, size: int, window: int, *, seed: int | None = None) -> None:
        super().__init__(size, window, drawn(seed))
