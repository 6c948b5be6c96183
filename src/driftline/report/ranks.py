"""Models ranked over several streams: who is better, and who cannot be told apart."""

import io
import string
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from driftline.stream.export import whole_file

if TYPE_CHECKING:
    from rich.table import Table

WIDTH = 1_000


@dataclass(frozen=True)
class Friedman:
    """What Friedman's test found.

    Parameters
    ----------
    statistic, p_value
        Friedman's chi-square, and how often equal models would reach it.
    f_statistic, f_p_value
        Iman and Davenport's F, less cautious and the better choice, and the same of it.
    """

    statistic: float
    p_value: float
    f_statistic: float
    f_p_value: float


@dataclass(frozen=True)
class Ranks:
    """Average ranks of models over several streams; 1 is the best.

    Parameters
    ----------
    ranks
        Average rank of each model by name.
    streams
        How many streams there were.
    critical_difference
        Ranks at least so far apart are not so by chance.
    alpha
        How often equal models may be told apart by chance.
    friedman
        The test that comes first: do the ranks differ at all?
    metric
        What was ranked by, if it has a name.

    Examples
    --------
    >>> test = Friedman(9.0, 0.0111, 27.0, 0.0001)
    >>> ranks = Ranks({"old": 3.0, "new": 1.0, "mixed": 2.0}, 9, 1.1, 0.05, test)
    >>> ranks.groups
    [('new', 'mixed'), ('mixed', 'old')]
    >>> print(ranks.verdict)
    new is better than old, and not told apart from mixed.
    """

    ranks: dict[str, float]
    streams: int
    critical_difference: float
    alpha: float
    friedman: Friedman
    metric: str | None = None

    @property
    def names(self) -> list[str]:
        """The models, the best first; equals in the order given."""
        return sorted(self.ranks, key=self.ranks.__getitem__)

    @property
    def is_different(self) -> bool:
        """Whether Friedman's test, in Iman and Davenport's form, finds any difference."""
        return self.friedman.f_p_value < self.alpha

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Largest groups of models that are not told apart; a model may be in several, or none.

        Where Friedman's test finds no difference all models are one group.
        """
        names = self.names
        if not self.is_different:
            return [tuple(names)]
        groups: list[tuple[str, ...]] = []
        end = 0
        for begin, first in enumerate(names):
            near = [n for n in names[begin:] if self._is_near(first, n)]
            if len(near) > 1 and begin + len(near) > end:
                groups.append(tuple(near))
                end = begin + len(near)
        return groups

    @property
    def verdict(self) -> str:
        """Who is better, in a sentence."""
        if not self.is_different:
            return (
                f"No model is told apart from the others "
                f"(Friedman, p = {self.friedman.f_p_value:.2g})."
            )
        best, *others = self.names
        near = [name for name in others if self._is_near(best, name)]
        worse = others[len(near) :]
        if not worse:
            return f"Ranks differ (Friedman, p = {self.friedman.f_p_value:.2g}), no two clearly."
        doubt = f", and not told apart from {_listed(near)}" if near else ""
        return f"{best} is better than {_listed(worse)}{doubt}."

    def to_chart(self) -> Any:
        """Return the critical-difference diagram, as an Altair chart."""
        from driftline.report.critical_difference import diagram  # noqa: PLC0415 - optional

        return diagram(self)

    def save(self, path: str | Path) -> None:
        """Write the critical-difference diagram to a file: .svg, .png, or .html."""
        from driftline.report.critical_difference import ENDINGS  # noqa: PLC0415 - optional

        ending = Path(path).suffix.lower()
        if ending not in ENDINGS:
            raise ValueError(
                f"{path}: ranks are saved by their ending, one of {', '.join(ENDINGS)}"
            )
        content = ENDINGS[ending](self.to_chart())
        with whole_file(path) as part:
            part.write_bytes(content)

    def __rich__(self) -> "Table":
        from rich.table import Table  # noqa: PLC0415 - only for a person
        from rich.text import Text  # noqa: PLC0415

        caption = f"{self.verdict} Models that share a letter are not told apart."
        out = Table(
            title=Text(self._heading()),
            title_justify="left",
            caption=Text(caption),
            caption_justify="left",
            caption_style="",
        )
        out.add_column("model", overflow="fold")
        out.add_column("average rank", justify="right")
        out.add_column("group")
        for name, rank, letters in self._lines():
            out.add_row(Text(name), rank, letters)
        return out

    def __str__(self) -> str:
        from rich.console import Console  # noqa: PLC0415

        page = io.StringIO()
        Console(file=page, width=WIDTH, color_system=None).print(self)
        return "\n".join(line.rstrip() for line in page.getvalue().splitlines())

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{rank}</td><td>{letters}</td></tr>"
            for name, rank, letters in self._lines()
        )
        return (
            f"<table><caption>{escape(self._heading())}</caption>"
            f"<tr><th>model</th><th>average rank</th><th>group</th></tr>{rows}</table>"
            f"<p>{escape(self.verdict)} Models that share a letter are not told apart.</p>"
        )

    def _heading(self) -> str:
        by = f" by {self.metric}" if self.metric else ""
        return (
            f"Ranks{by} over {self.streams} streams, "
            f"critical difference {self.critical_difference:.3f} (alpha {self.alpha:g})"
        )

    def _lines(self) -> list[tuple[str, str, str]]:
        marks = dict(zip(self.groups, _letters(len(self.groups)), strict=True))
        return [
            (
                name,
                f"{self.ranks[name]:.3f}",
                " ".join(mark for group, mark in marks.items() if name in group),
            )
            for name in self.names
        ]

    def _is_near(self, better: str, worse: str) -> bool:
        return self.ranks[worse] - self.ranks[better] < self.critical_difference


def _letters(count: int) -> list[str]:
    letters = string.ascii_lowercase
    return [letters[i % 26] + (str(i // 26) if i >= 26 else "") for i in range(count)]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
