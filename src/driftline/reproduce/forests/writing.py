"""The report of the forest experiment: claims first, then the numbers behind them."""

from driftline.reproduce.claim import summed_up
from driftline.reproduce.document import Code, Document, Picture, Section, Table
from driftline.reproduce.forests import (
    bagged,
    charts,
    choices,
    draws,
    first_rows,
    rivals,
    styles,
    tables,
)
from driftline.reproduce.forests.protocol import DELAY
from driftline.reproduce.forests.results import Results
from driftline.reproduce.forests.scores import SURE
from driftline.reproduce.forests.trials import WORDS

Part = str | Table | Picture | Code


def document(results: Results) -> Document:
    """Put everything that was found into words, tables and pictures."""
    found = results.found
    return Document(
        "Trees, bagging and forests: what is said of them, measured again",
        summed_up(results.claims, is_quick=results.scale.is_quick),
        [
            Section("Claims", [_claims(results)]),
            Section("How it was made", _method(results)),
            Section("Generated streams", _generated(results)),
            Section("Real streams", _real(results)),
            Section("First splits (S1)", [_told(choices), tables.choices(found)]),
            Section("Bagging as a limit (S2)", _bagging(results)),
            Section("Settings of the forest (S4)", _settings(results)),
            Section("All rivals tuned alike (S3)", _rivals(results)),
            Section("Threads (S5)", [tables.threads(found)]),
            Section("Three ways to learn (S7)", _styles(results)),
        ],
    )


def _claims(results: Results) -> Table:
    rows = [[claim.id, claim.text, claim.verdict, claim.numbers] for claim in results.claims]
    return Table(["claim", "what is said", "here", "numbers"], rows, has_words=True)


def _method(results: Results) -> list[Part]:
    scale = results.scale
    return [
        Code(results.command),
        f"{scale.repetitions} seeds, {scale.rows:,} rows of each generated stream, "
        f"{scale.members} members in each ensemble. Every row is predicted before it is learned. "
        f"Labels come at once, or {DELAY:,} rows late. All models of a seed see the same rows.",
        "LED, SEA and AGR have three drifts, abrupt (_a) or gradual (_g); in RBF the centres move, "
        "slowly (_m) or fast (_f); the plane of HYPER turns; RTG stays as it is. The third concept "
        "of SEA is the first again, as in the paper's own commands.",
        "Tests are paired over seeds, on means over streams, two-sided, and sure below "
        f"p = {SURE}.",
        "Figures of the paper itself are not beside ours: it has forests of 100 trees and scores "
        "them by distributed cross-validation.",
    ]


def _generated(results: Results) -> list[Part]:
    found, streams = results.found, results.scale.streams
    parts: list[Part] = ["Accuracy in percent, mean and standard deviation over seeds."]
    if not streams:
        return ["None was run."]
    parts += ["Labels at once:", tables.accuracies(found, streams, 0)]
    parts += [f"Labels {DELAY:,} rows late:", tables.accuracies(found, streams, DELAY)]
    parts.append(
        Picture(
            "delay",
            lambda theme: charts.late_labels(found, streams, DELAY, theme),
            "What late labels change, by stream and model",
        )
    )
    parts += [_curve(results, name) for name in streams]
    costs = "Wall time, the least of the seeds, and memory, labels at once:"
    return [*parts, costs, tables.costs(found, streams)]


def _curve(results: Results, stream: str) -> Picture:
    return Picture(
        f"curve-{stream}",
        lambda theme: charts.over_time(results.found, stream, theme),
        f"Accuracy over {stream}",
    )


def _real(results: Results) -> list[Part]:
    found = results.found
    there = [name for name in results.scale.real_streams if found.of([name], 0)]
    missing = [name for name in results.scale.real_streams if name not in there]
    parts: list[Part] = [f"{', '.join(missing)}: not there."] if missing else []
    if there:
        parts += ["Labels at once:", tables.accuracies(found, there, 0)]
        parts += [f"Labels {DELAY:,} rows late:", tables.accuracies(found, there, DELAY)]
        parts += [
            "Kappa-T, labels at once: 0 is as good as the label before, below 0 is worse:",
            tables.temporal_kappas(found, there, 0),
        ]
        parts.append(
            f"Of the mails (SPAM) the {WORDS} most frequent words are taken. KDD99 is its tenth."
        )
    published = tables.published(found)
    if published is not None:
        parts += ["ELEC2 beside what River has published for its own models:", published]
    if found.first_rows:
        parts += [_whole(first_rows), tables.first_rows(found)]
    return parts or ["None was run."]


def _bagging(results: Results) -> list[Part]:
    found = results.found
    return [_told(bagged), tables.bagged(found), _told(draws), tables.draws(found)]


def _settings(results: Results) -> list[Part]:
    if not results.scale.streams:
        return ["None was run."]
    return ["Accuracy in percent, labels at once.", tables.grid(results.found)]


def _rivals(results: Results) -> list[Part]:
    if not results.scale.streams:
        return ["None was run."]
    rows = f"{results.scale.tuning_rows:,} rows of each stream are tuned on."
    found = results.found
    return [f"{_told(rivals)} {rows}", tables.settings(found), tables.rivals(found)]


def _styles(results: Results) -> list[Part]:
    if not results.found.styles:
        return ["None was run."]
    return [_told(styles), tables.styles(results.found)]


def _whole(module: object) -> str:
    """Return all that a module says of itself, as one paragraph."""
    return " ".join((module.__doc__ or "").split())


def _told(module: object) -> str:
    """Return what a module says of itself, as one paragraph."""
    said = (module.__doc__ or "").split("\n\n", 1)[-1]
    return " ".join(said.split())
