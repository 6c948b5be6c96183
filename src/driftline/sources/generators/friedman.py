"""A curved target for regression. The rule: core/driftline/sources/friedman.hpp."""

import operator
from collections.abc import Sequence
from typing import Literal

from driftline import _core
from driftline.sources.generators.generator import Generator
from driftline.stream import Drift


class Friedman(Generator):
    """A curved target of five of ten inputs, for regression.

    y = 10 sin(pi x1 x2) + 20 (x3 - 0.5)^2 + 10 x4 + 5 x5 + N(0, 1), inputs uniform in [0, 1).

    Parameters
    ----------
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> x = dict.fromkeys((f"x{i}" for i in range(1, 11)), 0.5)
    >>> round(sources.Friedman(seed=7).label_of(x), 6)
    14.571068

    References
    ----------
    Friedman. Multivariate Adaptive Regression Splines. 1991.
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.friedman,
            seed=seed,
            rows=rows,
        )


class FriedmanDrift(Generator):
    """Friedman's target with one of three kinds of drift.

    "lea": at three rows, two regions with targets of their own appear and grow. "gra": between two
    rows the inputs change roles. "gsg": at two rows they do, and for `transition_window` rows a
    fair coin picks the old target or the new one.

    Parameters
    ----------
    drift_type
        Local expanding abrupt, global recurring abrupt, or global and slow gradual.
    position
        Rows of the drifts: three for "lea", two for the others.
    transition_window
        Rows that each change takes with "gsg".
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.FriedmanDrift(drift_type="gra", position=[1000, 2000], seed=7)
    >>> [stream.concept_at(row) for row in (0, 1000, 2000)]
    [0, 1, 2]

    References
    ----------
    Friedman. Multivariate Adaptive Regression Splines. 1991.
    Ikonomovska, Gama, Dzeroski. Learning Model Trees from Evolving Data Streams. 2011.
    """

    def __init__(
        self,
        *,
        drift_type: Literal["lea", "gra", "gsg"] = "lea",
        position: Sequence[int] = (50_000, 100_000, 150_000),
        transition_window: int = 10_000,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        marks = tuple(operator.index(row) for row in position)
        is_slow = drift_type == "gsg" and transition_window > 0
        wide = transition_window if is_slow else 0
        places = [Drift(row, wide, "gradual" if is_slow else "abrupt") for row in marks]
        super().__init__(
            _core.Generator.friedman_drift,
            drift_type=drift_type,
            transition_window=transition_window,
            seed=seed,
            rows=rows,
            position=marks,
            places=places,
        )
