"""The Python half of every ensemble: its parameters, its members, what happened to them."""

import inspect
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from driftline import _core
from driftline.learners.composite import Composite, require_learner
from driftline.transforms.arguments import drawn, whole

__all__ = ["Ensemble", "counted", "drawn", "kind_for", "threads_of"]


class Ensemble(Composite):
    """Many learners that vote, as one model."""

    _counted_by: ClassVar[str] = "n_models"  # the parameter that says how many
    # What "auto" means, by parameter: defaults that anybody could change if signatures held them.
    _auto: ClassVar[dict[str, Any]] = {}
    __signature__: ClassVar[inspect.Signature]  # that of __init__: __new__ only chooses the kind

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls._public is not cls:
            return
        own = inspect.signature(cls.__init__)
        _, *parameters = own.parameters.values()
        cls.__signature__ = own.replace(parameters=parameters)
        for one in parameters:
            setattr(cls, one.name, _parameter(one.name))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def _events(self) -> list[tuple[int, int, str, float]]: ...
        def _member_facts(self, member: int) -> tuple[int, int, float, list[int] | None]: ...

    @property
    def members(self) -> list[Any]:
        """Copies of the members as they are now, in the order of their votes."""
        arrays, schema = self._snapshot()
        return [self._member(place, arrays, schema) for place in range(self._size)]

    @property
    def member_errors(self) -> list[float]:
        """Share of errors of each member, as it is watched or weighed; NaN where it is not."""
        return [self._member_facts(place)[2] for place in range(self._size)]

    @property
    def member_columns(self) -> list[Any]:
        """Features that each member sees, by name; by place where rows have no names.

        A member of `members` that sees only some takes rows as dicts of these.
        """
        names: list[Any] = self.columns
        seen = (self._member_facts(place)[3] for place in range(self._size))
        return [names if places is None else [names[i] for i in places] for places in seen]

    @property
    def feature_importances(self) -> dict[Any, float]:
        """Mean of the members' own, where they have them; sums to 1 once there is any.

        Members that are pipelines tell those of their last step, by the names it sees.
        """
        own = [member.feature_importances for member in self.members]
        total = sum(sum(shares.values()) for shares in own)
        seen = dict.fromkeys(name for shares in own for name in shares)
        known = getattr(self, "columns", [])  # those around objects of Python keep none
        names = [*(name for name in known if name in seen), *seen]
        return {
            name: sum(shares.get(name, 0.0) for shares in own) / total if total else 0.0
            for name in dict.fromkeys(names)
        }

    @property
    def events(self) -> list[tuple[int, str, str]]:
        """What was noticed and done: row, kind and a sentence, of the last 1,000 events.

        Kinds are "warning", "drift" and "replacement". Rows are counted as they are learned, from
        0; rows without a label do not count.
        """
        return [
            (row, kind, _told(place, kind, error)) for row, place, kind, error in self._events()
        ]

    @property
    def member_events(self) -> list[tuple[int, int, str]]:
        """The same as row, member and kind."""
        return [(row, place, kind) for row, place, kind, _ in self._events()]

    @property
    def _size(self) -> int:
        size: int = self._parts[self._counted_by]
        return size

    def _prototype(self) -> Any:
        """Return the learner that every member starts as."""
        return self._parts["model"]

    def _member(self, place: int, arrays: Mapping[str, Any], schema: Mapping[str, Any]) -> Any:
        seed, _, _, columns = self._member_facts(place)
        model = self._prototype()
        copy = model.clone({"seed": seed} if "seed" in model.params else None)
        prefix = f"members.{place}.learner."
        own = {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}
        copy._restore(own, schema if columns is None else _reduced(schema, columns))
        return copy

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        parts = dict(self._parts)
        model = parts.pop("model", None)
        return () if model is None else (model,), parts

    def __repr__(self) -> str:
        # What "auto" means goes into files, with `_arguments`, but need not be shown.
        args, kwargs = self._arguments()
        parameters = inspect.signature(type(self)).parameters
        defaults = {name: one.default for name, one in parameters.items()} | self._auto
        named = [f"{name}={value!r}" for name, value in kwargs.items() if value != defaults[name]]
        return f"{self._public_name()}({', '.join([*map(repr, args), *named])})"

    @classmethod
    def _meant(cls, name: str, given: Any) -> Any:
        """Return what is given for a parameter, or what "auto" means there."""
        return cls._auto[name] if isinstance(given, str) and given == "auto" else given

    def _same(self, other: Any) -> bool:
        return self._parts == other._parts and bool(super()._same(other))


def _parameter(name: str) -> property:
    def value(self: Ensemble) -> Any:
        return self._parts[name]

    return property(value)


def kind_for(model: Any, native: type, kinds: tuple[type, type], *detectors: Any) -> type:
    """Return the class around native parts, or the one around objects of Python."""
    require_learner(model, "model")
    other = _core.Regressor if native is _core.Classifier else _core.Classifier
    if isinstance(model, other):
        raise TypeError(f"members must be {native.__name__.lower()}s; got {model!r}")
    home = "driftline._core"
    ours = isinstance(model, native) and all(
        one is None or any(kind.__module__ == home for kind in type(one).__mro__)
        for one in detectors
    )
    return kinds[0] if ours else kinds[1]


def counted(name: str, members: int) -> int:
    """Return how many members there are; raises under their own name unless there is one."""
    size = whole(name, members)
    if size < 1:
        raise ValueError(f"{name} must be at least 1, not {members}")
    return size


def threads_of(threads: int | str) -> int:
    """Return how many threads the core is told: 0 for all there are."""
    if threads == "all":
        return 0
    if isinstance(threads, str) or threads < 1:
        raise ValueError(f"threads must be at least 1, or 'all', not {threads!r}")
    return whole("threads", threads)


def _reduced(schema: Mapping[str, Any], columns: list[int]) -> dict[str, Any]:
    """Return the schema of a member: names that it sees, places in the row where it has none."""
    own = dict(schema["columns"])
    if columns == list(range(own["width"])):
        return dict(schema)
    names = [own["names"][i] for i in columns] if own["names"] else columns
    return {**schema, "columns": {"kind": "named", "width": len(columns), "names": names}}


def _told(place: int, kind: str, error: float) -> str:
    seen = "" if math.isnan(error) else f" at errors of {error:.3f}"
    done = {
        "warning": "a second learner starts",
        "drift": "another learner took over",
        "replacement": "the worst of all, it starts anew",
    }
    return f"member {place}{seen}: {done[kind]}"
