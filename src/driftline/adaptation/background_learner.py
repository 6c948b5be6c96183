"""A second learner. The algorithm is core/driftline/adaptation/background_learner.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.adaptation.front import Adaptation, kind_for, told_rows
from driftline.adaptation.python_response import PythonResponse, SwapIn
from driftline.detectors import DDM
from driftline.learners import Perceptron
from driftline.learners.composite import require_detector
from driftline.learners.front import ClassifierFront, RegressorFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore, PythonVerbs


class BackgroundLearner(Adaptation):
    """A warning starts a second learner that learns along; a drift puts it in the first's place.

    Choose it where the new concept takes a while to learn: when the drift is sure, the second
    learner knows it already. A warning that passes drops the second learner; a drift without a
    warning starts anew. It costs a second learner during warnings.

    Errors, and what counts as a drift, are those of `ResetOnDrift`.

    Parameters
    ----------
    learner
        As for `ResetOnDrift`.
    detector
        A drift detector that warns, such as DDM, EDDM, HDDM_A, HDDM_W, RDDM, STEPD or ECDD. With
        one that never does, such as ADWIN, and without `warning_detector` there is no second
        learner, and this is a plain `ResetOnDrift`.
    warning_detector
        A detector whose drifts are the warnings, for detectors that have none: more sensitive
        than `detector`, as `ADWIN(delta=0.01)` beside `ADWIN(delta=0.001)`. Each warning starts
        the second learner anew, and it stays until the next warning or the drift.

    Examples
    --------
    >>> from driftline import adaptation, detectors, learners, sources
    >>> model = adaptation.BackgroundLearner(learners.AROW(), detectors.HDDM_W())
    >>> for batch in sources.SINE1(drifts=[1000], rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.events[-1]
    (1010, 'drift', 'HDDM_W saw errors of 0.443: a second learner of 2 rows took over')

    References
    ----------
    Gama, Medas, Castillo, Rodrigues. Learning with Drift Detection. 2004.
    Gomes et al. Adaptive random forests for evolving data stream classification. 2017.
    """

    def __new__(
        cls, learner: Any, detector: Any, *, warning_detector: Any = None
    ) -> "BackgroundLearner":
        """Choose the kind by the learner and the detectors."""
        if cls is BackgroundLearner:
            given = (detector, warning_detector)
            is_native = all(isinstance(one, _core.Detector | None) for one in given)
            cls = kind_for(learner, _KINDS if is_native else {}, PythonBackgroundLearner)
        made: BackgroundLearner = super().__new__(cls)
        return made

    def __init__(self, learner: Any, detector: Any, *, warning_detector: Any = None) -> None:
        require_detector(detector)
        if warning_detector is not None:
            require_detector(warning_detector, "warning_detector")
        super().__init__(learner, detector, warning_detector)  # type: ignore[call-arg]
        self._parts = {
            "learner": fresh(learner),
            "detector": fresh(detector),
            "warning_detector": fresh(warning_detector),
        }

    @property
    def detector(self) -> Any:
        """The detector that is started with."""
        return self._parts["detector"]

    @property
    def warning_detector(self) -> Any:
        """The detector of warnings that is started with."""
        return self._parts["warning_detector"]

    def _told(self, kind: str, estimate: float, rows: int) -> str:
        if kind == "warning":
            warns = self.detector if self.warning_detector is None else self.warning_detector
            return f"{type(warns).__name__} warns: a second learner starts"
        done = f"a second learner of {told_rows(rows)} took over" if rows else "started anew"
        return f"{type(self.detector).__name__} saw errors of {estimate:.3f}: {done}"

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"learner": Perceptron(), "detector": DDM()}


class BackgroundLearnerClassifier(
    BackgroundLearner, ClassifierFront, _core.BackgroundLearnerClassifier
):
    """Around a native classifier."""


class BackgroundLearnerRegressor(
    BackgroundLearner, RegressorFront, _core.BackgroundLearnerRegressor
):
    """Around a native regressor."""


class PythonBackgroundLearner(PythonVerbs, BackgroundLearner, PythonCore):
    """Around a learner or a detector written in Python."""

    def _engine(self, learner: Any, detector: Any, warning_detector: Any) -> Any:
        return PythonResponse(learner, detector, warning_detector, SwapIn())


_KINDS: dict[type, type] = {
    _core.Classifier: BackgroundLearnerClassifier,
    _core.Regressor: BackgroundLearnerRegressor,
}
