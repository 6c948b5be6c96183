"""The core is plain C++ that an edge device can take alone, and its includes go one way."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core"
HEADERS = sorted(path.relative_to(CORE).as_posix() for path in CORE.rglob("driftline/**/*.hpp"))
STRICT = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fsyntax-only"]

# From the ground up; folders on one floor do not include each other.
FLOORS = [
    {"numeric", "parallel"},
    {"random"},
    {"stream"},
    {"detectors", "transforms", "metrics", "sources", "samplers"},
    {"learners"},
    {"trees"},
    {"ensembles"},
    {"adaptation"},
    {"evaluation"},
]
FLOOR_OF = {folder: floor for floor, folders in enumerate(FLOORS) for folder in folders}


def folder(header):
    return Path(header).parts[1]


def includes(header):
    return re.findall(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', (CORE / header).read_text(), re.M)


def test_the_core_has_headers():
    assert HEADERS


@pytest.mark.parametrize("header", HEADERS)
def test_header_lies_on_a_floor(header):
    assert folder(header) in FLOOR_OF


@pytest.mark.parametrize("header", HEADERS)
def test_header_includes_only_its_own_folder_and_the_floors_below(header):
    ours = [name for name in includes(header) if name.startswith("driftline/")]

    upward = [
        name
        for name in ours
        if folder(name) != folder(header) and FLOOR_OF[folder(name)] >= FLOOR_OF[folder(header)]
    ]

    assert upward == []


@pytest.mark.parametrize("header", HEADERS)
def test_header_knows_nothing_of_python(header):
    foreign = [name for name in includes(header) if re.match("Python|nanobind|numpy", name)]

    assert foreign == []


@pytest.mark.parametrize("compiler", ["g++", "g++-11"])
@pytest.mark.parametrize("header", HEADERS)
def test_header_compiles_alone_without_a_warning(header, compiler, tmp_path):
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed: apt-get install {compiler}")
    source = tmp_path / "alone.cpp"
    source.write_text(f'#include "{header}"\n')

    result = subprocess.run(
        [compiler, *STRICT, f"-I{CORE}", source], capture_output=True, text=True, check=False
    )

    assert result.returncode == 0, result.stderr
