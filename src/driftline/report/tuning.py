"""What a search for parameters found, best first."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from driftline.report.scores import text, title

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.table import Table

WIDTH = 1_000
#: A printed table stops here.
MOST_LINES = 25


@dataclass(frozen=True)
class Candidate:
    """One choice of parameters, under the names that the user gave them.

    Parameters
    ----------
    params
        The choice.
    score
        The metric when it was last measured.
    rows
        Rows it was measured on; fewer than all if it was dropped on the way.
    """

    params: dict[str, Any]
    score: float = float("nan")
    rows: int = 0


@dataclass(frozen=True, eq=False)
class Tuning:
    """The best parameters of a model on a stream, and all others that were tried.

    Parameters
    ----------
    best
        The model with the best parameters, untaught.
    metric
        What was searched by.
    candidates
        All that were tried: those measured on the most rows first, then by score.
    search
        "grid", "random" or "halving".
    stream
        Name of the stream.
    rows
        Its rows, as far as they were seen.
    is_complete
        Whether all of the stream was seen; False after Ctrl-C.

    Examples
    --------
    >>> tried = (Candidate({"C": 1.0}, 0.9, 100), Candidate({"C": 10.0}, 0.8, 100))
    >>> tuning = Tuning("a model", "accuracy", tried, "grid", "a stream", 100)
    >>> tuning.params, tuning.score
    ({'C': 1.0}, 0.9)
    >>> tuning
    <Tuning by accuracy: C=1.0 is the best of 2, with 90.00 %>
    """

    best: Any
    metric: str
    candidates: tuple[Candidate, ...]
    search: str
    stream: str
    rows: int
    is_complete: bool = True

    @property
    def params(self) -> dict[str, Any]:
        """The best parameters."""
        return self.candidates[0].params

    @property
    def score(self) -> float:
        """The best score. It was searched for, so new rows will mostly give a lower one."""
        return self.candidates[0].score

    def to_arrow(self) -> "pa.Table":
        """Return a row for each candidate: its parameters, `score` and `rows`.

        Values that no column can hold together become texts.
        """
        import pyarrow as pa  # noqa: PLC0415 - not for a look at the result

        columns = {
            name: _column(pa, [each.params[name] for each in self.candidates])
            for name in self.params
        }
        columns["score"] = pa.array([each.score for each in self.candidates], pa.float64())
        columns["rows"] = pa.array([each.rows for each in self.candidates], pa.int64())
        return pa.table(columns)

    def __repr__(self) -> str:
        best = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        score = text(self.metric, self.score)
        return (
            f"<Tuning by {title(self.metric)}: {best} is the best of {len(self.candidates)}, "
            f"with {score}>"
        )

    def __str__(self) -> str:
        from rich.console import Console  # noqa: PLC0415

        page = io.StringIO()
        Console(file=page, width=WIDTH, color_system=None).print(self)
        return "\n".join(line.rstrip() for line in page.getvalue().splitlines())

    def __rich__(self) -> "Table":
        from rich.table import Table  # noqa: PLC0415 - only for a person
        from rich.text import Text  # noqa: PLC0415

        out = Table(
            title=Text(self._heading()),
            title_justify="left",
            caption=Text(self._more()),
            caption_justify="left",
            caption_style="",
        )
        for name in self._columns():
            out.add_column(Text(name), justify="right", overflow="fold")
        for place, line in enumerate(self._lines()):
            out.add_row(*map(Text, line), style="bold" if place == 0 else None)
        return out

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self._columns())
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>"
            for line in self._lines()
        )
        return (
            f"<table><caption>{escape(self._heading())}</caption><tr>{head}</tr>{rows}</table>"
            f"<p>{escape(self._more())}</p>"
        )

    def _heading(self) -> str:
        early = "" if self.is_complete else "; stopped early"
        return f"{self.search.capitalize()} search on {self.stream}, {self.rows:,} rows{early}"

    def _more(self) -> str:
        left_out = len(self.candidates) - MOST_LINES
        return f"and {left_out:,} more" if left_out > 0 else ""

    def _columns(self) -> Sequence[str]:
        return [*self.params, title(self.metric), "rows"]

    def _lines(self) -> list[list[str]]:
        return [
            [*map(_shown, each.params.values()), text(self.metric, each.score), f"{each.rows:,}"]
            for each in self.candidates[:MOST_LINES]
        ]


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _column(pa: Any, values: list[Any]) -> Any:
    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return pa.array([str(value) for value in values])
