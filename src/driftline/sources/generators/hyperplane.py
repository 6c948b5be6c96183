"""A rotating hyperplane. The rule: core/driftline/sources/hyperplane.hpp."""

from driftline import _core
from driftline.sources.generators.generator import Generator


class Hyperplane(Generator):
    """A hyperplane of which the first few weights move with every row.

    Positive iff w . x >= sum(w) / 2, with x in the unit cube.

    Parameters
    ----------
    n_features
        Number of inputs.
    n_drift_features
        How many weights move.
    mag_change
        How far in each row, from 0 to 1.
    noise_percentage
        Probability that a label is flipped, from 0 to 1.
    sigma
        Probability that a moving weight turns round.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.Hyperplane(n_features=3, mag_change=0.001, sigma=0.0, seed=7)
    >>> (stream.truth(1000)["weights"] - stream.truth(0)["weights"]).round(9)
    array([1., 1., 0.])

    References
    ----------
    Hulten, Spencer, Domingos. Mining Time-Changing Data Streams. 2001.
    """

    def __init__(
        self,
        *,
        n_features: int = 10,
        n_drift_features: int = 2,
        mag_change: float = 0.0,
        noise_percentage: float = 0.05,
        sigma: float = 0.1,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.hyperplane,
            n_features=n_features,
            n_drift_features=n_drift_features,
            mag_change=mag_change,
            noise_percentage=noise_percentage,
            sigma=sigma,
            seed=seed,
            rows=rows,
        )
