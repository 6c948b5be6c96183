"""What a user says about a table: which column is what."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, get_args

import pyarrow as pa

from driftline.sources.errors import SourceError, place, unknown
from driftline.stream.export import KEY, VERSION
from driftline.stream.stream import Drift, Kind, Task

TimeOrder = Literal["ascending", "any"]

ROLES = ("target", "weight", "time", "id", "delay")


@dataclass(frozen=True)
class Options:
    """Roles of columns by name, and what overrides the guesses about the rest."""

    target: str | None = None
    weight: str | None = None
    time: str | None = None
    id: str | None = None
    delay: str | None = None
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    task: Task | None = None
    ignore: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    time_order: TimeOrder = "ascending"
    name: str | None = None
    labels: tuple[Any, ...] = ()
    drifts: tuple[Drift, ...] | None = None
    width: int | None = None

    def __post_init__(self) -> None:
        if self.time_order not in get_args(TimeOrder):
            raise ValueError(f"time_order must be 'ascending' or 'any', not {self.time_order!r}")
        if self.task is not None and self.task not in get_args(Task):
            raise ValueError(f"task must be 'classification' or 'regression', not {self.task!r}")
        for column, kind in self.kinds.items():
            if kind not in get_args(Kind):
                kinds = ", ".join(map(repr, get_args(Kind)))
                raise ValueError(f"kinds: column {column!r} is {kind!r}; choose one of {kinds}")

    @property
    def roles(self) -> dict[str, str]:
        """The columns that are no features, by role."""
        return {role: name for role in ROLES if (name := getattr(self, role)) is not None}

    def check(self, source: str, columns: Iterable[str], *, may_grow: bool = False) -> None:
        """Raise unless every name is a column, once; kinds may wait where columns come late."""
        columns = list(columns)
        twice = [name for name, count in Counter(columns).items() if count > 1]
        if twice:
            where = [str(place) for place, name in enumerate(columns, 1) if name == twice[0]]
            raise SourceError(
                f"{source}: the name {twice[0]!r} stands over columns {' and '.join(where)}; "
                "every column needs a name of its own (for CSV give names=[...])"
            )
        named = {**{role: [name] for role, name in self.roles.items()}, "ignore": self.ignore}
        if not may_grow:
            named["kinds"] = tuple(self.kinds)
        for option, names in named.items():
            for name in names:
                if name not in columns:
                    raise SourceError(f"{source}: {option}: {unknown('column', name, columns)}")
        used = Counter([*self.roles.values(), *self.ignore])
        if used and used.most_common(1)[0][1] > 1:
            name = used.most_common(1)[0][0]
            raise SourceError(f"{source}: column {name!r} is given two roles")

    def completed(self, metadata: Mapping[bytes, bytes] | None, source: str) -> "Options":
        """Return these options with what the file itself tells wherever nothing was said."""
        text = (metadata or {}).get(KEY)
        if text is None:
            return self
        told = _told(text, source)
        unsaid = {
            f.name: told[f.name] for f in fields(self) if f.name in told and not self._says(f)
        }
        return replace(self, **unsaid, kinds={**told["kinds"], **self.kinds})

    def _says(self, option: Any) -> bool:
        if option.name in ROLES:  # one role given means that the user tells them all
            return bool(self.roles) or option.name in self.ignore
        return option.name == "kinds" or getattr(self, option.name) not in (None, ())


def _told(text: bytes, source: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
        if content["version"] > VERSION:
            raise SourceError(f"{source}: written by a later driftline; please upgrade")
        drifts = content["drifts"]
        return {
            **content["roles"],
            "kinds": content["kinds"],
            "task": content["task"],
            "name": content["name"],
            "labels": tuple(content["labels"]),
            "drifts": None if drifts is None else tuple(Drift(*drift) for drift in drifts),
            "width": content["width"],
        }
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise SourceError(f"{source}: the metadata of driftline in it are damaged") from error


def kind_of(source: str, column: str, kind: pa.DataType) -> Kind:
    """Return what a column of an Arrow type is, unless somebody knows better."""
    types = pa.types
    if types.is_dictionary(kind) or is_text(kind):
        return "nominal"
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        return "numeric"
    if types.is_boolean(kind) or types.is_null(kind):
        return "numeric"
    if types.is_temporal(kind):
        return "time"
    raise SourceError(
        f"{place(source, column=column)} holds {kind}, which is no number, category, text "
        f"or time; leave it out with ignore=[{column!r}]"
    )


def is_text(kind: pa.DataType) -> bool:
    """Whether an Arrow type is one of its several for text."""
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    )
