"""A window of time, whole. The algorithm is core/driftline/samplers/time_window_sampler.hpp."""

from driftline import _core
from driftline.samplers.front import TimedFront


class TimeWindow(TimedFront, _core.TimeWindow):
    """All items of the last hour, or any span of time.

    The window ends at the time of the newest item and holds what is younger than `span`; no
    clock is asked. Times may be numbers or dates and must not go back; items of one time stay in
    the order in which they came. For windows too full to be held use `TimeWindowSampler`.

    Parameters
    ----------
    span
        Length of the window, above 0, in the unit of the times; in seconds if these are dates.

    Examples
    --------
    >>> from driftline import samplers
    >>> window = samplers.TimeWindow(60.0)
    >>> window.update_many(["a", "b", "c"], time=[0.0, 10.0, 50.0])
    >>> window.update("d", 65.0)
    >>> window.sample()
    ['b', 'c', 'd']
    """

    def __init__(self, span: float) -> None:
        super().__init__(span)
