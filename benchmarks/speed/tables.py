"""Render docs/benchmarks.md from the files in benchmarks/results; nothing is measured here.

python benchmarks/speed/tables.py
"""

from collections.abc import Iterator
from typing import Any

import environment
import knn_tables
import targets
import tree_tables
from contest import LEARNERS, STORED
from markdown import source, table, verdict

PAGE = environment.ROOT / "docs" / "benchmarks.md"
STREAMS = {
    "elec2": "ELEC2",
    "covtype": "Forest covertype, one-vs-rest",
    "hyperplane": "Turning hyperplane, generated",
    "spam": "Spam e-mails, sparse",
}
OURS = ("driftline, integer labels", "driftline, dictionary labels")
HEAD = """# Benchmarks

Made by `benchmarks/speed/tables.py` from `benchmarks/results/*.json`; not written by hand.
All contestants of a table ran in turns in one process on one machine. Data lie in memory; every
row is predicted before it is learned; each figure is the best of several passes. Time is the
smaller of CPU and wall time: CPU leaves out waiting on a shared machine, wall is the smaller one
where Java compiles and collects beside the loop. "Faster" is the contestant's time over
driftline's, with integer labels and with an Arrow dictionary of names. Where a peer is too slow for
the whole stream it takes its first rows, and driftline's accuracy is given on the same rows.
A wrong contestant would show in the accuracy: the floor agrees with driftline everywhere, row-wise
peers where their definition is the same, mini-batches fall behind. Other definitions are River's
PA-I and naive Bayes, and one-vs-rest of MOA and Vowpal Wabbit on forest covertype.
"""
NOTES = """
**Who is who.** *Floor*: a bare C++ loop of the same arithmetic, `benchmarks/speed/floors.cpp`,
-O3 for the baseline CPU, no checks, no label table. *MOA, Java loop, plain evaluators*: MOA's own
Java loop over instances in memory, JVM warmed up, a cumulative and a windowed evaluator of the
plain kind; the promise is against this one. *One evaluator*: the same with the cumulative one
alone. *CapyMOA prequential_evaluation*: the documented call, whose evaluators also keep AUC on
two labels. *scikit-learn*: `predict`, then `partial_fit`, a thousand rows at a time. *Vowpal
Wabbit*: one pass over its cache file, plain SGD with our learning rate; `-p file` writes the
predictions, the default update is another algorithm. It reads on one thread and learns on
another; driftline does both on one, and is compared with it by CPU time. Wall time stands beside.
"""
WORDS = """A word is summed in the lane of its column, so that a sparse row gives the bits of a
dense one, and each addition waits for the one before. The floor sums words by their place in the
row, which is faster and gives other bits.

Every word stored is a 1. A scaler looks at what is stored, sees no spread and makes each a 0: the
scaled lines are for their time, not for their accuracy. Other peers have no scaler that centres
sparse rows; MOA's fails on them.

Gaussian naive Bayes is two algorithms here. One counts what is not stored as 0, so a row costs it
39,916 columns, and everybody else too: River is given dicts with all the zeros, scikit-learn's
takes dense rows only, and a scaler in front scales the zeros. The other, `unstored="missing"`,
looks at what is stored alone, as River does with a dict of the words that are there; its densities
have no spread in words that are all 1, where driftline counts the words that a label has never met
and River does not.

"""
SPARSE = """250 columns are in use at every width, scattered over it, so only work that depends on
the width makes the time grow. In the last two columns words are drawn as in text: the wider, the
more weights are in use, and past the cache everybody waits for memory, the floors too.

"""
DETECTION = """Streams of errors, 0 or 1, whose rate is known, with one drift at row 5,000 of
10,000; {runs} seeds each, all detectors with their defaults. *Run length*: rows to the first alarm
where there is no drift at all; the longer the better. For each stream: rows from the drift to its
alarm, drifts that were missed (no alarm within 2,500 rows of its end), and MTR, the mean time
between false alarms over the delay, times the share of drifts found; the higher the better. *Over*:
there was no false alarm, and the ratio is that of one. The last column is fed the errors of a
learner that goes on learning, so a drift shows only until it has been learned.

"""
FALSE_ALARMS = """
What that costs: false alarms in all {runs} seeds, and the mean time between two, in rows that
belong to no drift. *Over*: there was none in so many rows.

"""


