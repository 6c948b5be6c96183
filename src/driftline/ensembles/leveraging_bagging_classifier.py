"""Leveraging bagging. The algorithm is core/driftline/ensembles/leveraging_bagging.hpp."""

from collections.abc import Iterator
from typing import Any, Literal

from driftline import _core
from driftline.detectors import ADWIN
from driftline.ensembles.front import Ensemble, counted, drawn, kind_for, threads_of
from driftline.ensembles.python_compared import PythonCompared
from driftline.ensembles.python_ensemble import PythonEnsemble
from driftline.learners import GaussianNB
from driftline.learners.front import ClassifierFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore


class LeveragingBaggingClassifier(Ensemble):
    """Bagging with larger weights, in which the worst member is replaced when there is drift.

    Members learn every row so often as a Poisson distribution of rate 6 says, so they differ more
    than in plain bagging and learn faster. Each has an ADWIN over its errors; when the errors of
    any have risen, the member with the most errors starts anew. A good first choice under drift.

    Parameters
    ----------
    model
        The learner that every member starts as, or a pipeline that ends in one; what it has
        learned does not count. An object of your own with `learn_one` and `predict_one` works as
        well, row by row.
    n_models
        How many members there are.
    w
        Rate of the Poisson distribution, up to 100, for the method "bag".
    adwin_delta
        Confidence of the ADWIN of each member.
    bagging_method
        How often a member learns a row. "bag": so often as the Poisson distribution says. "me":
        once if it is wrong, else once with chance e / (1 - e), e being its share of errors.
        "half": once or not at all, by a coin. "wt": once, and Poisson(1) times more. "subag":
        once, unless Poisson(1) is 0.
    seed
        Other seeds, other members. None draws one.
    threads
        How many threads share the members of a batch; "all" for as many as the machine has. The
        answers are the same to the bit.
    preset
        "paper" looks at the error of the prediction made before a row is learned. "moa" and
        "river" look at one made afterwards, as these do; "river" also starts a window of errors
        over when it is cut.

    Examples
    --------
    >>> from driftline import ensembles, learners, sources
    >>> model = ensembles.LeveragingBaggingClassifier(learners.AROW(), n_models=5, seed=1)
    >>> for batch in sources.SINE1(drifts=[1000], rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> model.events[0][:2]
    (1023, 'replacement')

    References
    ----------
    Bifet, Holmes, Pfahringer. Leveraging Bagging for Evolving Data Streams. 2010.
    """

    def __new__(
        cls,
        model: Any,
        *,
        n_models: int = 10,
        w: float = 6.0,
        adwin_delta: float = 0.002,
        bagging_method: Literal["bag", "me", "half", "wt", "subag"] = "bag",
        seed: int | None = None,
        threads: int | str = 1,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> "LeveragingBaggingClassifier":
        """Choose the kind by the learner."""
        if cls is LeveragingBaggingClassifier:
            kinds = (NativeLeveragingBaggingClassifier, PythonLeveragingBaggingClassifier)
            cls = kind_for(model, _core.Classifier, kinds)
        made: LeveragingBaggingClassifier = super().__new__(cls)
        return made

    def __init__(
        self,
        model: Any,
        *,
        n_models: int = 10,
        w: float = 6.0,
        adwin_delta: float = 0.002,
        bagging_method: Literal["bag", "me", "half", "wt", "subag"] = "bag",
        seed: int | None = None,
        threads: int | str = 1,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        n_models, seed = counted("n_models", n_models), drawn(seed)
        super().__init__(  # type: ignore[call-arg]
            model, n_models, seed, threads_of(threads), w, adwin_delta, bagging_method, preset
        )
        self._parts = {
            "model": fresh(model),
            "n_models": n_models,
            "w": w,
            "adwin_delta": adwin_delta,
            "bagging_method": bagging_method,
            "seed": seed,
            "threads": threads,
            "preset": preset,
        }

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": GaussianNB(), "n_models": 3, "seed": 1}


class NativeLeveragingBaggingClassifier(
    LeveragingBaggingClassifier, ClassifierFront, _core.LeveragingBaggingClassifier
):
    """Around a native classifier."""


class PythonLeveragingBaggingClassifier(PythonEnsemble, LeveragingBaggingClassifier, PythonCore):
    """Around a learner written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, _: int, *own: Any) -> Any:
        w, adwin_delta, bagging_method, preset = own
        adwin = ADWIN(delta=adwin_delta, preset="river" if preset == "river" else "moa")
        ensemble = (n_models, seed)
        return PythonCompared(model, ensemble, w, bagging_method, adwin, preset != "paper")
