"""Who won, in a sentence or three, and whether it means anything.

The baselines are asked first. On an autocorrelated stream, repeating the last label is often better
than any model, and a reader should see that before the curves.
"""

import math
from collections.abc import Sequence

from driftline.report.results import Pair, StreamFacts
from driftline.report.scores import text, title
from driftline.report.summary import Line, better

_BASELINES = {
    "majority class": "always guessing the most frequent label",
    "no change": "repeating the last label",
    "mean": "always guessing the mean so far",
}


def verdict(
    stream: StreamFacts,
    lines: Sequence[Line],
    metric: str | None,
    *,
    pairs: Sequence[Pair] = (),
    errors: Sequence[str] = (),
    is_complete: bool = True,
) -> str:
    """Say which model won by `metric`, whether it beats the baselines, and how sure that is."""
    sentences = []
    if not is_complete:
        sentences.append(f"Stopped early, after {stream.rows:,} rows.")
    known = [line for line in lines if metric and not math.isnan(_value(line, metric))]
    if metric is None or not known:
        return " ".join([*sentences, "Nothing was scored."])
    models = _ranked([line for line in known if not line.is_baseline], metric, errors)
    baselines = _ranked([line for line in known if line.is_baseline], metric, errors)
    if models:
        sentences.append(_winner(models, metric))
    sentences += _against_baselines(models, baselines, metric, errors)
    sentences += _doubt(models, pairs)
    return " ".join(sentences)


def _winner(models: Sequence[Line], metric: str) -> str:
    best = models[0]
    reached = f"{title(metric)} {_written(best, metric)}"
    if len(models) == 1:
        return f"{best.name} reaches {reached}."
    ties = [line.name for line in models if _value(line, metric) == _value(best, metric)]
    if len(ties) > 1:
        return f"{', '.join(ties[:-1])} and {ties[-1]} are equal, with {reached}."
    return f"{best.name} is the best of {len(models)} models, with {reached}."


def _against_baselines(
    models: Sequence[Line], baselines: Sequence[Line], metric: str, errors: Sequence[str]
) -> list[str]:
    if not baselines:
        return []
    rival = baselines[0]
    does = f"{_BASELINES.get(rival.name, f'the baseline {rival.name}')}"
    reached = f"{title(metric)} {_written(rival, metric)}"
    if not models:
        return [f"Only baselines ran; {does} gives {reached}."]
    own, other = _value(models[0], metric), _value(rival, metric)
    if better(metric, errors, own, other):
        return [f"It beats the best baseline: {does} gives {_written(rival, metric)}."]
    if own == other:
        return [f"It is no better than a baseline: {does} gives the same."]
    beaten = "it" if len(models) == 1 else "every model"
    return [f"But a baseline beats {beaten}: {does} gives {reached}."]


def _doubt(models: Sequence[Line], pairs: Sequence[Pair]) -> list[str]:
    """Say so if the second is not told apart from the first; the test fades what is long ago."""
    if len(models) < 2:
        return []
    names = {models[0].name, models[1].name}
    if any({pair.first, pair.second} == names and pair.better is None for pair in pairs):
        return [f"On the latest rows, McNemar's test does not tell it from {models[1].name}."]
    return []


def _ranked(lines: list[Line], metric: str, errors: Sequence[str]) -> list[Line]:
    sign = 1 if better(metric, errors, 0.0, 1.0) else -1
    return sorted(lines, key=lambda line: sign * _value(line, metric))


def _value(line: Line, metric: str) -> float:
    score = line.scores.get(metric)
    return math.nan if score is None else score.value


def _written(line: Line, metric: str) -> str:
    score = line.scores[metric]
    return text(metric, score.value, score.spread)