def groups(lines: list[dict[str, Any]]) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """Title, our lines and the others' lines of each learner, plain and scaled."""
    for learner, title in (LEARNERS | STORED).items():
        for is_scaled in (False, True):
            group = [x for x in lines if (x["learner"], x["is_scaled"]) == (learner, is_scaled)]
            mine = [x for name in OURS for x in group if x["contestant"] == name]
            others = [x for x in group if x not in mine]
            if others:
                yield ("scaler, " if is_scaled else "") + title, mine, others


def _floor_row(title: str, mine: list[Any], floor: Any) -> list[str]:
    over = [line["ns"] / floor["ns"] for line in mine]
    cells = [title, f"{floor['ns']:.1f}", f"{1e3 / floor['ns']:.1f}"]
    cells += [f"{line['ns']:.1f}" for line in mine] or ["-", "-"]
    cells += [f"{ratio:.2f}" for ratio in over] or ["-", "-"]
    cells += [f"at most {targets.FLOOR:g}", verdict(max(over) <= targets.FLOOR) if over else "-"]
    return [*cells, *(_percent(x["accuracy"]) for x in (floor, *mine[:1]))] + ["-"] * (not mine)


def _peer_row(title: str, mine: list[Any], peer: Any, stream: str) -> list[str]:
    time = targets.time_that_counts(peer["contestant"])
    faster = [peer[time] / line[time] for line in mine]
    wanted = targets.against(peer["contestant"], peer["learner"], stream)
    cells = [title, peer["contestant"], f"{peer['rows']:,}"]
    cells += [f"{peer['cpu_ns']:,.0f}", f"{peer['wall_ns']:,.0f}"]
    cells += [f"{ratio:,.1f}" for ratio in faster] or ["-", "-"]
    cells += ["-" if wanted is None else f"at least {wanted:g}"]
    cells += [verdict(min(faster) >= wanted) if faster and wanted is not None else "-"]
    return [*cells, _percent(peer["accuracy"]), _percent(peer["reference_accuracy"])]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.2f}"


def throughput(name: str, result: dict[str, Any]) -> str:
    """Render the two tables of a stream: against the floor, and against the peers."""
    shape, lines = result["figures"]["stream"], result["figures"]["lines"]
    size = f"{shape['rows']:,} rows, {shape['width']:,} features, {shape['labels']} labels"
    floor_rows, peer_rows = [], []
    for title, mine, others in groups(lines):
        for other in others:
            if other["contestant"] == "floor":
                floor_rows.append(_floor_row(title, mine, other))
            else:
                peer_rows.append(_peer_row(title, mine, other, name))
    floor_head = ["learner", "floor, ns", "floor, M rows/s", "integer, ns", "dictionary, ns"]
    floor_head += ["over floor, integer", "dictionary", "promise", "", "floor %", "driftline %"]
    peer_head = ["learner", "peer", "rows", "CPU ns", "wall ns", "faster, integer", "dictionary"]
    peer_head += ["promise", "", "peer %", "driftline %"]
    title = f"\n### {STREAMS[name]}: {size}\n\n" + (WORDS if name == "spam" else "")
    return (
        title + table(floor_head, floor_rows) + "\n" + table(peer_head, peer_rows) + source(result)
    )


def latency(result: dict[str, Any]) -> str:
    """Render one row at a time: driftline with each kind of row beside River's dict."""
    lines = result["figures"]
    titles = {
        (learner, is_scaled): ("scaler, " if is_scaled else "") + title
        for learner, title in LEARNERS.items()
        for is_scaled in (False, True)
    }
    for x in lines:
        x["title"] = titles[x["learner"], x["is_scaled"]]
    river = {x["title"]: x["ns"] for x in lines if x["library"] == "River"}
    pairs = {
        (x["title"], x["row"]): x["ns"] for x in lines if x["verb"] == "predict_one + learn_one"
    }
    rows = []
    for x in (x for x in lines if x["library"] == "driftline"):
        slow, is_fused = river.get(x["title"]), x["verb"] == "predict_learn_one"
        least = targets.RIVER_ONE.get(x["row"])
        wanted = "below the pair" if is_fused else f"at least {least:g}" if least else "-"
        if is_fused:
            met = verdict(x["ns"] < pairs[x["title"], x["row"]])
        else:
            met = "-" if slow is None or least is None else verdict(slow / x["ns"] >= least)
        cells = [x["title"], x["verb"], x["row"], f"{x['ns']:.0f}"]
        cells += ["-", "-"] if slow is None else [f"{slow:,.0f}", f"{slow / x['ns']:.1f}"]
        rows.append([*cells, wanted, met])
    head = ["learner", "call", "row", "ns", "River, ns", "faster", "promise", ""]
    note = "Up to Python 3.11 a dict that was just predicted is not read again to be learned;\n"
    note += 'from 3.12 on every dict takes what "a copy to learn" takes.\n\n'
    return "\n## One row at a time, 8 features\n\n" + note + table(head, rows) + source(result)


