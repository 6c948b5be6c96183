"""How well a drift detector finds known drifts, over many seeds.

Delay and missed drifts tell how quick and how sure a detector is, false alarms what that costs:
none says much alone. MTR puts them together, as mean time between false alarms over mean delay,
times the share of drifts found.

Bifet. Classifier Concept Drift Detection and the Illusion of Progress. ICAISC, 2017.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftline.adaptation.python_response import Errors
from driftline.learners.composite import require_detector, require_learner
from driftline.learners.python_pipeline import fresh, shown
from driftline.report.detection import Detection
from driftline.stream import Drift, Stream


def detection(
    detector: Any,
    stream: Stream | Callable[[int], Stream],
    *,
    seeds: int | Iterable[int] = 30,
    learner: Any = None,
    tolerance: int | None = None,
) -> Detection:
    """Run a detector over a stream whose drifts are known, once for each seed.

    Parameters
    ----------
    detector
        Of driftline or of River; every run begins with an untaught one.
    stream
        A generator with an end, such as `BernoulliErrors`, or a function that makes a stream of
        a seed. The detector is fed the column to predict. A stream without a seed is run once.
    seeds
        How many seeds, from 0 on, or the seeds themselves.
    learner
        Feed the detector the errors of this learner on the stream instead: it predicts each row
        and then learns it. Every run begins with an untaught one.
    tolerance
        Rows after the end of a drift in which an alarm still counts for it. None: half of the
        shortest way from a drift to the next, or to the end.

    Examples
    --------
    >>> from driftline import detectors, evaluation, sources
    >>> errors = sources.BernoulliErrors(rates=[0.2, 0.4], drifts=[5000], rows=10_000)
    >>> found = evaluation.detection(detectors.ADWIN(), errors, seeds=20)
    >>> found.missed, found.false_alarms, round(found.mean_delay)
    (0, 1, 167)
    """
    require_detector(detector)
    if learner is not None:
        require_learner(learner, "learner")
    if tolerance is not None and tolerance < 0:
        raise ValueError(f"tolerance must be a number of rows, 0 or more; got {tolerance}")
    runs = [_run(detector, each, learner, tolerance) for each in _streams(stream, seeds)]
    if not runs:
        raise ValueError("seeds must name at least one")
    first = runs[0]
    return Detection(
        detector=shown(detector),
        stream=first.stream,
        runs=len(runs),
        rows=sum(run.rows for run in runs),
        drifts=sum(run.drifts for run in runs),
        tolerance=first.tolerance,
        delays=tuple(delay for run in runs for delay in run.delays),
        false_alarms=sum(run.false_alarms for run in runs),
        repeats=sum(run.repeats for run in runs),
        calm_rows=sum(run.calm_rows for run in runs),
        first_rows=sum(run.first_rows for run in runs),
        first_alarms=sum(run.first_alarms for run in runs),
    )


def judged(
    alarms: NDArray[np.int64],
    rows: int,
    drifts: tuple[Drift, ...],
    tolerance: int | None,
    *,
    detector: str = "",
    stream: str = "",
) -> Detection:
    """Compare the rows of alarms with those of drifts, in one run."""
    reached = [drift for drift in drifts if drift.row < rows]
    begins = np.array([drift.row for drift in reached], dtype=np.int64)
    widths = np.array([drift.width for drift in reached], dtype=np.int64)
    nexts = np.append(begins[1:], rows)[: len(begins)]
    if tolerance is None:
        tolerance = int((nexts - begins).min(initial=rows)) // 2
    ends = np.minimum(begins + widths + tolerance, nexts)
    owners = [alarms[(alarms >= b) & (alarms < e)] for b, e in zip(begins, ends, strict=True)]
    claimed = sum(len(own) for own in owners)
    first_drift = int(begins.min(initial=rows))
    before = alarms[alarms < first_drift]
    return Detection(
        detector=detector,
        stream=stream,
        runs=1,
        rows=rows,
        drifts=len(reached),
        tolerance=tolerance,
        delays=tuple(int(own[0] - b) for own, b in zip(owners, begins, strict=True) if len(own)),
        false_alarms=len(alarms) - claimed,
        repeats=claimed - sum(1 for own in owners if len(own)),
        calm_rows=rows - int((ends - begins).sum()),
        first_rows=int(before[0]) + 1 if len(before) else first_drift,
        first_alarms=min(len(before), 1),
    )


def _run(detector: Any, stream: Stream, learner: Any, tolerance: int | None) -> Detection:
    facts = stream.facts
    if facts.drifts is None:
        raise ValueError(f"{facts.name}: nobody knows where it drifts; give drifts= to the source")
    watch, model = fresh(detector), fresh(learner)
    errors = None if learner is None else Errors(learner)
    rows, alarms = 0, [np.empty(0, dtype=np.int64)]
    for batch in stream.batches():
        values = _targets(batch) if model is None else _errors(model, batch, errors)
        known = np.flatnonzero(~np.isnan(values))  # without a label there is no error
        alarms.append(known[_alarms(watch, values[known])] + rows)
        rows += len(batch)
    found = np.concatenate(alarms)
    return judged(found, rows, facts.drifts, tolerance, stream=facts.name)


def _streams(stream: Any, seeds: int | Iterable[int]) -> Iterator[Stream]:
    chosen = range(seeds) if isinstance(seeds, int) else seeds
    if isinstance(stream, Stream) and "seed" not in getattr(stream, "params", {}):
        yield _ending(stream)
        return
    for seed in chosen:
        made = stream(seed) if not isinstance(stream, Stream) else _reseeded(stream, seed)
        yield _ending(made)


def _reseeded(stream: Any, seed: int) -> Stream:
    made: Stream = type(stream)(**{**stream.params, "seed": seed})
    return made


def _ending(stream: Stream) -> Stream:
    if stream.facts.rows is None:
        raise ValueError(f"{stream.facts.name} has no end that is known: give rows=")
    return stream


def _targets(batch: Any) -> NDArray[np.float64]:
    if batch.y is None:
        raise ValueError("the stream has no column to predict; name one with target=")
    return np.asarray(batch.y.cast("float64").to_numpy(zero_copy_only=False), dtype=np.float64)


def _errors(model: Any, batch: Any, errors: Any) -> NDArray[np.float64]:
    said = model.predict_learn_many(batch.x, batch.y)
    pairs = zip(_listed(said), batch.y.to_pylist(), strict=True)
    return np.array([np.nan if y is None else errors.of(one, y) for one, y in pairs])


def _listed(said: Any) -> list[Any]:
    return list(said.to_pylist() if hasattr(said, "to_pylist") else said)


def _alarms(detector: Any, values: NDArray[np.float64]) -> NDArray[np.int64]:
    if hasattr(detector, "update_many"):
        return np.flatnonzero(detector.update_many(values) == 2)
    found = []
    for row, value in enumerate(values.tolist()):
        detector.update(value)
        if detector.drift_detected:
            found.append(row)
    return np.array(found, dtype=np.int64)
