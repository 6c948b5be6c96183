"""What all ensembles keep: threads and batches change no bit, members can be looked at."""

import copy
import math

import numpy as np
import pytest
from oracles.drifting_streams import drifting
from oracles.every_model import arrays_of
from oracles.python_learners import Frequencies

from driftline import _core, ensembles, sources
from driftline.detectors import ADWIN
from driftline.learners import AROW, GaussianNB, HoeffdingTreeClassifier
from driftline.transforms import OneHotEncoder, StandardScaler

SOON = {"drift_detector": ADWIN(delta=0.01), "warning_detector": ADWIN(delta=0.2)}
CLASSIFIERS = {
    "ADWINBaggingClassifier": {},
    "ADWINBoostingClassifier": {},
    "AdaBoostClassifier": {},
    "BaggingClassifier": {},
    "LeveragingBaggingClassifier": {},
    "SRPClassifier": SOON,
}
WITH_EVENTS = [
    name for name in CLASSIFIERS if name not in ("BaggingClassifier", "AdaBoostClassifier")
]
THREADED = [name for name in CLASSIFIERS if "Boost" not in name]


def made(name, model=None, **options):
    cls = getattr(ensembles, name)
    return cls(
        model=model or GaussianNB(), **{"n_models": 5, "seed": 3, **CLASSIFIERS[name], **options}
    )


def state(model):
    return {name: array.tobytes() for name, array in arrays_of(model).items()}


@pytest.mark.parametrize("threads", [2, 3, "all"])
@pytest.mark.parametrize("name", THREADED)
def test_threads_change_no_bit(name, threads):
    X, y = drifting(2000, labels=3, every=500, seed=1)
    alone, shared = made(name), made(name, threads=threads)

    assert (alone.predict_learn_many(X, y) == shared.predict_learn_many(X, y)).all()
    assert state(alone) == state(shared)
    assert (alone.predict_proba_many(X) == shared.predict_proba_many(X)).all()


@pytest.mark.parametrize("step", [1, 7, 300])
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_batches_of_any_size_teach_the_same_bits(name, step):
    X, y = drifting(900, labels=3, every=300, seed=2)
    whole, cut = made(name), made(name)

    expected = whole.predict_learn_many(X, y)
    said = [cut.predict_learn_many(X[i : i + step], y[i : i + step]) for i in range(0, 900, step)]

    assert np.concatenate(said).tolist() == expected.tolist()
    assert state(whole) == state(cut)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_learning_teaches_what_test_then_train_teaches(name):
    X, y = drifting(900, every=300, seed=2)
    one, other = made(name), made(name)

    one.learn_many(X, y)
    other.predict_learn_many(X, y)

    assert state(one) == state(other)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_copy_goes_on_as_if_it_had_never_stopped(name):
    X, y = drifting(1200, every=300, seed=2)
    model = made(name)
    model.learn_many(X[:700], y[:700])

    twin = copy.copy(model)

    assert (
        model.predict_learn_many(X[700:], y[700:]) == twin.predict_learn_many(X[700:], y[700:])
    ).all()
    assert model == twin


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in CLASSIFIERS),
        ("AdaBoostClassifier", {"preset": "moa"}),
        ("ADWINBoostingClassifier", {"preset": "moa"}),
    ],
)
def test_around_a_learner_of_python_it_says_the_same(name, options):
    X, y = drifting(700, every=250, seed=5)
    native, python = made(name, **options), made(name, Behind(GaussianNB()), **options)

    said = native.predict_learn_many(X, y).tolist()

    assert python.predict_learn_many(X, y).tolist() == said
    assert python.member_events == native.member_events
    assert python.member_errors == pytest.approx(native.member_errors, nan_ok=True)


class Behind:
    """A native learner that shows no more than a user's own would."""

    def __init__(self, model):
        self.model = model

    def learn_one(self, x, y, w=1.0):
        self.model.learn_one(x, y, w)

    def predict_one(self, x):
        return self.model.predict_one(x)

    def predict_proba_one(self, x):
        return self.model.predict_proba_one(x)


