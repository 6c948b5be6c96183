import math
import statistics
from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.mixed_streams import (
    MISSING,
    NUMBERS,
    TEXTS,
    is_missing,
    is_text,
    named_rows,
    names_of,
    values_of,
)
from scipy.sparse import csr_array
from sklearn.impute import SimpleImputer

from driftline import learners
from driftline.transforms import Imputer, OneHotEncoder, StandardScaler

STRATEGIES = ["mean", "median", "most_frequent", "previous", "constant"]


def most_frequent(values):
    """Count 4 and "4" apart; of several as frequent the first met wins."""
    counts = Counter((is_text(value), value) for value in values)
    return max(counts, key=lambda key: counts[key])[1]


def fill_of(values, strategy, constant=0.0):
    """Return what stands in for a missing value of a column that has held these; None for none."""
    if not values or (strategy == "constant" and is_text(values[0]) != is_text(constant)):
        return None
    rules = {"mean": statistics.fmean, "median": statistics.median}
    rules |= {"most_frequent": most_frequent, "previous": lambda v: v[-1]}
    return constant if strategy == "constant" else rules[strategy](values)


def imputed(past, row, strategy, constant=0.0):
    out = {}
    for name in dict.fromkeys([*names_of(past), *row]):
        cell = row.get(name)
        fill = fill_of(values_of(past, name), strategy, constant)
        if not is_missing(cell):
            out[name] = cell
        elif fill is not None or name in row:
            out[name] = fill
    return out


def assert_same(ours, expected):
    assert ours.keys() == expected.keys()
    for name, value in expected.items():
        assert ours[name] == (pytest.approx(value) if isinstance(value, float) else value)


@given(named_rows(NUMBERS, MISSING), st.sampled_from(["mean", "constant"]))
def test_missing_number_becomes_what_its_column_has_had(rows, strategy):
    imputer = Imputer(strategy=strategy)

    for i, row in enumerate(rows):
        assert_same(imputer.transform_one(row), imputed(rows[:i], row, strategy))
        imputer.learn_one(row)


@given(
    named_rows(NUMBERS, TEXTS, MISSING),
    st.sampled_from(["most_frequent", "previous", "constant"]),
    st.sampled_from([0.0, 7.5, "none", ""]),
)
def test_missing_text_becomes_what_its_column_has_had(rows, strategy, constant):
    imputer = Imputer(strategy=strategy, fill_value=constant)

    for i, row in enumerate(rows):
        assert_same(imputer.transform_one(row), imputed(rows[:i], row, strategy, constant))
        imputer.learn_one(row)

    batch = Imputer(strategy=strategy, fill_value=constant)
    batch.learn_many(rows)
    assert batch == imputer
    for ours, row in zip(batch.transform_many(rows), rows, strict=True):
        assert_same(ours, imputed(rows, row, strategy, constant))


@given(st.lists(NUMBERS, min_size=1, max_size=64))
def test_median_of_64_values_is_exact(values):
    imputer = Imputer(strategy="median")
    imputer.learn_many([[value] for value in values])

    assert imputer.transform_one([None]) == [pytest.approx(statistics.median(values))]


def test_median_of_many_values_is_near():
    x = np.random.default_rng(2).exponential(size=5_000)
    imputer = Imputer(strategy="median")
    imputer.learn_many(x[:, None])

    # Off by 1 % of the values, as the tests of the robust scaler allow, is 0.02 here.
    assert imputer.transform_one([None])[0] == pytest.approx(np.median(x), abs=0.02)


@given(
    st.lists(st.tuples(NUMBERS, st.one_of(NUMBERS, st.just(math.nan))), min_size=1, max_size=20),
    st.sampled_from(["mean", "constant"]),
)
def test_rows_learned_are_filled_as_scikit_learn_fills_them(rows, strategy):
    """Its "most_frequent" takes the least of several, ours the first met: these differ."""
    X = np.array(rows)
    if np.isnan(X[:, 1]).all():
        X[0, 1] = 1.0
    imputer = Imputer(strategy=strategy)

    imputer.learn_many(X)

    whole = SimpleImputer(strategy=strategy, fill_value=0.0)
    np.testing.assert_allclose(imputer.transform_many(X), whole.fit_transform(X), atol=1e-12)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_indicator_tells_what_was_filled_in(strategy):
    imputer = Imputer(strategy=strategy, indicator=True)
    imputer.learn_many([{"a": 1.0, "b": None}, {"a": 1.0}])

    filled = 0.0 if strategy == "constant" else 1.0
    assert imputer.transform_one({"a": 5.0}) == {"a": 5.0, "a_missing": 0.0}
    assert imputer.transform_one({"a": None}) == {"a": filled, "a_missing": 1.0}
    # Nothing is known of b: it stays missing, and nothing tells so.
    assert imputer.transform_one({"b": None})["b"] is None
    assert imputer.outputs == ["a", "a_missing", "b", "b_missing"]


