"""All verbs of a model around an engine of Python that has those for one row."""

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, Self

from driftline.learners.pipeline import Pipeline
from driftline.learners.python_pipeline import fresh
from driftline.state import StateError
from driftline.stream import Schema


class Comparable:
    """Equal if all it holds is equal."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = object.__hash__


class PythonCore:
    """In the place of the native class; a class says in `_engine` what is inside."""

    if TYPE_CHECKING:

        def _engine(self, *arguments: Any) -> Any: ...

    def __init__(self, *arguments: Any) -> None:
        self._model = Pipeline(self._engine(*arguments))


class PythonVerbs:
    """What stands in front of the class that users know."""

    _model: Any
    _parts: dict[str, Any]

    def _events(self) -> list[Any]:
        return list(self._model._learner.events)

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""
        self._model.learn_one(x, y, w)

    def predict_one(self, x: Any) -> Any:
        """Return what the learner says of a row."""
        return self._model.predict_one(x)

    def predict_learn_one(self, x: Any, y: Any, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""
        return self._model.predict_learn_one(x, y, w)

    def learn_many(self, X: Any, y: Any, w: Any = None) -> None:
        """Learn many rows, one after another."""
        self._model.learn_many(X, y, w)

    def predict_many(self, X: Any) -> Any:
        """Return what the learner says of each row."""
        return self._model.predict_many(X)

    def predict_learn_many(self, X: Any, y: Any, w: Any = None) -> Any:
        """Test-then-train: predict each row, then learn it. Returns the predictions."""
        return self._model.predict_learn_many(X, y, w)

    @property
    def predict_proba_one(self) -> Callable[[Any], dict[Any, float]]:
        """A share for each label, where the learner tells."""
        shares: Callable[[Any], dict[Any, float]] = self._model.predict_proba_one
        return shares

    @property
    def predict_proba_many(self) -> Callable[[Any], Any]:
        """A share for each row and label, where the learner tells."""
        shares: Callable[[Any], Any] = self._model.predict_proba_many
        return shares

    @property
    def labels(self) -> list[Any]:
        """Labels learned so far, of a learner with `predict_proba_one`."""
        known: list[Any] = self._model.labels
        return known

    @property
    def schema(self) -> Schema:
        """Labels learned so far."""
        found: Schema = self._model.schema
        return found

    @property
    def memory(self) -> int:
        """Bytes held, as far as Python can see them."""
        return int(self._model.memory)

    def clone(self) -> Self:
        """Return an untaught model with the same parameters."""
        made: Self = type(self)(**{name: fresh(part) for name, part in self._parts.items()})
        return made

    def __copy__(self) -> Self:
        twin: Self = _assembled(type(self), self._parts, copy.copy(self._model))
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _assembled, (type(self), self._parts, self._model)

    def _same(self, other: Any) -> bool:
        return bool(self._model == other._model)

    def _snapshot(self) -> NoReturn:
        raise StateError(
            f"{self!r} cannot be saved: it holds a Python object, and a model file holds no "
            "code; pickle can keep it"
        )


def _assembled(cls: type[Any], parts: dict[str, Any], model: Any) -> Any:
    made = object.__new__(cls)
    made._parts, made._model = parts, model
    return made
