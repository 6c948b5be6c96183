"""`driftline compare`: several models over one or several streams, and how sure it is who won."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from driftline.cli.endings import INTERRUPTED, WrongUseError, asked
from driftline.cli.evaluation_options import Testing, command_line
from driftline.cli.model_text import task_of
from driftline.cli.option_groups import with_groups
from driftline.cli.printing import show
from driftline.cli.progress import note
from driftline.cli.source import Sources
from driftline.evaluation import compare_ranks
from driftline.report import ModelResult, Report

EXAMPLES = {
    "two models on one stream": "driftline compare SEA --rows 10000 --model GaussianNB "
    '--model "StandardScaler() | AROW()"',
    "three models over several streams, with ranks": "driftline compare SEA SINE1 STAGGER "
    "--rows 5000 --model GaussianNB --model PriorClassifier --model NoChangeClassifier "
    "--no-baselines",
    "evaluations that were saved": "driftline compare first.json second.json",
}


@with_groups
def compare(
    sources: Sources,
    testing: Testing,
    metric: Annotated[
        str | None, typer.Option(help="What ranks go by; the first metric if not given.")
    ] = None,
    alpha: Annotated[
        float, typer.Option(min=0.0001, max=0.5, help="How often chance may tell equals apart.")
    ] = 0.05,
    diagram: Annotated[
        Path | None,
        typer.Option(help="Draw the critical-difference diagram: .svg, .png or .html."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Say which of several models is really better.

    Over one stream, McNemar's test compares models two by two by the rows that just one of them
    got wrong. Over several streams the models are ranked on each, and Friedman's and Nemenyi's
    tests tell which ranks differ by more than chance. Files that end in .json are evaluations
    that were saved; others are streams, and --model names what is tested on them.
    """
    reports = _saved(sources.files) or _tested(sources, testing, quiet)
    ranks = _ranks(reports, metric, alpha)
    if diagram is not None:
        if ranks is None:
            raise WrongUseError("--diagram: ranks need two streams and two models at least")
        ranks.save(diagram)
        note(f"{diagram}: critical differences")
    if as_json:
        told = {
            "reports": [json.loads(report.to_json()) for report in reports],
            "ranks": None if ranks is None else asdict(ranks),
        }
        typer.echo(json.dumps(told))
    else:
        for report in reports:
            show(report)
            if report.pairs:
                typer.echo()
                show(_pairs(report))
            typer.echo()
        if ranks is not None:
            show(ranks)
    if not all(report.is_complete for report in reports):
        raise typer.Exit(INTERRUPTED)


def _saved(files: list[str]) -> list[Report]:
    """Return the evaluations that files hold, one for each stream; empty if these are no such."""
    if not all(file.endswith(".json") for file in files):
        return []
    with asked():
        loaded = [(Path(file).stem, Report.load(file)) for file in files]
        _check_alike(loaded)
        streams: dict[Any, list[tuple[str, Report]]] = {}
        for name, report in loaded:
            facts = report.stream
            key = (facts.name, facts.rows, str(report.settings.get("stream")))
            streams.setdefault(key, []).append((name, report))
        return [_merged(group) for group in streams.values()]


def _check_alike(loaded: Sequence[tuple[str, Report]]) -> None:
    """Raise where evaluations tested in another way: their scores say nothing of each other."""
    first_name, first = loaded[0]
    for name, report in loaded[1:]:
        for what in ("delay", "labels", "window", "folds", "scheme"):
            own, other = first.settings.get(what), report.settings.get(what)
            if own != other:
                raise ValueError(
                    f"{first_name}.json and {name}.json cannot be compared: {what} is "
                    f"{own!r} in one and {other!r} in the other"
                )


def _merged(group: Sequence[tuple[str, Report]]) -> Report:
    """Return one report with the models of all; a name that comes twice gets its file's."""
    _, first = group[0]
    models: dict[str, ModelResult] = {}
    for name, report in group:
        for model in report.models:
            if model.name in models and model.is_baseline:
                continue
            own = f"{model.name} ({name})" if model.name in models else model.name
            models[own] = replace(model, name=own)
    pairs = [pair for _, report in group for pair in report.pairs]
    known = [pair for pair in pairs if {pair.first, pair.second} <= set(models)]
    return replace(first, models=tuple(models.values()), pairs=tuple(dict.fromkeys(known)))


def _tested(sources: Sources, testing: Testing, quiet: bool) -> list[Report]:
    with asked():
        named = testing.models()
        task = next((task_of(model) for model in named.values()), None)
        streams = [
            sources.opened(file, task=task, seed=testing.seed, rows=testing.rows)
            for file in sources.files
        ]
        jobs = [testing.job(testing.models(), stream) for stream in streams]
    found = []
    for job in jobs:
        found.append(job.finished(False if quiet else None, command_line()))
        if not found[-1].is_complete:
            break
    return found


def _ranks(reports: list[Report], metric: str | None, alpha: float) -> Any:
    if len(reports) < 2:
        return None
    with asked():
        return compare_ranks(reports, metric=metric, alpha=alpha)


def _pairs(report: Report) -> Any:

    out = Table(title=Text("McNemar's test, with fading"), title_justify="left")
    for heading in ("first", "second", "only first wrong", "only second wrong", "statistic"):
        out.add_column(heading, justify="right" if "wrong" in heading else "left")
    out.add_column("better")
    baselines = {model.name for model in report.models if model.is_baseline}
    for pair in report.pairs:
        if {pair.first, pair.second} <= baselines:
            continue
        counts = (f"{pair.only_first_wrong:.1f}", f"{pair.only_second_wrong:.1f}")
        sure = Text(pair.better or "not told apart")
        out.add_row(Text(pair.first), Text(pair.second), *counts, f"{pair.statistic:.2f}", sure)
    return out
