"""Draw docs/pictures/report.svg: the curves of the report that the guide reads.

Run it from a development environment: `python docs/pictures/report.py`. The same seeds give the
same file.
"""

from pathlib import Path

from driftline import evaluation, sources
from driftline.learners import GaussianNB, SGDClassifier
from driftline.report.theme import CLEAR
from driftline.transforms import StandardScaler


def main():
    """Evaluate two learners on concepts that come back, and save the picture beside this file."""
    concepts = [sources.SINE1(seed=1), sources.SINE2(seed=2)]
    stream = sources.recurring(concepts, every=5_000, times=3).take(20_000)
    models = {"SGD": StandardScaler() | SGDClassifier(eta0=0.05), "naive Bayes": GaussianNB()}
    report = evaluation.prequential(models, stream, progress=False)
    picture = report.to_svg(theme=CLEAR, heading="", width=700, height=260)
    Path(__file__).with_suffix(".svg").write_text(picture)


if __name__ == "__main__":
    main()
