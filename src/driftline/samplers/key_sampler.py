"""Sampling by key. The algorithm is core/driftline/samplers/key_sampler.hpp."""

from typing import Any

from driftline import _core
from driftline.samplers.front import KeyedFront
from driftline.samplers.stages import BUCKETS


class KeySampler(KeyedFront, _core.KeySampler):
    """All items of a fixed proportion of the keys.

    For questions about each key, such as how many users repeat a query: a key is in the sample
    with all its items or not at all, so the answers are those of the whole stream. A sample of
    items would tear keys apart. The sample grows with the stream unless `max_keys` bounds it.

    Keys are text, bytes or whole numbers. An item whose key is None belongs to nobody and is not
    kept. The choice depends on key and seed alone, the same on every machine.

    Parameters
    ----------
    proportion
        Which part of the keys to keep, above 0 and at most 1.
    buckets
        Into how many buckets keys fall; those of the first round(proportion * buckets) are kept.
    seed
        Another seed keeps other keys. Samplers that are to keep the same keys, or to be merged,
        need the same.
    max_keys
        Most keys to hold, each with all its items; None for any number. When there are more, the
        proportion is lowered, and keys that fall out of it are dropped for good.

    Examples
    --------
    >>> from driftline import samplers
    >>> sampler = samplers.KeySampler(1 / 10, buckets=10)
    >>> sampler.update_many([f"user{i}" for i in range(10_000)])
    >>> len(sampler.sample())
    1001
    >>> sampler = samplers.KeySampler(1.0, max_keys=100)
    >>> sampler.update_many(range(100_000), keys=[f"user{i}" for i in range(100_000)])
    >>> len(sampler.sample()), round(sampler.share, 4)
    (100, 0.0009)

    References
    ----------
    Leskovec, Rajaraman, Ullman. Mining of Massive Datasets, chapter 4. 2014.
    """

    def __init__(
        self,
        proportion: float,
        *,
        buckets: int = BUCKETS,
        seed: int = 0,
        max_keys: int | None = None,
    ) -> None:
        if max_keys is not None and max_keys < 1:
            raise ValueError(f"max_keys must be at least 1, not {max_keys}")
        super().__init__(proportion, buckets, seed, max_keys or 0)

    @property
    def max_keys(self) -> int | None:  # type: ignore[override]
        """Most keys to hold; None for any number."""
        return super().max_keys or None

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name."""
        return {**super().params, "max_keys": self.max_keys}
