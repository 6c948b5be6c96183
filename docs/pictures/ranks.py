"""Draw docs/pictures/ranks.svg: the critical-difference diagram of the guide on comparisons.

Run it from a development environment: `python docs/pictures/ranks.py`. The same seeds give the same
file.
"""

from pathlib import Path

from driftline import evaluation, learners, sources, transforms

NAMES = ["SEA", "SINE1", "SINE2", "CIRCLES", "GAUSS", "MIXED", "LINES", "Hyperplane", "RandomRBF"]


def evaluated(name):
    """Evaluate three learners on the first rows of a generator."""
    models = {
        "bayes": learners.GaussianNB(),
        "AROW": transforms.StandardScaler() | learners.AROW(),
        "perceptron": transforms.StandardScaler() | learners.Perceptron(),
    }
    return evaluation.prequential(models, getattr(sources, name)(seed=1).take(3_000))


if __name__ == "__main__":
    ranks = evaluation.compare_ranks(map(evaluated, NAMES))
    ranks.save(Path(__file__).with_suffix(".svg"))
