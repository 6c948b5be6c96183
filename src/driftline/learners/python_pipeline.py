"""A pipeline that ends in a learner written in Python.

The transforms in front are one native model. The learner is called once a row, with a dict. The
order is that of the native chain: a prediction sends the row through the transforms as they are;
learning lets them learn the row first. A batch is read and checked before its first row is
learned; what the learner itself refuses shows only when its row comes.

A lock holds the transforms and the learner together, a row at a time, so threads see whole rows.
"""

import copy
import gc
import inspect
import sys
import threading
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NoReturn, Self

from driftline.learners.pipeline import Pipeline, free_name, steps_of
from driftline.state import StateError
from driftline.stream import Schema, records


class PythonPipeline(Pipeline):
    """A pipeline that ends in an object with `learn_one` and `predict_one`."""

    _front: Any  # the transforms as one native model, or None
    _learner: Any
    _untaught: Any  # what a clone starts from
    _labels: list[Any]  # learned so far; kept where there are probabilities to give them order

    def __init__(self, *steps: Any) -> None:
        *front, learner = [part for step in steps for part in steps_of(step)]
        inner = steps[-1] if isinstance(steps[-1], PythonPipeline) else None
        untaught, labels = (inner._untaught, inner._labels) if inner else (learner, [])
        self._front = Pipeline(*front) if front else None
        self._learner = copy.deepcopy(learner)
        self._untaught = fresh(untaught)
        self._labels = list(labels)
        self._get_ready()

    def _get_ready(self) -> None:
        front = [] if self._front is None else self._front._parts
        self._parts = [*front, self._untaught]
        self._takes_weight = takes_weight(self._learner.learn_one)
        self._lock = threading.RLock()

    def learn_one(self, x: Any, y: Any, w: float = 1.0) -> None:
        """Learn one row. A null label teaches nothing."""
        self._learn(x, records.plain(y), records.weight_of(w))

    def predict_one(self, x: Any) -> Any:
        """Return what the learner says of a row."""
        with self._lock:
            return self._learner.predict_one(self._seen(x))

    def predict_learn_one(self, x: Any, y: Any, w: float = 1.0) -> Any:
        """Predict a row, then learn it."""
        return self._predict_learn(x, records.plain(y), records.weight_of(w))

    def learn_many(self, X: Any, y: Any, w: Any = None) -> None:
        """Learn many rows, one after another."""
        self._each(X, y, w, self._learn)

    def predict_many(self, X: Any) -> Any:
        """Return what the learner says of each row."""
        rows = self._seen_many(X)
        with self._lock:
            return records.answers_like(X, [self._learner.predict_one(x) for x in rows])

    def predict_learn_many(self, X: Any, y: Any, w: Any = None) -> Any:
        """Test-then-train: predict each row, then learn it. Returns the predictions."""
        return records.answers_like(X, self._each(X, y, w, self._predict_learn))

    @property
    def predict_proba_one(self) -> Callable[[Any], dict[Any, float]]:
        """A share for each label, where the learner tells."""
        self._require_probabilities()
        return self._shares_one

    @property
    def predict_proba_many(self) -> Callable[[Any], Any]:
        """A share for each row and label, in the order of `labels`, where the learner tells."""
        self._require_probabilities()
        return self._shares_many

    @property
    def labels(self) -> list[Any]:
        """Labels learned so far, of a learner with `predict_proba_one`."""
        self._require_probabilities()
        return list(self._labels)

    @property
    def schema(self) -> Schema:
        """Features that the transforms have met, and labels."""
        features = [] if self._front is None else self._front.schema.features
        return Schema(features=features, labels=list(self._labels))

    @property
    def memory(self) -> int:
        """Bytes held, those of the learner as far as Python can see them."""
        with self._lock:
            return (0 if self._front is None else self._front.memory) + bytes_of(self._learner)

    @property
    def steps(self) -> dict[str, Any]:
        """Copies of the steps as they are now, by the name of their class."""
        with self._lock:
            out: dict[str, Any] = {} if self._front is None else self._front.steps
            out[free_name(type(self._learner).__name__, out)] = copy.deepcopy(self._learner)
            return out

    def clone(
        self, new_params: Mapping[str, Any] | None = None, include_attributes: bool = False
    ) -> Self:
        """Return an untaught pipeline; `new_params` maps names of steps to their changes.

        The learner makes its own clone, if it has that verb. Otherwise it is a copy of the one
        the pipeline was made of, and has no parameters to change.
        """
        if include_attributes:
            return super().clone(new_params, include_attributes=True)
        changes = dict(new_params or {})
        front = [] if self._front is None else list(self._front.steps.items())
        steps = [step.clone(changes.pop(name, {})) for name, step in front]
        own = changes.pop(list(self.steps)[-1], {})
        return type(self)(*steps, self._untaught.clone(own) if own else fresh(self._untaught))

    def __copy__(self) -> Self:
        with self._lock:
            front, parts = copy.copy(self._front), (self._learner, self._untaught, self._labels)
            twin: Self = _assembled(type(self), front, *copy.deepcopy(parts))
            return twin

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self._front, self._learner, self._untaught, self._labels)
        return _assembled, (type(self), *parts)

    def __repr__(self) -> str:
        return " | ".join([*map(repr, self._parts[:-1]), shown(self._learner)])

    def _same(self, other: Any) -> bool:
        return bool(self._front == other._front and self._learner == other._learner)

    def _snapshot(self) -> NoReturn:
        raise StateError(
            f"{self!r} cannot be saved: {shown(self._learner)} is a Python object, and a model "
            "file holds no code; pickle can keep it"
        )

    def _each(self, X: Any, y: Any, w: Any, verb: Callable[..., Any]) -> list[Any]:
        batch, rows = records.rows_of(X)
        if self._front is not None:
            self._front.transform_many(batch)  # finds what is wrong before anything is learned
        targets, weights = records.targets_of(y, len(rows)), records.weights_of(w, len(rows))
        out: list[Any] = []
        try:
            for x, target, weight in zip(rows, targets, weights, strict=True):
                out.append(verb(x, target, weight))
        except BaseException as error:
            error.rows_learned = len(out)  # type: ignore[attr-defined]
            raise
        return out

    def _seen(self, x: Any) -> dict[Any, Any]:
        """Return a row as the transforms make it now."""
        if self._front is None:
            return records.without_missing(records.named(x))
        if hasattr(x, "indptr"):
            return records.named(self._front.transform_many(x))
        return records.named(self._front.transform_one(x))

    def _seen_many(self, X: Any) -> list[dict[Any, Any]]:
        batch, rows = records.rows_of(X)
        if self._front is None:
            return [records.without_missing(records.named(x)) for x in rows]
        return [records.named(x) for x in records.rows_of(self._front.transform_many(batch))[1]]

    def _learn(self, x: Any, y: Any, w: float) -> None:
        with self._lock:
            if w == 0.0 or records.is_null(y):
                self._seen(x)  # a bad row is refused all the same
                return
            if self._front is not None:
                learn = self._front.learn_many if hasattr(x, "indptr") else self._front.learn_one
                learn(x, w)
            weight = {"w": w} if self._takes_weight else {}
            self._learner.learn_one(self._seen(x), y, **weight)
            if hasattr(self._learner, "predict_proba_one") and y not in self._labels:
                # A first label of 1 or True is the positive one, and stands behind its partner.
                is_partner = len(self._labels) == 1 and self._labels[0] == 1
                self._labels.insert(0 if is_partner else len(self._labels), y)

    def _predict_learn(self, x: Any, y: Any, w: float) -> Any:
        with self._lock:
            answer = self.predict_one(x)
            self._learn(x, y, w)
            return answer

    def _require_probabilities(self) -> None:
        if not hasattr(self._learner, "predict_proba_one"):
            raise AttributeError(f"{shown(self._learner)} has no predict_proba_one")

    def _shares_one(self, x: Any) -> dict[Any, float]:
        with self._lock:
            return dict(self._learner.predict_proba_one(self._seen(x)))

    def _shares_many(self, X: Any) -> Any:
        rows = self._seen_many(X)
        with self._lock:
            shares = [self._learner.predict_proba_one(x) for x in rows]
            return records.shares_like(X, shares, self._labels)

    # What River asks; a learner of River's own answers for itself.

    @property
    def _last_step(self) -> Any:
        return self._learner

    @property
    def _supervised(self) -> bool:
        return True

    @property
    def _multiclass(self) -> bool:
        return bool(getattr(self._learner, "_multiclass", True))

    def _more_tags(self) -> set[str]:
        return set().union(*(getattr(step, "_tags", ()) for step in self._parts))

    def _get_params(self) -> dict[str, Any]:
        steps = self.steps.items()
        return {n: s._get_params() if hasattr(s, "_get_params") else {} for n, s in steps}


