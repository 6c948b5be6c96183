"""What every sampler promises: portions, files, copies, merges and bad input."""

import copy
import doctest
import gc
import inspect
import itertools
import pickle
import re
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.every_sampler import (
    CLASSES,
    DRAWING,
    MAKERS,
    MERGING,
    NO_MERGE,
    filled,
    offered,
    partner,
    update_each,
    update_many,
    wants,
)

import driftline
from driftline import _core, samplers
from driftline.state import StateError, dumps, loads


def test_no_public_class_is_left_out():
    assert {type(make()).__name__ for make in MAKERS.values()} == set(CLASSES)


def test_every_native_sampler_has_a_public_class():
    families = {"Sampler", *(cls.__name__ for cls in _core.Sampler.__subclasses__())}
    native = {
        name
        for name, cls in vars(_core).items()
        if isinstance(cls, type) and issubclass(cls, _core.Sampler)
    }

    assert native - families == set(CLASSES)


@pytest.mark.parametrize("cls", CLASSES.values(), ids=CLASSES)
def test_docstring_names_every_parameter_and_has_an_example_that_runs(cls):
    section = inspect.getdoc(cls).split("Parameters\n----------\n")[1].split("\n\n")[0]
    (example,) = doctest.DocTestFinder(recurse=False).find(cls, cls.__name__)

    assert re.findall(r"^(\w+)$", section, re.M) == list(inspect.signature(cls).parameters)
    assert example.examples


@pytest.mark.parametrize("name", MAKERS)
@given(cuts=st.lists(st.integers(0, 150), max_size=5), seed=st.integers(0, 2**63 - 1))
def test_one_by_one_and_any_portions_give_the_same_bits(name, cuts, seed):
    stream = offered(150, seed=3)
    one_by_one = update_each(MAKERS[name](seed), stream)

    at_once = update_many(MAKERS[name](seed), stream)
    in_portions = MAKERS[name](seed)
    bounds = [0, *sorted(cuts), 150]
    for begin, end in itertools.pairwise(bounds):
        update_many(in_portions, stream.part(begin, end))

    assert at_once.sample() == one_by_one.sample() == in_portions.sample()
    assert at_once == one_by_one == in_portions
    assert dumps(at_once) == dumps(one_by_one) == dumps(in_portions)


@pytest.mark.parametrize("name", MAKERS)
def test_items_of_any_kind_of_column_are_the_same_items(name):
    stream = offered(120)
    beside = {n: getattr(stream, n) for n in wants(MAKERS[name]())}
    from_list = update_many(MAKERS[name](), stream)

    for items in (np.array(stream.items), pa.array(stream.items), tuple(stream.items), range(120)):
        sampler = MAKERS[name]()
        sampler.update_many(items, **beside)

        assert sampler == from_list
        assert all(type(item) is int for item in sampler.sample())


@pytest.mark.parametrize("name", MAKERS)
def test_loaded_sampler_goes_on_as_if_it_had_never_stopped(name, tmp_path):
    stream = offered(300, seed=5)
    whole = update_many(MAKERS[name](), stream)
    half = update_many(MAKERS[name](), stream.part(0, 140))

    half.save(tmp_path / "sampler")
    loaded = driftline.load(tmp_path / "sampler")
    assert loaded == half
    assert dumps(loaded) == dumps(half)
    update_many(loaded, stream.part(140, 300))

    assert loaded == whole
    assert dumps(loaded) == dumps(whole)


@pytest.mark.parametrize("name", MAKERS)
def test_copies_and_pickles_share_nothing(name):
    sampler = filled(name)
    before = dumps(sampler)
    for twin in (copy.copy(sampler), copy.deepcopy(sampler), pickle.loads(pickle.dumps(sampler))):
        assert twin == sampler

        update_many(twin, offered_later(twin))

        assert twin != sampler
        assert dumps(sampler) == before


