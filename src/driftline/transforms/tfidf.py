"""TF-IDF. The algorithm is core/driftline/transforms/tfidf.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.transforms.arguments import listed
from driftline.transforms.front import TransformFront


class TFIDF(TransformFront, _core.TFIDF):
    """Count the words of text, and weigh down those that most rows have.

    A word that stands in `df` of the `n` rows learned so far weighs `log((1 + n) / (1 + df)) + 1`
    times its share of the row's words; then the row is scaled to length 1. Takes text as
    `BagOfWords` does, where the parameters are explained. Its weights move as the stream goes on:
    for naive Bayes, which counts for itself, plain counts are better.

    Parameters
    ----------
    normalize
        Scale each row to length 1, so that long texts do not weigh more.
    lowercase
        Read capitals as small letters.
    ngram_range
        Shortest and longest run of words.
    max_features
        Terms known; later ones are treated as never seen.
    on
        The name of the column to read, or several; by default all that hold text.
    prefix
        Put before every word to name its column.

    Examples
    --------
    >>> from driftline import transforms
    >>> model = transforms.TFIDF()
    >>> for text in ("the cat", "the dog", "the bird"):
    ...     model.learn_one({"text": text})
    >>> {word: round(w, 3) for word, w in model.transform_one({"text": "the cat"}).items()}
    {'the': 0.509, 'cat': 0.861}

    References
    ----------
    Sparck Jones. A statistical interpretation of term specificity and its application in
    retrieval. 1972.
    """

    def __init__(
        self,
        *,
        normalize: bool = True,
        lowercase: bool = True,
        ngram_range: tuple[int, int] = (1, 1),
        max_features: int = 100_000,
        on: str | Sequence[str] = (),
        prefix: str = "",
    ) -> None:
        super().__init__(normalize, lowercase, ngram_range, max_features, listed(on), prefix)