def sparse(result: dict[str, Any]) -> str:
    """Render time per row as the width grows."""
    found = result["figures"]
    rows = []
    for name, ns in found["spread"].items():
        growth, words = ns[-1] / ns[0], found["text"][name]
        met = "-" if name.startswith("floor") else verdict(growth <= targets.FLATNESS)
        cells = [name, *(f"{x:,.0f}" for x in ns), f"{growth:.2f}", met]
        rows.append([*cells, f"{words[-1]:,.0f}", f"{words[-1] / words[0]:.2f}"])
    head = ["learner", *(f"{width:,} features, ns" for width in found["widths"])]
    head += ["growth", f"at most {targets.FLATNESS:g}", "text, widest, ns", "text, growth"]
    return "\n## Sparse rows, 100 nonzeros\n\n" + SPARSE + table(head, rows) + source(result)


def footprint(result: dict[str, Any]) -> str:
    """Render import time, start of the command and size of the wheel."""
    found = result["figures"]
    names = {
        "import_milliseconds": ("`import driftline`", targets.IMPORT_MILLISECONDS),
        "help_milliseconds": ("`driftline --help`", targets.START_MILLISECONDS),
        "datasets_milliseconds": ("`driftline datasets`", targets.START_MILLISECONDS),
        "evaluate_milliseconds": (
            "`driftline evaluate SEA --rows 1000 --quiet`",
            targets.START_MILLISECONDS,
        ),
    }
    rows = [
        [name, f"{found[key]:.0f} ms", f"under {most:g} ms", verdict(found[key] < most)]
        for key, (name, most) in names.items()
        if key in found
    ]
    size = found["wheel_megabytes"]
    met = verdict(size < targets.WHEEL_MEGABYTES)
    rows.append(["wheel", f"{size:.2f} MB", f"under {targets.WHEEL_MEGABYTES:g} MB", met])
    return "\n## Footprint\n\n" + table(["what", "found", "promise", ""], rows) + source(result)


def promised(result: dict[str, Any]) -> str:
    """Render lines of a value each; a promise on a rate is a least, on a time a most."""
    rows = []
    for line in result["figures"]:
        is_rate, wanted = line["unit"].endswith("/s"), line["promise"]
        cells = [line["what"], f"{line['value']:,.1f} {line['unit']}"]
        if wanted is None:
            rows.append([*cells, "-", "-"])
            continue
        is_met = line["value"] >= wanted if is_rate else line["value"] <= wanted
        bound = f"at {'least' if is_rate else 'most'} {wanted:g}"
        rows.append([*cells, bound, verdict(is_met)])
    return table(["what", "found", "promise", ""], rows) + source(result)


def samplers(result: dict[str, Any]) -> str:
    """Render keys a second and time per item."""
    head = "\n## Samplers\n\nKeys are texts of ten bytes in an Arrow column. CPU time.\n\n"
    return head + promised(result)


def scoring(result: dict[str, Any]) -> str:
    """Render time per row of each metric."""
    head = "\n## Scoring\n\nA window of 1000 rows, a point every 250. CPU time.\n\n"
    return head + promised(result)


def evaluation(result: dict[str, Any]) -> str:
    """Render what an evaluation costs beside learning, and a file from end to end."""
    figures, wanted = result["figures"], result["figures"]["targets"]
    rows = [
        [
            f"{line['model']}, {line['setting']}",
            f"{line['bare_ns']:.1f} ns",
            f"{line['evaluated_ns']:.1f} ns",
            f"{line['extra_ns_per_model']:+.1f} ns",
            f"at most {line['allowed_ns']:.1f} ns",
            verdict(line["is_met"]),
        ]
        for line in figures["scoring"]
    ]
    head = (
        "\n## Evaluation\n\nTime per row of `predict_learn_many` over the batches of a stream, and "
        "of `prequential` over the\nstream, report included: ten features, two labels, four "
        "metrics. The extra time is that of one model.\n\n"
    )
    columns = ["what", "bare", "evaluated", "extra", "promise", ""]
    text = head + table(columns, rows)
    if "end_to_end" in figures:
        text += _end_to_end(figures["end_to_end"], wanted)
    return text + source(result)


