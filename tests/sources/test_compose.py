"""Streams joined by drift: every row from the right source, every drift at its place."""

import itertools
import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from driftline import sources
from driftline.sources import SourceError
from driftline.sources.compose.plan import chance_of_new
from driftline.stream import Batch, Drift, Facts, Stream


class Tagged(Stream):
    """Rows that tell where they come from: their stream in `tag`, their number in `n`."""

    def __init__(self, tag, rows=None, drifts=(), kind="dense", known=True):
        self.tag, self.rows, self.inner, self.kind, self.known = tag, rows, drifts, kind, known

    @property
    def facts(self):
        return Facts(
            f"tagged {self.tag}",
            {} if self.kind == "sparse" else {"n": "numeric", "tag": "nominal"},
            target="y",
            task="classification",
            labels=("a", "b"),
            rows=self.rows if self.known else None,
            drifts=self.inner,
        )

    def batches(self, rows=8192):
        for start in itertools.count(0, rows):
            end = start + rows if self.rows is None else min(start + rows, self.rows)
            if start >= end:
                return
            n = np.arange(start, end)
            tag = pa.array([self.tag] * len(n)).dictionary_encode()
            x = pa.record_batch({"n": n.astype(float), "tag": tag})
            if self.kind == "sparse":
                code = np.full(len(n), ord(self.tag))
                x = sparse.csr_matrix((n + 1.0, (np.arange(len(n)), code)), shape=(len(n), 200))
            yield Batch(x, pa.array(np.where(n % 2, "a", "b")), start=start)


def origins(stream, count, rows=8192):
    """The stream and the number of each of the first rows."""
    batches = stream.take(count).batches(rows)
    return [(r["tag"], int(r["n"])) for batch in batches for r in batch.x.to_pylist()]


def tags(stream, count):
    return "".join(tag for tag, _ in origins(stream, count))


def test_abrupt_drift_changes_the_source_at_the_row_given():
    stream = sources.drift([Tagged("a"), Tagged("b"), Tagged("c")], at=[10, 25])

    assert tags(stream, 40) == "a" * 10 + "b" * 15 + "c" * 15
    assert stream.drifts == (Drift(10), Drift(25))


def test_a_source_advances_only_when_a_row_is_drawn_from_it():
    stream = sources.drift([Tagged("a"), Tagged("b")], at=500, width=300, seed=1)
    rows = origins(stream, 2_000)

    for tag in "ab":
        numbers = [n for t, n in rows if t == tag]
        assert numbers == list(range(len(numbers)))


@settings(max_examples=30)
@given(
    size=st.integers(1, 300), width=st.integers(0, 60), seed=st.integers(0, 99), k=st.integers(2, 3)
)
def test_the_batch_size_changes_nothing(size, width, seed, k):
    streams = [Tagged(tag) for tag in "abc"[:k]]
    stream = sources.drift(streams, at=[50, 120, 200], width=width, seed=seed)

    assert origins(stream, 400, size) == origins(stream, 400)


def test_gradual_drift_follows_the_sigmoid():
    width, repeats = 100, 2_000
    j = np.arange(width)
    wanted = np.array([1 / (1 + math.exp(-4 * (i - width / 2) / width)) for i in j])
    # Four squarings multiply the rounding of the sum by 16.
    assert np.allclose(chance_of_new(j, width), wanted, rtol=0, atol=16 * 2.0**-52)

    marks = [(width + 1) * (i + 1) for i in range(repeats)]
    stream = sources.drift([Tagged("a"), Tagged("b")], at=marks, width=width, seed=5)
    drawn = np.array([t for t, _ in origins(stream, marks[-1] + width)])
    new = [drawn[m : m + width] == "ba"[i % 2] for i, m in enumerate(marks)]

    # A share of 2,000 draws has a standard error of at most 0.0112; five of them.
    assert np.abs(np.mean(new, axis=0) - wanted).max() < 0.056


