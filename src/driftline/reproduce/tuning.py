"""Settings tried by `evaluation.tune`, the same way for all rivals.

They are tried on streams of their own, never on those that are scored. A stream is a cell, so here
is what one of them says; what is best over all of them is for the experiment to choose.
"""

from collections.abc import Callable, Sequence
from typing import Any

from driftline import evaluation

Setting = dict[str, Any]


def tried(make: Callable[[Setting], Any], settings: Sequence[Setting], stream: Any) -> list[int]:
    """Return how many rows each setting has right, all of them in one pass over the stream.

    Parameters
    ----------
    make
        Makes the untaught model that a setting stands for.
    settings
        What to try.
    stream
        What to try it on; labels come at once.

    Examples
    --------
    >>> from driftline import learners, sources
    >>> settings = [{"n_neighbors": 1}, {"n_neighbors": 9}]
    >>> stream = sources.SEA(seed=1, noise=0.2, rows=500)
    >>> tried(lambda setting: learners.KNNClassifier(**setting), settings, stream)
    [321, 361]
    """
    space = {"place": range(len(settings))}
    tuning = evaluation.tune(
        lambda place: make(settings[place]), space, stream, metric="accuracy", progress=False
    )
    if not tuning.is_complete:  # Ctrl-C: half a stream is no answer
        raise KeyboardInterrupt
    right = [0] * len(settings)
    for each in tuning.candidates:
        right[each.params["place"]] = round(each.score * each.rows)
    return right
