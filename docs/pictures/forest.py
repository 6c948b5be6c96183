"""Draw docs/pictures/forest.svg: a tree, a tree that adapts and two ensembles meet two drifts.

Run it from a development environment: `python docs/pictures/forest.py`. The same seed gives the
same file; curves and events are those of a report.
"""

from pathlib import Path

from driftline import evaluation, sources
from driftline.ensembles import ARFClassifier, LeveragingBaggingClassifier
from driftline.learners import HoeffdingAdaptiveTreeClassifier, HoeffdingTreeClassifier
from driftline.report.theme import CLEAR


def models():
    """Make one tree that keeps its splits, one that does not, and two ensembles of the former."""
    return {
        "Hoeffding tree": HoeffdingTreeClassifier(),
        "Hoeffding adaptive tree": HoeffdingAdaptiveTreeClassifier(seed=1),
        "Leveraging bagging": LeveragingBaggingClassifier(HoeffdingTreeClassifier(), seed=1),
        "Adaptive random forest": ARFClassifier(seed=1),
    }


def main():
    """Run the models and save the picture beside this file."""
    concepts = [
        sources.RandomTree(n_num_features=6, n_cat_features=0, seed_tree=i, seed=i)
        for i in (1, 2, 3)
    ]
    stream = sources.drift(concepts, at=[10_000, 20_000]).take(30_000)
    report = evaluation.prequential(
        models(), stream, window=1000, every=200, baselines=False, progress=False
    )
    print(report)
    picture = report.to_svg(theme=CLEAR, heading="", width=700, height=260)
    Path(__file__).with_suffix(".svg").write_text(picture)


if __name__ == "__main__":
    main()
