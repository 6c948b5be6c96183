import copy
import pickle
import threading

import numpy as np
import pandas as pd
import pytest
from oracles.python_learners import Frequencies, Mean, NativeInside, Notebook, Stumbler
from river import linear_model

from driftline.learners import AROW, OneVsOneClassifier, Pipeline
from driftline.sklearn import StreamClassifier
from driftline.state import StateError
from driftline.transforms import StandardScaler

X = np.array([[1.0, 30.0], [3.0, 10.0], [2.0, 20.0], [5.0, 40.0]])
Y = ["a", "b", "a", "a"]


def learner_in(pipeline):
    return pipeline[-1]


def stream(rows=200, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, 3)) * [1.0, 50.0, 0.1]
    y = np.array(["low", "mid", "high"])[np.digitize(X[:, 0], [-0.5, 0.5])].tolist()
    return X, y, rng.choice([0.0, 0.5, 1.0, 2.0], size=rows)


def test_learner_predicts_before_and_learns_after_the_transforms_learn_the_row():
    pipeline = StandardScaler(with_std=False) | Notebook()

    pipeline.predict_learn_one({"a": 2.0}, "x")
    pipeline.predict_learn_one({"a": 6.0}, "y")

    assert learner_in(pipeline).asked == [{"a": 0.0}, {"a": 4.0}]  # means before: none, 2
    assert learner_in(pipeline).learned == [({"a": 0.0}, "x", 1.0), ({"a": 2.0}, "y", 1.0)]


def test_python_learner_is_taught_and_asked_exactly_as_a_native_one():
    X, y, w = stream()
    ours, native = StandardScaler() | NativeInside(), StandardScaler() | AROW()
    names = [dict(enumerate(x)) for x in X.tolist()]

    answers = ours.predict_learn_many(names, y, w)

    assert answers == native.predict_learn_many(names, y, w)
    assert ours.predict_many(names) == native.predict_many(names)
    assert ours.predict_proba_many(names) == native.predict_proba_many(names)
    assert ours.labels == native.labels
    assert learner_in(ours).model.weights == native.weights


def test_several_transforms_learn_in_their_order():
    X, y, w = stream()
    two = [StandardScaler(), StandardScaler(with_std=False)]
    ours, native = Pipeline(*two, NativeInside()), Pipeline(*two, AROW())

    assert ours.predict_learn_many(X.tolist(), y, w) == native.predict_learn_many(X.tolist(), y, w)


def test_batch_teaches_what_its_rows_teach():
    X, y, w = stream(rows=20)
    batch, rows = StandardScaler() | Notebook(), StandardScaler() | Notebook()

    batch.learn_many(X, y, w)
    for x, label, weight in zip(X, y, w.tolist(), strict=True):
        rows.learn_one(x, label, weight)

    assert learner_in(batch).learned == learner_in(rows).learned


@pytest.mark.parametrize("nothing", [None, float("nan"), np.nan, pd.NA, pd.NaT])
def test_row_without_a_label_teaches_nothing_not_even_the_scaler(nothing):
    pipeline = StandardScaler() | Notebook()

    pipeline.learn_one([1.0], nothing)
    pipeline.predict_learn_many([[1.0]], [nothing])

    assert learner_in(pipeline).learned == []
    assert pipeline[0] == StandardScaler()


def test_row_of_weight_0_teaches_nothing():
    pipeline = StandardScaler() | Notebook()

    pipeline.learn_one([1.0], "a", 0.0)
    pipeline.learn_many([[1.0]], ["a"], [0.0])

    assert learner_in(pipeline).learned == []
    assert pipeline[0] == StandardScaler()


def test_weight_reaches_the_learner_that_takes_one_and_always_the_transforms():
    taking, silent = (StandardScaler() | learner() for learner in (Notebook, Frequencies))
    scaler = StandardScaler()

    taking.learn_many([[1.0], [4.0]], Y[:2], [2.0, 1.0])
    silent.learn_many([[1.0], [4.0]], Y[:2], [2.0, 1.0])
    scaler.learn_many([[1.0], [4.0]], [2.0, 1.0])

    assert [w for _, _, w in learner_in(taking).learned] == [2.0, 1.0]
    assert silent[0] == taking[0] == scaler


@pytest.mark.parametrize("name", ["predict_proba_one", "predict_proba_many", "labels"])
def test_probabilities_are_there_only_if_the_learner_tells_them(name):
    assert hasattr(StandardScaler() | Frequencies(), name)
    assert not hasattr(StandardScaler() | Mean(), name)


def test_bad_row_is_refused_even_if_it_has_no_label():
    with pytest.raises(ValueError, match="infinite"):
        (StandardScaler() | Notebook()).learn_one([float("inf")], None)
    with pytest.raises(ValueError, match="w must be at least 0"):
        (StandardScaler() | Notebook()).learn_one([1.0], "a", -1.0)


def test_width_is_fixed_by_the_transforms():
    pipeline = StandardScaler() | Notebook()
    pipeline.learn_many(X, Y)

    with pytest.raises(ValueError, match="the row has 3 columns, the model 2"):
        pipeline.predict_one([1.0, 2.0, 3.0])
    assert pipeline.schema.features == [0, 1]


