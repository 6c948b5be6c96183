"""Online boosting. The algorithm is core/driftline/ensembles/boosting.hpp."""

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


class AdaBoostClassifier(Ensemble):
    """Learners of which each pays more heed to rows that those before it got wrong.

    A row goes from member to member with a weight, and each learns it Poisson(weight) times over.
    The weight grows where a member was wrong. Votes count by how seldom a member errs. Boosting
    helps simple learners most and suffers from wrong labels; `LeveragingBaggingClassifier` does
    not. Members wait for each other, so there are no threads.

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
        "river": the vote of a member that is wrong on more than half of the weight counts 1, and
        its right and its wrong rows come to half of its own weight each. "moa": such a member
        does not vote, nor one that was never wrong, nor any behind it, and the halves are those
        of the weight of all rows.

    Examples
    --------
    >>> from driftline import ensembles, learners, sources
    >>> model = ensembles.AdaBoostClassifier(learners.GaussianNB(), n_models=5, seed=1)
    >>> for batch in sources.SINE1(rows=1000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.predict_one({"x1": 0.9, "x2": 0.1})
    1

    References
    ----------
    Oza, Russell. Online Bagging and Boosting. 2001.
    """

    def __new__(
        cls,
        model: Any,
        *,
        n_models: int = 10,
        seed: int | None = None,
        preset: Literal["river", "moa"] = "river",
    ) -> "AdaBoostClassifier":
        """Choose the kind by the learner."""
        if cls is AdaBoostClassifier:
            kinds = (NativeAdaBoostClassifier, PythonAdaBoostClassifier)
            cls = kind_for(model, _core.Classifier, kinds)
        made: AdaBoostClassifier = super().__new__(cls)
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


class NativeAdaBoostClassifier(AdaBoostClassifier, ClassifierFront, _core.AdaBoostClassifier):
    """Around a native classifier."""


class PythonAdaBoostClassifier(PythonEnsemble, AdaBoostClassifier, PythonCore):
    """Around a learner written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, preset: str) -> Any:
        return PythonBoosting(model, (n_models, seed), preset, replaces_worst=False)