def offered_later(sampler):
    later = offered(50, seed=9, start=1000)
    return type(later)(later.items, later.w, later.time + 100.0, later.keys)


@pytest.mark.parametrize("name", MAKERS)
def test_clone_has_seen_nothing_and_shows_the_same(name):
    sampler = filled(name)

    clone = sampler.clone()

    assert clone.seen == 0
    assert clone.sample() == []
    assert repr(clone) == repr(sampler)
    assert clone == MAKERS[name]()
    assert eval(repr(sampler), vars(samplers)) == clone


@pytest.mark.parametrize("name", MAKERS)
def test_parameters_are_attributes_that_cannot_be_set(name):
    sampler = MAKERS[name]()

    assert set(sampler.params) <= set(inspect.signature(type(sampler)).parameters)
    for parameter, value in sampler.params.items():
        assert getattr(sampler, parameter) == value
        with pytest.raises(AttributeError):
            setattr(sampler, parameter, value)


@pytest.mark.parametrize("name", [n for n in MAKERS if n not in ("TimeWindow",)])
def test_another_seed_gives_another_sample(name):
    assert any(filled(name, seed=1).sample() != filled(name, seed=s).sample() for s in (2, 3, 4))


def test_seed_none_is_drawn_once_and_shows():
    sampler = samplers.ReservoirSampler(3)
    sampler.update_many(range(1000))

    again = samplers.ReservoirSampler(3, seed=sampler.seed)
    again.update_many(range(1000))

    assert again == sampler
    assert sampler.seed != samplers.ReservoirSampler(3).seed


@pytest.mark.parametrize("name", MAKERS)
def test_nothing_offered_changes_nothing(name):
    sampler = filled(name)
    before = dumps(sampler)

    update_many(sampler, offered(0))

    assert dumps(sampler) == before


@pytest.mark.parametrize("name", MAKERS)
def test_memory_counts_the_items_and_stays_in_bounds(name):
    sampler = MAKERS[name]()
    empty = sampler.memory

    update_many(sampler, offered(400))

    assert empty < sampler.memory < 60_000


@pytest.mark.parametrize("name", MERGING)
def test_merging_with_a_sampler_that_has_seen_nothing_changes_no_sample(name):
    sampler, empty = filled(name), partner(name)
    before = sampler.sample()

    sampler.merge(empty)
    empty.merge(sampler)

    assert sampler.sample() == before
    assert sorted(empty.sample()) == sorted(before)
    assert empty.seen == sampler.seen == 200


@pytest.mark.parametrize("name", MERGING)
def test_merged_sampler_is_saved_and_goes_on(name):
    one, other = filled(name), update_many(partner(name), offered(90, 4, 500))
    held = set(one.sample()) | set(other.sample())

    one.merge(other)
    loaded = loads(dumps(one))
    assert set(one.sample()) <= held
    for sampler in (one, loaded):
        update_many(sampler, offered_later(sampler))

    assert one.seen == 200 + 90 + 50
    assert loaded == one


@pytest.mark.parametrize("name", DRAWING)
def test_samplers_of_one_seed_do_not_merge(name):
    one, other, third = filled(name), filled(name), filled(name, seed=2)
    before = dumps(one)

    with pytest.raises(ValueError, match="seed 1"):
        one.merge(other)
    assert dumps(one) == before

    other.merge(third)  # now it holds draws of seed 2, under its own seed
    with pytest.raises(ValueError, match="seed 2"):
        filled(name, seed=2).merge(other)


@pytest.mark.parametrize("name", NO_MERGE)
def test_sampler_without_an_exact_merge_says_so(name):
    one, other = filled(name), filled(name, seed=2)
    before = dumps(one)

    with pytest.raises(ValueError, match="do not merge"):
        one.merge(other)

    assert dumps(one) == before


