"""State is a value: copies and files hold all of it, and only learning changes it."""

import copy
import math
import pickle

import numpy as np
import pytest
from oracles.every_model import (
    CLASSIFIERS,
    LEARNERS,
    MODELS,
    answer_one,
    answers,
    arrays_of,
    differing,
    grows_with_values,
    is_classifier,
    learn,
    learns_nothing,
    stream_for,
    targets_for,
    taught,
)
from scipy.sparse import csr_array

import driftline
from driftline.state import StateError, dumps, loads


def by_file(model, folder):
    model.save(folder / "model")
    return driftline.load(folder / "model")


def by_class(model, folder):
    model.save(str(folder / "model"))
    return type(model).load(str(folder / "model"))


WAYS = {
    "save": by_file,
    "class": by_class,
    "pickle": lambda model, _: pickle.loads(pickle.dumps(model)),
    "copy": lambda model, _: copy.copy(model),
    "deepcopy": lambda model, _: copy.deepcopy(model),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_model_taught_by_the_largest_and_smallest_weights_comes_back_from_its_file(name):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        stream = stream_for(MODELS[name](), rows=14, columns=2, labels=("a", "b"), seed=seed)
        weights = rng.choice([1e-300, 1e-120, 1.0, 1e99, 1e100], size=14)
        model = learn(MODELS[name](), stream.X, stream.y, weights)

        assert differing(loads(dumps(model)), model) == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MODELS)
def test_copy_and_file_hold_the_whole_state(name, way, tmp_path):
    model, stream = taught(name)
    more = stream_for(model, seed=9, labels=("a", "d", "b"))

    twin = WAYS[way](model, tmp_path)

    assert type(twin) is type(model)
    assert twin == model
    assert differing(twin, model) == []
    assert answers(twin, stream.X) == answers(model, stream.X)
    # What is not in the file would show in how the two go on.
    learn(twin, more.X, more.y, more.w)
    assert (twin == model) == learns_nothing(model)
    learn(model, more.X, more.y, more.w)
    assert differing(twin, model) == []


@pytest.mark.parametrize("name", MODELS)
def test_copy_of_a_model_that_met_negative_zeros_is_equal_and_stays_so(name):
    model = MODELS[name]()
    y = ["a", "b", "a"] if is_classifier(model) else [-0.0, -0.0, 0.0]

    for _ in range(3):
        twin = copy.copy(model)
        assert twin == model
        for each in (model, twin):
            learn(each, [[-0.0, 0.0], [1.0, -0.0], [-0.0, 2.0]], y)
        assert twin == model


@pytest.mark.parametrize("name", MODELS)
def test_copy_and_original_part_ways(name):
    model, stream = taught(name)
    before = dumps(model)

    twin = copy.copy(model)
    learn(twin, stream.X, stream.y)

    assert dumps(model) == before


@pytest.mark.parametrize("name", MODELS)
def test_untaught_model_can_be_copied_and_saved(name, tmp_path):
    model = MODELS[name]()

    assert [way(model, tmp_path) == model for way in WAYS.values()] == [True] * len(WAYS)


@pytest.mark.parametrize("name", LEARNERS)
def test_copy_widens_as_the_original_does_at_a_new_label(name):
    if "full" in name:
        return
    labels = ("a", "b") if is_classifier(MODELS[name]()) else (0.0, 1.0)
    model = learn(MODELS[name](), csr_array(np.eye(5)), [labels[i % 2] for i in range(5)])
    twin = copy.copy(model)

    narrow, new = csr_array(np.eye(3)), ["c" if is_classifier(model) else 2.0] * 3
    learn(model, narrow, new)
    learn(twin, narrow, new)

    assert differing(twin, model) == []


@pytest.mark.parametrize("name", MODELS)
def test_predicting_changes_no_state(name):
    model, stream = taught(name)
    before, bytes_held = dumps(model), model.memory

    answers(model, stream.X)
    answer_one(model, stream.X[0])

    assert dumps(model) == before
    assert model.memory == bytes_held


@pytest.mark.parametrize("name", MODELS)
def test_predicting_an_untaught_model_leaves_it_open_to_any_row(name):
    model = MODELS[name]()

    answers(model, [[1.0, 2.0]])
    answers(model, [{"a": 1.0}])

    assert differing(model, MODELS[name]()) == []


@pytest.mark.parametrize("name", MODELS)
def test_predicting_unknown_names_adds_none(name):
    model = MODELS[name]()
    rows = [{"a": 1.0, "b": 2.0}, {"a": 0.0, "b": 1.0}, {"b": 3.0}]
    y = targets_for(model, 3, ("a", "b"), np.random.default_rng(0))
    learn(model, rows, y)
    before, unknown = dumps(model), {f"new{i}": 1.0 for i in range(100)}

    answers(model, [{**rows[0], **unknown}])
    answer_one(model, {**unknown, **rows[0]})

    assert dumps(model) == before
    learn(model, [unknown], y[:1])  # they come as new now, with room for each
    assert model.schema.features == ["a", "b", *unknown]
    assert copy.copy(model) == model


