"""The report of the unlearning experiment: claims first, then the numbers behind them."""

from collections.abc import Sequence
from typing import Any

from driftline.reproduce.claim import Claim, summed_up
from driftline.reproduce.document import Code, Document, Picture, Section, Table
from driftline.reproduce.unlearning import charts, readings, tables
from driftline.reproduce.unlearning.claims import SURE, real_accuracies
from driftline.reproduce.unlearning.intervals import DRAWS
from driftline.reproduce.unlearning.methods import ARMS, DEFAULT_READING
from driftline.reproduce.unlearning.protocol import LEARNERS
from driftline.reproduce.unlearning.readings import Judged
from driftline.reproduce.unlearning.real import REAL_ARMS
from driftline.reproduce.unlearning.results import Results


def document(found: Results) -> Document:
    """Put everything that was found into words, tables and pictures."""
    return Document(
        "Unlearning: the paper's experiment again",
        f"{summed_up(found.claims, is_quick=found.scale.is_quick)} {_close(found.claims)}",
        [
            Section("Claims", [_claims(found.claims)]),
            Section("How it was made", _method(found)),
            Section("Table 2: average rank by kind of drift", _ranks(found)),
            Section("Table 3: average rank by learner", [tables.by_learner(found.scores)]),
            Section("Table 4: average rank by noise", _noise(found)),
            Section("Table 5: accuracy by stream", _accuracies(found)),
            Section("Real streams", _real(found)),
            Section("What was chosen, and on what", _tuning(found)),
            Section("Readings", _readings(found.readings)),
        ],
    )


def _close(claims: Sequence[Claim]) -> str:
    own = [claim.id for claim in claims if claim.is_close]
    if not own:
        return "None is close: where ranks decide, no interval of a difference contains 0."
    return (
        f"Close calls: {', '.join(own)}. There the interval of a difference of ranks that decides "
        "contains 0, so other repetitions of the same streams may well give the other verdict."
    )


def _claims(claims: Sequence[Claim]) -> Table:
    rows = [
        [claim.id, claim.text, claim.verdict + ", closely" * claim.is_close, claim.numbers]
        for claim in claims
    ]
    return Table(["claim", "the paper says", "here", "numbers"], rows, has_words=True)


def _method(found: Results) -> list[str | Table | Picture | Code]:
    scale, scores = found.scale, found.scores
    return [
        Code(found.command),
        f"{len(scores.problems)} kinds of streams, {len(scores.noises)} levels of noise, "
        f"{scores.repetitions} repetitions of {scale.rows:,} rows, {len(LEARNERS)} learners and "
        f"{len(ARMS)} arms: {found.model_rows:,} rows were predicted and learned in scored runs. "
        "All arms see the same rows. Every stream has 5 to 50 drifts at random places.",
        "The paper leaves much unsaid. Chosen by us: number and places of drifts, the formula of "
        "LINES, which streams drift virtually (SINE1-V, SINE2-V, MULTILINES-V), a constant input, "
        "and the sense of the lost equations (see Readings). PA is the plain one; CW has phi = "
        "0.0001 and AROW r = 0.1, as the paper says, both with a full covariance. At a drift EDDM "
        "starts the learner anew from nothing: the rows since its warning are not kept for it.",
        "Ranks are of mean accuracies over repetitions, among six methods, with their mean and "
        "standard deviation over streams, noise and learners. Tests are paired, over repetitions, "
        f"two-sided, and p < {SURE:g} counts. The interval of a difference of ranks is what "
        f"{DRAWS:,} draws of the repetitions give in 95 % of all cases.",
    ]


def _ranks(found: Results) -> list[str | Table | Picture | Code]:
    picture = Picture(
        "ranks", lambda theme: charts.ranks(found.scores, theme), "Mean ranks by kind of drift"
    )
    note = "The group of virtual drift is reconstructed: the paper does not say what is in it."
    return [tables.by_kind(found.scores), note, picture]


def _noise(found: Results) -> list[str | Table | Picture | Code]:
    picture = Picture(
        "noise",
        lambda theme: charts.gap_by_noise(found.scores, theme),
        "How far the oracle leads queue, by noise",
    )
    return [tables.by_noise(found.scores), picture]


def _accuracies(found: Results) -> list[str | Table | Picture | Code]:
    picture = Picture(
        "gains",
        lambda theme: charts.gains(found.scores, theme),
        "What queue, EDDM and the oracle gain over no unlearning",
    )
    parts: list[str | Table | Picture | Code] = [
        "In percent, over learners and noise. Differences are in points.",
        tables.by_stream(found.scores),
        picture,
    ]
    for learner in LEARNERS:
        parts += [f"{learner} alone:", tables.by_stream(found.scores, learner)]
    return parts


