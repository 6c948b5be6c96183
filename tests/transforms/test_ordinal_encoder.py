import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.mixed_streams import MISSING, NUMBERS, TEXTS, is_missing, named_rows, values_of
from river import preprocessing

from driftline import learners
from driftline.transforms import OrdinalEncoder


def encoded(past, row, unknown, most):
    """Number the values of each column in the order they came; 4 and "4" are two values."""
    out = {}
    for name, cell in row.items():
        known = list(dict.fromkeys((type(v) is str, v) for v in values_of(past, name)))[:most]
        if is_missing(cell):
            out[name] = None
        else:
            key = (type(cell) is str, cell)
            out[name] = known.index(key) if key in known else unknown
    return out


@given(
    named_rows(NUMBERS, TEXTS, MISSING),
    st.sampled_from([-1.0, None, 99.0]),
    st.sampled_from([1, 3, 100]),
)
def test_values_are_numbered_in_the_order_they_came(rows, unknown, most):
    encoder = OrdinalEncoder(unknown_value=unknown, max_categories=most)

    for i, row in enumerate(rows):
        assert encoder.transform_one(row) == encoded(rows[:i], row, unknown, most)
        encoder.learn_one(row)

    batch = OrdinalEncoder(unknown_value=unknown, max_categories=most)
    batch.learn_many(rows)
    assert batch == encoder
    assert batch.transform_many(rows) == [encoded(rows, row, unknown, most) for row in rows]


@given(named_rows(TEXTS))
def test_codes_are_those_of_river(rows):
    ours, theirs = OrdinalEncoder(), preprocessing.OrdinalEncoder(unknown_value=-1)

    for row in rows:
        assert ours.transform_one(row) == theirs.transform_one(row)
        ours.learn_one(row)
        theirs.learn_one(row)


def test_zero_and_minus_zero_are_one_value():
    encoder = OrdinalEncoder()
    encoder.learn_many([[0.0], [-0.0], [1.0]])

    assert encoder.transform_many([[-0.0], [1.0]]) == [[0.0], [1.0]]


def test_table_keeps_its_columns_and_its_missing_values():
    encoder = OrdinalEncoder(unknown_value=None)
    table = pd.DataFrame({"colour": ["red", None, "blue"], "size": [3.0, 4.0, 3.0]})

    encoder.learn_many(table)

    expected = pd.DataFrame({"colour": [0.0, None, 1.0], "size": [0.0, 1.0, 0.0]})
    pd.testing.assert_frame_equal(encoder.transform_many(table), expected)
    new = pd.DataFrame({"colour": ["green"]})
    assert encoder.transform_many(new)["colour"].isna().tolist() == [True]


def test_it_may_stand_before_a_model_of_counts_if_unknown_is_not_negative():
    assert OrdinalEncoder(unknown_value=0) | learners.MultinomialNB()
    assert OrdinalEncoder(unknown_value=None) | learners.MultinomialNB()
    with pytest.raises(ValueError, match="negative"):
        OrdinalEncoder() | learners.MultinomialNB()


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"max_categories": 0}, "max_categories must be at least 1, not 0"),
        ({"unknown_value": float("inf")}, "unknown_value must be finite, not inf"),
    ],
)
def test_bad_parameter_is_named_with_its_value(bad, why):
    with pytest.raises(ValueError, match=why):
        OrdinalEncoder(**bad)