@pytest.mark.parametrize("verb", ["learn_many", "predict_learn_many"])
def test_failing_learner_says_how_many_rows_were_learned(verb):
    pipeline = StandardScaler() | Stumbler()

    with pytest.raises(RuntimeError, match="stumbled") as caught:
        getattr(pipeline, verb)(X, Y)

    assert caught.value.rows_learned == 2
    assert learner_in(pipeline).counts == {"a": 1, "b": 1}


def test_learner_is_copied_in_and_steps_are_copies_again():
    learner = Frequencies()
    learner.learn_one({}, "old")
    pipeline = StandardScaler() | learner

    pipeline.learn_one([1.0], "new")
    pipeline["Frequencies"].learn_one({}, "elsewhere")

    assert learner.counts == {"old": 1}
    assert learner_in(pipeline).counts == {"old": 1, "new": 1}
    assert list(pipeline.steps) == ["StandardScaler", "Frequencies"]


@pytest.mark.parametrize("learner", [Notebook(), Frequencies(start=5)], ids=["plain", "cloning"])
def test_clone_is_untaught(learner):
    pipeline = StandardScaler(with_std=False) | learner
    pipeline.learn_many(X, Y)

    clone = pipeline.clone()

    assert vars(learner_in(clone)) == vars(learner)
    assert clone[0] == StandardScaler(with_std=False)


def test_clone_takes_new_parameters():
    pipeline = StandardScaler() | Frequencies()

    clone = pipeline.clone({"StandardScaler": {"with_std": False}, "Frequencies": {"start": 5}})

    assert clone[0].with_std is False
    assert clone[-1].start == 5


COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "clone": lambda model: model.clone(include_attributes=True),
}


@pytest.mark.parametrize("way", COPIES)
def test_copy_has_all_that_was_learned_and_goes_its_own_way(way):
    pipeline = StandardScaler() | Frequencies()
    pipeline.learn_many(X, Y)

    twin = COPIES[way](pipeline)
    assert twin == pipeline
    assert twin.labels == pipeline.labels
    twin.learn_one([1.0, 1.0], "c")

    assert twin != pipeline
    assert pipeline.labels == ["a", "b"]


def test_saving_says_that_a_python_object_cannot_be_saved(tmp_path):
    with pytest.raises(StateError, match=r"Notebook\(\) is a Python object"):
        (StandardScaler() | Notebook()).save(tmp_path / "model.safetensors")

    assert list(tmp_path.iterdir()) == []


def test_pipeline_shows_its_steps():
    assert repr(StandardScaler() | Notebook()) == "StandardScaler() | Notebook()"
    assert len(StandardScaler() | Notebook()) == 2


def test_memory_counts_what_the_learner_keeps():
    pipeline = StandardScaler() | Notebook()
    before = pipeline.memory

    pipeline.learn_many(np.ones((1_000, 3)), ["a"] * 1_000)

    assert pipeline.memory > before + 1_000 * 3 * 8


def test_pipeline_can_stand_behind_another_transform():
    inner = StandardScaler() | Frequencies()
    inner.learn_many(X, Y)

    outer = StandardScaler(with_std=False) | inner

    assert repr(outer) == "StandardScaler(with_std=False) | StandardScaler() | Frequencies()"
    assert outer.labels == ["a", "b"]
    assert outer.clone()[-1].counts == {}


def test_learner_of_river_ends_a_pipeline():
    pipeline = Pipeline(StandardScaler(), linear_model.LogisticRegression())
    X, y, _ = stream()

    answers = pipeline.predict_learn_many(X, [label == "high" for label in y])

    assert np.mean(answers[50:] == [label == "high" for label in y[50:]]) > 0.8


def test_sklearn_facade_takes_a_python_learner():
    X, y, _ = stream()

    model = StreamClassifier(StandardScaler() | NativeInside()).fit(X, y)

    assert model.score(X, y) == StreamClassifier(StandardScaler() | AROW()).fit(X, y).score(X, y)


def test_threads_see_whole_rows():
    pipeline = StandardScaler() | Frequencies()
    work = [threading.Thread(target=pipeline.learn_many, args=(X, Y)) for _ in range(8)]

    for thread in work:
        thread.start()
    for thread in work:
        thread.join()

    assert learner_in(pipeline).counts == {"a": 24, "b": 8}


@pytest.mark.parametrize("thing", [object(), Notebook, "text", 3])
def test_only_an_object_with_the_two_verbs_can_end_a_pipeline(thing):
    with pytest.raises(TypeError, match="cannot end a pipeline"):
        Pipeline(StandardScaler(), thing)


def test_python_learner_can_only_be_the_last_step():
    with pytest.raises(TypeError, match="only the last step"):
        Pipeline(Notebook(), AROW())


def test_pairs_need_one_of_our_own_linear_classifiers():
    with pytest.raises(TypeError, match=r"driftline's own linear classifiers, such as AROW\(\)"):
        OneVsOneClassifier(Notebook())