def test_weights_move_the_mean_and_the_most_frequent():
    mean, mode = Imputer(), Imputer(strategy="most_frequent")
    mean.learn_many([[1.0], [4.0]], [1.0, 2.0])
    mode.learn_many([["a"], ["b"], ["a"]], [1.0, 3.0, 1.0])

    assert mean.transform_one([None]) == [3.0]
    assert mode.transform_one([None]) == ["b"]


def test_values_beyond_the_bound_are_not_counted():
    imputer = Imputer(strategy="most_frequent", max_categories=2)
    imputer.learn_many([["a"], ["b"], ["c"], ["c"], ["c"], ["b"]])

    assert imputer.transform_one([None]) == ["b"]


TABLES = {"pandas": pd.DataFrame, "Polars": pl.DataFrame, "pyarrow": pa.table}


@pytest.mark.parametrize("kind", TABLES)
def test_table_gets_its_texts_and_its_lost_columns_back(kind):
    make, imputer = TABLES[kind], Imputer(strategy="previous")
    imputer.learn_many(make({"colour": ["red", "blue"], "size": [1.0, 2.0]}))

    same = imputer.transform_many(make({"colour": ["green", None], "size": [None, 4.0]}))
    less = imputer.transform_many(make({"size": [5.0, 6.0]}))

    assert list(same["colour"].to_pylist() if kind == "pyarrow" else same["colour"]) == [
        "green",
        "blue",
    ]
    assert np.asarray(same["size"]).tolist() == [2.0, 4.0]
    assert list(less["colour"].to_pylist() if kind == "pyarrow" else less["colour"]) == ["blue"] * 2


def test_texts_of_many_blocks_are_told_apart():
    """A batch is cut into blocks; each fills in texts of its own."""
    rows = [[None, f"t{i}"] for i in range(1_000)]
    imputer = Imputer(strategy="constant", fill_value="none")
    imputer.learn_one(["x", "y"])

    answered = imputer.transform_many(rows)

    assert answered == [["none", f"t{i}"] for i in range(1_000)]


def test_sparse_matrix_has_only_its_stored_missing_values_filled():
    X = csr_array(([2.0, np.nan, 4.0], [0, 1, 1], [0, 2, 3]), shape=(2, 3))
    imputer = Imputer()
    imputer.learn_many(X)

    filled = imputer.transform_many(X)

    assert filled.toarray().tolist() == [[2.0, 4.0, 0.0], [0.0, 4.0, 0.0]]


def test_filled_text_reaches_an_encoder_by_batch_as_by_row():
    rows = [{"colour": "red"}, {}, {"colour": None, "size": 1.0}, {"colour": "blue"}, {"size": 2.0}]
    batch, single = (
        Imputer(strategy="previous") | OneHotEncoder() | learners.SGDClassifier() for _ in range(2)
    )

    batch.learn_many(rows, [0, 1, 0, 1, 1])
    for row, label in zip(rows, [0, 1, 0, 1, 1], strict=True):
        single.learn_one(row, label)

    assert batch == single
    assert set(batch.weights) == {"colour_red", "colour_blue", "size_1", "size_2"}


def test_filled_text_passes_a_union():
    both = Imputer(strategy="constant", fill_value="none") + Imputer(strategy="previous")
    both.learn_one({"colour": "red"})

    # The later part shows in a dict; a list has both.
    assert both.transform_one({}) == {"colour": "red"}
    assert both.outputs == ["colour", "colour"]
    by_place = Imputer(strategy="constant", fill_value="none") + Imputer(strategy="previous")
    by_place.learn_one(["red"])
    assert by_place.transform_many([[None], ["blue"]]) == [["none", "red"], ["blue", "blue"]]


@pytest.mark.parametrize("strategy", ["mean", "median"])
def test_text_is_refused_where_numbers_are_averaged(strategy):
    with pytest.raises(ValueError, match="column 'colour', row 1: 'red' is not a number"):
        (Imputer(strategy=strategy) | OneHotEncoder()).learn_many([{"a": 1.0}, {"colour": "red"}])


def test_text_is_refused_where_the_next_step_takes_none():
    with pytest.raises(ValueError, match="column 'colour': 'red' is not a number"):
        (Imputer(strategy="previous") | StandardScaler()).learn_one({"colour": "red"})


def test_negative_filling_is_refused_before_a_model_of_counts():
    assert Imputer() | learners.MultinomialNB()
    with pytest.raises(ValueError, match="negative"):
        Imputer(strategy="constant", fill_value=-1.0) | learners.MultinomialNB()


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"strategy": "mode"}, "strategy must be one of 'mean', .*, not 'mode'"),
        ({"fill_value": math.nan}, "fill_value must be a text or finite, not nan"),
        ({"fill_value": math.inf}, "fill_value must be a text or finite, not inf"),
        ({"max_categories": 0}, "max_categories must be at least 1, not 0"),
    ],
)
def test_bad_parameter_is_named_with_its_value(bad, why):
    with pytest.raises(ValueError, match=why):
        Imputer(**bad)
