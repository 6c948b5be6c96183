"""One-vs-one. The algorithm is core/driftline/learners/one_vs_one.hpp."""

from collections.abc import Iterator
from typing import Any

from driftline import _core
from driftline.learners.front import ClassifierFront
from driftline.learners.perceptron import Perceptron


class OneVsOneClassifier(ClassifierFront, _core.OneVsOneClassifier):
    """One binary model for every pair of labels; each gives a vote to its winner.

    Every linear classifier handles many labels by itself, one model for each label against the
    rest. Pairs are easier to tell apart, at the price of k (k - 1) / 2 models. With two labels it
    is the plain classifier.

    Parameters
    ----------
    model
        One of driftline's own linear classifiers. Its parameters count, what it has learned does
        not.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.OneVsOneClassifier(learners.AROW())
    >>> model.learn_many([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]], ["east", "north", "southwest"])
    >>> model.predict_one([0.0, 2.0])
    'north'

    References
    ----------
    Knerr, Personnaz, Dreyfus. Single-layer learning revisited. 1990.
    """

    __slots__ = ("_model",)

    def __init__(self, model: Any) -> None:
        if not isinstance(model, _core.Classifier):
            raise TypeError(
                "model must be one of driftline's own linear classifiers, such as AROW(), because "
                f"pairs are made in the compiled core; got {model!r}"
            )
        super().__init__(model)
        self._model = model.clone()  # type: ignore[attr-defined]

    @property
    def model(self) -> Any:
        """The binary model each pair starts from."""
        return self._model

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name."""
        return {"model": self._model}

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": Perceptron()}
