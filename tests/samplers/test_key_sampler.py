"""Sampling by key: the spec's worked numbers, columns of every kind, bounded memory, merges."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sampler_draws import LEAST_P, fnv1a, mix64, shares_p

from driftline.samplers import KeySampler
from driftline.samplers.offers import keys as hashed
from driftline.state import dumps

WORKED = {
    "user1": (0x4228C671628CA359, 9),
    "user2": (0x4228C371628C9E40, 1),
    "alice": (0x508B2ABB65A03907, 2),
}
KEYS = st.one_of(
    st.text(st.characters(codec="utf-8")), st.binary(), st.integers(-(2**63), 2**64 - 1)
)


def bytes_of(key):
    if isinstance(key, int):
        return (key % 2**64).to_bytes(8, "little")
    return key.encode() if isinstance(key, str) else key


def bucket(key, seed, buckets):
    return mix64(fnv1a(bytes_of(key)) ^ seed) % buckets


@pytest.mark.parametrize("key", WORKED)
def test_worked_numbers_of_hash_and_bucket(key):
    wanted, place = WORKED[key]

    (found,) = hashed([key])[0].tolist()

    assert found == wanted
    for kept in (place, place + 1):  # kept from the first threshold above its bucket on
        if kept == 0:
            continue
        sampler = KeySampler(kept / 10, buckets=10)
        sampler.update(key)
        assert sampler.sample() == ([key] if place < kept else [])


def test_of_ten_thousand_users_exactly_1001_fall_into_the_first_of_ten_buckets():
    sampler = KeySampler(1 / 10, buckets=10)

    sampler.update_many([f"user{i}" for i in range(10_000)])

    assert len(sampler.sample()) == 1001
    assert sampler.share == 0.1


@given(
    keys=st.lists(KEYS, max_size=40),
    seed=st.integers(0, 2**63 - 1),
    buckets=st.sampled_from([1, 2, 10, 97, 2**32, 2**53]),
)
def test_keys_are_kept_by_their_bucket(keys, seed, buckets):
    sampler = KeySampler(0.5, buckets=buckets, seed=seed)

    sampler.update_many(keys)

    threshold = int(0.5 * buckets + 0.5)
    assert sampler.sample() == [k for k in keys if bucket(k, seed, buckets) < threshold]


@given(st.lists(st.one_of(st.none(), st.text(st.characters(codec="utf-8"))), max_size=30))
def test_text_columns_of_every_kind_have_the_same_hashes(texts):
    wanted = [None if t is None else fnv1a(t.encode()) for t in texts]
    plain = pa.array(texts, pa.string())
    columns = [
        *(plain, plain.cast(pa.large_string()), plain.cast(pa.binary())),
        *(plain.cast(pa.large_binary()), plain.cast(pa.string_view()), plain.dictionary_encode()),
        *(pa.chunked_array([plain[:3], plain[3:]]), pa.concat_arrays([plain, plain])[len(plain) :]),
        *(texts, pl.Series(texts, dtype=pl.String), pd.Series(texts, dtype="str")),
    ]
    for column in columns:
        hashes, flags = hashed(column)

        flags = np.ones(len(hashes)) if flags is None else flags
        found = [h if flag else None for h, flag in zip(hashes.tolist(), flags, strict=True)]
        assert found == wanted


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "i4", "u4", "i8", "u8"])
def test_numbers_are_hashed_by_value_whatever_their_width(dtype):
    values = np.array([0, 1, 100, 127], dtype=dtype)

    wanted = hashed([0, 1, 100, 127])[0].tolist()

    assert wanted == [fnv1a(bytes_of(int(value))) for value in values]
    assert hashed(values)[0].tolist() == wanted
    assert hashed(pa.array(values))[0].tolist() == wanted
    assert hashed(list(values))[0].tolist() == wanted


def test_fixed_binary_and_columns_without_any_value_are_read():
    fixed = pa.array([b"ab", None, b"cd"], pa.binary(2))

    hashes, flags = hashed(fixed)

    assert hashes[[0, 2]].tolist() == [fnv1a(b"ab"), fnv1a(b"cd")]
    assert flags.tolist() == [1, 0, 1]
    assert hashed(pa.nulls(2))[1].tolist() == [0, 0]
    assert len(hashed(pa.chunked_array([], pa.string()))[0]) == 0
    indices = pa.array([0, 1, None, 2])
    categories = pa.DictionaryArray.from_arrays(indices, pa.array(["a", None, "b"]))
    assert hashed(categories)[1].tolist() == [1, 0, 0, 1]


@pytest.mark.parametrize("seed", [0, 5])
def test_every_proportion_of_keys_is_met(seed):
    users = pa.array([f"user{i}" for i in range(50_000)])
    counts = []

    for tenth in range(1, 11):
        sampler = KeySampler(tenth / 10, seed=seed)
        sampler.update_many(users)
        counts.append(len(sampler.sample()))

    assert shares_p(np.diff([0, *counts]), np.full(10, 0.1)) > LEAST_P
    assert counts[-1] == 50_000


def test_smaller_proportion_keeps_a_part_of_the_keys_of_a_larger_one():
    users = [f"user{i}" for i in range(1000)]
    small, large = KeySampler(0.1, seed=3), KeySampler(0.3, seed=3)

    small.update_many(users)
    large.update_many(users)

    assert set(small.sample()) < set(large.sample())


@given(
    keys=st.lists(st.integers(0, 60), max_size=200),
    max_keys=st.integers(1, 12),
    buckets=st.sampled_from([5, 40, 2**32]),
)
def test_bounded_sampler_holds_all_items_of_the_keys_of_lowest_buckets(keys, max_keys, buckets):
    sampler = KeySampler(1.0, buckets=buckets, max_keys=max_keys)

    sampler.update_many(range(len(keys)), keys)

    threshold = buckets
    while len({k for k in keys if bucket(k, 0, buckets) < threshold}) > max_keys:
        threshold = max(b for k in keys if (b := bucket(k, 0, buckets)) < threshold)
    assert sampler.sample() == [i for i, k in enumerate(keys) if bucket(k, 0, buckets) < threshold]
    assert sampler.share == threshold / buckets


@given(
    left=st.lists(st.integers(0, 60), max_size=100),
    right=st.lists(st.integers(0, 60), max_size=100),
    max_keys=st.sampled_from([None, 1, 4, 20]),
    buckets=st.sampled_from([7, 2**32]),
)
def test_merge_gives_the_sample_of_one_sampler_over_both_streams(left, right, max_keys, buckets):
    def fresh():
        return KeySampler(0.7, buckets=buckets, max_keys=max_keys)

    one, other, whole = fresh(), fresh(), fresh()
    one.update_many(range(len(left)), left)
    other.update_many(range(len(left), len(left) + len(right)), right)
    whole.update_many(range(len(left) + len(right)), left + right)

    one.merge(other)

    assert one.sample() == whole.sample()
    assert (one.share, one.seen) == (whole.share, whole.seen)


def test_item_without_a_key_is_counted_and_not_kept():
    sampler = KeySampler(1.0)

    sampler.update_many(["a", "b", "c"], keys=["x", None, "y"])
    sampler.update("d", None)

    assert sampler.sample() == ["a", "c"]
    assert sampler.seen == 4


def test_item_is_its_own_key_unless_it_has_one():
    with_keys, without = KeySampler(0.5), KeySampler(0.5)
    users = [f"user{i}" for i in range(100)]

    for user in users:
        with_keys.update(user, user)
        without.update(user)

    assert with_keys == without


@pytest.mark.parametrize("proportion", [0.0, -0.1, 1.1, float("nan")])
def test_proportion_outside_zero_and_one_is_refused(proportion):
    with pytest.raises(ValueError, match="proportion must be above 0 and at most 1"):
        KeySampler(proportion)


def test_other_bad_parameters_are_refused():
    with pytest.raises(ValueError, match="more buckets are wanted"):
        KeySampler(0.01, buckets=10)
    with pytest.raises(ValueError, match="buckets must be from 1"):
        KeySampler(0.5, buckets=0)
    with pytest.raises(ValueError, match="max_keys must be at least 1, not 0"):
        KeySampler(0.5, max_keys=0)
    with pytest.raises(ValueError, match="seed must be at least 0"):
        KeySampler(0.5, seed=-1)


@pytest.mark.parametrize(
    ("key", "error"), [(1.5, TypeError), ((1, 2), TypeError), (2**64, ValueError)]
)
def test_key_of_another_kind_is_refused_and_nothing_changes(key, error):
    sampler = KeySampler(1.0)
    sampler.update("a")
    before = dumps(sampler)

    with pytest.raises(error, match="key"):
        sampler.update("item", key)
    with pytest.raises(error, match="key"):
        sampler.update_many(["b", "c"], ["good", key])
    with pytest.raises(TypeError, match="keys are text, bytes or whole numbers, not double"):
        sampler.update_many(["b"], pa.array([1.5]))
    with pytest.raises(ValueError, match="keys must have an entry for each item"):
        sampler.update_many(["b", "c"], ["one"])

    assert dumps(sampler) == before
