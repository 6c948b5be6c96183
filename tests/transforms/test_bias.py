import math

import pytest
from hypothesis import given
from oracles.mixed_streams import MISSING, NUMBERS, TEXTS, is_missing, named_rows

from driftline import learners
from driftline.transforms import Bias, Discard, OneHotEncoder, Select, StandardScaler


@given(named_rows(NUMBERS, TEXTS, MISSING))
def test_row_gets_the_constant_and_keeps_the_rest(rows):
    bias = Bias(value=0.5)
    bias.learn_many(rows)

    for row in rows:
        plain = {name: None if is_missing(cell) else cell for name, cell in row.items()}
        assert bias.transform_one(row) == {"bias": 0.5, **plain}


def test_constant_stands_first_among_positions():
    bias = Bias()
    bias.learn_one([4.0, 5.0])

    assert bias.transform_one([4.0, 5.0]) == [1.0, 4.0, 5.0]
    assert bias.outputs == ["bias", 0, 1]


def test_weight_of_the_constant_is_an_intercept():
    rows = [{"a": 1.0}, {"a": 3.0}, {"a": 2.0}] * 20
    y = [2.0, 6.0, 4.0] * 20
    own = learners.PARegressor(fit_intercept=True)
    chain = Bias() | learners.PARegressor(fit_intercept=False)

    own.learn_many(rows, y)
    chain.learn_many(rows, y)

    assert chain.weights["bias"] == pytest.approx(own.intercept)
    assert chain.weights["a"] == pytest.approx(own.weights["a"])


def test_only_the_constant_joins_a_union_behind_an_empty_choice():
    both = StandardScaler() + (Select() | Bias())
    both.learn_one({"a": 1.0})

    assert both.transform_one({"a": 1.0}) == {"a": 0.0, "bias": 1.0}


def test_text_passes_to_who_takes_it_and_is_refused_by_who_does_not():
    takes = Bias() | OneHotEncoder()
    takes.learn_one({"colour": "red"})

    assert takes.transform_one({"colour": "red"}) == {"bias_1": 1.0, "colour_red": 1.0}
    with pytest.raises(ValueError, match="column 'colour': 'red' is not a number"):
        (Bias() | StandardScaler()).learn_one({"colour": "red"})
    with pytest.raises(ValueError, match="column 'colour': 'red' is not a number"):
        (Discard("size") | Bias() | learners.AROW()).learn_one({"colour": "red"}, 1)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_bad_value_is_named(value):
    with pytest.raises(ValueError, match=f"value must be finite, not {value}"):
        Bias(value=value)
