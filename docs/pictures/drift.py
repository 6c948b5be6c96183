"""Draw docs/pictures/drift.svg: four learners before and after the concept turns over.

Run it from a development environment: `python docs/pictures/drift.py`. The same seed gives the same
curves; they come from the real learners, not from a drawing.
"""

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from driftline.learners import AROW, GaussianNB, PAClassifier, SGDClassifier
from driftline.transforms import StandardScaler

ROWS, TURN, WINDOW = 20_000, 10_000, 500
GREY = "#777777"  # reads on white and on black; the picture has no background of its own

# A colour (Okabe and Ito: told apart by colour-blind eyes too, on light and on dark), a stroke.
STYLES = {
    "SGD, constant rate": ("#0072B2", "-"),
    "passive-aggressive": ("#D55E00", "--"),
    "AROW": ("#009E73", "-."),
    "naive Bayes": ("#CC79A7", ":"),
}


def models():
    """Make the four learners, untaught."""
    return {
        "SGD, constant rate": StandardScaler() | SGDClassifier(eta0=0.05),
        "passive-aggressive": StandardScaler() | PAClassifier(C=0.01),
        "AROW": StandardScaler() | AROW(),
        "naive Bayes": GaussianNB(),
    }


def turning_stream(seed):
    """Ten features, a plane between two labels; half-way, its two sides change places."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(ROWS, 10))
    side = X @ rng.normal(size=10) > 0.0
    return X, side ^ (np.arange(ROWS) >= TURN)


def sliding_mean(right):
    """Share of right predictions in the window that ends at each row."""
    total = np.cumsum(np.insert(right.astype(float), 0, 0.0))
    return (total[WINDOW:] - total[:-WINDOW]) / WINDOW


def main():
    """Run the learners and save the picture beside this file."""
    X, y = turning_stream(seed=7)
    mpl.rcParams.update(
        {
            "svg.hashsalt": "driftline",  # the same picture gives the same file
            "font.size": 11,
            "text.color": GREY,
            "axes.labelcolor": GREY,
            "axes.edgecolor": GREY,
            "xtick.color": GREY,
            "ytick.color": GREY,
        }
    )
    figure, axes = plt.subplots(figsize=(8, 3.4), layout="constrained")
    for name, model in models().items():
        accuracy = sliding_mean(model.predict_learn_many(X, y) == y)
        color, stroke = STYLES[name]
        rows = np.arange(WINDOW, ROWS + 1)
        axes.plot(rows[::50], 100 * accuracy[::50], stroke, color=color, linewidth=2.2, label=name)
        print(f"{name}: {accuracy[TURN - WINDOW]:.1%} at the turn, {accuracy[-1]:.1%} at the end")
    axes.axvline(TURN, color=GREY, linewidth=1)
    axes.text(TURN - 150, 4, "the two labels change places", horizontalalignment="right")
    axes.set(xlabel="rows", ylabel=f"right, last {WINDOW} rows", xlim=(0, ROWS), ylim=(0, 102))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="center left", bbox_to_anchor=(0.04, 0.5), frameon=False, handlelength=2.8)
    figure.savefig(Path(__file__).with_suffix(".svg"), metadata={"Date": None}, transparent=True)


if __name__ == "__main__":
    main()
