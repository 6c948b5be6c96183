"""Snapshots: a sampler that an older driftline wrote is read, and the same stream fills it alike.

`python tests/samplers/renew_golden.py` writes them anew; its docstring says when that is right.
"""

import pytest
from oracles.every_sampler import MAKERS
from samplers.renew_golden import GOLDEN, filled, path_of

import driftline
from driftline.state import dumps


def test_every_sampler_has_a_golden_file_and_no_other_has():
    assert sorted(GOLDEN.glob("*")) == sorted(path_of(name) for name in MAKERS)


@pytest.mark.parametrize("name", MAKERS)
def test_golden_file_is_read_and_holds_the_same_sample_to_the_bit(name):
    sampler = driftline.load(path_of(name))

    assert sampler == filled(name)
    assert dumps(sampler) == path_of(name).read_bytes()


@pytest.mark.parametrize("name", MAKERS)
def test_file_of_the_first_format_is_read(name):
    path = GOLDEN.with_name("golden_format1") / path_of(name).name

    assert driftline.load(path) == filled(name)
