"""Adaptive random forest. The algorithm is core/driftline/ensembles/forest.hpp."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal

from driftline import _core
from driftline.detectors import ADWIN
from driftline.ensembles.front import Ensemble, counted, drawn, kind_for, threads_of
from driftline.ensembles.python_ensemble import PythonEnsemble
from driftline.ensembles.python_forest import PythonForest
from driftline.learners import HoeffdingTreeClassifier
from driftline.learners.composite import require_detector
from driftline.learners.front import ClassifierFront
from driftline.learners.python_pipeline import fresh
from driftline.learners.python_verbs import PythonCore

_TREE = HoeffdingTreeClassifier()


class ARFClassifier(Ensemble):
    """Hoeffding trees that draw columns in each leaf, each watched for drift: a good first choice.

    Every tree learns every row so often as a Poisson distribution of rate 6 says, and a leaf looks
    at some columns only, so trees differ. Each tree is watched by detectors of its own: a warning
    starts a second tree that learns along, a drift puts it in the first one's place. Votes count
    by the share of rows a tree had right since it began.

    Parameters
    ----------
    n_models
        How many trees there are.
    max_features
        Columns that a leaf looks at: a number, a share as 0.6, "sqrt" for the rounded root of all,
        "paper" for one more than that; None for all. "auto" is what the preset has: 0.6 with "moa",
        "sqrt" otherwise.
    lambda_value
        Rate of the Poisson distribution that says how often a tree learns a row, up to 100.
    disable_weighted_vote
        Let all votes count alike.
    drift_detector
        Watches the errors of each tree, 0 or 1. None to replace none. An object of your own with
        `update` and `drift_detected`, such as River's, works as well, row by row. "auto" is
        `ADWIN(delta=0.001)`.
    warning_detector
        Its drifts are the warnings: more sensitive than `drift_detector`. None for no second trees.
        "auto" is `ADWIN(delta=0.01)`.
    grace_period
        Weight that a leaf learns between two looks for a split. A row weighs 6 on average.
    max_depth
        As for `HoeffdingTreeClassifier`, and so are the following.
    split_criterion
        "info_gain", "gini" or "hellinger".
    delta
        Chance to take the wrong column for the best.
    tau
        Below this bound two columns count as equally good.
    leaf_prediction
        "mc" by majority, "nb" by naive Bayes, "nba" by the one that has been right more often.
    nb_threshold
        Weight from which on naive Bayes may vote in a leaf.
    nominal_attributes
        Names of columns whose numbers are names, not quantities.
    splitter
        What leaves keep of a number: "gaussian", "histogram", "quantizer" or "exhaustive".
    binary_split
        Whether a nominal column may only be split in two.
    min_branch_fraction
        At least two branches must hold more than this part of the weight.
    max_share_to_split
        A leaf in which one label has more than this share is not split. None is what the preset
        has: no such limit with "moa", 0.99 otherwise.
    max_bytes
        Limit of the memory of each tree, at least 16,384; None for no limit. River's `max_size`
        counts it in MiB.
    memory_estimate_period
        Rows between two rankings of leaves, by which those that promise more are taken up again.
    stop_mem_management
        Whether a tree stops growing for good when it meets its limit.
    remove_poor_attrs
        Whether leaves drop columns that are worse than the best by more than the bound.
    merit_preprune
        Whether a leaf stops observing once `tau` would split it and no column can.
    seed
        Other seeds, other trees. None draws one.
    threads
        How many threads share the trees of a batch; "all" for as many as the machine has. The
        answers are the same to the bit.
    preset
        "moa" looks at the error of a prediction made after a row was learned, lets second trees
        count each row once, takes MOA's trees (their bound, no `max_share_to_split`), and has a
        `max_features` of 0.6. "paper" looks at the prediction made before, gives second trees the
        weight of the first, and takes River's trees. "river" is the same as "paper".

    Examples
    --------
    >>> from driftline import ensembles, sources
    >>> model = ensembles.ARFClassifier(n_models=5, seed=1)
    >>> for batch in sources.SINE1(drifts=[1000], rows=2000, seed=1).batches():
    ...     model.learn_many(batch.x, batch.y)
    >>> sorted({kind for _, kind, _ in model.events})
    ['drift', 'warning']

    References
    ----------
    Gomes et al. Adaptive random forests for evolving data stream classification. 2017.
    """

    _auto: ClassVar[dict[str, Any]] = {
        "drift_detector": ADWIN(delta=0.001),
        "warning_detector": ADWIN(delta=0.01),
    }

    def __new__(cls, **given: Any) -> "ARFClassifier":
        """Choose the kind by the detectors."""
        if cls is ARFClassifier:
            kinds = (NativeARFClassifier, PythonARFClassifier)
            watching = [cls._meant(name, given.get(name, "auto")) for name in cls._auto]
            cls = kind_for(_TREE, _core.Classifier, kinds, *watching)
        made: ARFClassifier = super().__new__(cls)
        return made

    def __init__(
        self,
        *,
        n_models: int = 10,
        max_features: float | str | None = "auto",
        lambda_value: float = 6.0,
        disable_weighted_vote: bool = False,
        drift_detector: Any = "auto",
        warning_detector: Any = "auto",
        grace_period: float = 50,
        max_depth: int | None = None,
        split_criterion: Literal["info_gain", "gini", "hellinger"] = "info_gain",
        delta: float = 0.01,
        tau: float = 0.05,
        leaf_prediction: Literal["mc", "nb", "nba"] = "nba",
        nb_threshold: float = 0,
        nominal_attributes: Iterable[Any] | None = None,
        splitter: Literal["gaussian", "histogram", "quantizer", "exhaustive"] = "gaussian",
        binary_split: bool = False,
        min_branch_fraction: float = 0.01,
        max_share_to_split: float | None = None,
        max_bytes: int | None = 100 * 2**20,
        memory_estimate_period: int = 1_000_000,
        stop_mem_management: bool = False,
        remove_poor_attrs: bool = False,
        merit_preprune: bool = True,
        seed: int | None = None,
        threads: int | str = 1,
        preset: Literal["paper", "river", "moa"] = "paper",
    ) -> None:
        drift_detector = self._meant("drift_detector", drift_detector)
        warning_detector = self._meant("warning_detector", warning_detector)
        for name, one in (("drift", drift_detector), ("warning", warning_detector)):
            if one is not None:
                require_detector(one, f"{name}_detector")
        n_models, seed = counted("n_models", n_models), drawn(seed)
        of_trees: dict[str, Any] = {
            "grace_period": grace_period,
            "max_depth": max_depth,
            "split_criterion": split_criterion,
            "delta": delta,
            "tau": tau,
            "leaf_prediction": leaf_prediction,
            "nb_threshold": nb_threshold,
            "nominal_attributes": nominal_attributes,
            "splitter": splitter,
            "binary_split": binary_split,
            "min_branch_fraction": min_branch_fraction,
            "max_share_to_split": max_share_to_split,
            "max_bytes": max_bytes,
            "memory_estimate_period": memory_estimate_period,
            "stop_mem_management": stop_mem_management,
            "remove_poor_attrs": remove_poor_attrs,
            "merit_preprune": merit_preprune,
        }
        tree = HoeffdingTreeClassifier(
            **of_trees,
            max_features=_share_of(preset) if max_features == "auto" else max_features,
            preset="moa" if preset == "moa" else "river",
        )
        super().__init__(  # type: ignore[call-arg]
            *(tree, n_models, seed, threads_of(threads), lambda_value),
            *(not disable_weighted_vote, preset, drift_detector, warning_detector, None),
        )
        self._tree = tree
        self._parts = {
            "n_models": n_models,
            "max_features": max_features,
            "lambda_value": lambda_value,
            "disable_weighted_vote": disable_weighted_vote,
            "drift_detector": fresh(drift_detector),
            "warning_detector": fresh(warning_detector),
            **{name: getattr(tree, name) for name in of_trees},
            "seed": seed,
            "threads": threads,
            "preset": preset,
        }

    def _prototype(self) -> Any:
        return self._tree

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"n_models": 3, "seed": 1}


class NativeARFClassifier(ARFClassifier, ClassifierFront, _core.ARFClassifier):
    """Under detectors of driftline."""


class PythonARFClassifier(PythonEnsemble, ARFClassifier, PythonCore):
    """Under detectors written in Python."""

    def _engine(self, model: Any, n_models: int, seed: int, _: int, *own: Any) -> Any:
        rate, weighs_votes, preset, drift_detector, warning_detector, size = own
        detectors = (drift_detector, warning_detector)
        return PythonForest(
            model, (n_models, seed), (rate, size), detectors, (weighs_votes, preset == "moa")
        )


def _share_of(preset: str) -> float | str:
    return 0.6 if preset == "moa" else "sqrt"
