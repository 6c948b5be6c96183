"""Things with a size, a colour, a shape. The rule: core/driftline/sources/stagger.hpp."""

from collections.abc import Sequence
from typing import Literal

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class STAGGER(DriftingGenerator):
    """Small and red; then green or a circle; then medium or large: three concepts in turn.

    Size, colour and shape are uniform over their values.

    Parameters
    ----------
    variant
        Number of colours (red, green, blue) and shapes (square, circle, triangle).
    one_hot
        A column of 0 and 1 for each value; else three columns of categories.
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that a change takes; the chance of the new concept follows a sigmoid. 0 is at once.
    noise
        Probability that a label is flipped.
    balanced
        Draw rows until each has the class that a fair coin has named.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.STAGGER(one_hot=False, seed=7, drifts=[1000, 2000])
    >>> stream.facts.features
    {'size': 'nominal', 'color': 'nominal', 'shape': 'nominal'}
    >>> x = {"size": "small", "color": "red", "shape": "square"}
    >>> [stream.label_of(x, row=row) for row in (0, 1000, 2000)]
    [1, 0, 0]

    References
    ----------
    Schlimmer, Granger. Incremental Learning from Noisy Data. 1986.
    """

    def __init__(
        self,
        *,
        variant: Literal["3x3", "2x2"] = "3x3",
        one_hot: bool = True,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.stagger,
            variant=variant,
            one_hot=one_hot,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            turns=3,
        )
