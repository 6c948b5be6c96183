"""The hashing trick. The algorithm is core/driftline/transforms/feature_hasher.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.transforms.arguments import drawn
from driftline.transforms.front import TransformFront


class FeatureHasher(TransformFront, _core.FeatureHasher):
    """Put any number of columns and values into a fixed number of columns, by hashing their names.

    For streams whose columns or categories have no end: nothing is learned, so nothing grows. A
    number stands where its column's name hashes to, a text as 1 where `name=text` does; what meets
    in one place is added. The price is that names are lost: weights go by `"0"`, `"1"`, ... With
    few categories `OneHotEncoder` keeps them. Rows stay sparse; a NumPy array is answered by one
    of `n_features` columns, so give a sparse matrix, dicts or a pipeline where that is many.

    Parameters
    ----------
    n_features
        Columns put out, at most 2^31. The fewer, the more often two meet.
    alternate_sign
        Let the hash choose a sign, so that those who meet cancel out on average. Turn it off for
        models of counts, which refuse negative values.
    seed
        Another seed, another place for each name. None draws one.

    Examples
    --------
    >>> from driftline import learners, transforms
    >>> hasher = transforms.FeatureHasher(n_features=8)
    >>> hasher.transform_one({"price": 2.5, "colour": "red"})
    {'4': 2.5, '7': 1.0}
    >>> model = transforms.FeatureHasher() | learners.SGDClassifier()
    >>> model.learn_one({"price": 2.5, "colour": "red"}, "buy")

    References
    ----------
    Weinberger, Dasgupta, Langford, Smola, Attenberg. Feature Hashing for Large Scale Multitask
    Learning. 2009.
    """

    def __init__(
        self, *, n_features: int = 2**20, alternate_sign: bool = True, seed: int | None = 0
    ) -> None:
        super().__init__(n_features, alternate_sign, drawn(seed))

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"n_features": 64}  # rows of a million columns are long to compare