def test_samplers_of_other_kinds_or_sizes_do_not_merge():
    one = samplers.ReservoirSampler(5, seed=1)

    with pytest.raises(TypeError, match="with its like, not with a KeySampler"):
        one.merge(samplers.KeySampler(0.5))
    for other in (
        samplers.ReservoirSampler(6, seed=2),
        samplers.ReservoirSampler(5, algorithm="R", seed=2),
    ):
        with pytest.raises(ValueError, match="size and algorithm"):
            one.merge(other)
    with pytest.raises(ValueError, match="max_keys are the same"):
        samplers.KeySampler(0.5, seed=1).merge(samplers.KeySampler(0.5, seed=2))
    with pytest.raises(ValueError, match="size and span"):
        samplers.TimeWindow(1.0).merge(samplers.TimeWindow(2.0))
    with pytest.raises(ValueError, match="size and rate"):
        samplers.DecaySampler(2, rate=1.0).merge(samplers.DecaySampler(2, rate=2.0))


@pytest.mark.parametrize("item", [1, 2.5, float("nan"), "text", True, None, (1, ("a",)), [1, 2]])
def test_plain_items_come_back_from_a_file_as_they_were(item):
    sampler = samplers.ReservoirSampler(2, seed=0)
    sampler.update({"a": item, 7: "a name that is a number", "tuple": (item,)})
    sampler.update(item)

    loaded = loads(dumps(sampler))

    assert loaded == sampler
    assert repr(loaded.sample()) == repr(sampler.sample())


def test_item_that_cannot_be_saved_is_kept_and_named_when_saving():
    sampler = samplers.ReservoirSampler(2, seed=0)
    sampler.update({1, 2})

    assert sampler.sample() == [{1, 2}]
    assert copy.copy(sampler) == sampler
    with pytest.raises(StateError, match=r"\{1, 2\} is a set"):
        dumps(sampler)


def test_rows_of_a_table_become_dicts():
    table = pa.table({"user": ["a", "b", "c"], "n": [1, None, 3]})
    for items in (table, table.to_batches()[0], table.to_pandas(), table.to_pylist()):
        sampler = samplers.ReservoirSampler(5, seed=0)
        sampler.update_many(items)

        assert [row["user"] for row in sampler.sample()] == ["a", "b", "c"]


@pytest.mark.parametrize("items", ["text", b"bytes", {"a": 1}, 5])
def test_what_is_not_many_items_is_refused(items):
    with pytest.raises(TypeError):
        samplers.ReservoirSampler(5).update_many(items)


def test_item_that_refers_to_its_sampler_is_collected_with_it():
    class Thing:
        pass

    thing, sampler = Thing(), samplers.ReservoirSampler(2, seed=0)
    thing.sampler = sampler
    sampler.update(thing)
    seen = weakref.ref(thing)

    del thing, sampler
    gc.collect()

    assert seen() is None


def test_damaged_state_is_refused():
    for name in MAKERS:
        sampler = filled(name)
        arrays, schema = sampler._pack()
        for entry, values in arrays.items():
            for bad in (values[:-1], np.append(values, values[-1:]), values * 0 - 3):
                if len(bad) == len(values) and (bad == values).all():
                    continue
                twin = MAKERS[name]()
                before = dumps(twin)
                try:
                    twin._unpack({**arrays, entry: bad}, schema)
                except (ValueError, TypeError, UnicodeDecodeError):
                    assert dumps(twin) == before
                else:  # another state that is sound: it has to work
                    twin.sample()
                    update_many(twin, offered_later(twin))
                    twin.sample()


def test_threads_share_a_sampler_without_losing_an_item():
    sampler = samplers.KeySampler(1.0)
    parts = [list(range(start, start + 2000)) for start in range(0, 8000, 2000)]

    def offer(part):
        for begin in range(0, 2000, 100):
            sampler.update_many(part[begin : begin + 100])
            assert len(sampler.sample()) >= 100

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(offer, parts))

    assert sampler.seen == 8000
    assert sorted(sampler.sample()) == list(range(8000))