@pytest.mark.parametrize("name", THREADED)
def test_a_learner_without_weights_learns_a_row_several_times(name):
    rates = {"LeveragingBaggingClassifier": 6.0, "SRPClassifier": 6.0}
    model = made(name, Frequencies(), seed=1)

    model.learn_one({"f": 0.0}, "a")

    times = [_core.bagging_weight(rates.get(name, 1.0), 1, place, 0) for place in range(5)]
    assert [member.counts.get("a", 0) for member in model.members] == times


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_members_are_public_models_that_predict(name):
    X, y = drifting(400, seed=1)
    model = made(name)
    model.learn_many(X, y)

    members = model.members

    assert [type(member) for member in members] == [GaussianNB] * 5
    columns = model.member_columns
    for member, seen in zip(members, columns, strict=True):
        rows = [dict(zip(seen, row, strict=True)) for row in X[:, seen].tolist()]
        given = X if len(seen) == X.shape[1] else rows  # who sees some columns knows them by place
        hits = np.mean(np.array(member.predict_many(given)) == y)
        assert hits > 0.6 or {0, 1} - set(seen)  # it does not see what matters


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_events_tell_row_kind_and_member(name):
    X, y = drifting(1500, every=700, seed=1)
    model = made(name)
    model.learn_many(X, y)

    rows = [row for row, _, _ in model.events]

    assert rows == sorted(rows)
    assert 700 <= rows[-1] < 1500
    assert {kind for _, kind, _ in model.events} <= {"warning", "drift", "replacement"}
    assert [row for row, _, _ in model.member_events] == rows


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_errors_of_members_are_known(name):
    X, y = drifting(400, seed=1)
    model = made(name)
    assert all(math.isnan(error) for error in model.member_errors)

    model.learn_many(X, y)

    assert all(0.0 <= error <= 1.0 for error in model.member_errors)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_labels_may_come_at_any_time(name):
    X, y = drifting(600, labels=2, seed=1)
    y = np.where((np.arange(600) > 400) & (X[:, 2] > 0.5), "late", y.astype(str))
    model = made(name)

    model.learn_many(X, y)

    assert model.labels[-1] == "late"
    assert sum(model.predict_proba_one(X[0]).values()) == pytest.approx(1.0)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_pipelines_are_members_like_others(name):
    X, y = drifting(300, seed=1)
    rows = [{"a": x[0], "b": x[1], "c": "red" if x[2] > 0 else "blue"} for x in X.tolist()]
    step, whole = (made(name, OneHotEncoder() | StandardScaler() | AROW()) for _ in range(2))

    said = whole.predict_learn_many(rows, y)

    assert [step.predict_learn_one(*row) for row in zip(rows, y, strict=True)] == list(said)
    assert state(step) == state(whole)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_behind_a_scaler_an_ensemble_learns_as_predict_and_learn_do(name):
    X, y = drifting(600, every=250, seed=1)
    one, other = (StandardScaler() | made(name) for _ in range(2))

    said = one.predict_learn_many(X, y).tolist()
    expected = []
    for x, label in zip(X, y, strict=True):
        expected.append(other.predict_one(x))
        other.learn_one(x, label)

    assert said == expected
    assert state(one) == state(other)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_members_that_are_pipelines_tell_importances_by_the_names_their_trees_see(name):
    rows = [{"a": "xyz"[i % 3], "b": f"{i % 7}"} for i in range(600)]
    tree = HoeffdingTreeClassifier(grace_period=50, delta=0.01)
    # Of two columns a member of random patches would see one.
    sees_all = {"subspace_size": 2} if name == "SRPClassifier" else {}
    model = made(name, OneHotEncoder() | tree, n_models=3, **sees_all)
    model.learn_many(rows, [row["a"] == "y" for row in rows])

    importances = model.feature_importances
    assert set(importances) <= {"a_x", "a_y", "a_z", *(f"b_{i}" for i in range(7))}
    assert sum(importances.values()) == pytest.approx(1.0)
    assert max(importances, key=importances.get) in ("a_x", "a_y", "a_z")


@pytest.mark.parametrize("name", ensembles.__all__)
def test_number_that_is_not_whole_is_refused_under_its_name(name):
    cls = getattr(ensembles, name)
    given = next(iter(cls._unit_test_params()))

    for parameter in (cls._counted_by, "seed"):
        with pytest.raises(TypeError, match=rf"^{parameter} must be a whole number, not 2\.5$"):
            cls(**{**given, parameter: 2.5})
    if "threads" in cls(**given).params:
        with pytest.raises(TypeError, match=r"^threads must be a whole number, not 1\.5$"):
            cls(**{**given, "threads": 1.5})


def test_whole_numbers_of_numpy_are_taken():
    model = made("BaggingClassifier", n_models=np.int64(3), seed=np.uint8(2))
    assert (type(model.n_models), type(model.seed)) == (int, int)


@pytest.mark.parametrize("make", [sources.LED, sources.SEA, sources.RandomRBF, sources.Hyperplane])
def test_weights_do_not_follow_a_column_of_a_stream_with_the_same_seed(make):
    rows, seed = 4000, 1
    table = make(seed=seed, rows=rows).to_arrow().to_pandas()
    columns = np.column_stack([column.astype("category").cat.codes for _, column in table.items()])
    weights = np.array(
        [
            [_core.bagging_weight(1.0, seed, member, row) for member in range(8)]
            for row in range(rows)
        ]
    )

    together = np.corrcoef(columns.T, weights.T)[: columns.shape[1], columns.shape[1] :]

    assert np.abs(together).max() < 5.0 / math.sqrt(rows)


@pytest.mark.parametrize(
    "cls", [cls for cls in map(vars(ensembles).get, ensembles.__all__) if cls._auto]
)
def test_parameter_left_to_the_ensemble_is_what_auto_says(cls):
    plain = cls(seed=1)

    assert plain == cls(seed=1, **dict.fromkeys(cls._auto, "auto")) == cls(seed=1, **cls._auto)
    assert repr(plain) == f"{cls.__name__}(seed=1)"