def _end_to_end(line: dict[str, Any], wanted: dict[str, Any]) -> str:
    head = (
        f"\n`driftline evaluate` of Gaussian naive Bayes on covtype as CSV, {line['rows']:,} rows, "
        f"took {line['evaluate_wall']:.2f} s as a\nprocess; pyarrow alone parsed it in "
        f"{line['parse_wall']:.2f} s, the learner alone took {line['learn_wall']:.2f} s, and a "
        f"process that only imports\npyarrow {line['start_wall']:.2f} s. The first line is the "
        "whole over that start and the longer of the two.\n\n"
    )
    times = {"CapyMOA from ARFF": "capymoa", "River's progressive_val_score": "river"}
    rows = [
        [
            "covtype CSV from end to end",
            f"{line['ratio']:.2f} times",
            f"at most {wanted['end_to_end']:g}",
            verdict(line["ratio"] <= wanted["end_to_end"]),
        ]
    ]
    for name, key in times.items():
        found = line[f"{key}_times"]
        met = verdict(found >= wanted[key])
        rows.append([f"faster than {name}", f"{found:.1f} times", f"at least {wanted[key]:g}", met])
    return head + table(["what", "found", "promise", ""], rows)


def generators(result: dict[str, Any]) -> str:
    """Render rows a second of each generator, beside River's and CapyMOA's."""
    rows = []
    for x in result["figures"]:
        speed = 1e9 / x["ns"]["driftline"]
        met = all(ratio >= targets.GENERATOR_RATIO for ratio in x["ratios"].values())
        if x["features"] == 2:
            met &= speed >= targets.GENERATOR_ROWS
        cells = [x["generator"], str(x["features"]), f"{x['ns']['driftline']:.1f}"]
        cells += [f"{speed / 1e6:.1f}"]
        for peer in ("River", "CapyMOA"):
            cells.append(f"{x['ratios'][peer]:,.0f}" if peer in x["ratios"] else "-")
        rows.append([*cells, verdict(met) if x["ratios"] or x["features"] == 2 else "-"])
    head = ["generator", "features", "ns a row", "M rows/s", "over River", "over CapyMOA"]
    wanted = f"at least {targets.GENERATOR_RATIO:g} times, and 2 features at 20 M rows/s"
    return "\n## Generators\n\n" + table([*head, wanted], rows) + source(result)


def detectors(result: dict[str, Any]) -> str:
    """Render time per value of each detector, and how much longer River and MOA take."""
    rows = []
    for line in result["figures"]:
        cells = [line["detector"], f"{line['ns']['driftline']:.1f}"]
        for peer in ("River", "MOA"):
            if peer not in line["ratios"]:
                cells += ["-", "-"]
                continue
            ratio, wanted = line["ratios"][peer], line["targets"][peer]
            cells += [f"{ratio:,.1f}", f"{wanted:g}: {verdict(ratio >= wanted)}"]
        rows.append(cells)
    head = [
        "detector",
        "ns a value",
        "over River's row loop",
        "wanted",
        "over MOA in Java",
        "wanted",
    ]
    note = "A million errors at a rate of 0.2, in one array.\n\n"
    return "\n## Drift detectors\n\n" + note + table(head, rows) + source(result)


def reading(result: dict[str, Any]) -> str:
    """Render the time of a CSV over pyarrow's own, and memory over five gigabytes."""
    figures, rows = result["figures"], []
    wanted = figures["targets"]
    for name, line in figures["speed"].items():
        met = verdict(line["ratio"] <= wanted["csv_ratio"])
        rows.append(
            [f"CSV, {name}", f"{line['ratio']:.2f} times", f"at most {wanted['csv_ratio']:g}", met]
        )
    for name, line in figures["memory"].items():
        peak, most = line["peak_megabytes"], wanted["peak_megabytes"]
        what = f"memory, {line['gigabytes']:.1f} GB of {name}"
        rows.append([what, f"{peak:.0f} MB", f"at most {most} MB", verdict(peak <= most)])
    head = "\n## Reading files\n\nCPU time over that of pyarrow alone; peak of resident memory.\n\n"
    return head + table(["what", "found", "promise", ""], rows) + source(result)


