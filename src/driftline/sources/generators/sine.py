"""Sides of a sine curve. The rule: core/driftline/sources/sine.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class SINE1(DriftingGenerator):
    """Two inputs and the curve x2 = sin(x1); each drift reverses the labels.

    Rows below the curve are positive, 46 % of them: almost linear, and after a drift a learner that
    does not forget is always wrong.

    Parameters
    ----------
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that a change takes; the chance of the new concept follows a sigmoid. 0 is at once.
    noise
        Probability that a label is flipped.
    balanced
        Draw rows until each has the class that a fair coin has named.
    virtual
        Leave the rule alone; at each drift the inputs move to another box, half as wide.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SINE1(seed=7, rows=2000, drifts=[1000])
    >>> stream.drifts
    (Drift(row=1000, width=0, kind='abrupt'),)
    >>> x = {"x1": 0.5, "x2": 0.1}
    >>> stream.label_of(x, row=999), stream.label_of(x, row=1000)
    (1, 0)

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
    """

    def __init__(
        self,
        *,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        virtual: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.sine1,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            virtual=virtual,
            seed=seed,
            rows=rows,
            kind="virtual" if virtual else None,
            turns=None if virtual else 2,
        )


class SINE2(DriftingGenerator):
    """Two inputs and the curve x2 = 0.5 + 0.3 sin(3 pi x1); each drift reverses the labels.

    Rows below the curve are positive. No straight line follows one and a half waves.

    Parameters
    ----------
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that a change takes; the chance of the new concept follows a sigmoid. 0 is at once.
    noise
        Probability that a label is flipped.
    balanced
        Draw rows until each has the class that a fair coin has named.
    virtual
        Leave the rule alone; at each drift the inputs move to another box, half as wide.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SINE2(seed=7, rows=2000, drifts=[1000], virtual=True)
    >>> stream.drifts
    (Drift(row=1000, width=0, kind='virtual'),)
    >>> before, after = stream.truth(999)["box"], stream.truth(1000)["box"]
    >>> bool((before != after).all())  # where the inputs lie, from and to
    True

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
    """

    def __init__(
        self,
        *,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        virtual: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.sine2,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            virtual=virtual,
            seed=seed,
            rows=rows,
            kind="virtual" if virtual else None,
            turns=None if virtual else 2,
        )


class SINIRREL1(DriftingGenerator):
    """SINE1 beside two inputs that do not matter.

    See `SINE1`; x3 and x4 are noise.

    Parameters
    ----------
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
    >>> list(sources.SINIRREL1(seed=7).facts.features)
    ['x1', 'x2', 'x3', 'x4']

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
    """

    def __init__(
        self,
        *,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.sinirrel1,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            turns=2,
        )


class SINIRREL2(DriftingGenerator):
    """SINE2 beside two inputs that do not matter.

    See `SINE2`; x3 and x4 are noise.

    Parameters
    ----------
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
    >>> stream = sources.SINIRREL2(seed=7, rows=3)
    >>> [y for x, y in stream] == [stream.label_of(x) for x, y in stream]
    True

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
    """

    def __init__(
        self,
        *,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.sinirrel2,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            turns=2,
        )


class Sine1Plus(DriftingGenerator):
    """SINE1 with more inputs, one of them on another scale; each drift reverses the labels.

    Positive iff x_d < sin((x1 / sigma + x2 + ... + x_{d-1}) / (d - 1)). A sigma above 1 makes the
    problem ill-conditioned, which is hard on gradient steps and not on second-order learners.

    Parameters
    ----------
    d
        Number of inputs, 2 or more.
    sigma
        x1 is uniform in [0, sigma]; above 0.
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
    >>> stream = sources.Sine1Plus(d=5, sigma=10.0, seed=7, drifts=[10_000])
    >>> stream.concept_at(9_999), stream.concept_at(10_000)
    (0, 1)
    """

    def __init__(
        self,
        *,
        d: int = 2,
        sigma: float = 1.0,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 0.0,
        balanced: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.sine1_plus,
            d=d,
            sigma=sigma,
            drifts=drifts,
            width=width,
            noise=noise,
            balanced=balanced,
            seed=seed,
            rows=rows,
            turns=2,
        )
