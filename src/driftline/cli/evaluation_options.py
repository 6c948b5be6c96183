"""How models are tested, as the user says it on the command line."""

import math
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from driftline.cli.model_text import (
    CONTENDERS,
    SeveralModels,
    check_task,
    opened,
    with_front,
)
from driftline.evaluation import EveryKth, RandomDelay, RandomLabels
from driftline.evaluation.distributed import distributed_job
from driftline.evaluation.job import Asked, Job, Kept
from driftline.specs.syntax import parameter
from driftline.stream import Stream

_LABELS = "When labels come"


@dataclass(frozen=True, kw_only=True)
class Testing:
    """Which models are tested, by what, and when they learn."""

    model: SeveralModels = None
    metrics: Annotated[
        str, typer.Option(help="As accuracy,kappa or mae,rmse; the usual ones if not given.")
    ] = ""
    delay: Annotated[
        str | None,
        typer.Option(
            help="A label comes so many rows later: 1000, never, random:0-500, or the column "
            "that tells it.",
            rich_help_panel=_LABELS,
        ),
    ] = None
    labels: Annotated[
        str,
        typer.Option(
            help="Which labels are learned: all, none, 10%, every:10. All are scored.",
            rich_help_panel=_LABELS,
        ),
    ] = "all"
    window: Annotated[int, typer.Option(min=1, help="Rows of a sliding window.")] = 1000
    every: Annotated[
        int | None, typer.Option(min=1, help="Rows between two points of a curve.")
    ] = None
    fading: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How much the row before counts, against 1.")
    ] = 0.999
    warm_up: Annotated[int, typer.Option(min=0, help="First rows, learned but not scored.")] = 0
    folds: Annotated[
        int | None,
        typer.Option(min=2, help="Copies of each model, for the spread of its scores."),
    ] = None
    scheme: Annotated[
        str, typer.Option(help="How rows test and teach copies: cv, split or bootstrap.")
    ] = "cv"
    positive: Annotated[
        str | None, typer.Option(help="The label that precision, recall and F1 are about.")
    ] = None
    rows: Annotated[int | None, typer.Option(min=1, help="Use no more rows than these.")] = None
    seed: Annotated[int, typer.Option(min=0, help="Seed of all that is drawn.")] = 0
    no_baselines: Annotated[
        bool, typer.Option("--no-baselines", help="Leave out majority, no-change and mean.")
    ] = False

    def models(self) -> dict[str, Any]:
        """Return the models that the user named, each under its text or `name=text`."""
        found: dict[str, Any] = {}
        for text in self.model or ():
            named = re.fullmatch(r"\s*([\w.+ -]+?)\s*=(?!=)(.*)", text, re.S)
            name, own = (named[1], named[2].strip()) if named else (text, text)
            if name in found:
                raise ValueError(f"--model: two models are called {name!r}; write name=text")
            found[name] = opened(own, self.seed)
        return found

    def _fitting(self, models: dict[str, Any], stream: Stream) -> dict[str, Any]:
        """Return the models for a stream, the usual ones if none are named, or raise."""
        facts = stream.facts
        if facts.task is None:
            raise ValueError(f"{facts.name}: say which column to predict with --target")
        if not models:
            usual = CONTENDERS[facts.task]
            return {
                name: opened(with_front(text, facts), self.seed) for name, text in usual.items()
            }
        for model in models.values():
            check_task(model, facts.name, facts.task)
        return models

    def job(self, models: dict[str, Any], stream: Stream, checkpoint: Path | None = None) -> Job:
        """Return the evaluation, checked and not yet begun."""
        asked = Asked(
            metrics=tuple(self.metrics.split(",")) if self.metrics else None,
            delay=self._delay(),
            labels=self._labels(),
            window=self.window,
            every=self.every,
            fading=self.fading,
            positive=None if self.positive is None else parameter(f"_={self.positive}")[1],
            baselines=not self.no_baselines,
            warm_up=self.warm_up,
        )
        fitting = self._fitting(models, stream)
        if self.folds is None:
            return Job.of(fitting, stream, asked, Kept(checkpoint))
        if checkpoint is not None:
            raise ValueError("--checkpoint does not go with --folds: copies cannot be resumed")
        return distributed_job(
            fitting, stream, asked, folds=self.folds, scheme=self.scheme, seed=self.seed
        )

    def _delay(self) -> Any:
        text = self.delay
        if text is None or text == "never":
            return None if text is None else math.inf
        if text.isdigit():
            return int(text)
        drawn = re.fullmatch(r"random:(\d+)-(\d+)", text)
        if drawn:
            return RandomDelay(int(drawn[1]), int(drawn[2]), seed=self.seed)
        if text.startswith("random"):
            raise ValueError(f"--delay: {text!r} is not of the form random:0-500")
        return text

    def _labels(self) -> Any:
        text = self.labels
        if text in ("all", "none"):
            return None if text == "all" else "none"
        share = re.fullmatch(r"(\d+(?:\.\d*)?)%", text)
        if share:
            return RandomLabels(float(share[1]) / 100, seed=self.seed)
        kth = re.fullmatch(r"every:(\d+)", text)
        if kth:
            return EveryKth(int(kth[1]))
        raise ValueError(f"--labels: {text!r} is none of all, none, 10%, every:10")


def command_line() -> str:
    """Return the command as it was typed."""
    return shlex.join(["driftline", *sys.argv[1:]])
