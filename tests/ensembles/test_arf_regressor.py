"""What is particular to the adaptive random forest of regressors."""

import numpy as np
import pytest
import river.drift
import river.forest
from oracles.ensemble_draws import member_seed
from oracles.python_detectors import Watcher
from oracles.regression_rows import bent, friedman

from driftline import _core
from driftline.detectors import ADWIN, EDDM, KSWIN, PageHinkley
from driftline.ensembles import ARFRegressor
from driftline.learners import HoeffdingTreeRegressor
from driftline.transforms import StandardScaler

SOON = {"drift_detector": ADWIN(delta=0.05), "warning_detector": ADWIN(delta=0.3)}


def drifting(rows=3000, seed=1, every=1000):
    X, y = bent(seed, rows)
    signs = np.where(np.arange(rows) // every % 2 == 0, 1.0, -1.0)
    return np.array(X), np.array(y) * signs


def test_members_are_trees_with_the_seeds_of_their_generations():
    X, y = drifting()
    model = ARFRegressor(n_models=4, seed=7)
    model.learn_many(X, y)

    members = model.members

    assert [type(member) for member in members] == [HoeffdingTreeRegressor] * 4
    for place, member in enumerate(members):
        assert member.seed == member_seed(7, place, model._member_facts(place)[1])
    assert any(model._member_facts(place)[1] > 0 for place in range(4))


def test_one_member_is_a_tree_that_learns_rows_with_drawn_weights_and_starts_anew():
    X, y = drifting(1500, every=500)
    detector = ADWIN(delta=0.05)
    model = ARFRegressor(
        n_models=1,
        seed=3,
        drift_detector=ADWIN(delta=0.05),
        warning_detector=None,
        max_features=2,
    )
    said = model.predict_learn_many(X, y)

    def tree(generation):
        own = {"max_features": 2, "seed": member_seed(3, 0, generation)}
        return HoeffdingTreeRegressor(grace_period=50, delta=0.01, learning_rate=0.02, **own)

    own, drifts, wanted = tree(0), [], []
    for i, (x, target) in enumerate(zip(X, y, strict=True)):
        wanted.append(own.predict_one(x))
        times = _core.bagging_weight(6.0, 3, 0, i)
        spread = 3.0 * np.std(y[:i]) if i else 0.0
        own.learn_one(x, target, times)
        if times > 0:
            detector.update(min(1.0, abs(target - wanted[-1]) / spread) if spread > 0 else 0.0)
            if detector.drift_detected and detector._has_risen:
                drifts.append(i)
                own, detector = tree(len(drifts)), ADWIN(delta=0.05)

    assert said == pytest.approx(wanted)
    assert [row for row, kind, _ in model.events if kind == "drift"] == drifts
    assert drifts


@pytest.mark.parametrize("threads", [2, "all"])
@pytest.mark.parametrize("step", [1, 50, 3000])
def test_threads_and_batches_change_no_bit(threads, step):
    X, y = drifting()
    alone = ARFRegressor(n_models=5, seed=1, **SOON)
    shared = ARFRegressor(n_models=5, seed=1, threads=threads, **SOON)

    expected = alone.predict_learn_many(X, y)
    said = [
        shared.predict_learn_many(X[i : i + step], y[i : i + step]) for i in range(0, 3000, step)
    ]

    assert np.concatenate(said).tolist() == expected.tolist()
    assert alone.members == shared.members
    assert alone.events == shared.events
    assert {kind for _, kind, _ in alone.events} == {"warning", "drift"}


def test_learning_without_predicting_makes_the_same_forest_behind_a_scaler():
    X, y = drifting()
    learned, predicted = (
        StandardScaler() | ARFRegressor(n_models=3, seed=1, **SOON) for _ in range(2)
    )

    learned.learn_many(X, y)
    predicted.predict_learn_many(X, y)

    assert learned == predicted


@pytest.mark.parametrize(("way", "joined"), [("mean", np.mean), ("median", np.median)])
@pytest.mark.parametrize("n_models", [4, 5])
def test_answers_are_joined_as_asked_for(way, joined, n_models):
    X, y = friedman(1000, 1)
    model = ARFRegressor(n_models=n_models, seed=1, aggregation_method=way)
    model.learn_many(X, y)

    own = [member.predict_many(X[:50]) for member in model.members]

    assert model.predict_many(X[:50]) == pytest.approx(joined(own, axis=0))


def test_forest_errs_less_than_a_tree():
    X, y = friedman(8000, 1)
    forest, tree = ARFRegressor(seed=1), HoeffdingTreeRegressor()
    errors = [np.mean((m.predict_learn_many(X, y) - y)[2000:] ** 2) for m in (forest, tree)]
    assert errors[0] < errors[1]


def test_forest_recovers_from_a_drift_and_without_detectors_does_not():
    X, y = drifting(6000, every=3000)
    forest = ARFRegressor(seed=1)
    blind = ARFRegressor(seed=1, drift_detector=None, warning_detector=None)

    errors = [np.abs(m.predict_learn_many(X, y) - y)[3500:].mean() for m in (forest, blind)]

    assert errors[0] < 0.8 * errors[1]


def test_importances_are_those_of_the_columns_that_tell():
    X, y = friedman(4000, 2)
    model = ARFRegressor(n_models=5, seed=1)
    model.learn_many(X, y)

    shares = model.feature_importances

    assert sum(shares.values()) == pytest.approx(1.0)
    assert sum(shares[i] for i in range(5)) > 0.6  # the other five are noise, and leaves draw three


@pytest.mark.parametrize(
    "bad", [{"n_models": 0}, {"aggregation_method": "mode"}, {"lambda_value": -1.0}, {"delta": 2.0}]
)
def test_parameter_out_of_range_is_refused(bad):
    with pytest.raises(ValueError, match="must"):
        ARFRegressor(**bad)


@pytest.mark.parametrize("given", ["ADWIN", ADWIN])
def test_what_is_no_detector_is_refused(given):
    with pytest.raises(TypeError, match="drift_detector must have update and drift_detected"):
        ARFRegressor(drift_detector=given)


@pytest.mark.parametrize(
    "detector",
    [PageHinkley(min_instances=30, threshold=10.0), KSWIN(seed=1), Watcher(), river.drift.ADWIN()],
    ids=lambda detector: f"{type(detector).__module__.split('.')[0]}.{type(detector).__name__}",
)
def test_any_detector_will_do_that_takes_numbers(detector):
    X, y = drifting(3000, every=1500)
    model = ARFRegressor(n_models=3, seed=1, drift_detector=detector, warning_detector=None)

    model.learn_many(X, y)

    assert {kind for _, _, kind in model.member_events} == {"drift"}


@pytest.mark.parametrize("way", ["mean", "median"])
def test_detectors_of_python_make_the_same_forest_as_native_ones(way):
    X, y = drifting()
    native = ARFRegressor(n_models=3, seed=1, aggregation_method=way, **SOON)
    other = ARFRegressor(
        n_models=3,
        seed=1,
        aggregation_method=way,
        drift_detector=Watcher(0.05),
        warning_detector=Watcher(0.3),
    )

    assert other.predict_learn_many(X, y) == pytest.approx(native.predict_learn_many(X, y))
    assert other.member_events == native.member_events
    assert {kind for _, _, kind in other.member_events} == {"warning", "drift"}
    assert other.member_errors == pytest.approx(native.member_errors)


@pytest.mark.parametrize("name", ["drift_detector", "warning_detector"])
def test_detector_that_only_takes_bits_is_refused_at_once(name):
    with pytest.raises(ValueError, match=rf"{name} must take numbers from 0 to 1.*EDDM"):
        ARFRegressor(**{name: EDDM()})


def test_median_is_the_default_as_in_river():
    assert ARFRegressor().aggregation_method == "median"
    assert river.forest.ARFRegressor().aggregation_method == "median"
