"""The segments of a digit. The rule: core/driftline/sources/led.hpp."""

from driftline import _core
from driftline.sources.generators.generator import Generator


class LED(Generator):
    """The seven segments of a digit, some of them inverted.

    The label is the digit. At a noise of 0.1 the best classifier is right for 74 % of the rows.

    Parameters
    ----------
    noise_percentage
        Probability that a segment is inverted, from 0 to 1.
    irrelevant_features
        Add 17 columns of coin tosses.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> x, y = next(iter(sources.LED(seed=7)))
    >>> len(x), sorted(set(x.values()))
    (7, [0.0, 1.0])

    References
    ----------
    Breiman, Friedman, Olshen, Stone. Classification and Regression Trees. 1984.
    """

    def __init__(
        self,
        *,
        noise_percentage: float = 0.0,
        irrelevant_features: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.led,
            noise_percentage=noise_percentage,
            irrelevant_features=irrelevant_features,
            seed=seed,
            rows=rows,
            n_drift_features=0,
        )


class LEDDrift(Generator):
    """LED with segments that have changed places with columns that do not matter.

    The same from the first row on: join it to `LED` for a drift.

    Parameters
    ----------
    noise_percentage
        Probability that a segment is inverted, from 0 to 1.
    irrelevant_features
        Add 17 columns of coin tosses.
    n_drift_features
        How many segments have changed places, up to 7; needs the irrelevant features.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.LEDDrift(irrelevant_features=True, n_drift_features=3, seed=7)
    >>> sum(stream.truth(0)["places"][:7] >= 7)  # columns of the seven segments
    np.int64(3)

    References
    ----------
    Breiman, Friedman, Olshen, Stone. Classification and Regression Trees. 1984.
    """

    def __init__(
        self,
        *,
        noise_percentage: float = 0.0,
        irrelevant_features: bool = False,
        n_drift_features: int = 0,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.led,
            noise_percentage=noise_percentage,
            irrelevant_features=irrelevant_features,
            n_drift_features=n_drift_features,
            seed=seed,
            rows=rows,
        )