def test_before_and_after_a_gradual_drift_there_is_one_source():
    stream = sources.drift([Tagged("a"), Tagged("b")], at=100, width=50, seed=3)
    seen = tags(stream, 300)

    assert set(seen[:100]) == {"a"}
    assert set(seen[100:150]) == {"a", "b"}
    assert set(seen[150:]) == {"b"}
    assert stream.drifts == (Drift(100, 50, "gradual"),)


def test_recurring_streams_take_turns_and_go_on_where_they_were_left():
    stream = sources.recurring([Tagged("a"), Tagged("b")], every=10, times=3)

    assert tags(stream, 40) == "a" * 10 + "b" * 10 + "a" * 10 + "b" * 10
    assert origins(stream, 40)[20] == ("a", 10)
    assert stream.drifts == tuple(Drift(row, 0, "recurring") for row in (10, 20, 30))


def test_random_places_depend_on_the_seed_and_keep_their_distance():
    def places(seed):
        streams = [Tagged("a"), Tagged("b")]
        made = sources.drift(streams, drifts=5, within=1000, width=100, seed=seed)
        return [drift.row for drift in made.drifts]

    assert places(1) == places(1) != places(2)
    for seed in range(50):
        rows = places(seed)
        assert len(rows) == 5
        assert rows[0] >= 1
        assert rows[-1] + 100 <= 1000
        assert min(np.diff(rows)) >= 100


def test_random_places_fill_the_least_room_there_is():
    stream = sources.drift([Tagged("a"), Tagged("b")], drifts=3, within=31, width=10, seed=1)

    assert [drift.row for drift in stream.drifts] == [1, 11, 21]


def test_drifts_inside_a_stream_are_told_where_they_come_to_lie():
    inner = (Drift(5), Drift(40, 10, "gradual"))
    stream = sources.drift([Tagged("a"), Tagged("b", drifts=inner)], at=100, width=30, seed=9)
    row = {origin: place for place, origin in enumerate(origins(stream, 400))}

    assert stream.drifts == (
        Drift(100, 30, "gradual"),
        Drift(row["b", 5]),
        Drift(row["b", 40], row["b", 50] - row["b", 40], "gradual"),
    )


@pytest.mark.parametrize("width", [0, 37])
def test_the_joined_stream_ends_with_its_last_and_knows_when(width):
    stream = sources.drift([Tagged("a", 200), Tagged("b", 90)], at=100, width=width, seed=4)
    rows = origins(stream, 10_000)

    assert stream.facts.rows == len(rows)
    assert rows[-1] == ("b", 89)
    for size in (1, 7):
        assert origins(stream, 10_000, size) == rows


@pytest.mark.parametrize("width", [0, 50])
def test_a_stream_too_short_for_its_part_is_refused(width):
    with pytest.raises(ValueError, match=r"stream 0 \(tagged a\) has 90 rows and would end"):
        sources.drift([Tagged("a", 90), Tagged("b")], at=100, width=width, seed=4)

    unknown = sources.drift(
        [Tagged("a", 90, known=False), Tagged("b")], at=100, width=width, seed=4
    )
    with pytest.raises(SourceError, match=r"stream 0 \(tagged a\) ended"):
        list(unknown)


def test_the_old_stream_ending_amid_the_last_drift_is_an_error():
    unknown = sources.drift([Tagged("a", 110, known=False), Tagged("b")], at=100, width=50, seed=4)

    with pytest.raises(SourceError, match=r"stream 0 \(tagged a\) ended"):
        list(unknown.take(1000))


def test_categories_mean_the_same_in_every_batch_of_a_joined_stream():
    stream = sources.drift([Tagged("a"), Tagged("b")], at=50, width=50, seed=1).take(200)
    dictionaries = [batch.x.column("tag").dictionary.to_pylist() for batch in stream.batches(10)]

    longest = max(dictionaries, key=len)
    assert longest == ["a", "b"]
    assert all(longest[: len(d)] == d for d in dictionaries)


