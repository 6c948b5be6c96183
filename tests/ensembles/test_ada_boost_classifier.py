"""What is particular to online boosting."""

import numpy as np
import pytest
from oracles.drifting_streams import drifting
from oracles.python_learners import Frequencies

import driftline
from driftline.ensembles import AdaBoostClassifier, ADWINBoostingClassifier
from driftline.learners import GaussianNB, HoeffdingTreeClassifier

BOTH = [AdaBoostClassifier, ADWINBoostingClassifier]


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

    assert any(1000 <= row < 1100 for row, _, _ in watched.member_events)
    assert plain.events == []
    assert hits[watched] > hits[plain] + 0.1


def test_in_moa_a_member_wrong_on_more_than_half_silences_all():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(300, 2)), rng.integers(4, size=300)
    moa = AdaBoostClassifier(GaussianNB(), n_models=3, seed=1, preset="moa")
    river = AdaBoostClassifier(GaussianNB(), n_models=3, seed=1, preset="river")

    for model in (moa, river):
        model.learn_many(X, y)

    assert moa.member_errors[0] == river.member_errors[0] > 0.5
    assert moa.predict_proba_one(X[0]) == dict.fromkeys(range(4), 0.25)
    assert max(river.predict_proba_one(X[0]).values()) > 0.25


@pytest.mark.parametrize("cls", BOTH)
def test_in_moa_one_row_or_many_teach_the_same_bits_and_a_file_goes_on(cls, tmp_path):
    X, y = drifting(1500, labels=3, every=700, seed=1)
    w = np.random.default_rng(2).uniform(0.5, 2.0, 1500)
    member = HoeffdingTreeClassifier(grace_period=50)
    whole = cls(member, n_models=4, seed=3, preset="moa")
    cut = cls(member, n_models=4, seed=3, preset="moa")

    expected = whole.predict_learn_many(X, y, w=w)
    first = [cut.predict_learn_one(x, label, u) for x, label, u in zip(X[:300], y, w, strict=False)]
    cut.save(tmp_path / "model")
    cut = driftline.load(tmp_path / "model")
    rest = cut.predict_learn_many(X[300:], y[300:], w=w[300:])

    assert [*first[1:], *rest] == expected[1:].tolist()
    assert cut == whole
    assert cut.params["preset"] == "moa"


@pytest.mark.parametrize("cls", BOTH)
@pytest.mark.parametrize("model", [GaussianNB(), Frequencies()])
def test_a_preset_that_means_nothing_here_is_refused(cls, model):
    with pytest.raises(ValueError, match="preset must be one of 'river', 'moa', not 'paper'"):
        cls(model, preset="paper")
