"""Tables of any kind go into a pipeline that ends in a Python learner, and shape its answers."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from oracles.python_learners import Frequencies, Mean, Notebook
from scipy import sparse

from driftline.learners import Pipeline
from driftline.transforms import StandardScaler

X = np.array([[1.0, 30.0], [3.0, 10.0], [2.0, 20.0], [5.0, 40.0]])
Y = ["a", "b", "a", "a"]


def learner_in(pipeline):
    return pipeline[-1]


TABLES = {
    "numpy": (lambda: X, np.ndarray),
    "list": (X.tolist, list),
    "dicts": (lambda: [{"p": p, "q": q} for p, q in X.tolist()], list),
    "pandas": (lambda: pd.DataFrame(X, columns=["p", "q"], index=list("wxyz")), pd.Series),
    "polars": (lambda: pl.DataFrame(X, schema=["p", "q"]), pl.Series),
    "pyarrow": (lambda: pa.table({"p": X[:, 0], "q": X[:, 1]}), pa.Array),
    "csr": (lambda: sparse.csr_array(X), np.ndarray),
}


@pytest.mark.parametrize("kind", TABLES)
def test_answers_come_back_in_the_kind_of_the_table(kind):
    make, wanted = TABLES[kind]
    pipeline = StandardScaler() | Frequencies()

    pipeline.learn_many(make(), Y)
    answers = pipeline.predict_many(make())

    assert isinstance(answers, wanted)
    assert list(map(str, answers)) == ["a"] * 4


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("front", [[], [StandardScaler()]], ids=["alone", "scaled"])
def test_every_kind_of_table_gives_the_learner_the_same_numbers(kind, front):
    plain, other = Pipeline(*front, Notebook()), Pipeline(*front, Notebook())

    plain.learn_many(X.tolist(), Y)
    other.learn_many(TABLES[kind][0](), Y)

    expected = [list(x.values()) for x, _, _ in learner_in(plain).learned]
    assert [list(x.values()) for x, _, _ in learner_in(other).learned] == expected


def test_frame_keeps_its_index():
    pipeline = StandardScaler() | Frequencies()
    frame = TABLES["pandas"][0]()
    pipeline.learn_many(frame, ["a"] * 4)

    assert pipeline.predict_many(frame).to_dict() == dict.fromkeys("wxyz", "a")
    assert pipeline.predict_proba_many(frame).columns.tolist() == ["a"]


def test_reader_that_can_be_read_only_once_is_enough():
    table = TABLES["pyarrow"][0]()
    pipeline = StandardScaler() | Frequencies()

    answers = pipeline.predict_learn_many(table.to_reader(), Y)

    assert answers.to_pylist() == [None, "a", "a", "a"]


def test_answers_before_the_first_label_are_none():
    pipeline = StandardScaler() | Frequencies()

    assert pipeline.predict_learn_many(X, Y).tolist() == [None, "a", "a", "a"]
    assert (StandardScaler() | Frequencies()).predict_many(X.tolist()) == [None] * 4


def test_regressor_answers_numbers():
    pipeline = StandardScaler() | Mean()

    answers = pipeline.predict_learn_many(X, [1.0, 2.0, 6.0, 0.0], [1.0, 3.0, 0.0, 1.0])

    assert answers.dtype == np.float64
    assert answers.tolist() == [0.0, 1.0, 1.75, 1.75]


@pytest.mark.parametrize(("y", "order"), [([True, False], [False, True]), (["b", "a"], ["b", "a"])])
def test_probabilities_stand_in_the_order_of_the_labels(y, order):
    pipeline = StandardScaler() | Frequencies()

    pipeline.learn_many(X[:3], [*y, y[0]])

    assert pipeline.labels == order
    assert pipeline.predict_proba_one(X[0]) == {y[0]: 2 / 3, y[1]: 1 / 3}
    assert pipeline.predict_proba_many(X[:1])[0, order.index(y[0])] == 2 / 3


def test_learner_alone_gets_the_rows_as_they_are_without_missing_values():
    pipeline = Pipeline(Notebook())

    pipeline.learn_many([{"word": "hail", "n": None}, {"n": 1, "m": float("nan")}], Y[:2])
    pipeline.learn_one(np.array([7.0, np.nan]), "a")

    assert [x for x, _, _ in learner_in(pipeline).learned] == [{"word": "hail"}, {"n": 1}, {0: 7.0}]


def test_labels_of_numpy_become_plain_ones():
    pipeline = Pipeline(Notebook())

    pipeline.learn_one([1.0], np.bool_(True))
    pipeline.learn_many(X[:2], np.array([3, 4]))
    pipeline.learn_many(X[:2], pd.Series(["u", "v"], dtype="category"))

    assert [(y, type(y)) for _, y, _ in learner_in(pipeline).learned] == [
        *((True, bool), (3, int), (4, int)),
        *(("u", str), ("v", str)),
    ]


BAD_BATCHES = {
    "infinity": ([[1.0], [float("inf")]], Y[:2], None, "column 0, row 1: the value is infinite"),
    "text": ([{"a": 1.0}, {"a": "x"}], Y[:2], None, "column 'a', row 1: 'x' is not a number"),
    "labels": ([[1.0], [2.0]], Y[:3], None, "y has 3 entries, X has 2 rows"),
    "weights": ([[1.0], [2.0]], Y[:2], [1.0], "w has 1 entries, X has 2 rows"),
    "weight": ([[1.0], [2.0]], Y[:2], [1.0, -1.0], "w, row 1: a weight must be at least 0"),
    "shape": (np.ones(2), Y[:2], None, "X must be 2-D"),
}


@pytest.mark.parametrize("why", BAD_BATCHES)
@pytest.mark.parametrize("verb", ["learn_many", "predict_learn_many"])
def test_bad_batch_raises_before_anything_is_learned(why, verb):
    rows, y, w, message = BAD_BATCHES[why]
    pipeline = StandardScaler() | Notebook()

    with pytest.raises(ValueError, match=message):
        getattr(pipeline, verb)(rows, y, w)

    assert learner_in(pipeline).learned == []
    assert pipeline[0] == StandardScaler()


def test_frame_with_a_name_twice_is_refused():
    frame = pd.DataFrame([[1.0, 2.0]], columns=["p", "p"])

    with pytest.raises(ValueError, match="column 'p': the table has it twice"):
        Pipeline(Notebook()).learn_many(frame, ["a"])


def test_empty_batch_changes_nothing():
    pipeline = StandardScaler() | Frequencies()

    pipeline.learn_many([], [])

    assert pipeline == StandardScaler() | Frequencies()
    assert pipeline.predict_many([]) == []
    assert pipeline.predict_many(np.empty((0, 2))).tolist() == []
