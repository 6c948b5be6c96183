"""Draw docs/pictures/generators.svg: every generator before a drift and after it.

Run it from a development environment: `python docs/pictures/generators.py`. The same seeds give the
same file. Points are the first two numbers of each row, coloured by label; streams without two
numbers show what there is: the target or the rate of errors over the rows.
"""

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from driftline import sources

GREY = "#777777"  # reads on white and on black; the picture has no background of its own
# Okabe and Ito: told apart by colour-blind eyes too.
COLORS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
POINTS, MARK = 300, 3000


def turning():
    """Make the generators with marks of their own: the same stream before and after the drift."""
    common = {"seed": 7, "drifts": [MARK], "rows": 2 * MARK}
    return {
        "SINE1": sources.SINE1(**common),
        "SINE1, virtual": sources.SINE1(**common, virtual=True),
        "SINE2": sources.SINE2(**common),
        "SINIRREL1": sources.SINIRREL1(**common),
        "SINIRREL2": sources.SINIRREL2(**common),
        "CIRCLES": sources.CIRCLES(**common),
        "GAUSS": sources.GAUSS(**common),
        "MIXED (x1, x2)": sources.MIXED(**common),
        "LINES": sources.LINES(**common, width=100),
        "MULTILINES": sources.MULTILINES(**common, d=2, k=1, magnitude=0.002),
        "Sine1Plus": sources.Sine1Plus(**common, sigma=5.0),
        "RandomRBFDrift": sources.RandomRBFDrift(
            n_features=2, n_centroids=8, n_classes=3, change_speed=2e-4, seed=3, rows=2 * MARK
        ),
        "Hyperplane": sources.Hyperplane(
            n_features=2, n_drift_features=1, mag_change=5e-4, sigma=0.01, seed=7, rows=2 * MARK
        ),
    }


def joined():
    """Make pairs of generators without marks: one before the drift, another after it."""
    common = {"seed": 7, "rows": MARK}
    return {
        "SEA": [sources.SEA(variant=k, **common) for k in (2, 3)],
        "RandomRBF": [
            sources.RandomRBF(n_features=2, n_centroids=8, n_classes=3, seed_model=k, **common)
            for k in (3, 4)
        ],
        "RandomTree": [
            sources.RandomTree(n_num_features=2, n_cat_features=0, seed_tree=k, **common)
            for k in (1, 5)
        ],
        "Agrawal (salary, loan)": [
            sources.Agrawal(classification_function=k, **common) for k in (4, 6)
        ],
        "Waveform (x7, x15)": [sources.Waveform(**common)] * 2,
        "LED (digits)": [
            sources.LED(noise_percentage=0.1, irrelevant_features=True, **common),
            sources.LEDDrift(
                noise_percentage=0.1, irrelevant_features=True, n_drift_features=4, **common
            ),
        ],
        "STAGGER": [sources.STAGGER(seed=7, rows=2 * MARK, drifts=[MARK])] * 2,
    }


def over_rows():
    """Make what is seen best along the rows: targets and errors."""
    common = {"seed": 7, "rows": 2 * MARK}
    return {
        "RidgeConcepts": sources.RidgeConcepts(**common, drifts=[MARK]),
        "Friedman": sources.Friedman(**common),
        "FriedmanDrift": sources.FriedmanDrift(
            **common, drift_type="gra", position=[MARK, 10 * MARK]
        ),
        "BernoulliErrors": sources.BernoulliErrors(**common, drifts=[MARK], width=1000),
    }


def table(stream):
    """Read all rows: columns by name, and labels."""
    (batch,) = stream.batches(stream.facts.rows)
    names = batch.x.schema.names
    return {name: batch.x[name].to_numpy(zero_copy_only=False) for name in names}, np.array(batch.y)


def axes_of(title, x):
    """Choose the two columns that are drawn."""
    if "(" in title and title.split("(")[1].count(",") == 1:
        return [x[name.strip()] for name in title.split("(")[1].rstrip(")").split(",")]
    return list(x.values())[:2]


def scatter(axes, title, x, y, rows):
    """Draw some rows as points."""
    across, up = (column[rows] for column in axes_of(title, x))
    colors = [COLORS[label % 6] for label in y[rows]]
    # As pixels: 12,000 points as curves would be a file of two megabytes.
    axes.scatter(across, up, c=colors, s=4, linewidths=0, rasterized=True, antialiased=False)


def shares(axes, x, y, rows):
    """Draw how often each feature of 0 and 1 is 1, for each label: rows are labels."""
    values = np.array([column[rows] for column in x.values()])
    picture = [values[:, y[rows] == label].mean(axis=1) for label in np.unique(y)]
    axes.imshow(picture, aspect="auto", cmap="cividis", vmin=0, vmax=1, interpolation="nearest")


def pair(left, right, title, before, after, rows):
    """Draw one generator before the drift and after it."""
    for axes, (x, y), part in zip((left, right), (before, after), rows, strict=True):
        if title.startswith(("LED", "STAGGER")):
            shares(axes, x, y, part)
        else:
            scatter(axes, title, x, y, part)
    if "virtual" in title:
        left.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
    if not title.startswith(("LED", "STAGGER")):
        right.set(xlim=left.get_xlim(), ylim=left.get_ylim())
    left.set_title(title, loc="left", fontsize=9, color=GREY)


def along(axes, title, x, y):
    """Draw a target over the rows: its correlation with the inputs, or the rate of errors."""
    size = 300
    ends = np.arange(size, len(y) + 1, 20)
    if title == "BernoulliErrors":
        axes.plot(ends, [y[end - size : end].mean() for end in ends], color=COLORS[0])
    else:
        for column, color in zip(list(x.values())[:5], COLORS, strict=False):
            found = [np.corrcoef(column[e - size : e], y[e - size : e])[0, 1] for e in ends]
            axes.plot(ends, found, color=color, linewidth=1)
    axes.axvline(MARK, color=GREY, linewidth=0.6)
    axes.set_title(f"{title}, over the rows", loc="left", fontsize=9, color=GREY)


def main():
    """Draw all and save the picture beside this file."""
    mpl.rcParams.update({"svg.hashsalt": "driftline", "axes.edgecolor": GREY, "font.size": 9})
    figure, grid = plt.subplots(6, 8, figsize=(10, 8), layout="constrained")
    cells = iter(grid.reshape(-1, 2))
    early, late = slice(MARK - POINTS, MARK), slice(2 * MARK - POINTS, 2 * MARK)
    for title, stream in turning().items():
        rows = table(stream)
        pair(*next(cells), title, rows, rows, (early, late))
    for title, streams in joined().items():
        rows = [table(stream) for stream in streams]
        parts = (early, late) if title == "STAGGER" else (slice(0, POINTS),) * 2
        if title.startswith("LED"):
            parts = (slice(0, MARK),) * 2
        pair(*next(cells), title, *rows, parts)
    for title, stream in over_rows().items():
        left, right = next(cells)
        place = left.get_gridspec()[left.get_subplotspec().num1 : right.get_subplotspec().num1 + 1]
        left.remove()
        right.remove()
        along(figure.add_subplot(place), title, *table(stream))
    for axes in figure.axes:
        axes.set(xticks=[], yticks=[])
    path = Path(__file__).with_suffix(".svg")
    figure.savefig(path, metadata={"Date": None}, transparent=True, dpi=100)
    print(f"wrote {path.name}, {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
