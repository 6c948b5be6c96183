"""What is particular to online boosting."""

import numpy as np
from oracles.drifting_streams import drifting

from driftline.ensembles import AdaBoostClassifier, ADWINBoostingClassifier
from driftline.learners import GaussianNB


def test_first_member_never_knows_of_the_others():
    X, y = drifting(300, seed=1)
    few = AdaBoostClassifier(GaussianNB(), n_models=1, seed=2)
    many = AdaBoostClassifier(GaussianNB(), n_models=6, seed=2)

    few.learn_many(X, y)
    many.learn_many(X, y)

    assert many.members[0] == few.members[0]


def test_without_drift_windows_change_nothing():
    X, y = drifting(800, seed=1)
    plain = AdaBoostClassifier(GaussianNB(), n_models=3, seed=2)
    watched = ADWINBoostingClassifier(GaussianNB(), n_models=3, seed=2)

    assert (plain.predict_learn_many(X, y) == watched.predict_learn_many(X, y)).all()
    assert watched.events == []


def test_after_a_drift_the_worst_member_starts_anew():
    X, y = drifting(3000, every=1000, seed=1)
    plain = AdaBoostClassifier(GaussianNB(), n_models=5, seed=2)
    watched = ADWINBoostingClassifier(GaussianNB(), n_models=5, seed=2)

    hits = {
        model: np.mean(model.predict_learn_many(X, y)[1100:] == y[1100:])
        for model in (plain, watched)
    }

    assert 1000 <= watched.member_events[0][0] < 1100
    assert plain.events == []
    assert hits[watched] > hits[plain] + 0.1
