"""A linear target for regression. The rule: core/driftline/sources/ridge_concepts.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.sources.generators.drifting import DriftingGenerator


class RidgeConcepts(DriftingGenerator):
    """A linear target whose coefficients are drawn anew at each drift, for regression.

    x ~ N(0, I) with x1 times sigma; y = x . beta + N(0, noise^2); beta ~ N(0, I).

    Parameters
    ----------
    d
        Number of inputs.
    sigma
        Deviation of x1, above 0. Far from 1 the problem is ill-conditioned.
    drifts
        Rows at which the next concept begins, ascending, from 1 on.
    width
        Rows that a change takes; the chance of the new concept follows a sigmoid. 0 is at once.
    noise
        Deviation of the noise on the target.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.RidgeConcepts(seed=7, drifts=[1000], noise=0.0)
    >>> x, y = next(iter(stream))
    >>> beta = stream.truth(0)["beta"]
    >>> y == x["x1"] * beta[0] + x["x2"] * beta[1]
    np.True_
    """

    def __init__(
        self,
        *,
        d: int = 2,
        sigma: float = 1.0,
        drifts: Sequence[int] = (),
        width: int = 0,
        noise: float = 1.0,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.ridge_concepts,
            d=d,
            sigma=sigma,
            drifts=drifts,
            width=width,
            noise=noise,
            seed=seed,
            rows=rows,
        )
