"""Reading: our batches of a CSV file against pyarrow alone, and memory over a file of 5 GB.

    python benchmarks/speed/reading.py
    python benchmarks/speed/reading.py --gigabytes 0.5

The files are made on the spot, in a temporary folder, and removed. pyarrow alone reads the same
columns as the same types, block by block, and drops them. Both run in turn, several times; the
ratio is that of median CPU times, since on a busy machine wall times of the same work differ by
more than the two readers do; they are written down beside it. Memory is the peak of a process of
its own that reads the file and does nothing else. Writes benchmarks/results/reading.json.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import environment
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from driftline import sources

SEED = 7
ROWS = 1_000_000
TARGETS = {"csv_ratio": 1.3, "peak_megabytes": 300}
PEAK = """
import sys
from driftline import sources
rows = sum(len(batch) for batch in sources.read(sys.argv[1], target="y").batches())
# Not getrusage: its peak counts what the parent held when it started this process.
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(rows, int(status["VmHWM"].split()[0]) / 1024)
"""


def table(rows: int, nominal: int) -> pa.Table:
    """Make eight columns and a label; some of the columns hold categories."""
    rng = np.random.default_rng(SEED)
    words = np.array(["red", "green", "blue", "dark blue", "white"])
    columns: dict[str, Any] = {}
    for i in range(8):
        columns[f"x{i}"] = (
            words[rng.integers(0, len(words), rows)]
            if i < nominal
            else rng.normal(size=rows).round(6)
        )
    return pa.table(columns | {"y": rng.integers(0, 2, rows)})


def pyarrow_alone(path: Path, nominal: int) -> None:
    """Read all blocks as the types that we read them as."""
    texts = pa.dictionary(pa.int32(), pa.string())
    types = {f"x{i}": texts if i < nominal else pa.float64() for i in range(8)} | {"y": pa.int64()}
    convert = pyarrow.csv.ConvertOptions(column_types=types)
    with pyarrow.csv.open_csv(path, convert_options=convert) as reader:
        for _ in reader:
            pass


def ours(path: Path) -> None:
    """Open the file and read all batches."""
    for _ in sources.read(path, target="y").batches():
        pass


def timed(rounds: int, *runs: Callable[[], None]) -> list[dict[str, Any]]:
    """Time each run in turn, several times over: CPU seconds of all threads, and wall seconds."""
    times = [[_seconds(run) for run in runs] for _ in range(rounds)]
    return [
        {
            "cpu_seconds": sorted(cpu for cpu, _ in one),
            "wall_seconds": sorted(wall for _, wall in one),
        }
        for one in zip(*times, strict=True)
    ]


def _seconds(run: Callable[[], None]) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    run()
    return time.process_time() - cpu, time.perf_counter() - wall


def speed(folder: Path, rounds: int) -> dict[str, Any]:
    """Compare the two readers on numbers alone and on a mixed table."""
    figures = {}
    for name, nominal in (("numbers", 0), ("two nominal columns", 2)):
        path = folder / "speed.csv"
        pyarrow.csv.write_csv(table(ROWS, nominal), path)
        alone, own = timed(rounds, partial(pyarrow_alone, path, nominal), partial(ours, path))
        figures[name] = {
            "megabytes": path.stat().st_size / 1e6,
            "pyarrow": alone,
            "ours": own,
            "ratio": statistics.median(own["cpu_seconds"])
            / statistics.median(alone["cpu_seconds"]),
        }
        path.unlink()
    return figures


def memory(folder: Path, gigabytes: float) -> dict[str, Any]:
    """Read one large file of each format in a process of its own and note its peak."""
    figures = {}
    for name, write in (("csv", _write_csv), ("parquet", _write_parquet)):
        path = folder / f"large.{name}"
        write(path, gigabytes * 1e9)
        command = [sys.executable, "-c", PEAK, str(path)]
        begin = time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        rows, peak = done.stdout.split()
        figures[name] = {
            "gigabytes": path.stat().st_size / 1e9,
            "rows": int(rows),
            "peak_megabytes": float(peak),
            "seconds": time.perf_counter() - begin,
        }
        path.unlink()
    return figures


def _write_csv(path: Path, size: float) -> None:
    piece = table(ROWS // 4, 2)
    with path.open("wb") as out, pyarrow.csv.CSVWriter(out, piece.schema) as writer:
        while out.tell() < size:
            writer.write_table(piece)


def _write_parquet(path: Path, size: float) -> None:
    piece = table(ROWS, 2)
    with pyarrow.parquet.ParquetWriter(path, piece.schema, compression="none") as writer:
        while path.stat().st_size < size:
            writer.write_table(piece)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--gigabytes", type=float, default=5.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        figures = {
            "targets": TARGETS,
            "speed": speed(Path(home), options.rounds),
            "memory": memory(Path(home), options.gigabytes),
        }
    print(figures)
    print(f"wrote {environment.write('reading', SEED, figures)}")


if __name__ == "__main__":
    main()