def transforms(result: dict[str, Any]) -> str:
    """Render time per row of each transform in front of a logistic learner, and the peers'."""
    by_transform: dict[str, dict[str, Any]] = {}
    for line in result["figures"]:
        by_transform.setdefault(line["transform"], {})[f"{line['library']}, {line['by']}"] = line
    rows = []
    for name, lines in by_transform.items():
        peers = [lines.get(peer) for peer in ("River, rows", "scikit-learn, batches of 1000")]
        cells = [f"{lines['driftline, ' + by]['ns']:,.0f}" for by in ("batch", "rows")]
        rows.append([name, *cells, *("-" if p is None else f"{p['times']:.1f}" for p in peers)])
    head = ["transform", "ns a row, batch", "ns, one by one", "over River", "over scikit-learn"]
    return "\n## Transforms\n\nIn front of logistic SGD.\n\n" + table(head, rows) + source(result)


def detection(result: dict[str, Any]) -> str:
    """Render what each detector found: delay and missed drifts, and what that costs."""
    by_detector: dict[str, dict[str, Any]] = {}
    for line in result["figures"]:
        by_detector.setdefault(line["detector"], {})[line["stream"]] = line
    streams = [name for name in next(iter(by_detector.values())) if name != "no drift"]
    found, false = [], []
    for name, lines in by_detector.items():
        calm = lines["no drift"]
        length = _rate(calm["first_rows"], calm["first_alarms"])
        found.append([name, length, *(_found(lines[stream]) for stream in streams)])
        false.append([name, *(_false(line) for line in lines.values())])
    runs = result["figures"][0]["runs"]
    return f"\n## What drift detectors find\n\n{DETECTION.format(runs=runs)}" + (
        table(["detector", "run length", *streams], found)
        + FALSE_ALARMS.format(runs=runs)
        + table(["detector", *next(iter(by_detector.values()))], false)
        + source(result)
    )


def unlearning(result: dict[str, Any]) -> str:
    """Render the time of each way to unlearn over that of the learner alone."""
    by_learner: dict[str, dict[str, Any]] = {}
    for line in result["figures"]:
        by_learner.setdefault(line["what"], {})[line["form"]] = line
    forms = [form for form in next(iter(by_learner.values())) if form != "bare"]
    rows = []
    for name, lines in by_learner.items():
        cells = [name, f"{lines['bare']['value']:.0f}"]
        for form in forms:
            over, most = lines[form]["over"], lines[form]["promise"]
            cells.append(f"{over:.2f}, {verdict(over <= most)}")
        rows.append(cells)
    most = {line["form"]: line["promise"] for line in result["figures"]}
    head = ["learner", "ns a row, alone", *(f"{x}: at most {most[x]:g} times" for x in forms)]
    note = "Ten features. CPU time over that of the learner alone, in one run.\n\n"
    return "\n## Unlearning\n\n" + note + table(head, rows) + source(result)


def _rate(rows: int, alarms: int) -> str:
    return f"{rows / alarms:,.0f}" if alarms else f"over {rows:,}"


def _found(line: dict[str, Any]) -> str:
    """Delay, missed drifts and MTR, the ratio that joins them with false alarms."""
    if not line["found"]:
        return "none found"
    delay, share = line["delay_rows"] / line["found"], line["found"] / line["drifts"]
    ratio = line["calm_rows"] / max(line["false_alarms"], 1) / max(delay, 1.0) * share
    bound = "" if line["false_alarms"] else "over "
    return f"{delay:,.0f}, {100 * (1 - share):.0f} %, {bound}{ratio:,.0f}"


def _false(line: dict[str, Any]) -> str:
    return f"{line['false_alarms']:,}; {_rate(line['calm_rows'], line['false_alarms'])}"


def page() -> str:
    """Render all that has been measured so far."""
    parts = [HEAD, "\n## Whole streams, `predict_learn_many`\n", NOTES]
    for name in STREAMS:
        if result := environment.read(f"throughput_{name}"):
            parts.append(throughput(name, result))
    parts.append(tree_tables.page())
    for name, render in {
        "knn": knn_tables.speed,
        "latency": latency,
        "sparse_flatness": sparse,
        "samplers": samplers,
        "scoring": scoring,
        "evaluation": evaluation,
        "generators": generators,
        "detectors": detectors,
        "detection": detection,
        "unlearning": unlearning,
        "reading": reading,
        "transforms": transforms,
        "footprint": footprint,
    }.items():
        if result := environment.read(name):
            parts.append(render(result))
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
    print(f"wrote {PAGE}")