def _real(found: Results) -> list[str | Table | Picture | Code]:
    parts: list[str | Table | Picture | Code] = [
        "In percent. Digits: mean over pairs, 7 by 7 pixels, in the order of the file. ELEC2: all "
        "eight columns. Settings are those chosen on generated streams."
    ]
    for name, title in (("mnist", "MNIST one-vs-one"), ("elec2", "ELEC2")):
        if not found.real[name]:
            parts.append(f"{title} was not there.")
            continue
        rows = [
            [learner, *(f"{100 * own[arm]:.2f}" for arm in REAL_ARMS)]
            for learner, own in real_accuracies(found.real[name]).items()
        ]
        parts.append(Table([title, *REAL_ARMS], rows))
    return parts


def _tuning(found: Results) -> list[str | Table | Picture | Code]:
    scale = found.scale
    rows = [
        [arm, *(_chosen(found.choice[learner][arm]) for learner in LEARNERS)]
        for arm in ARMS
        if arm not in ("none", "concept")
    ]
    return [
        f"On one stream of each kind with {scale.tuning_rows:,} rows at noise "
        f"{', '.join(f'{noise:g}' for noise in scale.tuning_noises)}, whose seeds are not among "
        "those of the scored streams. For each learner the setting with the most right answers.",
        Table(["arm", *LEARNERS], rows),
        "Forwarding's window, each with its best alpha, on tuning streams:",
        _windows(found.course),
        Picture(
            "windows",
            lambda theme: charts.windows(found.course, theme),
            "What forwarding gains by its window",
        ),
        Picture(
            "alphas", lambda theme: charts.alphas(found.course, theme), "What queue gains by alpha"
        ),
    ]


def _windows(course: Sequence[dict[str, Any]]) -> Table:
    own = [row for row in course if row["arm"] == "forwarding"]
    rows = []
    for window in sorted({row["window"] for row in own}):
        here = [row for row in own if row["window"] == window]
        best = {name: max(here, key=lambda r: r["accuracy"][name]) for name in LEARNERS}
        rows.append(
            [
                str(window),
                *(
                    f"{100 * row['accuracy'][name]:.2f} (alpha {row['alpha']:g})"
                    for name, row in best.items()
                ),
            ]
        )
    return Table(["L", *LEARNERS], rows)


def _chosen(setting: dict[str, Any]) -> str:
    if setting["method"] == "EDDM":
        return f"warning {setting['alpha']:g}, drift {setting['beta']:g}"
    window = f", L = {setting['window']}" if setting["window"] is not None else ""
    return f"alpha {setting['alpha']:g}{window}"


def _readings(judged: Sequence[Judged]) -> list[str | Table | Picture | Code]:
    rule = (readings.__doc__ or "").split("\n\n", 1)[1]
    best = readings.best_of(judged)
    order = sorted(judged, key=lambda own: (-own.score, -own.accuracy))
    rows = [
        [
            _named(own),
            f"{own.score:.3f}",
            f"{100 * own.accuracy:.2f}",
            *(f"{part:.2f}" for part in own.parts.values()),
        ]
        for own in order
    ]
    picture = Picture(
        "readings", lambda theme: charts.readings(judged, theme), "Readings by score and accuracy"
    )
    return [
        *(" ".join(paragraph.split()) for paragraph in rule.split("\n\n")),
        _even(judged),
        f"By this rule the best reading here is {_options(best)}."
        + ("" if best.reading == DEFAULT_READING else " That is not the default of today."),
        picture,
        Table(["part of the score", "what it is"], list(readings.PARTS.items()), has_words=True),
        Table(["reading", "score", "accuracy", *readings.PARTS], rows),
    ]


def _even(judged: Sequence[Judged]) -> str:
    """Say what the score does not tell apart."""
    highest = readings.best_of(judged).score
    even = sum(1 for own in judged if own.score == highest)
    idle = [name for name in readings.PARTS if len({own.parts[name] for own in judged}) == 1]
    told = f"{even} of {len(judged)} readings have the score of the best."
    values = " and ".join(f'{judged[0].parts[name]:.2f} for "{name}"' for name in idle)
    return told + (f" Every reading has {values}: that tells none from another." if idle else "")


def _named(own: Judged) -> str:
    name = charts.kind_of(own)
    return _options(own) if name == "other" else f"{name}: {_options(own)}"


def _options(own: Judged) -> str:
    return ", ".join(
        ("strict" if value else "or equal") if name == "strict" else _option(name, value)
        for name, value in own.reading.items()
    )


def _option(name: str, value: Any) -> str:
    return f"{name} {value}".replace("_", " ")
