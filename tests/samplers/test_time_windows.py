"""Windows of time, whole and sampled, beside a list of all items and their priorities."""

from datetime import UTC, date, datetime, timedelta, timezone

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sampler_draws import LEAST_P, Draws, positions_p

from driftline.samplers import TimeWindow, TimeWindowSampler
from driftline.state import dumps

TIMES = st.lists(st.sampled_from([0.0, 0.0, 0.25, 0.5, 1.0, 3.0]), max_size=120).map(np.cumsum)


def inside(times, span):
    return [i for i, time in enumerate(times) if time > times[-1] - span]


def highest(places, size, priority):
    return sorted(sorted(places, key=priority, reverse=True)[:size])


@given(times=TIMES, span=st.sampled_from([0.1, 1.0, 2.5, 1000.0]))
def test_window_holds_what_is_younger_than_its_span_in_order_of_arrival(times, span):
    window = TimeWindow(span)

    window.update_many(range(len(times)), times)

    assert window.sample() == inside(times, span)


@given(
    times=TIMES,
    span=st.sampled_from([1.0, 2.5, 10.0, 1000.0]),
    size=st.integers(1, 12),
    seed=st.integers(0, 2**63 - 1),
)
def test_sample_is_the_items_of_highest_priority_in_the_window(times, span, size, seed):
    draws = Draws(seed)
    sampler = TimeWindowSampler(size, span, seed=seed)

    for i, time in enumerate(times):
        sampler.update(i, time)

        wanted = highest(inside(times[: i + 1], span), size, lambda j: draws.bits(j, 0))
        assert sampler.sample() == wanted


@given(left=TIMES, right=TIMES, size=st.integers(1, 6), later=TIMES)
def test_merged_sample_is_the_highest_of_both_and_of_what_follows(left, right, size, later):
    span, draws = 4.0, {"a": Draws(1), "b": Draws(2)}
    one, other = TimeWindowSampler(size, span, seed=1), TimeWindowSampler(size, span, seed=2)
    one.update_many([("a", i) for i in range(len(left))], left)
    other.update_many([("b", i) for i in range(len(right))], right)
    begin = max([0.0, *left[-1:], *right[-1:]])
    count = len(left) + len(right)

    one.merge(other)
    one.update_many([("a", count + i) for i in range(len(later))], later + begin)

    ends = [("a", i, t) for i, t in enumerate(left)] + [("b", i, t) for i, t in enumerate(right)]
    ends += [("a", count + i, t + begin) for i, t in enumerate(later)]
    now = max((t for _, _, t in ends), default=0.0)
    within = [(side, i) for side, i, t in ends if t > now - span]
    wanted = highest(within, size, lambda item: draws[item[0]].bits(item[1], 0))
    assert sorted(one.sample()) == wanted
    assert one.seen == count + len(later)


@given(left=TIMES, right=TIMES)
def test_merged_window_holds_both_in_order_of_time_ours_first(left, right):
    one, other = TimeWindow(4.0), TimeWindow(4.0)
    one.update_many([("a", i) for i in range(len(left))], left)
    other.update_many([("b", i) for i in range(len(right))], right)

    one.merge(other)

    ends = [(t, "a", i) for i, t in enumerate(left)] + [(t, "b", i) for i, t in enumerate(right)]
    now = max((t for t, _, _ in ends), default=0.0)
    assert one.sample() == [(side, i) for t, side, i in sorted(ends) if t > now - 4.0]


def test_every_item_of_the_window_is_as_likely_as_any_other():
    counts = np.zeros(12)

    for seed in range(6000):
        sampler = TimeWindowSampler(4, 12.0, seed=seed)
        sampler.update_many(range(30), np.arange(30.0))
        counts[np.array(sampler.sample()) - 18] += 1

    assert positions_p(counts, 4, 6000) > LEAST_P


def test_far_fewer_items_are_held_than_the_window_has():
    sampler = TimeWindowSampler(10, 50_000.0, seed=0)

    sampler.update_many(range(100_000), np.arange(100_000.0))

    # size (1 + ln(n / size)) is 95; up to twice as many wait to be forgotten.
    assert len(sampler._snapshot()[1]["items"]) < 300


MOMENTS = [datetime(2024, 5, 1, 12, 0, second, 250_000, tzinfo=UTC) for second in (0, 7, 40)]
NAIVE = [moment.replace(tzinfo=None) for moment in MOMENTS]
COLUMNS = {
    "datetimes": MOMENTS,
    "naive datetimes": NAIVE,
    "another zone": [m.astimezone(timezone(timedelta(hours=5))) for m in MOMENTS],
    "datetime64[us]": np.array(NAIVE, dtype="M8[us]"),
    "datetime64[ns]": np.array(NAIVE, dtype="M8[ns]"),
    "Arrow": pa.array(MOMENTS),
    "Arrow in ns": pa.array(MOMENTS).cast(pa.timestamp("ns", "Europe/Berlin")),
    "pandas": pd.Series(MOMENTS),
    "Polars": pl.Series(MOMENTS),
    "seconds": [moment.timestamp() for moment in MOMENTS],
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_dates_of_any_kind_are_seconds(kind):
    wanted = TimeWindow(35.0)
    wanted.update_many(["abc"], MOMENTS[:1])
    wanted.update_many(["b", "c"], MOMENTS[1:])

    many, each = TimeWindow(35.0), TimeWindow(35.0)
    many.update_many(["abc", "b", "c"], COLUMNS[kind])
    for item, time in zip(["abc", "b", "c"], COLUMNS[kind], strict=True):
        each.update(item, time.as_py() if hasattr(time, "as_py") else time)

    assert many == each == wanted
    assert many.sample() == ["b", "c"]


def test_days_are_seconds_too():
    window = TimeWindow(1.5 * 86_400)
    window.update_many(["a", "b"], pa.array([date(2024, 5, 1), date(2024, 5, 2)]))
    window.update("c", date(2024, 5, 3))

    assert window.sample() == ["b", "c"]


@pytest.mark.parametrize("make", [TimeWindow, lambda span: TimeWindowSampler(3, span, seed=0)])
def test_time_that_goes_back_is_refused_and_nothing_changes(make):
    window = make(10.0)
    window.update_many(["a", "b"], [1.0, 5.0])
    before = dumps(window)

    with pytest.raises(ValueError, match=r"item 2: time 4 is not at least that before, 5"):
        window.update("c", 4.0)
    with pytest.raises(ValueError, match=r"item 3: time 5.5 is not at least that before, 6"):
        window.update_many(["c", "d"], [6.0, 5.5])
    with pytest.raises(ValueError, match="item 2: time nan is not a finite number"):
        window.update("c", float("nan"))
    with pytest.raises(TypeError, match="a number or a date, not 'noon'"):
        window.update("c", "noon")
    with pytest.raises(TypeError):
        window.update("c", None)
    with pytest.raises(ValueError, match="an entry for each item"):
        window.update_many(["c", "d"], [6.0])

    assert dumps(window) == before


@pytest.mark.parametrize("span", [0.0, -1.0, float("nan"), float("inf")])
def test_span_must_be_positive(span):
    with pytest.raises(ValueError, match="span must be positive and finite"):
        TimeWindow(span)
    with pytest.raises(ValueError, match="span must be positive and finite"):
        TimeWindowSampler(3, span)


def test_size_below_one_is_refused():
    with pytest.raises(ValueError, match="size must be at least 1, not 0"):
        TimeWindowSampler(0, 1.0)
