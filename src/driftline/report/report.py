"""What an evaluation gives back: prints as a table, shows in notebooks, saves as a file."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from driftline.report import json_text
from driftline.report.files import save
from driftline.report.html import page
from driftline.report.notebook import cell
from driftline.report.pictures import png, svg
from driftline.report.points import points
from driftline.report.results import ModelResult, Pair, StreamFacts
from driftline.report.summary import Line, by_name, metrics_of, summary
from driftline.report.verdict import verdict

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

#: A text is as wide as its table needs, the same on every terminal.
WIDTH = 1_000


@dataclass(frozen=True, eq=False)
class Report:
    """How models fared on a stream.

    Parameters
    ----------
    stream
        What was streamed.
    models
        One result for each model, or for each fold of it. The first metric is the main one.
    settings
        How it was evaluated: texts and numbers.
    pairs
        Models compared two by two.
    versions
        Versions of the software by name.
    command
        The command line that made it, if it was one.
    is_complete
        Whether the whole stream was seen; False after Ctrl-C.
    errors
        Metrics of the user's own of which less is better. Those of driftline are known.

    Examples
    --------
    >>> import numpy as np
    >>> from driftline.report import Cost, Curve, ModelResult, StreamFacts
    >>> curve = Curve(np.array([100]), np.array([100]), np.full((1, 4, 1), 0.9), ("accuracy",))
    >>> cost = Cost(np.array([100]), np.array([0.01]), np.array([800]))
    >>> facts = StreamFacts("a stream", 100, 100, {"x": "numeric"}, "y", "classification")
    >>> report = Report(facts, (ModelResult("AROW", "AROW()", False, curve, cost),))
    >>> print(report.verdict)
    AROW reaches accuracy 90.00 %.
    >>> Report.from_json(report.to_json())["AROW"].score("accuracy")
    0.9
    """

    stream: StreamFacts
    models: tuple[ModelResult, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    pairs: tuple[Pair, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    command: str | None = None
    is_complete: bool = True
    errors: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> ModelResult:
        """Return the result of a model; of a distributed evaluation, its first fold."""
        return self.folds(name)[0]

    def __iter__(self) -> Iterator[ModelResult]:
        return iter(self.models)

    def folds(self, name: str) -> list[ModelResult]:
        """Return all folds of a model; one, if the evaluation was not distributed."""
        groups = by_name(self.models)
        if name not in groups:
            raise KeyError(f"no model {name!r}; there are {', '.join(map(repr, groups)) or 'none'}")
        return groups[name]

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics, the main one first."""
        return metrics_of(self.models)

    @property
    def lines(self) -> list[Line]:
        """One line for each model: scores at the end and costs."""
        return summary(self.models, self.errors)

    @property
    def verdict(self) -> str:
        """Which model won, whether it beats the baselines, and how sure that is."""
        return verdict(
            self.stream,
            self.lines,
            next(iter(self.metrics), None),
            pairs=self.pairs,
            errors=self.errors,
            is_complete=self.is_complete,
        )

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> Iterator["Table"]:
        from driftline.report.table import table  # noqa: PLC0415 - rich, only for a person

        width = options.max_width
        yield table(self.stream, self.lines, self.metrics, self.verdict, width, self.settings)

    def __str__(self) -> str:
        from rich.console import Console  # noqa: PLC0415

        page = io.StringIO()
        Console(file=page, width=WIDTH, color_system=None).print(self)
        return "\n".join(line.rstrip() for line in page.getvalue().splitlines())

    def __repr__(self) -> str:
        return f"<Report on {self.stream.name}: {', '.join(by_name(self.models))}>"

    def save(self, path: str | Path) -> None:
        """Write the report to a file, by the ending of its name.

        `.html` is a page to look at, `.json` can be loaded again, `.csv` and `.parquet` hold the
        curves, `.png` and `.svg` a picture of them. A file is whole or not there at all. Pages and
        pictures need `pip install 'driftline[report]'`.
        """
        save(self, path)

    def to_html(self) -> str:
        """Return a page in one file: it needs no network and no other file."""
        return page(self)

    def to_svg(self, **options: Any) -> str:
        """Return the curves as an SVG text; see `driftline.report.picture` for the options."""
        return svg(self, **options)

    def to_png(self, **options: Any) -> bytes:
        """Return the curves as the bytes of a PNG; see `driftline.report.picture`."""
        return png(self, **options)

    def _repr_html_(self) -> str:
        return cell(self)

    def to_arrow(self) -> "pa.Table":
        """Return the curves as a table: a row for each model, point and estimate."""
        return points(self.models)

    def to_frame(self) -> Any:
        """Return the curves as a pandas DataFrame; see `to_arrow`."""
        try:
            return self.to_arrow().to_pandas()
        except ModuleNotFoundError as error:
            raise ImportError(
                "to_frame needs pandas: pip install 'driftline[pandas]', or use to_arrow"
            ) from error

    def to_json(self, *, costs: bool = True) -> str:
        """Return all of it as one JSON text.

        Parameters
        ----------
        costs
            False leaves out all that differs from run to run: times, memory, versions and the
            command. Two runs of the same evaluation then give the same text.
        """
        return json_text.written(self, costs=costs)

    @classmethod
    def from_json(cls, text: str) -> "Report":
        """Return the report that `to_json` wrote."""
        return cls(**json_text.read(text))

    @classmethod
    def load(cls, path: str | Path) -> "Report":
        """Return the report that `save("….json")` wrote."""
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error