def _assembled(
    cls: type[PythonPipeline], front: Any, learner: Any, untaught: Any, labels: list[Any]
) -> Any:
    made: Any = cls.__new__(cls)
    made._front, made._learner, made._untaught, made._labels = front, learner, untaught, labels
    made._get_ready()
    return made


def fresh(learner: Any) -> Any:
    """Return an untaught twin, as far as the object can make one."""
    return learner.clone() if hasattr(learner, "clone") else copy.deepcopy(learner)


def takes_weight(learn_one: Any) -> bool:
    """Tell whether the verb has a parameter `w`."""
    try:
        parameters = inspect.signature(learn_one).parameters
    except (TypeError, ValueError):  # compiled, and silent about it
        return False
    return "w" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def shown(learner: Any) -> str:
    """Return how a learner is written; its class, if it does not say more than its address."""
    kind: Any = type(learner)
    return f"{kind.__name__}()" if kind.__repr__ is object.__repr__ else repr(learner)


def bytes_of(learner: Any) -> int:
    """Add up an object and all it refers to; classes and functions belong to nobody."""
    seen, waiting, total = {id(learner)}, [learner], 0
    while waiting:
        found = waiting.pop()
        total += sys.getsizeof(found)
        for part in gc.get_referents(found):
            if id(part) not in seen and not isinstance(part, _CODE):
                seen.add(id(part))
                waiting.append(part)
    return total


_CODE = (type, ModuleType, FunctionType, BuiltinFunctionType)
