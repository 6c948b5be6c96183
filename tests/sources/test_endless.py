"""A stream says whether it ends, whatever stands behind it, and how long a part of it is."""

import pytest

from driftline import samplers, sources

ENDLESS, ENDING = sources.SEA(seed=1, noise=0.2), sources.SEA(seed=1, noise=0.2, rows=5_000)
QUIET = sources.SEA(seed=1, noise=0.0)  # what it moves from must differ from what it moves to
WAYS = {
    "plain": lambda stream: stream,
    "skip": lambda stream: stream.skip(100),
    "shuffle": lambda stream: stream.shuffle(1),
    "label_noise": lambda stream: stream | sources.label_noise(0.1, seed=2),
    "delayed_labels": lambda stream: stream | sources.delayed_labels(5),
    "imbalance": lambda stream: stream | sources.imbalance({1: 0.1}, seed=2),
    "drift": lambda stream: sources.drift([ENDLESS, stream], at=500),
    "recurring": lambda stream: sources.recurring([stream, ENDLESS], every=500, times=2),
    "incremental": lambda stream: sources.incremental(QUIET, stream, at=500, width=100),
    "sample_by_row": lambda stream: stream | samplers.sample_by_row(0.5),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_is_endless_if_what_it_is_made_of_is(way):
    assert WAYS[way](ENDLESS).is_endless
    assert not WAYS[way](ENDING).is_endless


@pytest.mark.parametrize("way", WAYS)
def test_a_part_of_an_endless_stream_ends_and_knows_its_rows(way):
    part = WAYS[way](ENDLESS).take(300)

    assert not part.is_endless
    assert part.facts.rows == 300
    assert part.skip(100).facts.rows == 200


def test_a_part_of_a_stream_of_unknown_length_does_not_know_its_rows():
    stream = sources.stream({"x": float(i), "y": 1} for i in range(5))

    assert not stream.is_endless
    assert stream.take(300).facts.rows is None


def test_what_can_be_read_only_once_stays_so_behind_a_sampler():
    stream = sources.stream({"x": float(i), "y": 1} for i in range(5))

    assert (stream | samplers.sample_by_row(0.5)).is_once
