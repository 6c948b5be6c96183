"""Mixtures of waves. The rule: core/driftline/sources/waveform.hpp."""

from driftline import _core
from driftline.sources.generators.generator import Generator


class Waveform(Generator):
    """Noisy mixtures of two of three triangular waves; the class says which two.

    The best classifier is right for 86 % of the rows.

    Parameters
    ----------
    has_noise
        Add 19 columns that do not matter to the 21.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.Waveform(seed=7)
    >>> stream.facts.labels, stream.truth(0)["waves"].shape
    ((0, 1, 2), (3, 21))

    References
    ----------
    Breiman, Friedman, Olshen, Stone. Classification and Regression Trees. 1984.
    """

    def __init__(
        self,
        *,
        has_noise: bool = False,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.waveform,
            has_noise=has_noise,
            seed=seed,
            rows=rows,
        )
