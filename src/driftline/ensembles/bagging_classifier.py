"""Online bagging. The algorithm is core/driftline/ensembles/forest.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.ensembles.front import Ensemble, counted, drawn, kind_for, threads_of
from driftline.ensembles.python_ensemble import PythonEnsemble, PythonVotes
from driftline.learners import GaussianNB
from driftline.learners.front import ClassifierFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore


class BaggingClassifier(Ensemble):
    """Learners that each see another sample of the stream; the sum of their shares decides.

    Every member learns every row k times over, k drawn from a Poisson distribution of rate 1, as
    in a bootstrap sample of a stream that never ends. It steadies learners whose answers hang on
    few rows, such as trees. It does nothing about drift: `ADWINBaggingClassifier` and
    `LeveragingBaggingClassifier` do.

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
    threads
        How many threads share the members of a batch; "all" for as many as the machine has. The
        answers are the same to the bit.

    Examples
    --------
    >>> from driftline import ensembles, learners, sources
    >>> model = ensembles.BaggingClassifier(learners.AROW(), n_models=5, seed=1)
    >>> for batch in sources.SINE1(rows=1000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.predict_one({"x1": 0.9, "x2": 0.1})
    1
    >>> len(model.members)
    5

    References
    ----------
    Oza, Russell. Online Bagging and Boosting. 2001.
    """

    def __new__(
        cls, model: Any, *, n_models: int = 10, seed: int | None = None, threads: int | str = 1
    ) -> "BaggingClassifier":
        """Choose the kind by the learner."""
        if cls is BaggingClassifier:
            kinds = (NativeBaggingClassifier, PythonBaggingClassifier)
            cls = kind_for(model, _core.Classifier, kinds)
        made: BaggingClassifier = super().__new__(cls)
        return made

    def __init__(
        self, model: Any, *, n_models: int = 10, seed: int | None = None, threads: int | str = 1
    ) -> None:
        n_models, seed = counted("n_models", n_models), drawn(seed)
        plain = (1.0, False, "paper", None, None, None)  # no detectors, all columns
        super().__init__(model, n_models, seed, threads_of(threads), *plain)  # type: ignore[call-arg]
        self._parts = {
            "model": fresh(model),
            "n_models": n_models,
            "seed": seed,
            "threads": threads,
        }

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": GaussianNB(), "n_models": 3, "seed": 1}


class NativeBaggingClassifier(BaggingClassifier, ClassifierFront, _core.BaggingClassifier):
    """Around a native classifier."""


class PythonBaggingClassifier(PythonEnsemble, BaggingClassifier, PythonCore):
    """Around a learner written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, *_: Any) -> Any:
        return PythonVotes(model, n_models, seed)
