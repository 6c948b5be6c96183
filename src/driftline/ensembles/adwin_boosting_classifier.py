"""ADWIN boosting. The algorithm is core/driftline/ensembles/boosting.hpp."""

from collections.abc import Iterator
from typing import Any, Literal

from driftline import _core
from driftline.ensembles.front import Ensemble, counted, drawn, kind_for
from driftline.ensembles.python_compared import PythonBoosting
from driftline.ensembles.python_ensemble import PythonEnsemble
from driftline.learners import GaussianNB
from driftline.learners.front import ClassifierFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore


class ADWINBoostingClassifier(Ensemble):
    """Online boosting in which the worst member is replaced when there is drift.

    Each member of an `AdaBoostClassifier` gets an ADWIN over its errors. When the errors of any
    have risen, the member with the most errors starts anew.

    Parameters
    ----------
    model
        The learner that every member starts as, or a pipeline that ends in one; what it has
        learned does not count. An object of your own with `learn_one` and `predict_one` works as
        well, row by row.
    n_models
        How many members there are.
    seed
        Other seeds, other members. None draws one.
    preset
        How votes and rows are weighed, "river" or "moa", as in `AdaBoostClassifier`.

    Examples
    --------
    >>> from driftline import ensembles, learners, sources
    >>> model = ensembles.ADWINBoostingClassifier(learners.GaussianNB(), n_models=5, seed=1)
    >>> for batch in sources.SINE1(drifts=[1000], rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.events[0][1]
    'replacement'

    References
    ----------
    Bifet et al. New ensemble methods for evolving data streams. 2009.
    """

    def __new__(
        cls,
        model: Any,
        *,
        n_models: int = 10,
        seed: int | None = None,
        preset: Literal["river", "moa"] = "river",
    ) -> "ADWINBoostingClassifier":
        """Choose the kind by the learner."""
        if cls is ADWINBoostingClassifier:
            kinds = (NativeADWINBoostingClassifier, PythonADWINBoostingClassifier)
            cls = kind_for(model, _core.Classifier, kinds)
        made: ADWINBoostingClassifier = super().__new__(cls)
        return made

    def __init__(
        self,
        model: Any,
        *,
        n_models: int = 10,
        seed: int | None = None,
        preset: Literal["river", "moa"] = "river",
    ) -> None:
        n_models, seed = counted("n_models", n_models), drawn(seed)
        super().__init__(model, n_models, seed, preset)  # type: ignore[call-arg]
        self._parts = {
            "model": fresh(model),
            "n_models": n_models,
            "seed": seed,
            "preset": preset,
        }

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": GaussianNB(), "n_models": 3, "seed": 1}


class NativeADWINBoostingClassifier(
    ADWINBoostingClassifier, ClassifierFront, _core.ADWINBoostingClassifier
):
    """Around a native classifier."""


class PythonADWINBoostingClassifier(PythonEnsemble, ADWINBoostingClassifier, PythonCore):
    """Around a learner written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, preset: str) -> Any:
        return PythonBoosting(model, (n_models, seed), preset, replaces_worst=True)
