"""What the package promises as a whole: few dependencies, a quick import, a small download."""

import ast
import importlib
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path

import pytest

import driftline

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "driftline"
FOLDERS = sorted(path.parent for path in PACKAGE.rglob("__init__.py"))
SOURCES = [
    path
    for top in ("src", "core", "bindings", "tests")
    for path in sorted((ROOT / top).rglob("*"))
    if path.suffix in {".py", ".hpp", ".cpp"}
]
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "base"}


def relative(path):
    return path.relative_to(ROOT).as_posix()


def python(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout


def test_at_most_six_packages_are_needed_to_run():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert len(project["dependencies"]) <= 6


def test_the_version_is_told_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert driftline.__version__ == project["version"]


def test_importing_the_package_takes_less_than_150_ms():
    code = "import time; t = time.perf_counter(); import driftline; print(time.perf_counter() - t)"

    # The fastest of five: a busy machine only ever adds to the time.
    assert min(float(python(code)) for _ in range(5)) < 0.150


def test_importing_the_package_loads_nothing_heavy():
    heavy = {"pyarrow", "pandas", "polars", "scipy", "sklearn", "river", "rich", "typer"}
    loaded = python("import sys, driftline; print(*sys.modules)").split()

    assert heavy & set(loaded) == set()


def test_the_wheel_stays_below_10_megabytes():
    native = importlib.import_module("driftline._core").__file__
    sources = [p for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts]

    # A wheel is a zip archive, which compresses file by file.
    packed = [len(zlib.compress(p.read_bytes())) for p in {Path(native), *sources}]
    assert sum(packed) < 10_000_000


@pytest.mark.parametrize("folder", FOLDERS, ids=relative)
def test_folder_says_its_one_concept_in_one_line(folder):
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))

    assert docstring
    assert "\n" not in docstring
    assert " and " not in docstring


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_name_says_what_the_file_is_about(path):
    names = {part.removesuffix(path.suffix) for part in path.relative_to(ROOT).parts}

    assert names & VAGUE == set()


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_file_is_short_enough_to_hold_one_concept(path):
    assert len(path.read_text().splitlines()) <= 450
