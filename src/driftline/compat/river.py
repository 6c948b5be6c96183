"""What River asks of a model besides the verbs: roles, tags, parameters, memory.

A public class takes one of these mixins in front of its native base:

    class AROW(RiverClassifier, _core.AROW): ...

No verb passes through here, so a call costs what the native call costs. The hooks rest on three
things every model has: `params`, `memory` and a constructor that takes what `params` reports.

River is never imported here, yet `isinstance(model, river.base.Classifier)` holds whichever of the
two was imported first. Where River's metaclass finds no registered class, it looks at
`model._last_step`, its way to see through pipelines. So the first question of that kind is the
moment to register: River is there, and nobody had to wait for it.
"""

import copy
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

from driftline.compat import signatures

POSITIVE_INPUT = "positive input"  # River's tag: no feature may be negative
POOR_SCORE = "poor score"  # ours: a baseline, or made for counts; ask no accuracy on any table


class ClassifierRole:
    """What River knows as a mini-batch classifier."""

    __slots__ = ()


class RegressorRole:
    """What River knows as a mini-batch regressor."""

    __slots__ = ()


class TransformRole:
    """What River knows as a mini-batch transformer."""

    __slots__ = ()


def register() -> None:
    """Tell River, if it is loaded, which of its parts our classes play. Costs nothing twice."""
    base = sys.modules.get("river.base")
    if base is None or issubclass(ClassifierRole, base.Classifier):
        return
    base.MiniBatchRegressor.register(RegressorRole)
    base.MiniBatchTransformer.register(TransformRole)
    base.Estimator.register(RiverPipeline)
    base.MiniBatchClassifier.register(ClassifierRole)


class RiverHooks:
    """The hooks that all models share."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def params(self) -> dict[str, Any]: ...  # noqa: D102

        @property
        def memory(self) -> int: ...  # noqa: D102

    @property
    def _supervised(self) -> bool:
        return True

    def clone(
        self, new_params: Mapping[str, Any] | None = None, include_attributes: bool = False
    ) -> Self:
        """Return an untaught model with the same parameters.

        Parameters
        ----------
        new_params
            Parameters to change. That of a nested model is given as a dict of its own changes,
            or as another model.
        include_attributes
            Copy what was learned too. This excludes `new_params`: what was learned under one set
            of parameters means nothing under another.
        """
        if include_attributes:
            if new_params:
                raise ValueError("clone: include_attributes=True keeps all parameters as they are")
            return copy.deepcopy(self)
        own = self.params
        changed = {**own, **(new_params or {})}
        return self._made_of({name: _untaught(own.get(name), v) for name, v in changed.items()})

    @classmethod
    def _made_of(cls, params: Mapping[str, Any]) -> Self:
        """Construct a model from its parameters; for those who take some by position."""
        return cls(**params)

    def mutate(self, new_attrs: Mapping[str, Any]) -> None:
        """Refuse any change: parameters are fixed at construction, `clone` takes new ones."""
        for name in new_attrs:
            kind = "a mutable attribute" if hasattr(self, name) else "an attribute"
            raise ValueError(f"'{name}' is not {kind} of {type(self).__name__}")

    def _get_params(self) -> dict[str, Any]:
        return {name: _described(value) for name, value in self.params.items()}

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {}

    def _unit_test_skips(self) -> set[str]:
        return set()

    def _more_tags(self) -> set[str]:
        return set()

    @property
    def _tags(self) -> set[str]:
        return self._more_tags()

    @property
    def _mutable_attributes(self) -> set[str]:
        return set()

    @property
    def _is_stochastic(self) -> bool:
        return _lacks_seed(self._get_params())

    def __sizeof__(self) -> int:
        # River adds up a pipeline by sys.getsizeof, which cannot see native memory.
        return object.__sizeof__(self) + self.memory

    @property
    def _raw_memory_usage(self) -> int:
        return self.memory


class RiverClassifier(RiverHooks, ClassifierRole):
    """A classifier, as River sees it."""

    __slots__ = ()

    @property
    def _multiclass(self) -> bool:
        return True

    @property
    def _last_step(self) -> ClassifierRole:
        register()
        return ClassifierRole()


class RiverRegressor(RiverHooks, RegressorRole):
    """A regressor, as River sees it."""

    __slots__ = ()

    @property
    def _last_step(self) -> RegressorRole:
        register()
        return RegressorRole()


class RiverTransform(RiverHooks, TransformRole):
    """A transform, as River sees it."""

    __slots__ = ()

    @property
    def _supervised(self) -> bool:
        return False

    @property
    def _last_step(self) -> TransformRole:
        register()
        return TransformRole()


class RiverPipeline(RiverHooks):
    """A chain, as River sees it: what its last step is. `steps` maps names to models."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def steps(self) -> dict[str, Any]: ...  # noqa: D102

    @property
    def _last_step(self) -> Any:
        return list(self.steps.values())[-1]

    @property
    def _supervised(self) -> bool:
        return any(step._supervised for step in self.steps.values())

    @property
    def _multiclass(self) -> bool:
        return bool(self._last_step._multiclass)

    def _more_tags(self) -> set[str]:
        return set().union(*(step._tags for step in self.steps.values()))

    def _get_params(self) -> dict[str, Any]:
        return {name: step._get_params() for name, step in self.steps.items()}

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield from ()  # steps are positional: there is nothing to construct by keyword

    def clone(
        self, new_params: Mapping[str, Any] | None = None, include_attributes: bool = False
    ) -> Self:
        """Return an untaught chain; `new_params` maps names of steps to their changes."""
        if include_attributes:
            return super().clone(new_params, include_attributes=True)
        changes = new_params or {}
        return type(self)(*(_untaught(s, changes.get(n, {})) for n, s in self.steps.items()))

    def mutate(self, new_attrs: Mapping[str, Any]) -> None:
        """Hand each step what is meant for it."""
        for name, attrs in new_attrs.items():
            self.steps[name].mutate(attrs)


def _untaught(current: Any, wanted: Any) -> Any:
    """Return the wanted value of a parameter, free of what `current` or `wanted` has learned."""
    if _is_description(wanted):
        wanted = wanted[1]
    if isinstance(wanted, dict) and hasattr(current, "clone"):
        return current.clone(wanted)
    return wanted.clone() if hasattr(wanted, "clone") else copy.deepcopy(wanted)


def _described(value: Any) -> Any:
    """Return a parameter as River writes it down: a nested model is its class and parameters."""
    return (type(value), value._get_params()) if hasattr(value, "_get_params") else value


def _is_description(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], type)


def _lacks_seed(params: Mapping[str, Any]) -> bool:
    nested = (value[1] if _is_description(value) else value for value in params.values())
    return ("seed" in params and params["seed"] is None) or any(
        _lacks_seed(value) for value in nested if isinstance(value, dict)
    )


signatures.install()
register()  # River came first: let issubclass hold from the start, too
