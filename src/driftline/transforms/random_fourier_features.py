"""Random Fourier features. The algorithm is core/.../transforms/random_fourier_features.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.transforms.arguments import drawn
from driftline.transforms.front import TransformFront


class RandomFourierFeatures(TransformFront, _core.RandomFourierFeatures):
    """Put out random waves of the row, behind which a linear learner has a Gaussian kernel, about.

    The inner product of two rows put out is `exp(-gamma * |x - y|^2)` on average, off by about
    `1 / sqrt(n_components)`: curved borders at a fixed cost for each row. Scale before, as the
    kernel measures distances. A missing value adds nothing; a column that comes later changes the
    waves by its own part only. River's `RBFSampler` puts out as many waves for each column apart,
    which is another model.

    Parameters
    ----------
    n_components
        Columns put out, `rff_0`, `rff_1`, ...
    gamma
        How fast likeness ends with distance, above 0: rows `1 / sqrt(gamma)` apart are about 0.37
        alike.
    seed
        Another seed, other waves. None draws one.

    Examples
    --------
    >>> from driftline import learners, transforms
    >>> model = transforms.RandomFourierFeatures(seed=3) | learners.SGDClassifier(eta0=0.5)
    >>> corners = [[0, 0], [1, 1], [1, 0], [0, 1]]  # no line parts the first two from the others
    >>> for _ in range(50):
    ...     model.learn_many(corners, ["same", "same", "other", "other"])
    >>> model.predict_many(corners)
    ['same', 'same', 'other', 'other']

    References
    ----------
    Rahimi, Recht. Random Features for Large-Scale Kernel Machines. 2007.
    """

    def __init__(
        self, *, n_components: int = 100, gamma: float = 1.0, seed: int | None = 0
    ) -> None:
        super().__init__(n_components, gamma, drawn(seed))

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"n_components": 20}
