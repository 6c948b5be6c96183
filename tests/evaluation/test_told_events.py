"""Reports draw what a model did at the row of the stream at which it did it."""

import numpy as np
import pyarrow as pa
import pytest
from oracles.every_adaptation import DRIFT, MADE

from driftline import adaptation, detectors, evaluation, learners, sources
from driftline.evaluation import EveryKth, RandomDelay, RandomLabels
from driftline.evaluation.folds import Fold
from driftline.evaluation.told_events import EventRows
from driftline.report import Event

ROWS = 2 * DRIFT


def stream():
    return sources.SINE1(drifts=[DRIFT], rows=ROWS, seed=1)


def table(**columns):
    """The same rows with other columns beside them."""
    whole = stream().to_arrow()
    for name, values in columns.items():
        if name in whole.column_names:
            whole = whole.drop_columns([name])
        whole = whole.append_column(name, pa.array(values))
    return whole


def evaluated(model, rows=None, **options):
    stream_of_rows = stream() if rows is None else rows
    return evaluation.prequential(
        {"it": model}, stream_of_rows, baselines=False, progress=False, **options
    )


def drawn(report):
    return [(event.row, event.kind, event.detail) for event in report["it"].events]


def expected(model, learned_after):
    """Put the rows of the stream after which each row was learned in the place of its number."""
    rows = [*learned_after, ROWS]  # what was to happen at a row that never came
    return [(rows[row], kind, detail) for row, kind, detail in model.events]


@pytest.mark.parametrize("name", MADE)
def test_without_a_third_of_the_labels_events_stand_where_they_happened(name):
    labels = RandomLabels(2 / 3, seed=5)
    model = MADE[name]()

    report = evaluated(model, labels=labels)

    learned_after = np.flatnonzero(labels.learned(np.arange(ROWS)))
    assert len(learned_after) < 0.7 * ROWS
    assert model.events
    assert drawn(report) == expected(model, learned_after.tolist())


@pytest.mark.parametrize("name", MADE)
def test_with_a_delay_events_stand_where_the_label_came(name):
    model = MADE[name]()

    report = evaluated(model, delay=300)

    assert drawn(report) == expected(model, range(300, ROWS))


def test_with_delays_of_their_own_events_stand_where_the_labels_came():
    delays = np.random.default_rng(3).integers(0, 400, ROWS)
    model = MADE["ResetOnDrift"]()

    rows = sources.stream(table(late=delays), target="y")
    report = evaluated(model, rows, delay="late")

    due = np.arange(ROWS) + delays
    assert model.events
    assert drawn(report) == expected(model, np.sort(due[due < ROWS]).tolist())


def test_drift_is_drawn_behind_the_drift_though_fewer_rows_were_learned():
    model = adaptation.ResetOnDrift(learners.AROW(), detectors.ADWIN())

    report = evaluated(model, labels=EveryKth(3))

    assert [row for row, *_ in model.events if row < DRIFT]
    assert all(row > DRIFT for row, *_ in drawn(report))


def test_rows_of_weight_zero_are_not_counted():
    weights = np.tile([1.0, 0.0, 2.0], ROWS)[:ROWS]
    model = MADE["ResetOnDrift"]()

    report = evaluated(model, sources.stream(table(w=weights), target="y", weight="w"))

    assert model.events
    assert drawn(report) == expected(model, np.flatnonzero(weights).tolist())


def test_rows_without_a_label_are_not_counted():
    labels = stream().to_arrow().column("y").to_pylist()
    labels = [None if row % 4 == 1 else label for row, label in enumerate(labels)]
    model = MADE["ResetOnDrift"]()

    report = evaluated(model, sources.stream(table(y=labels), target="y"))

    assert model.events
    assert drawn(report) == expected(model, [row for row in range(ROWS) if row % 4 != 1])


def test_each_copy_of_a_model_counts_the_rows_that_it_learns_itself():
    report = evaluation.distributed(
        {"it": MADE["SlidingWindow"]()},
        stream(),
        folds=2,
        scheme="split",
        baselines=False,
        progress=False,
    )

    for each in (one for one in report.models if one.name == "it"):
        taught = np.flatnonzero(Fold(each.fold, 2, "split", seed=0).weights(np.arange(ROWS), None))
        every_hundredth = taught[299::100]
        assert {event.row for event in each.events} <= set(every_hundredth.tolist())
        assert each.events


@pytest.mark.parametrize("delay", [0, 300, RandomDelay(0, 500, seed=2)])
def test_size_of_steps_moves_no_event(monkeypatch, delay):
    options = {"labels": RandomLabels(0.6, seed=1), "delay": delay}
    whole = evaluated(MADE["SlidingWindow"](), **options)

    monkeypatch.setattr("driftline.evaluation.job.MOST_ROWS", 64)
    monkeypatch.setattr("driftline.evaluation.job.FIRST_ROWS", 64)
    cut = evaluated(MADE["SlidingWindow"](), **options)

    assert drawn(cut) == drawn(whole)
    assert drawn(whole)


class Teller:
    """Tells of an event at every row it learns, and keeps the last ones."""

    def __init__(self):
        self.learned, self.events = 0, []

    def learn_one(self, x, y):
        self.events = [*self.events, (self.learned, "learned")][-10:]
        self.learned += 1

    def predict_one(self, x):
        return True


def test_no_more_rows_are_kept_than_the_model_tells_events():
    model, rows = Teller(), EventRows()

    for begin in range(0, 3_000, 30):
        for _ in range(15):
            model.learn_one({}, True)
        rows.follow(model, np.arange(begin, begin + 30, 2))

    assert len(rows.rows) == 10
    assert rows.events(model, 3_000) == tuple(
        Event(row, "learned") for row in range(3_000 - 20, 3_000, 2)
    )
