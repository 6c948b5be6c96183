"""Usual rows go a shorter way to the model than others: nothing but the time differs."""

import inspect

import numpy as np
import pytest
from oracles.every_model import LEARNERS, MODELS, arrays_of, differing, stream_for

from driftline import learners

NAMES = ["north", "east", "south", "west"]
ROWS = {
    "list": list,
    "tuple": tuple,
    "array": np.array,
    "strided array": lambda x: np.repeat(x, 3)[::3],
    "backward array": lambda x: np.array(x[::-1])[::-1],
    "floats of 32 bits": lambda x: np.array(x, np.float32),
    "swapped bytes": lambda x: np.array(x, ">f8"),
    "a missing value": lambda x: [x[0], float("nan"), *x[2:]],
    "none": lambda x: [None, *x[1:]],
    "integers": lambda x: [v if v != v else round(v) for v in x],
    "dict": lambda x: dict(zip(NAMES, x, strict=False)),
    "dict in another order": lambda x: dict(reversed(list(zip(NAMES, x, strict=False)))),
    "dict that lacks one": lambda x: dict(zip(NAMES[1:], x[1:], strict=False)),
}


def rows_of(model, kind, count=60):
    stream = stream_for(model, rows=count)
    X = [[float(v) for v in row[:4]] for row in stream.X]
    targets = list(stream.y)
    if kind in ("integers", "floats of 32 bits"):
        X = [[float(np.float32(abs(v))) for v in row] for row in X]
    return [ROWS[kind](row) for row in X], targets


def outcome(verb, *given, **named):
    """What a call gives, or what it complains about: not every model takes every row."""
    try:
        return verb(*given, **named)
    except (TypeError, ValueError) as error:
        return str(error)


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("name", LEARNERS)
def test_rows_given_by_position_and_by_name_teach_the_same(name, kind):
    quick, slow = MODELS[name](), MODELS[name]()
    rows, targets = rows_of(quick, kind)

    for x, y in zip(rows, targets, strict=True):
        said = outcome(slow.predict_one, x=x), outcome(slow.predict_learn_one, x=x, y=y)
        assert (outcome(quick.predict_one, x), outcome(quick.predict_learn_one, x, y)) == said
        assert outcome(quick.learn_one, x, y) == outcome(slow.learn_one, x=x, y=y)

    assert differing(quick, slow) == []


CHANGES = {
    "a value": lambda x: x.update(east=x["east"] + 1.0),
    "a value and back": lambda x: (x.update(east=9.0), x.update(east=0.5)),
    "a column less": lambda x: x.pop("west"),
    "a column more": lambda x: x.update(up=1.0),
    "one column for another": lambda x: (x.pop("west"), x.update(up=1.0)),
    "text": lambda x: x.update(east="far"),
    "an infinite value": lambda x: x.update(east=float("inf")),
    "nothing": lambda x: None,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", LEARNERS)
def test_dict_that_changed_since_it_was_predicted_is_read_anew(name, change):
    kept, fresh = MODELS[name](), MODELS[name]()
    rows, targets = rows_of(kept, "dict", count=20)
    for x, y in zip(rows, targets, strict=True):
        outcome(kept.learn_one, x, y)
        outcome(fresh.learn_one, dict(x), y)

    for x, y in zip(rows, targets, strict=True):
        outcome(kept.predict_one, x)
        CHANGES[change](x)
        assert outcome(kept.learn_one, x, y) == outcome(fresh.learn_one, dict(x), y)
        assert outcome(kept.predict_one, x) == outcome(fresh.predict_one, dict(x))

    assert differing(kept, fresh) == []


def test_dict_of_an_object_is_read_anew_when_an_attribute_is_set():
    class Reading:
        def __init__(self):
            self.north, self.east = 1.0, 2.0

    kept, fresh, reading = learners.PAClassifier(), learners.PAClassifier(), Reading()
    for step in range(50):
        kept.predict_one(vars(reading))
        reading.north = float(step % 7)
        kept.learn_one(vars(reading), step % 2)
        fresh.learn_one({"north": float(step % 7), "east": 2.0}, step % 2)

    assert differing(kept, fresh) == []


@pytest.mark.parametrize("name", LEARNERS)
def test_verbs_say_what_they_take(name):
    model = MODELS[name]()
    assert str(inspect.signature(model.predict_one)) == "(x)"
    for verb in (model.learn_one, model.predict_learn_one):
        assert list(inspect.signature(verb).parameters) == ["x", "y", "w"]


def test_class_of_ones_own_is_asked_first():
    met = []

    class Own(learners.PAClassifier):
        def learn_one(self, x, y, w=1.0):
            met.append(y)
            super().learn_one(x, y, w)

    class Mixin:
        def predict_one(self, x):
            return super().predict_one(x), "mixed"

    class Both(Mixin, Own):
        pass

    model, plain = Both(), learners.PAClassifier()
    for y in (0, 1, 0):
        model.learn_one([float(y), 1.0], y)
        plain.learn_one([float(y), 1.0], y)
    assert met == [0, 1, 0]
    for row in ([0.0, 1.0], [5, 1]):
        assert model.predict_one(row) == (plain.predict_one(row), "mixed")


def test_model_that_was_never_made_raises():
    class Bare(learners.PAClassifier):
        def __init__(self):
            pass

    with pytest.warns(RuntimeWarning, match="uninitialized"), pytest.raises(TypeError):
        Bare().predict_one([1.0])


def test_verb_of_another_object_is_refused():
    with pytest.raises(TypeError):
        learners.PAClassifier.predict_one(3, [1.0])


@pytest.mark.parametrize("given", [(), ([1.0, 2.0],), ([1.0, 2.0], 1, 1.0, 4), ([1.0],) * 20])
def test_wrong_number_of_arguments_raises(given):
    model = learners.PAClassifier()
    with pytest.raises(TypeError, match="learn_one"):
        model.learn_one(*given)


def test_row_that_does_not_fit_is_told_as_ever_and_changes_nothing():
    model = learners.PAClassifier()
    model.learn_one([1.0, 2.0], 0)
    model.learn_one([2.0, 1.0], 1)
    before = arrays_of(model)

    for row, why in (
        ([1.0], "the row has 1 columns, the model 2"),
        ([1.0, float("inf")], "column 1: the value is infinite"),
        (np.array([float("-inf"), 1.0]), "column 0: the value is infinite"),
        ({"a": 1.0}, "without names"),
    ):
        with pytest.raises(ValueError, match=why):
            model.learn_one(row, 0)
        with pytest.raises(ValueError, match=why):
            model.predict_one(row)

    after = arrays_of(model)
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_labels_are_the_same_by_text_as_by_object():
    model = learners.PriorClassifier()
    for letters in (["y", "es"], ["n", "o"], ["y", "es"]):
        model.learn_one([1.0], "".join(letters))
    assert model.labels == ["yes", "no"]
