"""Draw docs/pictures/answers.svg: three answers to drift beside a learner that does nothing.

Run it from a development environment: `python docs/pictures/answers.py`. The same seed gives the
same file; curves and events are those of a report.
"""

from saving import save_report

from driftline import sources
from driftline.adaptation import BackgroundLearner, ResetOnDrift, SlidingWindow
from driftline.detectors import ADWIN, DDM
from driftline.learners import AROW
from driftline.transforms import StandardScaler


def learner():
    """Make a learner that becomes ever surer, and so suffers from drift."""
    return StandardScaler() | AROW()


def models():
    """Make the learner alone and with each answer."""
    return {
        "nothing": learner(),
        "ResetOnDrift, ADWIN": ResetOnDrift(learner(), ADWIN()),
        "BackgroundLearner, DDM": BackgroundLearner(learner(), DDM()),
        "SlidingWindow, 1,000": SlidingWindow(learner(), window=1000, every=1000),
    }


def main():
    """Run the models and save the picture beside this file."""
    stream = sources.SINE1(drifts=[5_000, 12_000], rows=15_000, seed=7, noise=0.05)
    save_report(models(), stream, __file__)


if __name__ == "__main__":
    main()
