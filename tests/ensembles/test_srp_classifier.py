"""What is particular to streaming random patches."""

from collections import Counter

import numpy as np
import pytest
from oracles import ensemble_draws as draws
from oracles.drifting_streams import drifting
from oracles.python_detectors import Watcher
from oracles.python_learners import Frequencies

from driftline.detectors import ADWIN, DDM, PageHinkley
from driftline.ensembles import SRPClassifier
from driftline.learners import GaussianNB
from driftline.transforms import OneHotEncoder

ONCE = {"training_method": "subspaces"}


@pytest.mark.parametrize(
    ("size", "columns"), [(3, 3), (-1, 8), (0.5, 5), ("sqrt", 4), ("rmsqrt", 5), (50, 9), (0.01, 1)]
)
def test_a_member_sees_so_many_columns(size, columns):
    X, y = drifting(20, columns=9, seed=1)
    model = SRPClassifier(model=GaussianNB(), n_models=6, seed=1, subspace_size=size)

    model.learn_many(X, y)

    assert [len(seen) for seen in model.member_columns] == [columns] * 6


def test_every_column_is_seen_by_some_member():
    X, y = drifting(20, columns=9, seed=1)
    model = SRPClassifier(model=GaussianNB(), n_models=20, seed=1, subspace_size=3)

    model.learn_many(X, y)

    assert {column for seen in model.member_columns for column in seen} == set(range(9))


@pytest.mark.parametrize(("columns", "size"), [(3, 2), (5, 3), (5, 5), (6, 1), (12, 4), (13, 7)])
@pytest.mark.parametrize("model", [GaussianNB(), Frequencies()])
def test_members_begin_with_the_columns_that_the_seed_tells(columns, size, model):
    X, y = drifting(20, columns=columns, seed=1)
    patches = SRPClassifier(model=model, n_models=25, seed=7, subspace_size=size)

    patches.learn_many(X, y)

    assert patches.member_columns == [draws.columns(7, m, 0, columns, size) for m in range(25)]


@pytest.mark.parametrize(("columns", "size", "members"), [(3, 2, 10), (5, 3, 25), (24, 14, 10)])
def test_columns_are_dealt_evenly(columns, size, members):
    X, y = drifting(20, columns=columns, seed=1)
    for seed in range(5):
        model = SRPClassifier(model=GaussianNB(), n_models=members, seed=seed, subspace_size=size)
        model.learn_many(X, y)
        seen = Counter(column for own in model.member_columns for column in own)

        # As often as one another, but for those of a circle that is not complete.
        assert len(seen) == columns
        assert max(seen.values()) - min(seen.values()) <= 1


def test_any_columns_are_as_likely_for_any_member():
    X, y = drifting(1, columns=4, seed=1)
    pairs = Counter()
    for seed in range(600):
        model = SRPClassifier(model=GaussianNB(), n_models=3, seed=seed, subspace_size=2, **ONCE)
        model.learn_many(X, y)
        pairs.update((place, *own) for place, own in enumerate(model.member_columns))

    assert len(pairs) == 3 * 6
    assert all(abs(times - 100) < 5 * (600 / 6 * 5 / 6) ** 0.5 for times in pairs.values())


