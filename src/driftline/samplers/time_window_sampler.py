"""Priority sampling. The algorithm is core/driftline/samplers/time_window_sampler.hpp."""

from driftline import _core
from driftline.samplers.front import TimedFront
from driftline.samplers.offers import drawn


class TimeWindowSampler(TimedFront, _core.TimeWindowSampler):
    """A sample of fixed size of the items of the last hour, or any span of time.

    Without replacement; all items of the window if they are fewer than the size. The window ends
    at the time of the newest item and holds what is younger than `span`; no clock is asked.
    Times may be numbers or dates and must not go back. To hold the whole window use `TimeWindow`.

    Parameters
    ----------
    size
        Items in the sample, at least 1. Somewhat more are held, about size * log(n / size) for
        n items in the window.
    span
        Length of the window, above 0, in the unit of the times; in seconds if these are dates.
    seed
        Seed of the random numbers; None draws one now, to be seen in `params`.

    Examples
    --------
    >>> from driftline import samplers
    >>> sampler = samplers.TimeWindowSampler(2, 60.0, seed=1)
    >>> sampler.update_many(["a", "b", "c", "d"], time=[0.0, 10.0, 50.0, 65.0])
    >>> sampler.sample()
    ['b', 'd']

    References
    ----------
    Babcock, Datar, Motwani. Sampling from a Moving Window over Streaming Data. 2002.
    """

    def __init__(self, size: int, span: float, *, seed: int | None = None) -> None:
        super().__init__(size, span, drawn(seed))
