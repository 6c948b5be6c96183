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

ROWS, TURN, WINDOW = 20_000, 10_000, 400


def turning_stream(seed):
    """Ten features, a plane between two labels, and a new plane half-way."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(ROWS, 10))
    first, second = rng.normal(size=(2, 10))
    y = np.where(np.arange(ROWS) < TURN, X @ first, X @ second) > 0.0
    return X, y


def sliding_mean(right):
    """Share of right predictions in the window that ends at each row."""
    total = np.cumsum(np.insert(right.astype(float), 0, 0.0))
    return (total[WINDOW:] - total[:-WINDOW]) / WINDOW


def main():
    """Run the learners and save the picture beside this file."""
    X, y = turning_stream(seed=7)
    models = {
        "SGD, constant rate": StandardScaler() | SGDClassifier(eta0=0.05),
        "passive-aggressive": StandardScaler() | PAClassifier(C=0.05),
        "AROW": StandardScaler() | AROW(),
        "naive Bayes": GaussianNB(),
    }
    mpl.rcParams["svg.hashsalt"] = "driftline"  # the same picture gives the same file
    figure, axes = plt.subplots(figsize=(8, 3))
    for name, model in models.items():
        right = model.predict_learn_many(X, y) == y
        axes.plot(np.arange(WINDOW, ROWS + 1), sliding_mean(right), label=name, linewidth=1.5)
    axes.axvline(TURN, color="0.4", linestyle="--", linewidth=1)
    axes.text(TURN, 1.02, "the concept turns over", horizontalalignment="center")
    axes.set(xlabel="rows", ylabel=f"accuracy, last {WINDOW} rows", xlim=(0, ROWS), ylim=(0.0, 1.0))
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="lower left", frameon=False)
    figure.tight_layout()
    figure.savefig(Path(__file__).with_suffix(".svg"), metadata={"Date": None})


if __name__ == "__main__":
    main()