@pytest.mark.parametrize("name", [name for name in MODELS if not grows_with_values(MODELS[name]())])
def test_memory_grows_with_columns_and_not_with_rows(name):
    small, _ = taught(name, rows=60)
    long, _ = taught(name, rows=600)
    wide, _ = taught(name, rows=60, columns=50)

    assert small.memory == long.memory
    assert isinstance(small.memory, int)
    held = [sum(a.nbytes for a in arrays_of(model).values()) for model in (small, wide)]
    assert held[1] / 2 < wide.memory < 4 * held[1] + 20_000
    assert wide.memory - small.memory >= (held[1] - held[0]) / 2


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_memory_counts_the_labels(name):
    model = MODELS[name]()
    learn(model, np.ones((8, 2)), ["a", "b"] * 4)
    few = model.memory

    learn(model, np.ones((30, 2)), [f"a label of many letters, number {i}" for i in range(30)])

    assert model.memory > few + 30 * 30


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e160, 1e300])
def test_model_that_diverged_can_still_be_copied_and_saved(name, scale):
    model = MODELS[name]()
    stream = stream_for(model)

    learn(model, stream.X / np.nanmax(stream.X) * scale, stream.y)

    assert copy.copy(model) == model
    assert differing(loads(dumps(model)), model) == []


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_label_that_is_no_plain_value_is_learned_but_cannot_be_saved(name, tmp_path):
    model = MODELS[name]()
    learn(model, [[1.0], [1.0]], [frozenset("a"), frozenset("a")])

    assert model.predict_one([1.0]) == frozenset("a")
    assert copy.copy(model) == model
    with pytest.raises(StateError, match="frozenset"):
        model.save(tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def test_label_too_long_for_a_file_is_refused_as_such():
    model = driftline.learners.AROW()
    model.learn_one([1.0], 10**5000)

    with pytest.raises(StateError):
        dumps(model)


@pytest.mark.parametrize("name", ["a", 1, 1.5, True, (1, "a"), ("x", (2, "y")), None, "intercept"])
def test_any_plain_name_of_a_feature_is_saved(name):
    model = driftline.learners.AROW()
    model.learn_one({name: 1.0}, "a")

    assert loads(dumps(model)) == model
    assert loads(dumps(model)).schema.features == [name]


PLAIN = [(1, 2), "x", 3, 2.5, True, ("a", (1, None)), math.inf, "\ud800", "", "\0", -(2**70)]


@pytest.mark.parametrize("label", PLAIN)
def test_saved_label_comes_back_as_the_same_object_type(label):
    model = driftline.learners.PriorClassifier()
    model.learn_one([1.0], label)

    (known,) = loads(dumps(model)).labels

    assert known == label
    assert type(known) is type(label)


def test_taught_part_of_a_pipeline_is_not_changed_by_it():
    scaler, model = driftline.transforms.StandardScaler(), driftline.learners.AROW()
    scaler.learn_one({"a": 1.0})
    model.learn_many([{"a": 1.0}, {"a": 2.0}], ["x", "y"])
    before = dumps(scaler), dumps(model)

    chain = scaler | model
    chain.learn_many([{"a": 1.0, "b": 2.0, "c": 3.0}] * 3, ["z", "x", "q"])

    assert (dumps(scaler), dumps(model)) == before
    assert model.predict_one({"a": 1.0, "b": 1.0}) in ("x", "y")
    model.learn_one({"b": 1.0}, "z")
    assert copy.copy(model) == model


def test_pipeline_of_one_step_is_that_step():
    chain, model = driftline.learners.Pipeline(driftline.learners.AROW()), driftline.learners.AROW()

    chain.learn_many([[1.0], [2.0], [3.0]], ["a", "b", "a"])
    model.learn_many([[1.0], [2.0], [3.0]], ["a", "b", "a"])

    assert chain.weights == model.weights
    assert chain.predict_one([1.0]) == model.predict_one([1.0])
    assert copy.copy(chain) == chain


def test_steps_of_a_pipeline_are_copies_with_what_they_learned():
    chain = driftline.transforms.StandardScaler() | driftline.learners.AROW()
    chain.learn_many([[1.0], [2.0], [3.0]], ["a", "b", "a"])
    before = dumps(chain)

    chain.steps["AROW"].learn_one([9.0], "c")
    scaler = chain.steps["StandardScaler"]

    assert dumps(chain) == before
    assert scaler.transform_one([2.0]) == [0.0]


def test_saving_replaces_an_older_file_whole(tmp_path):
    old, _ = taught("AROW")
    new, _ = taught("GaussianNB")

    old.save(tmp_path / "model")
    new.save(tmp_path / "model")

    assert driftline.load(tmp_path / "model") == new
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_loading_a_file_of_another_class_says_so(tmp_path):
    taught("AROW")[0].save(tmp_path / "model")

    with pytest.raises(StateError, match=r"holds a AROW|holds an AROW"):
        driftline.learners.LMS.load(tmp_path / "model")
