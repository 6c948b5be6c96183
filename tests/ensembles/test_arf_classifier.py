"""What is particular to the adaptive random forest."""

import numpy as np
import pytest
import river.drift
from oracles.drifting_streams import drifting
from oracles.ensemble_draws import member_seed
from oracles.python_detectors import Watcher

from driftline.detectors import ADWIN, DDM, EDDM, KSWIN, PageHinkley
from driftline.ensembles import ARFClassifier
from driftline.learners import HoeffdingTreeClassifier


def test_members_are_trees_with_seeds_of_their_own():
    X, y = drifting(2000, every=600, seed=3)
    model = ARFClassifier(n_models=4, seed=7)
    model.learn_many(X, y)

    members = model.members

    assert [type(member) for member in members] == [HoeffdingTreeClassifier] * 4
    assert len({member.seed for member in members}) == 4
    assert all(member.n_nodes >= 1 for member in members)


def test_a_tree_that_took_over_has_the_seed_of_its_generation():
    X, y = drifting(3000, every=600, seed=3)
    model = ARFClassifier(n_models=4, seed=7)
    model.learn_many(X, y)

    for place, member in enumerate(model.members):
        generation = model._member_facts(place)[1]
        assert member.seed == member_seed(7, place, generation)
    assert any(model._member_facts(place)[1] > 0 for place in range(4))


@pytest.mark.parametrize("threads", [2, 3, "all"])
@pytest.mark.parametrize("step", [1, 50, 3000])
def test_threads_and_batches_change_no_bit(threads, step):
    X, y = drifting(3000, labels=3, every=900, seed=1)
    alone = ARFClassifier(n_models=5, seed=1)
    shared = ARFClassifier(n_models=5, seed=1, threads=threads)

    expected = alone.predict_learn_many(X, y)
    said = [
        shared.predict_learn_many(X[i : i + step], y[i : i + step]) for i in range(0, 3000, step)
    ]

    assert np.concatenate(said).tolist() == expected.tolist()
    assert alone.members == shared.members
    assert alone.events == shared.events


def test_forest_recovers_from_a_drift_and_without_detectors_does_not():
    X, y = drifting(6000, every=3000, seed=1)
    forest = ARFClassifier(n_models=10, seed=1)
    blind = ARFClassifier(n_models=10, seed=1, drift_detector=None, warning_detector=None)

    hits = [np.mean(m.predict_learn_many(X, y)[3500:] == y[3500:]) for m in (forest, blind)]

    assert hits[0] > hits[1] + 0.02
    assert blind.events == []


@pytest.mark.parametrize(
    "detector",
    [
        DDM(),
        EDDM(),
        PageHinkley(min_instances=30, threshold=10.0),
        KSWIN(seed=1),
        Watcher(),
        river.drift.ADWIN(),
        river.drift.binary.DDM(),
    ],
    ids=lambda detector: f"{type(detector).__module__.split('.')[0]}.{type(detector).__name__}",
)
def test_any_detector_will_do(detector):
    X, y = drifting(3000, every=1500, seed=1)
    model = ARFClassifier(n_models=5, seed=1, drift_detector=detector, warning_detector=None)

    model.learn_many(X, y)

    assert {kind for _, _, kind in model.member_events} == {"drift"}
    assert min(row for row, _, _ in model.member_events if row >= 1500) < 1700


def test_detectors_of_python_make_the_same_forest_as_native_ones():
    X, y = drifting(2000, every=700, seed=1)
    native = ARFClassifier(
        n_models=3, seed=1, drift_detector=ADWIN(delta=0.01), warning_detector=ADWIN(delta=0.2)
    )
    other = ARFClassifier(
        n_models=3, seed=1, drift_detector=Watcher(0.01), warning_detector=Watcher(0.2)
    )

    assert isinstance(other, ARFClassifier)
    assert other.predict_learn_many(X, y).tolist() == native.predict_learn_many(X, y).tolist()
    assert other.member_events == native.member_events
    assert {kind for _, _, kind in other.member_events} == {"warning", "drift"}
    assert other.feature_importances == pytest.approx(native.feature_importances)


def test_features_that_matter_are_important():
    X, y = drifting(6000, columns=6, seed=1)
    model = ARFClassifier(n_models=10, seed=1, max_features=0.6)
    model.learn_many(X, y)

    shares = model.feature_importances

    assert sum(shares.values()) == pytest.approx(1.0)
    assert sorted(shares, key=shares.get)[-2:] in ([0, 1], [1, 0])


def test_text_and_missing_values_are_taken():
    X, y = drifting(1500, seed=1)
    rows = [
        {"a": None if x[3] > 1 else x[0], "b": x[1], "c": "red" if x[0] > 0 else "blue"}
        for x in X.tolist()
    ]
    model = ARFClassifier(n_models=5, seed=1)

    said = model.predict_learn_many(rows, y)

    assert np.mean(np.array(said[500:]) == y[500:]) > 0.7


@pytest.mark.parametrize(
    ("preset", "tree", "features"),
    [("moa", "moa", 0.6), ("river", "river", "sqrt"), ("paper", "river", "sqrt")],
)
def test_preset_says_whose_trees_they_are_and_how_many_columns_they_see(preset, tree, features):
    member = ARFClassifier(preset=preset, seed=1).members[0]
    given = ARFClassifier(preset=preset, max_features=2, seed=1).members[0]

    assert (member.preset, member.max_features) == (tree, features)
    assert given.max_features == 2


def test_river_preset_is_the_paper_one():
    X, y = drifting(2000, every=700, seed=1)
    paper, river_s = (ARFClassifier(n_models=3, seed=1, preset=p) for p in ("paper", "river"))

    assert paper.predict_learn_many(X, y).tolist() == river_s.predict_learn_many(X, y).tolist()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("splitter", "histogram"),
        ("memory_estimate_period", 500),
        ("stop_mem_management", True),
        ("remove_poor_attrs", True),
        ("merit_preprune", False),
        ("max_share_to_split", 0.9),
    ],
)
def test_trees_get_the_parameters_that_are_theirs(name, value):
    model = ARFClassifier(seed=1, **{name: value})

    assert getattr(model.members[0], name) == value
    assert model.params[name] == value


@pytest.mark.parametrize("given", ["ADWIN", ADWIN])
def test_what_is_no_detector_is_refused(given):
    with pytest.raises(TypeError, match="warning_detector must have update and drift_detected"):
        ARFClassifier(warning_detector=given)
