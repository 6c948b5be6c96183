import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import as_csr, as_dict, streams
from river.feature_extraction import PolynomialExtender
from sklearn.preprocessing import PolynomialFeatures as SklearnsFeatures

from driftline import learners
from driftline.transforms import PolynomialFeatures

DEGREES = st.integers(1, 4)


def products(d, degree, interaction_only):
    """Return the columns of each product of d columns, those of the last column last."""
    choose = itertools.combinations if interaction_only else itertools.combinations_with_replacement
    every = [c for n in range(1, degree + 1) for c in choose(range(d), n)]
    return sorted(every, key=lambda columns: columns[::-1])


def name(columns):
    powers = {c: columns.count(c) for c in columns}
    return "*".join(f"f{c}^{p}" if p > 1 else f"f{c}" for c, p in powers.items())


@given(streams(), DEGREES, st.booleans(), st.booleans())
def test_row_holds_every_product_and_a_missing_factor_makes_it_missing(
    stream, degree, interaction_only, include_bias
):
    model = PolynomialFeatures(
        degree=degree, interaction_only=interaction_only, include_bias=include_bias
    )
    chosen = products(stream.X.shape[1], degree, interaction_only)
    expected = [[math.prod(x[c] for c in columns) for columns in chosen] for x in stream.X]
    expected = np.array(expected)
    if include_bias:
        expected = np.insert(expected, 0, 1.0, axis=1)

    # Eighths: products of four are exact.
    np.testing.assert_array_equal(model.transform_many(stream.X), expected)


@given(streams(), DEGREES, st.booleans())
def test_dict_holds_the_products_of_what_it_has_by_name(stream, degree, interaction_only):
    model = PolynomialFeatures(degree=degree, interaction_only=interaction_only)
    d = stream.X.shape[1]
    model.learn_one({f"f{i}": 1.0 for i in range(d)})

    for x in stream.X:
        chosen = [c for c in products(d, degree, interaction_only) if not np.isnan(x[[*c]]).any()]
        expected = {name(columns): math.prod(x[c] for c in columns) for columns in chosen}
        assert model.transform_one(as_dict(x)) == expected


@given(streams(missing=False), DEGREES, st.booleans())
def test_sparse_matrix_stays_sparse_and_holds_the_same(stream, degree, interaction_only):
    model = PolynomialFeatures(degree=degree, interaction_only=interaction_only)
    model.learn_many(stream.X)

    sparse = model.transform_many(as_csr(stream.X))

    assert type(sparse) is type(as_csr(stream.X))
    np.testing.assert_array_equal(sparse.toarray(), model.transform_many(stream.X))


@given(streams(missing=False), DEGREES, st.booleans(), st.booleans())
def test_products_are_those_of_sklearn_in_another_order(
    stream, degree, interaction_only, include_bias
):
    options = {
        "degree": degree,
        "interaction_only": interaction_only,
        "include_bias": include_bias,
    }

    ours = PolynomialFeatures(**options).transform_many(stream.X)

    theirs = SklearnsFeatures(**options).fit_transform(stream.X)
    assert sorted(map(tuple, ours.T.tolist())) == sorted(map(tuple, theirs.T.tolist()))


@given(streams(missing=False), DEGREES, st.booleans())
def test_products_are_those_of_river_which_writes_powers_out(stream, degree, interaction_only):
    ours = PolynomialFeatures(degree=degree, interaction_only=interaction_only)
    theirs = PolynomialExtender(degree=degree, interaction_only=interaction_only)

    def spelled(name):
        factors = (factor.partition("^") for factor in name.split("*"))
        return "*".join(base for base, _, power in factors for _ in range(int(power or 1)))

    for x in stream.X:
        answer = ours.transform_one(as_dict(x))
        assert {spelled(n): v for n, v in answer.items()} == theirs.transform_one(as_dict(x))


@pytest.mark.parametrize("interaction_only", [False, True])
@pytest.mark.parametrize("degree", [1, 2, 3, 5])
def test_column_that_comes_later_moves_no_product(degree, interaction_only):
    model = PolynomialFeatures(degree=degree, interaction_only=interaction_only)
    before = []
    for i in range(6):
        model.learn_one({f"f{i}": 1.0})

        assert model.outputs[: len(before)] == before
        assert model.outputs == [name(c) for c in products(i + 1, degree, interaction_only)]
        before = model.outputs


def test_learner_behind_it_finds_an_interaction():
    rows = [{"a": a, "b": b} for a in (-1.0, 1.0) for b in (-1.0, 1.0)] * 100
    model = PolynomialFeatures(interaction_only=True) | learners.LMS(learning_rate=0.05)

    model.learn_many(rows, [x["a"] * x["b"] for x in rows])

    assert model.weights == pytest.approx({"a": 0.0, "b": 0.0, "a*b": 1.0}, abs=1e-3)


def test_product_too_large_for_a_number_is_missing():
    model = PolynomialFeatures()

    assert model.transform_one({"a": 1e200}) == {"a": 1e200}
    assert model.transform_one([1e200]) == [1e200, None]


def test_stored_missing_value_of_a_sparse_matrix_is_missing_in_its_products():
    X = as_csr(np.array([[2.0, 3.0, 0.0]]))
    X.data[0] = np.nan

    answer = PolynomialFeatures().transform_many(X).toarray()[0]

    # a, a^2, b, a*b, b^2, c, a*c, b*c, c^2
    np.testing.assert_array_equal(answer, [np.nan, np.nan, 3, np.nan, 9, 0, 0, 0, 0])


def test_wide_sparse_rows_cost_what_they_store():
    X = as_csr(np.zeros((1, 3)))
    wide = type(X)(([2.0, 3.0], [5, 40_000], [0, 2]), shape=(1, 50_000))
    model = PolynomialFeatures()

    answer = model.transform_many(wide)

    assert sorted(answer.data) == [2.0, 3.0, 4.0, 6.0, 9.0]
    assert answer.shape == (1, 50_000 * 50_003 // 2)


@pytest.mark.parametrize("degree", [0, -1, 11])
def test_degree_out_of_range_is_refused(degree):
    with pytest.raises(ValueError, match=f"degree .*{degree}"):
        PolynomialFeatures(degree=degree)
