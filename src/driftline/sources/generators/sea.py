"""A sum above a threshold. The rule: core/driftline/sources/sea.hpp."""

from driftline import _core
from driftline.sources.generators.generator import Generator


class SEA(Generator):
    """Positive iff x1 + x2 is above a threshold; x3 does not matter.

    Inputs are uniform in [0, 10]. One variant has no drift; join several for that.

    Parameters
    ----------
    variant
        0 to 3, for the thresholds 8, 9, 7 and 9.5.
    noise
        Probability that a label is flipped.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.SEA(variant=2, seed=7)
    >>> stream.truth(0)
    {'threshold': 7.0}

    References
    ----------
    Street, Kim. A Streaming Ensemble Algorithm (SEA) for Large-Scale Classification. 2001.
    """

    def __init__(
        self,
        *,
        variant: int = 0,
        noise: float = 0.0,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.sea,
            variant=variant,
            noise=noise,
            seed=seed,
            rows=rows,
        )
