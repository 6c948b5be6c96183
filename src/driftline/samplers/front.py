"""The Python half of every sampler: many items at once, its state on file, and `stream | it`."""

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from driftline.samplers import item_text, offers
from driftline.samplers.stages import SampledStream
from driftline.state import Stateful
from driftline.stream import Batch, Stream


class SamplerFront(Stateful):
    """In front of a native sampler."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _offer_many(
            self, count: int, take: Any, weights: Any, times: Any, hashes: Any, has_key: Any
        ) -> None: ...
        def _merge(self, other: Any) -> None: ...
        def _offer_rows(self, rows: range, batch: Batch) -> None: ...
        def sample(self) -> list[Any]: ...  # noqa: D102

    def merge(self, other: Any) -> None:
        """Take in another sampler of the same parameters, as if this one had seen both streams.

        The two need seeds of their own, unless the seed is that of a hash: items chosen by the
        same random numbers are not independent. ValueError says so, and nothing has changed.
        """
        if type(other) is not type(self):
            raise TypeError(
                f"a {type(self).__name__} merges with its like, not with a {type(other).__name__}"
            )
        self._merge(other)

    def clone(self) -> Self:
        """Return a sampler of the same parameters that has seen nothing."""
        return type(self)(**self.params)

    def over(self, stream: Stream) -> Stream:
        """Return the rows of a stream that are in the sample at its end: `stream | sampler`.

        The sampler itself stays as it is; a clone goes over the stream, on the first use.
        """
        return SampledStream(stream, self)

    def _pack(self) -> tuple[dict[str, Any], dict[str, Any]]:
        arrays, schema = self._snapshot()
        text = item_text.written(schema.pop("items"))
        return {**arrays, "items": np.frombuffer(text, dtype=np.uint8)}, schema

    def _unpack(self, arrays: dict[str, Any], schema: dict[str, Any]) -> None:
        items = item_text.read(arrays["items"].tobytes())
        own = {name: array for name, array in arrays.items() if name != "items"}
        self._restore(own, {**schema, "items": items})

    def _same(self, other: Any) -> bool:
        mine, theirs = self._snapshot()[1]["items"], other._snapshot()[1]["items"]
        return super()._same(other) and item_text.same(mine, theirs)


class PlainFront(SamplerFront):
    """In front of a sampler of bare items."""

    __slots__ = ()

    def update_many(self, items: Any) -> None:
        """Offer many items: a list, an array, a column or a table, whose rows become dicts."""
        self._offer_many(*offers.opened(items), None, None, None, None)

    def _offer_rows(self, rows: range, batch: Batch) -> None:
        self.update_many(rows)


class WeightedFront(SamplerFront):
    """In front of a sampler of items with weights."""

    __slots__ = ()

    def update_many(self, items: Any, w: Any = None) -> None:
        """Offer many items, each with its weight above 0; without weights all are 1."""
        count, take = offers.opened(items)
        self._offer_many(count, take, offers.numbers(w, count), None, None, None)

    def _offer_rows(self, rows: range, batch: Batch) -> None:
        self.update_many(rows, batch.w)


class TimedFront(SamplerFront):
    """In front of a sampler of items with times."""

    __slots__ = ()

    def update_many(self, items: Any, time: Any) -> None:
        """Offer many items, each with its time: numbers or dates, none before the last."""
        count, take = offers.opened(items)
        self._offer_many(count, take, None, offers.times(time), None, None)

    def _offer_rows(self, rows: range, batch: Batch) -> None:
        self.update_many(rows, _times_of(batch, self))


class DecayedFront(SamplerFront):
    """In front of a sampler of items with times and weights."""

    __slots__ = ()

    def update_many(self, items: Any, time: Any, w: Any = None) -> None:
        """Offer many items, each with its time, a number or a date, and maybe its weight."""
        count, take = offers.opened(items)
        self._offer_many(count, take, offers.numbers(w, count), offers.times(time), None, None)

    def _offer_rows(self, rows: range, batch: Batch) -> None:
        self.update_many(rows, _times_of(batch, self), batch.w)


class KeyedFront(SamplerFront):
    """In front of a sampler of items with keys."""

    __slots__ = ()

    def update_many(self, items: Any, keys: Any = None) -> None:
        """Offer many items, each with its key; without keys each item is its own."""
        count, take = offers.opened(items)
        self._offer_many(count, take, None, None, *offers.keys(items if keys is None else keys))

    def over(self, stream: Stream) -> Stream:
        """Refuse: a stage has to know the column of the keys, which `sample_by_key` does."""
        raise TypeError("a KeySampler does not know its column: use sample_by_key(column, ...)")


def _times_of(batch: Batch, sampler: SamplerFront) -> Any:
    if batch.time is None:
        raise ValueError(f"{type(sampler).__name__} wants times; the stream has none")
    return batch.time
