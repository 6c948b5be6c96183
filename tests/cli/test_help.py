"""Help that teaches: every example in it runs, and names can be completed."""

import importlib
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest
from cli.command import FLIGHTS, NEW, driftline

import driftline as library
from driftline.cli.completion import detector_names, model_names, source_names
from driftline.cli.group import COMMANDS

EXAMPLES = [
    (name, example)
    for name in COMMANDS
    for example in importlib.import_module(f"driftline.cli.{name}").EXAMPLES.values()
]
DRIFTLINE = f"{shlex.quote(sys.executable)} -c 'from driftline.cli import app; app()'"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that examples speak of."""
    path = tmp_path_factory.mktemp("examples")
    rng = np.random.default_rng(1)
    heat = rng.normal(20.0, 2.0, 4_000) + np.repeat([0.0, 3.0], 2_000)
    sensor = pa.table({"heat": heat, "load": rng.gamma(2.0, 3.0, 4_000)})
    errors = pa.table({"error": (rng.random(4_000) < 0.2).astype(int)})
    pyarrow.csv.write_csv(sensor, path / "sensor.csv")
    pyarrow.csv.write_csv(errors, path / "errors.csv")
    (path / "flights.csv").write_text(FLIGHTS)
    (path / "more.csv").write_text(FLIGHTS)
    (path / "new.csv").write_text(NEW)
    model = path / "model.safetensors"
    driftline("train", path / "flights.csv", "--target", "late", "--out", model)
    for name, model in (("run", "AROW"), ("first", "GaussianNB"), ("second", "AROW")):
        driftline("evaluate", "SEA(seed=1)", "--rows", 2_000, "--model", model, "--report",
                  path / f"{name}.json")  # fmt: skip
    return path


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_every_example_runs(name, example, folder, monkeypatch):
    monkeypatch.chdir(folder)
    command = example.replace("driftline demo", "driftline demo --rows 4000", 1)
    command = command.replace("reproduce unlearning", "reproduce unlearning --quick --jobs 1", 1)
    is_meant = 3 if "--fail-on-drift" in example else 0

    if "|" in shlex.split(command):
        piped = command.replace("driftline ", f"{DRIFTLINE} ", 1)
        done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=False)
        code, told = done.returncode, done.stderr
    else:
        result = driftline(*shlex.split(command)[1:])
        code, told = result.exit_code, result.stderr

    assert f"driftline {name}" in example
    assert code == is_meant, told


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_the_examples(name):
    module = importlib.import_module(f"driftline.cli.{name}")
    shown = " ".join(driftline(name, "--help", env={"COLUMNS": "300"}).output.split())

    assert [e for e in module.EXAMPLES.values() if " ".join(e.split()) not in shown] == []


def test_the_list_has_every_command_that_there_is():
    commands = Path(importlib.import_module("driftline.cli").__file__).parent.glob("*.py")
    with_examples = {path.stem for path in commands if "\nEXAMPLES = {" in path.read_text()}

    assert with_examples == set(COMMANDS)
    assert [name for name in COMMANDS if name not in driftline("--help").output] == []


def test_the_line_of_a_command_is_the_first_of_its_help():
    firsts = {
        name: getattr(importlib.import_module(f"driftline.cli.{name}"), name).__doc__.split("\n")[0]
        for name in COMMANDS
    }

    assert {n: line for n, line in firsts.items() if COMMANDS[n][:20] != line[:20]} == {}


def test_the_list_of_commands_loads_none_of_them():
    code = (
        "import sys\nfrom driftline.cli import app\ntry: app(['--help'])\nexcept SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stderr.split()

    assert {"numpy", "pyarrow", "scipy", "driftline.sources", "driftline._core"} & set(
        loaded
    ) == set()


def test_names_are_completed():
    assert "elec2" in source_names("ele")
    assert "SINE1" in source_names("SIN")
    assert model_names("StandardScaler() | ARO") == ["StandardScaler() | AROW"]
    assert detector_names("ADW") == ["ADWIN"]


def test_the_shell_is_told_what_may_follow():
    def told(words):
        env = {"_DRIFTLINE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "2"}
        code = "from driftline.cli import app; app(prog_name='driftline')"
        return subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
        ).stdout.split()

    assert "AROW" in told("driftline models ARO")
    assert "elec2" in told("driftline train elec")
    assert "--target" in told("driftline evaluate --ta")


def test_the_version_is_told():
    assert driftline("--version").output == f"driftline {library.__version__}\n"


def test_package_runs_as_a_module():
    given = [sys.executable, "-m", "driftline", "--help"]
    found = subprocess.run(given, capture_output=True, text=True, check=True)

    assert "Usage: driftline" in found.stdout
