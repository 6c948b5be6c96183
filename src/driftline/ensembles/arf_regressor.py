"""Adaptive random forest of regressors.

The algorithm is core/driftline/ensembles/regression_forest.hpp.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal

from driftline import _core
from driftline.detectors import ADWIN
from driftline.ensembles.front import Ensemble, counted, drawn, kind_for, threads_of
from driftline.ensembles.python_ensemble import PythonEnsemble
from driftline.ensembles.python_regression_forest import PythonRegressionForest
from driftline.learners import HoeffdingTreeRegressor
from driftline.learners.composite import require_detector
from driftline.learners.front import RegressorFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore

_TREE = HoeffdingTreeRegressor()


class ARFRegressor(Ensemble):
    """Regression trees that draw columns in each leaf, each watched for drift.

    Every tree learns every row so often as a Poisson distribution of rate 6 says, and a leaf looks
    at some columns only, so trees differ. Each tree is watched by detectors of its own: a warning
    starts a second tree that learns along, a drift puts it in the first one's place. A good first
    choice for numbers.

    The detectors see the absolute error of a tree in three deviations of all targets so far, at
    most 1. River shows them signed errors, MOA the prediction itself.

    Parameters
    ----------
    n_models
        How many trees there are.
    max_features
        Columns that a leaf looks at: a number, a share as 0.6, "sqrt" for the rounded root of all,
        "paper" for one more than that; None for all.
    aggregation_method
        What the answers of the trees become: their "median", which does not mind a tree that is
        far off, or their "mean", as in the paper.
    lambda_value
        Rate of the Poisson distribution that says how often a tree learns a row, up to 100.
    drift_detector
        Watches the errors of each tree: one that takes numbers from 0 to 1. None to replace none.
        An object of your own with `update` and `drift_detected`, such as River's, works as well,
        row by row. "auto" is `ADWIN(delta=0.001)`.
    warning_detector
        Its drifts are the warnings: more sensitive than `drift_detector`. None for no second trees.
        "auto" is `ADWIN(delta=0.01)`.
    grace_period
        Weight that a leaf learns between two looks for a split. A row weighs 6 on average.
    max_depth
        As for `HoeffdingTreeRegressor`, and so are the following.
    split_criterion
        "variance" or "deviation".
    delta
        Chance to take the wrong column for the best.
    tau
        Below this bound two columns count as equally good.
    leaf_prediction
        "mean", "model", or "adaptive", the one of these whose errors are smaller of late.
    model_selector_decay
        How fast "adaptive" forgets errors.
    learning_rate
        First step of the linear models, for a row of weight 1: less than that of a single tree.
    nominal_attributes
        Names of columns whose numbers are names, not quantities.
    splitter
        "exhaustive" or "quantizer".
    max_bins
        Values or bins kept of each column in each leaf, at most.
    min_samples_split
        Weight that each branch of a split must hold.
    binary_split
        Whether a nominal column may only be split in two.
    max_bytes
        Limit of the memory of each tree, at least 16,384; None for no limit.
    seed
        Other seeds, other trees. None draws one.
    threads
        How many threads share the trees of a batch; "all" for as many as the machine has. The
        answers are the same to the bit.

    Examples
    --------
    >>> from driftline import ensembles, sources
    >>> model = ensembles.ARFRegressor(n_models=5, seed=1)
    >>> for batch in sources.Friedman(rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> len(model.members)
    5

    References
    ----------
    Gomes et al. Adaptive random forests for data stream regression. 2018.
    """

    _auto: ClassVar[dict[str, Any]] = {
        "drift_detector": ADWIN(delta=0.001),
        "warning_detector": ADWIN(delta=0.01),
    }

    def __new__(cls, **given: Any) -> "ARFRegressor":
        """Choose the kind by the detectors."""
        if cls is ARFRegressor:
            kinds = (NativeARFRegressor, PythonARFRegressor)
            watching = [cls._meant(name, given.get(name, "auto")) for name in cls._auto]
            cls = kind_for(_TREE, _core.Regressor, kinds, *watching)
        made: ARFRegressor = super().__new__(cls)
        return made

    def __init__(
        self,
        *,
        n_models: int = 10,
        max_features: float | str | None = "sqrt",
        aggregation_method: Literal["mean", "median"] = "median",
        lambda_value: float = 6.0,
        drift_detector: Any = "auto",
        warning_detector: Any = "auto",
        grace_period: float = 50,
        max_depth: int | None = None,
        split_criterion: Literal["variance", "deviation"] = "variance",
        delta: float = 0.01,
        tau: float = 0.05,
        leaf_prediction: Literal["mean", "model", "adaptive"] = "adaptive",
        model_selector_decay: float = 0.95,
        learning_rate: float = 0.02,
        nominal_attributes: Iterable[Any] | None = None,
        splitter: Literal["exhaustive", "quantizer"] = "exhaustive",
        max_bins: int = 128,
        min_samples_split: float = 5,
        binary_split: bool = False,
        max_bytes: int | None = 100 * 2**20,
        seed: int | None = None,
        threads: int | str = 1,
    ) -> None:
        drift_detector = self._meant("drift_detector", drift_detector)
        warning_detector = self._meant("warning_detector", warning_detector)
        for name, one in (("drift", drift_detector), ("warning", warning_detector)):
            if one is not None:
                _require_shares(one, f"{name}_detector")
        n_models, seed = counted("n_models", n_models), drawn(seed)
        of_trees: dict[str, Any] = {
            "grace_period": grace_period,
            "max_depth": max_depth,
            "split_criterion": split_criterion,
            "delta": delta,
            "tau": tau,
            "leaf_prediction": leaf_prediction,
            "model_selector_decay": model_selector_decay,
            "learning_rate": learning_rate,
            "nominal_attributes": nominal_attributes,
            "splitter": splitter,
            "max_bins": max_bins,
            "min_samples_split": min_samples_split,
            "binary_split": binary_split,
            "max_bytes": max_bytes,
        }
        tree = HoeffdingTreeRegressor(**of_trees, max_features=max_features)
        super().__init__(  # type: ignore[call-arg]
            *(tree, n_models, seed, threads_of(threads), lambda_value),
            *(aggregation_method, drift_detector, warning_detector),
        )
        self._tree = tree
        self._parts = {
            "n_models": n_models,
            "max_features": max_features,
            "aggregation_method": aggregation_method,
            "lambda_value": lambda_value,
            "drift_detector": fresh(drift_detector),
            "warning_detector": fresh(warning_detector),
            **{name: getattr(tree, name) for name in of_trees},
            "seed": seed,
            "threads": threads,
        }

    def _prototype(self) -> Any:
        return self._tree

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"n_models": 3, "seed": 1}


class NativeARFRegressor(ARFRegressor, RegressorFront, _core.ARFRegressor):
    """Under detectors of driftline."""


class PythonARFRegressor(PythonEnsemble, ARFRegressor, PythonCore):
    """Under detectors written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, _: int, *own: Any) -> Any:
        rate, way, drift_detector, warning_detector = own
        detectors = (drift_detector, warning_detector)
        return PythonRegressionForest(model, (n_models, seed), rate, way, detectors)


def _require_shares(detector: Any, name: str) -> None:
    """Raise unless the object is a detector that takes numbers between 0 and 1."""
    require_detector(detector, name)
    if not isinstance(detector, _core.Detector):
        return
    try:
        fresh(detector).update(0.5)
    except ValueError as error:
        raise ValueError(
            f"{name} must take numbers from 0 to 1, as errors of regressors are; got {detector!r}"
        ) from error
