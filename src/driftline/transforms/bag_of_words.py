"""Bag of words. The algorithm is core/driftline/transforms/bag_of_words.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.transforms.arguments import listed
from driftline.transforms.front import TransformFront


class BagOfWords(TransformFront, _core.BagOfWords):
    """Count the words of text: a column for each word, in which stands how often a row has it.

    The usual way to feed text to a linear learner or to `MultinomialNB`. A word is a run of letters
    and digits; it gets its column when it is first learned. A row is one document: the texts of all
    its columns are counted together, and numbers are left out. For a count of each column apart,
    join two: `BagOfWords(on="title", prefix="title_") + BagOfWords(on="body")`. Where memory must
    not grow, take `FeatureHasher` on words cut beforehand; where common words drown the rare ones,
    take `TFIDF`.

    Parameters
    ----------
    lowercase
        Read capitals as small letters: those of Latin, Greek and Cyrillic.
    ngram_range
        Shortest and longest run of words to count; `(1, 2)` counts words and pairs of neighbours.
        The words of a run stand with a blank between them.
    max_features
        Terms known; later ones are treated as never seen. It bounds the memory.
    on
        The name of the column to read, or several; by default all that hold text.
    prefix
        Put before every word to name its column.

    Examples
    --------
    >>> from driftline import transforms
    >>> words = transforms.BagOfWords()
    >>> words.learn_one({"title": "The rain in Spain"})
    >>> words.transform_one({"title": "Rain, rain, go to Spain!"})
    {'rain': 2.0, 'spain': 1.0}
    """

    def __init__(
        self,
        *,
        lowercase: bool = True,
        ngram_range: tuple[int, int] = (1, 1),
        max_features: int = 100_000,
        on: str | Sequence[str] = (),
        prefix: str = "",
    ) -> None:
        super().__init__(lowercase, ngram_range, max_features, listed(on), prefix)
