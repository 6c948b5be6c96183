"""The pieces of a long experiment: each is done once, by any process, and lies in its own file.

A cell is a function and what it is given, as JSON. Its answer is written together with the task,
under a temporary name first, so a file is whole or not there. A run that was interrupted goes on
where it stopped; a cell whose task has changed since is done again.
"""

import json
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from driftline.stream.export import whole_file

Task = dict[str, Any]
Answer = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One piece of work.

    Parameters
    ----------
    name
        Name of its file, unlike all others of the experiment.
    work
        A function at the top of its module; it takes the task and returns the answer.
    task
        All that the answer depends on; JSON can hold it, and so it can the answer.
    """

    name: str
    work: Callable[[Task], Answer]
    task: Task


def done(
    cells: Sequence[Cell], folder: Path, *, jobs: int, what: str, progress: bool | None = None
) -> list[Answer]:
    """Return the answers of all cells, in their order; those already in the folder are read.

    Parameters
    ----------
    cells
        What is to be done.
    folder
        Where answers lie.
    jobs
        How many processes work at once; 1 works in this one.
    what
        What the progress bar calls it.
    progress
        Whether to show the bar; None: on a terminal.
    """
    folder.mkdir(parents=True, exist_ok=True)
    answers = {cell.name: _known(cell, folder) for cell in cells}
    missing = [cell for cell in cells if answers[cell.name] is None]
    with _bar(what, len(cells), len(cells) - len(missing), progress) as advance:
        for cell, answer in _worked(missing, folder, jobs):
            answers[cell.name] = answer
            advance()
    found = [answers[cell.name] for cell in cells]
    return [answer for answer in found if answer is not None]


def _worked(cells: list[Cell], folder: Path, jobs: int) -> Iterator[tuple[Cell, Answer]]:
    if jobs == 1 or len(cells) < 2:
        for cell in cells:
            yield cell, _written(cell, folder)
        return
    # A forked process would inherit the locks of threads that it does not have.
    context = multiprocessing.get_context("spawn")
    workers = min(jobs, len(cells))
    with ProcessPoolExecutor(workers, context, initializer=_end_with_parent) as pool:
        waiting: dict[Future[Answer], Cell] = {
            pool.submit(_written, cell, folder): cell for cell in cells
        }
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, killed or not."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)  # no cell is half written: files are whole or not there

    threading.Thread(target=watch, daemon=True).start()


def _written(cell: Cell, folder: Path) -> Answer:
    # What JSON makes of an answer is what a later run reads, so it is what this run gets too.
    text = json.dumps({"task": cell.task, "answer": cell.work(cell.task)}, separators=(",", ":"))
    with whole_file(_file(cell, folder)) as part:
        part.write_text(text, encoding="utf-8")
    answer: Answer = json.loads(text)["answer"]
    return answer


def _known(cell: Cell, folder: Path) -> Answer | None:
    try:
        kept = json.loads(_file(cell, folder).read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None
    if kept["task"] != json.loads(json.dumps(cell.task)):
        return None
    answer: Answer = kept["answer"]
    return answer


def _file(cell: Cell, folder: Path) -> Path:
    return folder / f"{cell.name}.json"


@contextmanager
def _bar(what: str, total: int, begun: int, wanted: bool | None) -> Iterator[Callable[[], None]]:
    if not (wanted or (wanted is None and sys.stderr.isatty())):
        yield lambda: None
        return
    from rich import progress  # noqa: PLC0415 - only for a person
    from rich.console import Console  # noqa: PLC0415

    columns = (progress.TextColumn("{task.description}"), progress.BarColumn())
    counts = (progress.MofNCompleteColumn(), progress.TimeElapsedColumn())
    with progress.Progress(
        *columns, *counts, progress.TimeRemainingColumn(), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task(what, total=total, completed=begun)
        yield lambda: bar.advance(task)
