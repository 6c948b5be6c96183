"""SeqDrift2. The algorithm is core/driftline/detectors/seq_drift2.hpp."""

from typing import Any

from driftline import _core
from driftline.detectors.front import DetectorFront
from driftline.stream import draws


class SeqDrift2(DetectorFront, _core.SeqDrift2):
    """Drift where a block of values differs in mean from a fair sample of all before.

    For gradual drift and few false alarms where an answer once in a block is soon enough. The
    sample stands for the whole past since the last drift. Values lie between 0 and 1.

    Parameters
    ----------
    delta
        Chance of a false alarm that is allowed.
    block_size
        Values from one test to the next.
    reservoir_size
        Values in the sample of the past, at least a block.
    seed
        Seed of the sample; None draws one now, to be seen in `params`.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline import detectors
    >>> errors = np.random.default_rng(1).random(2000) < np.repeat([0.2, 0.5], 1000)
    >>> np.flatnonzero(detectors.SeqDrift2(seed=1).update_many(errors) == 2)
    array([1199])

    References
    ----------
    Pears, Sakthithasan, Koh. Detecting Concept Change in Dynamic Data Streams. 2014.
    """

    def __init__(
        self,
        *,
        delta: float = 0.01,
        block_size: int = 200,
        reservoir_size: int = 10_000,
        seed: int | None = None,
    ) -> None:
        self._seed = draws.seed_or_new(seed)
        super().__init__(delta, block_size, reservoir_size, self._seed)

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name."""
        return super().params | {"seed": self._seed}  # as it was given, drawn or not
