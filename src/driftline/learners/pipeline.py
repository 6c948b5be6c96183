"""Chains of transforms with a learner at the end, learning in step."""

import importlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from driftline import _core
from driftline.compat.river import RiverPipeline
from driftline.state import Stateful
from driftline.transforms.front import Joinable


class OfLastStep:
    """An attribute that a pipeline has where its last step has it, and with that step's value."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, pipeline: Any, owner: type | None = None) -> Any:
        if pipeline is None:
            return self
        require_attribute(pipeline._parts[-1], self.name)
        return getattr(pipeline[-1], self.name)


class Pipeline(Stateful, RiverPipeline):
    """Transforms, then a learner (or nothing), as one model: what `a | b` makes.

    A prediction sends the row through the transforms as they are. Learning lets each transform
    learn the row before it passes it on. The pipeline is what its last step is, a classifier, a
    regressor or a transform, and has its verbs.

    The steps are copied in with what they have learned; `steps` gives copies back.

    Parameters
    ----------
    steps
        Transforms, and at the end perhaps a learner: a native one, or any object with
        `learn_one` and `predict_one`.

    Examples
    --------
    >>> from driftline import learners, transforms
    >>> model = transforms.StandardScaler() | learners.AROW()
    >>> model.learn_many([[100.0], [300.0]], ["cheap", "dear"])
    >>> model.predict_one([290.0])
    'dear'
    >>> model
    StandardScaler() | AROW()
    """

    _parts: list[Any]

    events = OfLastStep()
    feature_importances = OfLastStep()
    forgotten = OfLastStep()
    records = OfLastStep()

    def __new__(cls, *steps: Any) -> "Pipeline":
        """Choose the kind of pipeline by its last step."""
        if cls is Pipeline:
            cls = _kind_for(steps)
        made: Pipeline = super().__new__(cls)
        return made

    def __init__(self, *steps: Any) -> None:
        flat = [part for step in steps for part in steps_of(step)]
        super().__init__(flat)  # type: ignore[call-arg]
        self._parts = [step.clone() for step in flat]

    @property
    def params(self) -> dict[str, Any]:
        """The steps by name."""
        return self.steps

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return tuple(part.clone() for part in self._parts), {}

    @classmethod
    def _public_name(cls) -> str:
        return "Pipeline"

    @property
    def steps(self) -> dict[str, Any]:
        """Copies of the steps as they are now, by the name of their class."""
        arrays, schema = self._snapshot()
        out: dict[str, Any] = {}
        for place, part in enumerate(self._parts):
            prefix = f"steps.{place}."
            own = {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}
            copy = part.clone()
            copy._restore(own, _passed_on(list(out.values()), schema) if place > 0 else schema)
            out[free_name(type(part).__name__, out)] = copy
        return out

    def __getitem__(self, key: int | str) -> Any:
        steps = self.steps
        return steps[key] if isinstance(key, str) else list(steps.values())[key]

    def __len__(self) -> int:
        return len(self._parts)

    def __or__(self, other: Any) -> Any:
        return join(self, other)

    def __repr__(self) -> str:
        shown = " | ".join(map(repr, self._parts))
        return shown if len(self._parts) > 1 else f"Pipeline({shown})"

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield from ()


class ClassifierPipeline(Pipeline, _core.ClassifierPipeline):
    """A pipeline that ends in a classifier."""

    if TYPE_CHECKING:

        def _unlearn_one(self, x: object, y: object) -> None: ...

    @property
    def unlearn_one(self) -> Callable[[Any, Any], None]:
        """Take back what an example taught, where the last step can.

        The row goes through the transforms as they are now. If they have moved since it was
        learned, it comes out otherwise, and there is no record of that: ValueError.
        """
        require_attribute(self._parts[-1], "unlearn_one")
        return self._unlearn_one


class RegressorPipeline(Pipeline, _core.RegressorPipeline):
    """A pipeline that ends in a regressor."""


class TransformPipeline(Joinable, Pipeline, _core.TransformPipeline):
    """A pipeline of transforms only."""


def require_attribute(model: Any, name: str) -> None:
    """Raise AttributeError, so that hasattr tells, unless the model has it."""
    if not hasattr(model, name):
        raise AttributeError(f"{type(model).__name__} has no {name!r}", name=name, obj=model)


def join(left: Any, right: Any) -> Any:
    """Make `left | right`; NotImplemented where the right side belongs to another library."""
    # Not hasattr: every class has the `|` of types, which its objects have not.
    if not _is_ours(right) and any("__ror__" in vars(kind) for kind in type(right).__mro__):
        return NotImplemented
    return Pipeline(left, right)


def steps_of(model: Any) -> list[Any]:
    """Return copies of the steps of a pipeline; anything else is its own one step."""
    return list(model.steps.values()) if isinstance(model, Pipeline) else [model]


def _passed_on(front: list[Any], schema: Any) -> Any:
    """Return the schema of what transforms pass on; their own where its names are not unique."""
    if schema["columns"]["kind"] == "open":
        return schema  # no row has come: whoever takes the step may still choose
    names: list[Any] = TransformPipeline(*front).outputs
    known = schema["columns"]["names"] or list(range(schema["columns"]["width"]))
    if names == known or len(set(names)) < len(names):
        return schema
    return {**schema, "columns": {"kind": "named", "width": len(names), "names": names}}


def _is_ours(model: Any) -> bool:
    return isinstance(model, _core.Model | Pipeline)


def _kind_for(steps: tuple[Any, ...]) -> type[Pipeline]:
    if not steps:
        raise ValueError("a pipeline needs at least one step")
    *front, last = steps
    for step in front:
        if not isinstance(step, _core.Transform):
            raise TypeError(f"only the last step may be something else than a transform: {step!r}")
    for native, kind in _KINDS.items():
        if isinstance(last, native):
            return kind
    if not isinstance(last, type) and all(hasattr(last, v) for v in ("learn_one", "predict_one")):
        # It builds on this module, so it is fetched when the first one is made.
        found: type[Pipeline] = importlib.import_module(_PYTHON_PIPELINE).PythonPipeline
        return found
    raise TypeError(f"{last!r} cannot end a pipeline: an object with learn_one and predict_one can")


_PYTHON_PIPELINE = "driftline.learners.python_pipeline"
_KINDS: dict[type, type[Pipeline]] = {
    _core.Classifier: ClassifierPipeline,
    _core.Regressor: RegressorPipeline,
    _core.Transform: TransformPipeline,
}


def free_name(name: str, taken: dict[str, Any]) -> str:
    """Return the name, with a number behind it if it is taken."""
    number = 1
    free = name
    while free in taken:
        free = f"{name}{number}"
        number += 1
    return free
