"""Draw docs/pictures/unlearning.svg: AROW with and without unlearning, on two kinds of drift.

Run it from a development environment: `python docs/pictures/unlearning.py`. The same seed gives the
same file; the curves are the accuracies of reports over the last 500 rows.
"""

from saving import save_chart

from driftline import evaluation, sources
from driftline.adaptation import ConceptReset, ResetOnDrift, Unlearning
from driftline.detectors import ADWIN
from driftline.learners import AROW
from driftline.report.charts import altair
from driftline.report.theme import CLEAR

DRIFTS = (4_000, 8_000, 12_000, 16_000)
STREAMS = {
    "LINES: from the first mark on, a line that turns": sources.LINES,
    "SINE1: at the marks the labels change places": sources.SINE1,
}


def models(stream):
    """Make the learner alone and with each answer."""
    learner = AROW(regularization=0.1)
    return {
        "alone": learner.clone(),
        "Unlearning": Unlearning(learner, terms="none"),
        "ResetOnDrift, ADWIN": ResetOnDrift(learner, ADWIN()),
        "ConceptReset, which knows the marks": ConceptReset(learner, stream),
    }


def points():
    """Return the accuracy of each model along each stream."""
    for title, kind in STREAMS.items():
        stream = kind(drifts=DRIFTS, rows=20_000, seed=7)
        report = evaluation.prequential(
            models(stream), stream, window=500, every=100, baselines=False, progress=False
        )
        print(title, report, sep="\n")
        for result in report:
            accuracies = result.curve.of("accuracy", "sliding")
            for row, accuracy in zip(result.curve.rows, accuracies, strict=True):
                yield {"stream": title, "model": result.name, "row": int(row), "y": accuracy}


def panel(alt, title, data):
    """Return the curves of one stream over its drift marks."""
    marks = [{"row": row} for row in DRIFTS]
    lines = alt.Chart(alt.Data(values=[one for one in data if one["stream"] == title]))
    names = list(dict.fromkeys(one["model"] for one in data))
    curves = lines.mark_line(strokeWidth=1.6).encode(
        x=alt.X("row:Q", title="row", scale=alt.Scale(domain=[0, 20_000])),
        y=alt.Y("y:Q", title="accuracy", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
        color=alt.Color(
            "model:N",
            title=None,
            scale=alt.Scale(domain=names, range=list(CLEAR.series[: len(names)])),
            legend=alt.Legend(orient="bottom", columns=2, labelLimit=300),
        ),
    )
    rules = alt.Chart(alt.Data(values=marks)).mark_rule(color=CLEAR.ink, strokeDash=[3, 3])
    return alt.layer(rules.encode(x="row:Q"), curves).properties(
        width=640, height=170, title=alt.Title(title, anchor="start", fontSize=12, color=CLEAR.ink)
    )


def main():
    """Run the models and save the picture beside this file."""
    alt = altair()
    data = list(points())
    save_chart(alt.vconcat(*(panel(alt, title, data) for title in STREAMS)), __file__)


if __name__ == "__main__":
    main()
