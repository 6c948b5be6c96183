"""A seed gives the same rows, to the bit: any compiler, any optimisation, C++ alone or Python."""

import json
import shutil

import pytest
from oracles import generator_checksums
from oracles.generator_checksums import checksum, compiled, printed, streams

from driftline import sources

TABLE = json.loads(generator_checksums.TABLE.read_text())
PACKAGE = {"g++": "g++", "clang++": "clang"}


@pytest.mark.parametrize("level", ["-O0", "-O3"])
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_a_million_rows_of_every_generator_are_the_same_bits(compiler, level, tmp_path):
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed: apt-get install {PACKAGE[compiler]}")

    assert printed(compiled(compiler, level, tmp_path)) == TABLE


@pytest.mark.parametrize("name", TABLE)
def test_rows_in_python_are_those_of_the_core(name):
    assert checksum(streams()[name]) == TABLE[name]


def test_every_generator_has_a_checksum():
    assert streams().keys() == TABLE.keys()
    assert {name.split()[0] for name in TABLE} == set(sources.generators.__all__)