@pytest.mark.parametrize("width", [0, 40])
def test_sparse_streams_join(width):
    streams = [Tagged("a", kind="sparse"), Tagged("b", kind="sparse")]
    stream = sources.drift(streams, at=50, width=width, seed=1)
    rows = [next(iter(x.items())) for x, _ in stream.take(200)]

    assert {chr(place) for place, _ in rows[:50]} == {"a"}
    assert {chr(place) for place, _ in rows[50 + width :]} == {"b"}
    assert len(rows) == 200


def test_streams_with_other_features_join():
    one = sources.stream([({"p": 1.0}, 0)] * 60)
    other = sources.stream([({"q": "z"}, 1)] * 60)
    rows = list(sources.drift([one, other], at=20, width=20, seed=1))

    assert {tuple(x) for x, _ in rows} == {("p",), ("q",)}
    assert all(y == int("q" in x) for x, y in rows)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"at": [10]}, "3 streams need 2 drifts, not 1"),
        ({"at": [20, 10]}, "begins before the one at 20"),
        ({"at": [10, 15], "width": 10}, "of width 10, is over"),
        ({"at": [0, 5]}, "row 1 or later"),
        ({}, "give the places of drift"),
        ({"at": [1, 2], "drifts": 2}, "give the places of drift"),
        ({"drifts": 2}, "within="),
        ({"drifts": 2, "within": 50, "width": 30}, "no room for 2 drifts"),
        ({"at": [1, 2], "width": -1}, "width must be at least 0"),
        ({"at": [1, 2], "seed": -1}, "seed must be at least 0"),
    ],
)
def test_bad_places_are_refused(options, part):
    with pytest.raises(ValueError, match=part):
        sources.drift([Tagged("a"), Tagged("b"), Tagged("c")], **options)


def test_streams_that_do_not_go_together_are_refused():
    numbers = sources.stream([({"a": 1}, 0.5)])
    once = sources.stream(iter([({"a": 1}, "a")]))

    with pytest.raises(ValueError, match="different tasks"):
        sources.drift([Tagged("a"), numbers], at=1)
    with pytest.raises(ValueError, match="two streams or more"):
        sources.drift([Tagged("a")], at=1)
    with pytest.raises(ValueError, match="is given twice"):
        sources.drift([once, once], at=1)


def test_incremental_drift_moves_the_parameters_in_steps():
    quiet, noisy = sources.SEA(noise=0.0, seed=1), sources.SEA(noise=0.5, seed=1)
    stream = sources.incremental(quiet, noisy, at=2_000, width=20_000, steps=4).take(30_000)
    batches = list(stream.batches())
    y = np.concatenate([batch.y.to_numpy() for batch in batches])
    clean = np.concatenate([b.y.to_numpy() for b in quiet.take(30_000).batches()])
    wrong = y != clean

    assert [b.start for b in batches] == list(np.cumsum([0, *map(len, batches)])[:-1])
    assert not wrong[:2_000].any()
    edges = [2_000, 7_000, 12_000, 17_000, 22_000, 30_000]
    shares = [wrong[a:b].mean() for a, b in itertools.pairwise(edges)]
    # Shares of 5,000 draws have a standard error of at most 0.0071.
    assert np.allclose(shares, [0.1, 0.2, 0.3, 0.4, 0.5], atol=0.04)
    assert stream.drifts == (Drift(2_000, 20_000, "incremental"),)


def test_incremental_drift_keeps_the_inputs_and_any_batch_size():
    one, other = sources.SEA(noise=0.0, seed=1), sources.SEA(noise=0.5, seed=1)
    stream = sources.incremental(one, other, at=50, width=100, steps=10).take(300)

    assert [x for x, _ in stream] == [x for x, _ in one.take(300)]
    assert [r for b in stream.batches(7) for r in b.rows()] == list(stream)


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        (
            sources.SEA(variant=0, seed=1),
            sources.SEA(variant=2, seed=1),
            "variant: there is nothing",
        ),
        (sources.SEA(seed=1), sources.SEA(seed=2), "seed: give both"),
        (sources.SEA(seed=1), sources.SEA(seed=1), "the same parameters"),
        (sources.SINE1(seed=1, drifts=[5]), sources.SINE1(seed=1, noise=0.5), "drifts by itself"),
        (sources.SEA(seed=1), sources.STAGGER(seed=1), "gradual change"),
        (Tagged("a"), Tagged("b"), "gradual change"),
    ],
)
def test_generators_without_anything_between_them_are_refused(before, after, part):
    with pytest.raises((ValueError, TypeError), match=part):
        sources.incremental(before, after, at=10, width=10, steps=2)


