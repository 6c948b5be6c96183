"""Streaming random patches. The algorithm is core/driftline/ensembles/forest.hpp."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from driftline import _core
from driftline.detectors import ADWIN
from driftline.ensembles.front import Ensemble, counted, drawn, kind_for, threads_of
from driftline.ensembles.python_ensemble import PythonEnsemble
from driftline.ensembles.python_forest import PythonForest
from driftline.learners import GaussianNB, HoeffdingTreeClassifier
from driftline.learners.composite import require_detector
from driftline.learners.front import ClassifierFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore


class SRPClassifier(Ensemble):
    """Learners that each see other columns and another sample of the rows: random patches.

    Like `ARFClassifier`, with columns drawn once for each member in place of once for each leaf,
    so any learner will do. The first learners have columns that are dealt out, every column to as
    many of them as any other, give or take one. Each member is watched by detectors of its own: a
    warning starts a second learner with new columns, a drift puts it in the first one's place.
    Votes count by the share of rows a member had right since it began.

    Parameters
    ----------
    model
        The learner that every member starts as; what it has learned does not count. An object of
        your own with `learn_one` and `predict_one` works as well, row by row. "auto" is
        `HoeffdingTreeClassifier(grace_period=50, delta=0.01)`.
    n_models
        How many members there are.
    subspace_size
        Columns that a member sees: a number (below 0: all but so many), a share as 0.6, "sqrt" for
        the rounded root of all and one, "rmsqrt" for the others.
    training_method
        "patches" draws columns and rows, "subspaces" columns only, "resampling" rows only.
    lam
        Rate of the Poisson distribution that says how often a member learns a row, up to 100.
    drift_detector
        Watches the errors of each member; None to replace nobody. "auto" is `ADWIN(delta=1e-5)`.
    warning_detector
        Its drifts are the warnings: more sensitive than `drift_detector`. None for no second
        learners. "auto" is `ADWIN(delta=1e-4)`.
    disable_detector
        "drift" does without both detectors, "warning" without second learners; "off" keeps them.
    disable_weighted_vote
        Let all votes count alike.
    seed
        Other seeds, other members. None draws one.
    threads
        How many threads share the members of a batch; "all" for as many as the machine has. The
        answers are the same to the bit.
    preset
        "moa" looks at the error of a prediction made after a row was learned, and lets second
        learners count each row once. "paper" looks at the one before, and gives second learners
        the weight of the first; "river" is the same as "paper". The members are those of `model`,
        which has a preset of its own if it is a tree.

    Examples
    --------
    >>> from driftline import ensembles, learners, sources
    >>> model = ensembles.SRPClassifier(model=learners.GaussianNB(), n_models=5, seed=1)
    >>> for batch in sources.SINE1(drifts=[1000], rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> sorted({kind for _, kind, _ in model.events})
    ['drift', 'warning']

    References
    ----------
    Gomes, Read, Bifet. Streaming Random Patches for Evolving Data Stream Classification. 2019.
    """

    _auto: ClassVar[dict[str, Any]] = {
        "model": HoeffdingTreeClassifier(grace_period=50, delta=0.01),
        "drift_detector": ADWIN(delta=1e-5),
        "warning_detector": ADWIN(delta=1e-4),
    }

    def __new__(
        cls,
        model: Any = "auto",
        *,
        n_models: int = 10,
        subspace_size: int | float | str = 0.6,
        training_method: Literal["patches", "subspaces", "resampling"] = "patches",
        lam: float = 6.0,
        drift_detector: Any = "auto",
        warning_detector: Any = "auto",
        disable_detector: Literal["off", "drift", "warning"] = "off",
        disable_weighted_vote: bool = False,
        seed: int | None = None,
        threads: int | str = 1,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> "SRPClassifier":
        """Choose the kind by the learner and the detectors."""
        if cls is SRPClassifier:
            kinds = (NativeSRPClassifier, PythonSRPClassifier)
            given = zip(cls._auto, (model, drift_detector, warning_detector), strict=True)
            model, *watching = [cls._meant(name, value) for name, value in given]
            cls = kind_for(model, _core.Classifier, kinds, *watching)
        made: SRPClassifier = super().__new__(cls)
        return made

    def __init__(
        self,
        model: Any = "auto",
        *,
        n_models: int = 10,
        subspace_size: int | float | str = 0.6,
        training_method: Literal["patches", "subspaces", "resampling"] = "patches",
        lam: float = 6.0,
        drift_detector: Any = "auto",
        warning_detector: Any = "auto",
        disable_detector: Literal["off", "drift", "warning"] = "off",
        disable_weighted_vote: bool = False,
        seed: int | None = None,
        threads: int | str = 1,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        model = self._meant("model", model)
        drift_detector = self._meant("drift_detector", drift_detector)
        warning_detector = self._meant("warning_detector", warning_detector)
        for name, one in (("drift", drift_detector), ("warning", warning_detector)):
            if one is not None:
                require_detector(one, f"{name}_detector")
        n_models, seed = counted("n_models", n_models), drawn(seed)
        ways = {"patches": (lam, subspace_size), "subspaces": (0.0, subspace_size)}
        ways["resampling"] = (lam, None)  # type: ignore[assignment]
        if training_method not in ways:
            raise ValueError(
                f"training_method must be one of {list(ways)}, not {training_method!r}"
            )
        rate, size = ways[training_method]
        if disable_detector not in ("off", "drift", "warning"):
            raise ValueError(
                "disable_detector must be one of ['off', 'drift', 'warning'], not "
                f"{disable_detector!r}"
            )
        drift = drift_detector if disable_detector != "drift" else None
        warning = warning_detector if disable_detector == "off" else None
        super().__init__(  # type: ignore[call-arg]
            *(model, n_models, seed, threads_of(threads), rate, not disable_weighted_vote, preset),
            *(drift, warning, size),
        )
        self._parts = {
            "model": fresh(model),
            "n_models": n_models,
            "subspace_size": subspace_size,
            "training_method": training_method,
            "lam": lam,
            "drift_detector": fresh(drift_detector),
            "warning_detector": fresh(warning_detector),
            "disable_detector": disable_detector,
            "disable_weighted_vote": disable_weighted_vote,
            "seed": seed,
            "threads": threads,
            "preset": preset,
        }

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (), self.params

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": GaussianNB(), "n_models": 3, "seed": 1}


class NativeSRPClassifier(SRPClassifier, ClassifierFront, _core.SRPClassifier):
    """Around a native classifier."""


class PythonSRPClassifier(PythonEnsemble, SRPClassifier, PythonCore):
    """Around a learner or a detector written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, _: int, *own: Any) -> Any:
        rate, weighs_votes, preset, drift_detector, warning_detector, size = own
        detectors = (drift_detector, warning_detector)
        return PythonForest(
            model, (n_models, seed), (rate, size), detectors, (weighs_votes, preset == "moa")
        )
