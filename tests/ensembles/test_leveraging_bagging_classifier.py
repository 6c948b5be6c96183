"""What is particular to leveraging and ADWIN bagging."""

import numpy as np
import pytest
from oracles.drifting_streams import drifting

from driftline.ensembles import ADWINBaggingClassifier, LeveragingBaggingClassifier
from driftline.learners import GaussianNB


@pytest.mark.parametrize("kind", [ADWINBaggingClassifier, LeveragingBaggingClassifier])
def test_nobody_is_replaced_because_errors_become_fewer(kind):
    # Labels are a coin at first, then the sign: every member gets better, and no worse.
    X, y = drifting(3000, seed=1)
    coin, _ = drifting(1000, seed=2)
    y[:1000] = coin[:, 0] > 0
    model = kind(GaussianNB(), n_models=5, seed=1)

    model.learn_many(X, y)

    assert model.events == []
    assert max(model.member_errors) < 0.3


@pytest.mark.parametrize("kind", [ADWINBaggingClassifier, LeveragingBaggingClassifier])
def test_after_a_drift_the_member_with_most_errors_starts_anew(kind):
    X, y = drifting(1200, every=1000, seed=4)
    model = kind(GaussianNB(), n_models=5, seed=1)

    model.learn_many(X, y)

    first, place, what = model.member_events[0]
    assert 1000 <= first < 1100
    assert what == "replacement"
    assert 0 <= place < 5
    assert f"member {place}" in model.events[0][2]


@pytest.mark.parametrize("threads", [2, 5])
def test_members_are_replaced_at_the_same_rows_by_any_number_of_threads(threads):
    X, y = drifting(6000, every=250, seed=4)
    options = {"n_models": 5, "seed": 1, "adwin_delta": 0.1}
    one = LeveragingBaggingClassifier(GaussianNB(), **options)
    many = LeveragingBaggingClassifier(GaussianNB(), **options, threads=threads)

    said = [one.predict_learn_many(X[i : i + 100], y[i : i + 100]) for i in range(0, 6000, 100)]

    assert many.predict_learn_many(X, y).tolist() == np.concatenate(said).tolist()
    assert many.member_events == one.member_events
    assert len(one.member_events) > 10


def test_river_preset_starts_a_window_over_and_paper_keeps_what_is_behind_the_cut():
    X, y = drifting(4000, every=1000, seed=4)
    models = {
        preset: LeveragingBaggingClassifier(GaussianNB(), n_models=5, seed=1, preset=preset)
        for preset in ("moa", "river")
    }

    for model in models.values():
        model.learn_many(X, y)

    assert models["moa"].events
    assert models["river"].events
    assert models["moa"].member_events != models["river"].member_events


def test_method_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="bagging_method must be one of 'bag', 'me'"):
        LeveragingBaggingClassifier(GaussianNB(), bagging_method="bags")


@pytest.mark.parametrize("w", [0.0, -1.0, 101.0, float("nan")])
def test_rate_that_no_table_holds_is_refused(w):
    with pytest.raises(ValueError, match="above 0, at most 100"):
        LeveragingBaggingClassifier(GaussianNB(), w=w)