def test_steps_longer_than_the_drift_are_refused():
    with pytest.raises(ValueError, match="steps must be from 1 to the width"):
        sources.incremental(
            sources.SEA(noise=0.0, seed=1), sources.SEA(noise=0.1, seed=1), at=5, width=5, steps=6
        )


def moments(stream, begin, end):
    batches = stream.skip(begin).take(end - begin).batches()
    X = np.concatenate([np.column_stack([c.to_numpy() for c in b.x.columns]) for b in batches])
    return X.min(axis=0), X.max(axis=0)


def test_virtual_drift_moves_the_inputs_and_leaves_the_rule():
    plain = sources.SEA(variant=1, seed=3)
    stream = sources.virtual(plain, at=[1_000, 2_000], seed=4)
    boxes = [moments(stream, a, a + 1_000) for a in (0, 1_000, 2_000)]

    assert all(y == plain.label_of(x) for x, y in stream.take(3_000))
    for (low, high), (next_low, next_high) in itertools.pairwise(boxes):
        assert np.abs(low - next_low).max() > 3 or np.abs(high - next_high).max() > 3
    # One side of a median: in one feature about half of the range from 0 to 10 is left.
    assert all(min(high - low) < 6.5 for low, high in boxes)
    assert stream.drifts == (Drift(1_000, 0, "virtual"), Drift(2_000, 0, "virtual"))


@pytest.mark.parametrize("size", [1, 13, 1000, 100_000])
def test_virtual_drift_is_the_same_in_any_batch_size(size):
    stream = sources.virtual(sources.SEA(seed=3, rows=5_000), at=[300, 900], seed=4)

    assert [r for b in stream.batches(size) for r in b.rows()] == list(stream)


def test_virtual_drift_gives_no_row_twice():
    marks = list(range(10, 1_000, 10))
    rows = [
        tuple(x.values()) for x, _ in sources.virtual(sources.SEA(seed=3, rows=5_000), at=marks)
    ]

    assert len(set(rows)) == len(rows) > 2_000


def test_virtual_drift_remaps_what_the_stream_knows():
    plain = sources.SINE1(seed=3, rows=4_000, drifts=[2_000])
    stream = sources.virtual(plain, at=100, seed=4)
    inner = next(drift.row for drift in stream.drifts if drift.kind == "abrupt")
    kept = list(stream)

    # The kept rows after the place are those that stand after row 2,000 of the plain stream.
    later = [tuple(x.values()) for x, _ in plain.skip(2_000)]
    first = later.index(tuple(kept[inner][0].values()))
    assert tuple(kept[inner - 1][0].values()) not in later
    assert first < 20


def test_a_stream_without_numbers_cannot_drift_virtually():
    words = sources.stream([({"a": "x"}, 0), ({"a": "y"}, 1)])

    with pytest.raises(SourceError, match="no numeric feature"):
        list(sources.virtual(words, at=1))


def test_a_joined_stream_survives_a_file(tmp_path):
    stream = sources.drift(
        [sources.SEA(variant=0, seed=1), sources.SEA(variant=2, seed=2)], at=500, width=100, seed=3
    ).take(1_000)
    stream.to_parquet(tmp_path / "a.parquet")
    again = sources.read(tmp_path / "a.parquet")

    assert list(again) == list(stream)
    assert again.drifts == (Drift(500, 100, "gradual"),)
    assert again.facts.labels == (0, 1)
