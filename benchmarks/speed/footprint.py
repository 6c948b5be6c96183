"""Footprint: how long `import driftline` and the command take to start, and how large the wheel is.

    python benchmarks/speed/footprint.py            builds the wheel first
    python benchmarks/speed/footprint.py --wheel dist/driftline-0.1.0-*.whl

Writes benchmarks/results/footprint.json.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import environment

IMPORT = "import time; t = time.perf_counter(); import driftline; print(time.perf_counter() - t)"


def import_milliseconds(tries: int = 15) -> float:
    """Time the import inside a fresh interpreter, the best of several."""
    command = [sys.executable, "-c", IMPORT]
    times = [
        float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(tries)
    ]
    return min(times) * 1e3


def start_milliseconds(*args: str, tries: int = 15) -> float:
    """Time the command as a user does, process and all, the best of several."""
    command = [str(Path(sys.executable).with_name("driftline")), *args]
    times = []
    for _ in range(tries):
        clock = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - clock)
    return min(times) * 1e3


def wheel_megabytes(wheel: Path | None) -> float:
    """Size of the wheel, which is built when none is given."""
    if wheel is not None:
        return wheel.stat().st_size / 1e6
    with tempfile.TemporaryDirectory() as home:
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", home]
        subprocess.run([*build, str(environment.ROOT)], check=True)
        return next(Path(home).glob("driftline-*.whl")).stat().st_size / 1e6


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path)
    options = parser.parse_args()
    figures = {
        "import_milliseconds": import_milliseconds(),
        "help_milliseconds": start_milliseconds("--help"),
        "datasets_milliseconds": start_milliseconds("datasets"),
        "evaluate_milliseconds": start_milliseconds("evaluate", "SEA", "--rows", "1000", "--quiet"),
        "wheel_megabytes": wheel_megabytes(options.wheel),
    }
    print(figures)
    print(f"wrote {environment.write('footprint', 0, figures)}")


if __name__ == "__main__":
    main()