def test_columns_that_come_late_belong_to_some_members():
    rng = np.random.default_rng(1)
    rows = [
        {f"f{i}": v for i, v in enumerate(rng.normal(size=4 + n // 10).tolist())}
        for n in range(300)
    ]
    labels = ["a" if row["f0"] > 0 else "b" for row in rows]
    whole, single = (SRPClassifier(model=GaussianNB(), n_models=10, seed=1) for _ in range(2))

    whole.learn_many(rows, labels)
    for row, label in zip(rows, labels, strict=True):
        single.learn_one(row, label)

    assert whole == single
    # 300 chances of 3 in 5: five standard deviations about the mean.
    late = [
        sum(name not in ("f0", "f1", "f2", "f3") for name in seen) for seen in whole.member_columns
    ]
    assert abs(sum(late) / 290 - 0.5) < 0.1 + 5 * (0.25 / 290) ** 0.5


def test_subspaces_alone_learn_every_row_once():
    X, y = drifting(200, seed=1)
    model = SRPClassifier(model=GaussianNB(), n_models=3, seed=1, training_method="subspaces")
    model.learn_many(X, y)

    for member, seen in zip(model.members, model.member_columns, strict=True):
        plain = GaussianNB()
        plain.learn_many(X[:, seen], y)
        rows = [dict(zip(seen, row, strict=True)) for row in X[:, seen].tolist()]
        own = [member.predict_proba_one(row) for row in rows]
        assert own == [plain.predict_proba_one(row) for row in X[:, seen]]


def test_members_name_columns_of_arrays_by_their_places_in_the_row():
    X = np.random.default_rng(1).normal(size=(3000, 6))
    model = SRPClassifier(seed=1)
    model.learn_many(X, (X[:, 5] > 0).astype(int))

    importances = model.feature_importances
    assert list(importances) == [0, 1, 2, 3, 4, 5]
    assert max(importances, key=importances.get) == 5
    for member, seen in zip(model.members, model.member_columns, strict=True):
        assert member.columns == seen
        tested = {node.feature for node in member.walk() if node.kind != "leaf"}
        assert tested <= set(seen)
        assert ("5 <= " in member.rules()) == (5 in seen)


def test_resampling_alone_sees_all_columns():
    X, y = drifting(50, seed=1)
    model = SRPClassifier(model=GaussianNB(), n_models=3, seed=1, training_method="resampling")

    model.learn_many(X, y)

    assert model.member_columns == [[0, 1, 2, 3, 4]] * 3


@pytest.mark.parametrize("detector", [DDM(), PageHinkley(min_instances=30, threshold=10.0)])
def test_any_detector_will_do(detector):
    X, y = drifting(2000, every=1000, seed=1)
    model = SRPClassifier(
        model=GaussianNB(), n_models=5, seed=1, drift_detector=detector, warning_detector=None
    )

    model.learn_many(X, y)

    assert {kind for _, _, kind in model.member_events} == {"drift"}
    assert min(row for row, _, _ in model.member_events if row >= 1000) < 1200


def test_without_detectors_nobody_is_replaced():
    X, y = drifting(2000, every=500, seed=1)
    model = SRPClassifier(model=GaussianNB(), n_models=5, seed=1, drift_detector=None)

    model.learn_many(X, y)

    assert model.events == []


def test_moa_preset_looks_at_what_is_said_afterwards():
    X, y = drifting(3000, every=700, seed=1)
    kinds = {
        preset: SRPClassifier(model=GaussianNB(), n_models=5, seed=2, preset=preset)
        for preset in ("paper", "moa")
    }

    for model in kinds.values():
        model.learn_many(X, y)

    assert kinds["paper"].member_events != kinds["moa"].member_events


def test_members_that_encode_text_meet_their_own_columns_only():
    X, y = drifting(200, seed=1)
    rows = [
        {"a": x[0], "b": "up" if x[1] > 0 else "down", "c": "red" if x[2] > 0 else "blue"}
        for x in X.tolist()
    ]
    whole, single = (
        SRPClassifier(model=OneHotEncoder() | GaussianNB(), n_models=5, seed=1) for _ in range(2)
    )

    whole.learn_many(rows, y)
    for row, label in zip(rows, y, strict=True):
        single.learn_one(row, label)

    assert whole == single
    assert all(len(seen) == 2 for seen in whole.member_columns)


@pytest.mark.parametrize("size", [0, 0.0, 1.5, -0.2, "root"])
def test_size_that_means_nothing_is_refused(size):
    with pytest.raises(ValueError, match="subspace_size must be"):
        SRPClassifier(model=GaussianNB(), subspace_size=size)


def test_method_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="training_method must be one of"):
        SRPClassifier(model=GaussianNB(), training_method="patch")


def test_model_may_come_first_without_its_name():
    assert SRPClassifier(GaussianNB(), seed=1) == SRPClassifier(model=GaussianNB(), seed=1)


@pytest.mark.parametrize(
    ("disabled", "kinds"), [("off", {"warning", "drift"}), ("warning", {"drift"}), ("drift", set())]
)
@pytest.mark.parametrize("detector", [ADWIN, Watcher])
def test_detectors_can_be_disabled_as_in_river(disabled, kinds, detector):
    X, y = drifting(1500, every=700, seed=1)
    model = SRPClassifier(
        GaussianNB(),
        n_models=3,
        seed=1,
        drift_detector=detector(delta=0.01),
        warning_detector=detector(delta=0.2),
        disable_detector=disabled,
    )

    model.learn_many(X, y)

    assert {kind for _, _, kind in model.member_events} == kinds


def test_unknown_way_to_disable_detectors_is_refused():
    with pytest.raises(ValueError, match="disable_detector must be one of"):
        SRPClassifier(GaussianNB(), disable_detector="both")
