"""People who ask for a loan. The rule: core/driftline/sources/agrawal.hpp."""

from driftline import _core
from driftline.sources.generators.generator import Generator


class Agrawal(Generator):
    """People who ask for a loan, in two groups by one of ten functions.

    Six numbers and three categories. Group A is label 0, group B label 1.

    Parameters
    ----------
    classification_function
        Which of the ten, 0 to 9.
    balance_classes
        Let the two groups alternate.
    perturbation
        Share of its range by which each number may be moved after the label is found.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> x, y = next(iter(sources.Agrawal(seed=7)))
    >>> list(x)
    ['salary', 'commission', 'age', 'elevel', 'car', 'zipcode', 'hvalue', 'hyears', 'loan']

    References
    ----------
    Agrawal, Imielinski, Swami. Database Mining: A Performance Perspective. 1993.
    """

    def __init__(
        self,
        *,
        classification_function: int = 0,
        balance_classes: bool = False,
        perturbation: float = 0.0,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        super().__init__(
            _core.Generator.agrawal,
            classification_function=classification_function,
            balance_classes=balance_classes,
            perturbation=perturbation,
            seed=seed,
            rows=rows,
        )
