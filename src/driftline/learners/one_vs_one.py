"""One-vs-one. The algorithm is core/driftline/learners/one_vs_one.hpp."""

from collections.abc import Callable, Iterator
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from driftline import _core
from driftline.learners.front import ClassifierFront
from driftline.learners.perceptron import Perceptron
from driftline.learners.pipeline import require_attribute

#: `events` tells of no more than these.
_MOST_EVENTS = 1000


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

    if TYPE_CHECKING:

        def _told_by_pair(self, what: str) -> dict[tuple[Any, Any], list[float]]: ...
        def _unlearn_one(self, x: object, y: object) -> None: ...

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

    def _of_pairs(self, name: str) -> dict[tuple[Any, Any], Any]:
        """Return what the model of each pair has under a name, if it tells of that."""
        require_attribute(self._model, name)
        told = cache(self._told_by_pair)

        def of(pair: tuple[Any, Any]) -> Any:
            return self._model._tells(name, lambda what: told(what)[pair])

        return {pair: of(pair) for pair in told("records")}

    @property
    def forgotten(self) -> dict[tuple[Any, Any], list[Any]]:
        """What each pair of labels has forgotten, as its `model` tells it, where that unlearns."""
        return self._of_pairs("forgotten")

    @property
    def records(self) -> int:
        """How many examples the pairs can still forget, all together, where the model unlearns."""
        return sum(self._of_pairs("records").values())

    @property
    def events(self) -> list[tuple[int, str, str]]:
        """What the pairs tell, in the order of rows, of a model that tells of itself."""
        require_attribute(self._model, "events")
        told = [
            (row, kind, f"{detail} (labels {first!r} and {second!r})")
            for (first, second), events in self._of_pairs("events").items()
            for row, kind, detail in events
        ]
        return sorted(told, key=itemgetter(0))[-_MOST_EVENTS:]

    @property
    def unlearn_one(self) -> Callable[[Any, Any], None]:
        """Take back what an example taught, in every pair of labels that has a record of it."""
        require_attribute(self._model, "unlearn_one")
        return self._unlearn_one

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": Perceptron()}
