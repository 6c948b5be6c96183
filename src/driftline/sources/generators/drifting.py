"""Generators with drift marks: their rows checked, and told in the facts."""

import operator
from collections.abc import Callable, Sequence
from typing import Any

from driftline import _core
from driftline.sources.generators.generator import Generator
from driftline.stream import Drift


class DriftingGenerator(Generator):
    """A generator that turns to its next concept at each of `drifts`."""

    def __init__(
        self,
        make: Callable[..., _core.Generator],
        *,
        drifts: Sequence[int],
        width: int,
        rows: int | None,
        kind: str | None = None,
        turns: int | None = None,
        widths: Callable[[Sequence[int], int], Sequence[int]] | None = None,
        **given: Any,
    ) -> None:
        """Take what `Generator` takes; `kind` and `widths` where `width` does not tell them.

        `turns` concepts come one after the other, and then the first again; None: all are new.
        """
        marks = tuple(operator.index(row) for row in drifts)
        if rows is not None and marks and marks[-1] >= rows:
            raise ValueError(f"drifts must come before the end at rows={rows}, not at {marks[-1]}")
        kind = kind or ("gradual" if width else "abrupt")
        taken = widths(marks, width) if widths else [width] * len(marks)
        places = [
            Drift(row, rows_taken, kind, number % turns if turns else number)
            for number, (row, rows_taken) in enumerate(zip(marks, taken, strict=True), 1)
        ]
        super().__init__(make, places=places, drifts=marks, width=width, rows=rows, **given)
