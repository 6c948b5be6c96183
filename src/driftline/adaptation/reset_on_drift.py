"""Reset on drift. The algorithm is core/driftline/adaptation/reset_on_drift.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.adaptation.front import Adaptation, kind_for, told_rows
from driftline.adaptation.python_response import PythonResponse, StartAnew
from driftline.detectors import PageHinkley
from driftline.learners import Perceptron
from driftline.learners.composite import require_detector
from driftline.learners.front import ClassifierFront, RegressorFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore, PythonVerbs


class ResetOnDrift(Adaptation):
    """A learner that starts anew when a detector finds that its errors have become more.

    Choose it where the old concept is worth nothing after a change. Where the change comes
    slowly, `BackgroundLearner` loses less; where drift never stops, `SlidingWindow` is calmer.

    Each row that is learned is predicted first, and the detector is fed the error. Of a label that
    is 1 if it is wrong, else 0. Of a number it is `e / (e + s)`, `e` being the absolute error and
    `s` the standard deviation of all targets so far, so it lies from 0 to 1. A drift to fewer
    errors is no reason to act. After a drift learner and detector both start anew, and the row at
    which it was found is the first that the new learner learns.

    Parameters
    ----------
    learner
        A classifier or a regressor, or a pipeline that ends in one. An object of your own with
        `learn_one` and `predict_one` works as well, row by row; its targets are numbers if they
        are floats, else labels.
    detector
        A drift detector, of driftline or of River.
    keep_warning
        Start the new learner with the rows since the detector's warning, as the papers of DDM and
        EDDM have it. A detector that never warns makes no difference.
    max_rows
        So many of these rows are kept at most, the latest.

    Examples
    --------
    >>> from driftline import adaptation, detectors, learners, sources
    >>> model = adaptation.ResetOnDrift(learners.AROW(), detectors.ADWIN())
    >>> for batch in sources.SINE1(drifts=[1000], rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.events
    [(1023, 'drift', 'ADWIN saw errors of 0.521: started anew')]

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
    """

    def __new__(
        cls, learner: Any, detector: Any, *, keep_warning: bool = False, max_rows: int = 1000
    ) -> "ResetOnDrift":
        """Choose the kind by the learner and the detector."""
        if cls is ResetOnDrift:
            kinds = _KINDS if isinstance(detector, _core.Detector) else {}
            cls = kind_for(learner, kinds, PythonResetOnDrift)
        made: ResetOnDrift = super().__new__(cls)
        return made

    def __init__(
        self, learner: Any, detector: Any, *, keep_warning: bool = False, max_rows: int = 1000
    ) -> None:
        require_detector(detector)
        super().__init__(learner, detector, keep_warning, max_rows)  # type: ignore[call-arg]
        self._parts = {
            "learner": fresh(learner),
            "detector": fresh(detector),
            "keep_warning": keep_warning,
            "max_rows": max_rows,
        }

    @property
    def detector(self) -> Any:
        """The detector that is started with."""
        return self._parts["detector"]

    def _told(self, kind: str, estimate: float, rows: int) -> str:
        name = type(self.detector).__name__
        if kind == "warning":
            return f"{name} warns" + (": rows are kept" if self._parts["keep_warning"] else "")
        since = f" with {told_rows(rows)} since the warning" if rows else ""
        return f"{name} saw errors of {estimate:.3f}: started anew{since}"

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"learner": Perceptron(), "detector": PageHinkley()}


class ResetOnDriftClassifier(ResetOnDrift, ClassifierFront, _core.ResetOnDriftClassifier):
    """Around a native classifier."""


class ResetOnDriftRegressor(ResetOnDrift, RegressorFront, _core.ResetOnDriftRegressor):
    """Around a native regressor."""


class PythonResetOnDrift(PythonVerbs, ResetOnDrift, PythonCore):
    """Around a learner or a detector written in Python."""

    def _engine(self, learner: Any, detector: Any, keep_warning: bool, max_rows: int) -> Any:
        return PythonResponse(learner, detector, None, StartAnew(keep_warning, max_rows))


_KINDS: dict[type, type] = {
    _core.Classifier: ResetOnDriftClassifier,
    _core.Regressor: ResetOnDriftRegressor,
}
