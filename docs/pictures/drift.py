"""Draw docs/pictures/drift.svg: four learners before and after the two labels change places.

Run it from a development environment: `python docs/pictures/drift.py`. The same seed gives the same
file; the curves are those of a report, and come from the real learners.
"""

from saving import save_report

from driftline import sources
from driftline.learners import AROW, GaussianNB, PAClassifier, SGDClassifier
from driftline.transforms import StandardScaler

ROWS, TURN = 20_000, 10_000


def models():
    """Make the four learners, untaught."""
    return {
        "SGD, constant rate": StandardScaler() | SGDClassifier(eta0=0.05),
        "passive-aggressive": StandardScaler() | PAClassifier(C=0.01),
        "AROW": StandardScaler() | AROW(),
        "naive Bayes": GaussianNB(),
    }


def main():
    """Run the learners and save the picture beside this file."""
    stream = sources.SINE1(drifts=[TURN], rows=ROWS, seed=7)
    save_report(models(), stream, __file__)


if __name__ == "__main__":
    main()
