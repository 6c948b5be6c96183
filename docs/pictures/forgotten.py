"""Draw docs/pictures/forgotten.svg: which examples were forgotten when, and how many are left.

Run it from a development environment: `python docs/pictures/forgotten.py`. The same seed gives the
same file. The streams and the model are those of docs/pictures/unlearning.py.
"""

from saving import save_chart

from driftline import sources
from driftline.adaptation import Unlearning
from driftline.learners import AROW
from driftline.report.charts import altair
from driftline.report.theme import CLEAR

DRIFTS, ROWS, STEP = (4_000, 8_000, 12_000, 16_000), 20_000, 100
KINDS = (sources.LINES, sources.SINE1)
#: More dots than this of one stream say no more.
MOST_DOTS = 250


def taught(kind):
    """Teach the model; return it with how many records it held along the way."""
    model = Unlearning(AROW(regularization=0.1), terms="none")
    held = []
    for batch in kind(drifts=DRIFTS, rows=ROWS, seed=7).batches(STEP):
        model.learn_many(batch.x, batch.y)
        held.append((STEP * (len(held) + 1), model.records))
    return model, held


def dots(model):
    """Return a point for each example forgotten, or for some of them, evenly chosen."""
    every = -(-len(model.forgotten) // MOST_DOTS)
    return [(at, row) for row, at in model.forgotten[::every]]


def named(kind, pairs):
    """Return points that know their stream."""
    return [{"stream": kind.__name__, "row": row, "y": y} for row, y in pairs]


def panel(alt, values, mark, title):
    """Return one chart over the rows, with the drifts marked."""
    rules = alt.Chart(alt.Data(values=[{"row": row} for row in DRIFTS]))
    shown = getattr(alt.Chart(alt.Data(values=values)), f"mark_{mark}")
    look = {"size": 9, "opacity": 1} if mark == "circle" else {"strokeWidth": 1.6}
    names = [kind.__name__ for kind in KINDS]
    colors = alt.Scale(domain=names, range=[CLEAR.series[0], CLEAR.series[1]])
    chart = shown(**look).encode(
        x=alt.X("row:Q", title="row", scale=alt.Scale(domain=[0, ROWS])),
        y=alt.Y("y:Q", title=title),
        color=alt.Color("stream:N", title=None, scale=colors, legend=alt.Legend(orient="bottom")),
    )
    ruled = rules.mark_rule(color=CLEAR.ink, strokeDash=[3, 3]).encode(x="row:Q")
    return alt.layer(ruled, chart).properties(width=640, height=190)


def main():
    """Teach a model for each stream and save the picture beside this file."""
    alt = altair()
    forgotten, records = [], []
    for kind in KINDS:
        model, held = taught(kind)
        forgotten += named(kind, dots(model))
        records += named(kind, held)
    picture = alt.vconcat(
        panel(alt, forgotten, "circle", "row that was forgotten"),
        panel(alt, records, "line", "examples on record"),
    )
    save_chart(picture, __file__)


if __name__ == "__main__":
    main()
