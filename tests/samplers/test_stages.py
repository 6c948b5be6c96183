"""Samplers behind `|`: the rows that leave do not depend on batches, and drifts move along."""

import numpy as np
import pyarrow as pa
import pytest
from oracles.every_sampler import MAKERS
from scipy import sparse

from driftline.samplers import (
    KeySampler,
    ReservoirSampler,
    TimeWindow,
    WindowSampler,
    sample_by_key,
    sample_by_row,
)
from driftline.stream import Batch, Drift, Facts, Stream


class Visits(Stream):
    """Visits of users, with two drifts, all columns there are, and a count of its passes."""

    def __init__(self, rows=1000, users=60, is_sparse=False):
        rng = np.random.default_rng(0)
        user = rng.integers(users, size=rows)
        names = pa.array([None if u == 0 else f"user{u}" for u in user.tolist()])
        x = pa.record_batch({"user": names, "row": np.arange(rows)})
        if is_sparse:
            x = sparse.csr_array(np.arange(rows, dtype=float).reshape(-1, 1) + 1.0)
        number = pa.array(np.arange(rows))
        self.whole = Batch(
            x, number, pa.array(np.ones(rows)), number.cast(pa.float64()), number, number
        )
        self.passes = 0

    @property
    def facts(self):
        return Facts(
            "visits",
            {"user": "nominal", "row": "numeric"},
            target="page",
            task="regression",
            rows=len(self.whole),
            drifts=(Drift(300, 100, "gradual"), Drift(700)),
        )

    def batches(self, rows=8192):
        self.passes += 1
        for start in range(0, len(self.whole), rows):
            yield self.whole.slice(start, min(rows, len(self.whole) - start))


def rows_of(stream, rows=8192):
    return [row for batch in stream.batches(rows) for row in batch.x.column("row").to_pylist()]


STAGES = {
    "sample_by_key": lambda: sample_by_key("user", 0.3),
    "sample_by_row": lambda: sample_by_row(0.3, seed=4),
    **{name: make for name, make in MAKERS.items() if not name.startswith("KeySampler")},
}


@pytest.mark.parametrize("name", STAGES)
def test_the_same_rows_leave_whatever_the_batches(name):
    wanted = rows_of(Visits() | STAGES[name](), 8192)

    assert wanted
    for rows in (1, 7, 1000):
        stream = Visits() | STAGES[name]()
        batches = list(stream.batches(rows))

        assert rows_of(stream, rows) == wanted == rows_of(stream, rows)
        assert all(0 < len(batch) <= rows for batch in batches)
        assert [b.start for b in batches] == np.cumsum([0, *map(len, batches)])[:-1].tolist()


@pytest.mark.parametrize("name", STAGES)
def test_all_columns_of_a_row_stay_together(name):
    for batch in (Visits() | STAGES[name]()).batches(100):
        rows = batch.x.column("row").to_pylist()

        for column in (batch.y, batch.time, batch.id, batch.delay):
            assert column.to_pylist() == rows
        assert len(batch.w) == len(rows)


@pytest.mark.parametrize("name", STAGES)
def test_drifts_lie_where_their_rows_went(name):
    stream = Visits() | STAGES[name]()
    rows = np.array(rows_of(stream))

    gradual, abrupt = stream.facts.drifts

    assert gradual == Drift((rows < 300).sum(), ((rows >= 300) & (rows < 400)).sum(), "gradual")
    assert abrupt == Drift((rows < 700).sum())
    assert stream.facts.features == Visits().facts.features
    assert stream.facts.target == "page"


def test_stage_by_key_keeps_all_rows_of_the_keys_a_sampler_would_keep():
    visits = Visits()
    sampler = KeySampler(0.3)
    sampler.update_many(range(1000), visits.whole.x.column("user"))

    assert rows_of(visits | sample_by_key("user", 0.3)) == sampler.sample()


def test_stage_by_key_takes_the_target_for_a_key_too():
    kept = rows_of(Visits() | sample_by_key("page", 0.5))

    assert kept == rows_of(Visits() | sample_by_key("row", 0.5))


def test_stage_by_row_keeps_its_share():
    kept = rows_of(Visits(20_000) | sample_by_row(0.3, seed=1))

    # Four standard deviations of a binomial share.
    assert abs(len(kept) / 20_000 - 0.3) < 4 * np.sqrt(0.3 * 0.7 / 20_000)
    assert kept != rows_of(Visits(20_000) | sample_by_row(0.3, seed=2))


def test_sampler_behind_a_stream_keeps_what_it_would_keep_of_the_row_numbers():
    sampler = ReservoirSampler(30, seed=5)

    stream = Visits(50_000) | sampler

    numbers = ReservoirSampler(30, seed=5)
    numbers.update_many(range(50_000))
    assert rows_of(stream) == sorted(numbers.sample())
    assert stream.facts.rows == 30
    assert sampler.seen == 0


def test_row_that_is_drawn_twice_leaves_twice():
    rows = rows_of(Visits() | WindowSampler(50, 10, seed=0))

    assert len(rows) == 50
    assert set(rows) <= set(range(990, 1000))


def test_sample_is_drawn_in_one_pass():
    visits = Visits()
    stream = visits | ReservoirSampler(30, seed=5)

    list(stream), list(stream), stream.facts

    assert visits.passes == 1


@pytest.mark.parametrize("stage", [sample_by_row(0.2, seed=1), ReservoirSampler(20, seed=1)])
def test_sparse_rows_are_sampled_like_dense_ones(stage):
    dense, wide = Visits() | stage, Visits(is_sparse=True) | stage

    found = [int(value) - 1 for batch in wide.batches(50) for value in batch.x.data]

    assert found == rows_of(dense)


def test_stages_follow_each_other():
    both = Visits() | sample_by_key("user", 0.5) | sample_by_row(0.5, seed=2)

    assert set(rows_of(both)) < set(rows_of(Visits() | sample_by_key("user", 0.5)))


def test_unknown_column_is_named_with_its_nearest():
    with pytest.raises(ValueError, match=r"no column 'usr'; did you mean 'user'\?"):
        Visits() | sample_by_key("usr", 0.5)
    with pytest.raises(ValueError, match=r"no column 'q': it has \['user', 'row', 'page'\]"):
        Visits() | sample_by_key("q", 0.5)


def test_bad_stages_are_refused_when_they_are_made():
    with pytest.raises(ValueError, match="proportion must be above 0"):
        sample_by_key("user", 0.0)
    with pytest.raises(ValueError, match="proportion must be above 0"):
        sample_by_row(2.0)
    with pytest.raises(TypeError, match="use sample_by_key"):
        Visits() | KeySampler(0.5)


def test_pass_that_failed_leaves_nothing_behind():
    class Failing(Visits):
        def batches(self, rows=8192):
            yield self.whole.slice(0, 500)
            if self.passes == 0:
                self.passes += 1
                raise OSError("the line is dead")
            yield self.whole.slice(500, 500)

    stream = Failing() | ReservoirSampler(30, seed=5)
    with pytest.raises(OSError, match="the line is dead"):
        list(stream)

    assert rows_of(stream) == rows_of(Visits() | ReservoirSampler(30, seed=5))


def test_stream_without_times_says_what_is_missing():
    class Timeless(Visits):
        def batches(self, rows=8192):
            for batch in super().batches(rows):
                yield Batch(batch.x, batch.y, start=batch.start)

    with pytest.raises(ValueError, match="TimeWindow wants times; the stream has none"):
        list(Timeless() | TimeWindow(5.0))
