"""Clouds around centroids. The rule: core/driftline/sources/random_rbf.hpp."""

from driftline import _core
from driftline.sources.generators.generator import Generator, derived_seed


class RandomRBF(Generator):
    """Clouds of random width around random centroids, each with a class.

    Classes interleave without a simple border: easy for neighbours and trees, hard for lines.

    Parameters
    ----------
    n_classes
        Number of classes.
    n_features
        Number of inputs.
    n_centroids
        Number of centroids.
    seed_model
        What the centroids are drawn from; None takes `seed`.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.RandomRBF(n_classes=3, n_features=2, n_centroids=5, seed=7)
    >>> stream.truth(0)["centres"].shape
    (5, 2)
    """

    def __init__(
        self,
        *,
        n_classes: int = 2,
        n_features: int = 10,
        n_centroids: int = 50,
        seed_model: int | None = None,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        seed, seed_model = derived_seed("seed_model", seed, seed_model)
        super().__init__(
            _core.Generator.random_rbf,
            n_classes=n_classes,
            n_features=n_features,
            n_centroids=n_centroids,
            seed_model=seed_model,
            seed=seed,
            rows=rows,
            change_speed=0.0,
            n_drift_centroids=0,
        )


class RandomRBFDrift(Generator):
    """Clouds around random centroids that move with every row.

    Each moving centroid goes in a direction of its own and turns back at the faces of the unit
    cube.

    Parameters
    ----------
    n_classes
        Number of classes.
    n_features
        Number of inputs.
    n_centroids
        Number of centroids.
    change_speed
        How far a moving centroid goes in each row.
    n_drift_centroids
        How many move; all do if there are no more.
    seed_model
        What the centroids are drawn from; None takes `seed`.
    seed
        What all random numbers are made of; None draws one, to be seen in `params`.
    rows
        How many rows there are; None means no end.

    Examples
    --------
    >>> from driftline import sources
    >>> stream = sources.RandomRBFDrift(change_speed=0.001, seed=7)
    >>> moved = stream.truth(100)["centres"] - stream.truth(0)["centres"]
    >>> round(float((moved[0] ** 2).sum() ** 0.5), 3)
    0.1
    """

    def __init__(
        self,
        *,
        n_classes: int = 2,
        n_features: int = 10,
        n_centroids: int = 50,
        change_speed: float = 0.0,
        n_drift_centroids: int = 50,
        seed_model: int | None = None,
        seed: int | None = None,
        rows: int | None = None,
    ) -> None:
        seed, seed_model = derived_seed("seed_model", seed, seed_model)
        super().__init__(
            _core.Generator.random_rbf,
            n_classes=n_classes,
            n_features=n_features,
            n_centroids=n_centroids,
            change_speed=change_speed,
            n_drift_centroids=n_drift_centroids,
            seed_model=seed_model,
            seed=seed,
            rows=rows,
        )
