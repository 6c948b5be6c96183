"""What the docstring and the signature of a public class tell of it."""

import inspect
import re
from dataclasses import asdict, dataclass
from typing import Any

from driftline import _core, adaptation, ensembles, specs

KINDS = (
    *("classifier", "regressor", "ensemble", "adaptation", "transform", "pipeline"),
    *("detector", "generator"),
)


@dataclass(frozen=True)
class Parameter:
    """One parameter: how its default is written (None if it has none) and what it does."""

    name: str
    default: str | None
    help: str


@dataclass(frozen=True)
class Entry:
    """One public class."""

    name: str
    kind: str
    summary: str
    details: str
    parameters: tuple[Parameter, ...]

    def described(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return asdict(self)


def entries() -> list[Entry]:
    """Return all models, detectors and generators, by kind and then by name."""
    generators = {name: made for name, made in specs.streams().items() if isinstance(made, type)}
    found = [
        *(_entry(name, _kind(made), made) for name, made in specs.models().items()),
        *(_entry(name, "detector", made) for name, made in specs.detectors().items()),
        *(_entry(name, "generator", made) for name, made in generators.items()),
    ]
    return sorted(found, key=lambda entry: (KINDS.index(entry.kind), entry.name.lower()))


def _kind(made: Any) -> str:
    kinds = {
        "classifier": _core.Classifier,
        "regressor": _core.Regressor,
        "transform": _core.Transform,
    }
    if made.__name__ in adaptation.__all__:
        return "adaptation"
    if made.__name__ in ensembles.__all__:
        return "ensemble"
    return next((name for name, kind in kinds.items() if issubclass(made, kind)), "pipeline")


def _entry(name: str, kind: str, made: Any) -> Entry:
    sections = _sections(inspect.getdoc(made) or "")
    summary, _, details = sections[""].partition("\n\n")
    helps = _parameters(sections.get("Parameters", ""))
    return Entry(
        name=name,
        kind=kind,
        summary=_flat(summary),
        details="\n\n".join(_flat(part) for part in details.split("\n\n")).strip(),
        parameters=tuple(
            Parameter(p.name, None if p.default is p.empty else repr(p.default), helps[p.name])
            for p in inspect.signature(made).parameters.values()
        ),
    )


def _sections(doc: str) -> dict[str, str]:
    """Return the parts of a NumPy docstring by heading; the first has none."""
    parts = re.split(r"^(\w[^\n]*)\n-{3,}\n", doc, flags=re.M)
    return {"": parts[0].strip(), **dict(zip(parts[1::2], parts[2::2], strict=True))}


def _parameters(section: str) -> dict[str, str]:
    parts = re.split(r"^(\w[\w, ]*)\n", section, flags=re.M)
    helps = zip(parts[1::2], parts[2::2], strict=True)
    return {name: _flat(text) for names, text in helps for name in names.split(", ")}


def _flat(text: str) -> str:
    return " ".join(text.split())
