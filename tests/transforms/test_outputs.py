"""What a transform puts out has names, in whatever form the row came."""

import types

import numpy as np
import pandas as pd
import pytest

from driftline import transforms
from driftline.sklearn import StreamTransformer

MADE = {
    "OneHotEncoder": (transforms.OneHotEncoder, {"a_1": 1.0, "b_2": 1.0}),
    "PolynomialFeatures": (
        transforms.PolynomialFeatures,
        {"a": 1.0, "a^2": 1.0, "b": 2.0, "a*b": 2.0, "b^2": 4.0},
    ),
    "Lags": (transforms.Lags, {"a_lag1": 1.0, "b_lag1": 2.0}),
    "Select": (lambda: transforms.Select("b"), {"b": 2.0}),
}
ROWS = {"dict": dict, "read-only": types.MappingProxyType, "pandas": pd.Series}


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("name", MADE)
def test_row_with_names_is_answered_by_a_dict(name, kind):
    make, expected = MADE[name]
    model = make()
    model.learn_one({"a": 1.0, "b": 2.0})

    assert model.transform_one(ROWS[kind]({"a": 1.0, "b": 2.0})) == expected


@pytest.mark.parametrize("name", MADE)
def test_outputs_are_the_names_of_what_is_put_out(name):
    make, expected = MADE[name]
    model = make()

    assert model.outputs == []
    model.learn_one({"a": 1.0, "b": 2.0})
    assert model.outputs == list(expected)


def test_outputs_of_a_scaler_are_its_columns():
    by_name, by_place = transforms.StandardScaler(), transforms.StandardScaler()
    by_name.learn_one({"a": 1.0, "b": 2.0})
    by_place.learn_one([1.0, 2.0])

    assert by_name.outputs == ["a", "b"]
    assert by_place.outputs == [0, 1]


def test_outputs_of_a_chain_are_those_of_its_last_step():
    chain = transforms.Select("b", "c") | transforms.PolynomialFeatures()
    chain.learn_one({"a": 1.0, "b": 2.0, "c": 3.0})

    assert chain.outputs == ["b", "b^2", "c", "b*c", "c^2"]


@pytest.mark.parametrize("name", MADE)
def test_sklearns_facade_names_features_by_the_columns_of_the_frame(name):
    make, expected = MADE[name]
    frame = pd.DataFrame({"a": [1.0, 1.0], "b": [2.0, 2.0]})
    facade = StreamTransformer(make() if name != "Select" else transforms.Select("1"))

    answer = facade.set_output(transform="pandas").fit_transform(frame)

    assert list(facade.get_feature_names_out()) == list(answer.columns)
    assert [*answer.columns] == list(expected)
    assert answer.iloc[0].tolist() == list(expected.values())


def test_facade_of_a_chain_names_what_the_chain_puts_out():
    chain = transforms.StandardScaler() | transforms.RandomFourierFeatures(n_components=2)
    facade = StreamTransformer(chain).fit(np.eye(3))

    assert facade.get_feature_names_out(["x", "y", "z"]).tolist() == ["rff_0", "rff_1"]
    with pytest.raises(ValueError, match="input_features"):
        facade.get_feature_names_out(["x"])
