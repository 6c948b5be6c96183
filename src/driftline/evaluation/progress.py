"""The progress bar of an evaluation: rate, remaining time, and how the models are doing."""

import sys
from types import TracebackType
from typing import Any, Self

from driftline.evaluation.run import Run
from driftline.evaluation.scoring import is_error


class Progress:
    """A bar on the terminal; nothing at all where nobody watches."""

    def __init__(self, wanted: bool | None, rows: int | None, name: str) -> None:
        self._bar: Any = None
        if wanted or (wanted is None and sys.stderr.isatty()):
            self._bar = _bar()
            self._task = self._bar.add_task(name, total=rows, score="")

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, run: Run) -> None:
        """Tell how far it is, and the main metric of the best model in the last window."""
        if self._bar is None:
            return
        best = _best(run)
        self._bar.update(self._task, completed=run.rows, score=best)


def _bar() -> Any:
    from rich import progress  # noqa: PLC0415 - only for a person
    from rich.console import Console  # noqa: PLC0415

    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("rows"),
        _Rate(progress),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.fields[score]}"),
        console=Console(stderr=True),
        transient=True,
    )


def _Rate(progress: Any) -> Any:  # noqa: N802 - a column, made where rich is at hand
    class Rate(progress.ProgressColumn):  # type: ignore[misc]
        """Rows each second."""

        def render(self, task: Any) -> str:
            return f"{task.speed:,.0f}/s" if task.speed else ""

    return Rate()


def _best(run: Run) -> str:
    name = run.contestants[0].scores.names[0]
    values = {c.entry.name: float(c.scores.now()[1, 0]) for c in run.contestants}
    sign = -1.0 if is_error(run.plan.metrics[0]) else 1.0
    known = {model: value for model, value in values.items() if value == value}
    if not known:
        return ""
    model = max(known, key=lambda each: sign * known[each])
    return f"{model}: {name} {known[model]:.4f}"
