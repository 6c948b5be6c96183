"""Write the golden files anew: `python tests/state/renew_golden.py [class ...]`.

A golden file is a promise to users: what an older driftline wrote, this one reads and predicts
alike. Renew one only when its model is new or a change of format is meant, and say so in the news.
A change of format raises `FORMAT`; the files as they were move to `golden/format<number>`. A new
parameter does not; files without it stay as `golden/format<number>_without_<parameter>`.
"""

import json
import sys
from pathlib import Path

import numpy as np

from driftline import adaptation, detectors, ensembles, learners, transforms
from driftline.state import dumps

FOLDERS = (learners, ensembles, adaptation, transforms)
GOLDEN = Path(__file__).parent / "golden"
ROWS = [
    {"a": 1.0, "b": 2.0},
    {"a": 0.5, "c": 4.0},
    {"b": 3.0, "c": None},
    {},
    {"new": 1.0, "a": 2.5},
]


TEXT_ROWS = [{"a": 1.0, "colour": "red"}, {"colour": "grün"}, {"colour": "red", "b": 2.0}]
TEXT_TAKERS = ("BagOfWords", "FeatureHasher", "OneHotEncoder", "OrdinalEncoder", "TFIDF")

MADE = {
    # Each is in the midst of what it does: rows are kept, a second learner learns.
    "BackgroundLearner": lambda: adaptation.BackgroundLearner(
        learners.PAClassifier(), detectors.STEPD(window_size=4), warning_detector=_soon()
    ),
    "ConceptReset": lambda: adaptation.ConceptReset(learners.PAClassifier(), [20]),
    "Discard": lambda: transforms.Discard("b", "new"),
    "Pipeline": lambda: (
        transforms.StandardScaler() | learners.SGDClassifier(average=True, l1=0.001)
    ),
    "ResetOnDrift": lambda: adaptation.ResetOnDrift(
        learners.GaussianNB(), detectors.HDDM_A(warning_confidence=0.9), keep_warning=True
    ),
    "Select": lambda: transforms.Select("c", "a"),
    "SlidingWindow": lambda: adaptation.SlidingWindow(
        transforms.OneHotEncoder() | learners.SGDRegressor(), window=12, every=5
    ),
    "TransformUnion": lambda: transforms.StandardScaler() + transforms.OneHotEncoder(),
    "Unlearning": lambda: adaptation.Unlearning(learners.AROW(), terms="none", max_records=12),
}


def _soon():
    return detectors.PageHinkley(threshold=0.5, min_instances=1, mode="up")


def made(name):
    if name in MADE:
        return MADE[name]()
    cls = next(getattr(folder, name) for folder in FOLDERS if name in folder.__all__)
    return cls(**next(iter(cls._unit_test_params())))


def taught(name):
    """Return a model that has met three labels, missing values and a feature that came late."""
    model, rng = made(name), np.random.default_rng(8)
    rows = [dict(zip("abc", row, strict=True)) for row in np.abs(rng.normal(size=(40, 3))).tolist()]
    rows += ROWS + (TEXT_ROWS if name in TEXT_TAKERS else [])
    labels = [["x", "y", ("z", 1)][i] for i in rng.integers(3, size=len(rows))]
    if name in transforms.__all__:
        model.learn_many(rows)
    elif hasattr(model, "labels"):
        model.learn_many(rows, labels)
    else:
        model.learn_many(rows, [float(len(str(label))) for label in labels])
    return model


def answers(model):
    """Return what the model says of some rows, as JSON holds it."""
    if hasattr(model, "transform_many"):
        texts = TEXT_ROWS if type(model).__name__ in TEXT_TAKERS else []
        said = model.transform_many(ROWS + texts)
    elif hasattr(model, "labels"):
        shares = [list(row.values()) for row in model.predict_proba_many(ROWS)]
        said = {"labels": model.predict_many(ROWS), "shares": shares}
    else:
        said = model.predict_many(ROWS)
    return json.loads(json.dumps(said))


def renew(name):
    model = taught(name)
    (GOLDEN / f"{name}.safetensors").write_bytes(dumps(model))
    (GOLDEN / f"{name}.json").write_text(json.dumps(answers(model), indent=1) + "\n")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for chosen in sys.argv[1:] or [name for folder in FOLDERS for name in folder.__all__]:
        renew(chosen)
