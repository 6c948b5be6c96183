"""A stream in random order, held in memory while it is read."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from driftline.stream import draws
from driftline.stream.batch import Batch, joined
from driftline.stream.stream import BATCH_ROWS, Facts, Stream


class Shuffled(Stream):
    """All rows of a stream, sorted by a random number each row has from the seed."""

    def __init__(self, stream: Stream, seed: int) -> None:
        self._stream, self._seed = stream, draws.seed_or_new(seed)

    @property
    def facts(self) -> Facts:
        """The facts of the stream; no drift is left."""
        return replace(self._stream.facts, drifts=())

    @property
    def is_once(self) -> bool:
        """Whether the stream can be read only once."""
        return self._stream.is_once

    @property
    def is_endless(self) -> bool:
        """Whether the stream never ends."""
        return self._stream.is_endless

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Read the whole stream, then give its rows in the new order."""
        whole = list(self._stream.batches())
        if not whole:
            return
        batch = joined(whole)
        order = np.argsort(draws.bits(self._seed, np.arange(len(batch))), kind="stable")
        for begin in range(0, len(batch), rows):
            yield replace(batch.take(order[begin : begin + rows]), start=begin)
