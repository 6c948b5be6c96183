"""A concept that turns into another step by step: a generator whose parameters move."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from driftline.sources.compose.places import places
from driftline.stream.batch import Batch
from driftline.stream.stream import BATCH_ROWS, Drift, Facts, Stream

_KEPT = ("seed", "rows")


def incremental(
    before: Stream, after: Stream, *, at: int, width: int, steps: int | None = None
) -> Stream:
    """Move the parameters of one generator to those of another, in small steps.

    Both are of the same class and have the same seed; they differ in fractional parameters, which
    are interpolated. Each step goes on at the row where the one before stopped, so inputs do not
    repeat.

    Parameters
    ----------
    before
        The generator as it begins.
    after
        The generator as it is after the drift.
    at
        First row of the drift.
    width
        Rows that the drift takes.
    steps
        Steps between the two, of equal length, at most `width`; 20 if not given, or fewer if
        the drift is shorter.

    Examples
    --------
    >>> from driftline import sources
    >>> quiet, noisy = sources.SEA(noise=0.0, seed=1), sources.SEA(noise=0.3, seed=1)
    >>> sources.incremental(quiet, noisy, at=500, width=1000).drifts
    (Drift(row=500, width=1000, kind='incremental'),)
    """
    places(at, None, None, width, 0)
    steps = min(20, width) if steps is None else steps
    if not 1 <= steps <= width:
        raise ValueError(f"steps must be from 1 to the width, {width}, not {steps}")
    one, other = _parameters(before, after)
    streams = [before]
    for step in range(1, steps + 1):
        share = step / (steps + 1)
        mixed = {name: _between(one[name], other[name], share) for name in one}
        streams.append(type(before)(**mixed))
    begins = [0, *(at + step * width // steps for step in range(steps)), at + width]
    return Incremental([*streams, after], begins, Drift(at, width, "incremental"))


class Incremental(Stream):
    """Generators one after the other, each from the row on where it begins."""

    def __init__(self, streams: list[Stream], begins: list[int], drift: Drift) -> None:
        self._streams, self._begins, self._drift = streams, begins, drift

    @property
    def facts(self) -> Facts:
        """The facts of the last generator, with the drift."""
        return replace(self._streams[-1].facts, drifts=(self._drift,))

    @property
    def is_endless(self) -> bool:
        """Whether the last generator never ends."""
        return self._streams[-1].is_endless

    def batches(self, rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Start a pass through all steps."""
        ends: list[int | None] = [*self._begins[1:], None]
        for stream, begin, end in zip(self._streams, self._begins, ends, strict=True):
            part = stream.skip(begin)
            for batch in (part if end is None else part.take(end - begin)).batches(rows):
                yield replace(batch, start=begin + batch.start)


def _parameters(before: Any, after: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the parameters of both, or say why they cannot be interpolated."""
    instead = "use drift([before, after], at=..., width=...) for a gradual change"
    if type(before) is not type(after) or not hasattr(before, "params"):
        raise TypeError(
            f"{type(before).__name__} and {type(after).__name__} are not two generators of one "
            f"class with parameters; {instead}"
        )
    one, other = dict(before.params), dict(after.params)
    if one.get("seed") != other.get("seed"):
        raise ValueError("seed: give both generators the same, or their inputs jump at each step")
    if one.get("drifts"):
        raise ValueError("drifts: a generator that drifts by itself cannot be moved; " + instead)
    different = [n for n in one if n not in _KEPT and one[n] != other[n]]
    if not different:
        raise ValueError("the two generators have the same parameters, so there is no drift")
    for name in different:
        if not _moves(one[name], other[name]):
            raise ValueError(
                f"{name}: there is nothing between {one[name]!r} and {other[name]!r}; {instead}"
            )
    return one, other


def _moves(one: Any, other: Any) -> bool:
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_moves, one, other))
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in (one, other))
    return numbers and (isinstance(one, float) or isinstance(other, float))


def _between(one: Any, other: Any, share: float) -> Any:
    if one == other or not _moves(one, other):  # the rows may differ; the last generator's count
        return one
    if isinstance(one, tuple | list):
        return [_between(a, b, share) for a, b in zip(one, other, strict=True)]
    return one + (other - one) * share
