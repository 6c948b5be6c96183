"""Concept reset. The algorithm is core/driftline/adaptation/concept_reset.hpp."""

import operator
from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.adaptation.front import Adaptation
from driftline.learners import Perceptron
from driftline.learners.front import ClassifierFront, RegressorFront

#: Rows are counted in 64 bits.
_LAST_ROW = 2**63 - 1


class ConceptReset(Adaptation):
    """A learner that starts anew at drifts it is told beforehand: the oracle.

    No model in service knows its drifts. Beside one that must find them it shows what there is to
    gain, in experiments with streams whose drifts are known.

    Parameters
    ----------
    learner
        One of driftline's own classifiers or regressors, or a pipeline that ends in one.
    drifts
        The first row of each concept but the first, ascending, counted as rows are learned; or a
        stream, for the drifts that it knows of.

    Examples
    --------
    >>> from driftline import adaptation, learners, sources
    >>> stream = sources.SINE1(drifts=[1000], rows=2000, seed=1)
    >>> model = adaptation.ConceptReset(learners.AROW(), stream)
    >>> for batch in stream.batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.events
    [(1000, 'drift', 'a known drift: started anew')]
    """

    def __new__(cls, learner: Any, drifts: Any) -> "ConceptReset":
        """Choose the kind by the learner."""
        if cls is ConceptReset:
            native = next((kind for kind in _KINDS if isinstance(learner, kind)), None)
            if native is None:
                raise TypeError(
                    "learner must be one of driftline's own classifiers or regressors; "
                    f"got {learner!r}"
                )
            cls = _KINDS[native]
        made: ConceptReset = super().__new__(cls)
        return made

    def __init__(self, learner: Any, drifts: Any) -> None:
        rows = _rows(drifts)
        super().__init__(learner, list(rows))  # type: ignore[call-arg]
        self._parts = {"learner": learner.clone(), "drifts": rows}

    @property
    def drifts(self) -> tuple[int, ...]:
        """The rows at which it starts anew."""
        drifts: tuple[int, ...] = self._parts["drifts"]
        return drifts

    def _told(self, kind: str, estimate: float, rows: int) -> str:
        return "a known drift: started anew"

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"learner": Perceptron(), "drifts": (9, 30)}


class ConceptResetClassifier(ConceptReset, ClassifierFront, _core.ConceptResetClassifier):
    """Around a native classifier."""


class ConceptResetRegressor(ConceptReset, RegressorFront, _core.ConceptResetRegressor):
    """Around a native regressor."""


_KINDS: dict[type, type] = {
    _core.Classifier: ConceptResetClassifier,
    _core.Regressor: ConceptResetRegressor,
}


def _rows(drifts: Any) -> tuple[int, ...]:
    known = getattr(drifts, "drifts", drifts)
    try:
        rows = tuple(operator.index(getattr(drift, "row", drift)) for drift in known)
    except TypeError:  # no rows at all, or one that is no whole number
        raise TypeError(
            f"drifts must be rows, or a stream that knows its drifts; got {drifts!r}"
        ) from None
    if rows and max(rows) > _LAST_ROW:
        raise ValueError(f"drifts must be rows up to {_LAST_ROW}, not {max(rows)}")
    return rows
