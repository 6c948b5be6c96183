"""Online bagging of regressors. The algorithm is core/driftline/ensembles/bagging_regressor.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.ensembles.front import Ensemble, counted, drawn, kind_for, threads_of
from driftline.ensembles.python_ensemble import PythonEnsemble, PythonMeans
from driftline.learners import PARegressor
from driftline.learners.front import RegressorFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore


class BaggingRegressor(Ensemble):
    """Regressors that each see another sample of the stream; the mean of their answers counts.

    Every member learns every row k times over, k drawn from a Poisson distribution of rate 1.

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
    >>> from driftline import ensembles, learners
    >>> model = ensembles.BaggingRegressor(learners.PARegressor(), n_models=5, seed=1)
    >>> model.learn_many([[float(i % 7)] for i in range(500)], [2.0 * (i % 7) for i in range(500)])
    >>> round(model.predict_one([3.0]), 1)
    6.0

    References
    ----------
    Oza, Russell. Online Bagging and Boosting. 2001.
    """

    def __new__(
        cls, model: Any, *, n_models: int = 10, seed: int | None = None, threads: int | str = 1
    ) -> "BaggingRegressor":
        """Choose the kind by the learner."""
        if cls is BaggingRegressor:
            kinds = (NativeBaggingRegressor, PythonBaggingRegressor)
            cls = kind_for(model, _core.Regressor, kinds)
        made: BaggingRegressor = super().__new__(cls)
        return made

    def __init__(
        self, model: Any, *, n_models: int = 10, seed: int | None = None, threads: int | str = 1
    ) -> None:
        n_models, seed = counted("n_models", n_models), drawn(seed)
        super().__init__(model, n_models, seed, threads_of(threads), 1.0)  # type: ignore[call-arg]
        self._parts = {
            "model": fresh(model),
            "n_models": n_models,
            "seed": seed,
            "threads": threads,
        }

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": PARegressor(), "n_models": 3, "seed": 1}


class NativeBaggingRegressor(BaggingRegressor, RegressorFront, _core.BaggingRegressor):
    """Around a native regressor."""


class PythonBaggingRegressor(PythonEnsemble, BaggingRegressor, PythonCore):
    """Around a learner written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, *_: Any) -> Any:
        return PythonMeans(model, n_models, seed)
