import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sgd_streams import as_csr, as_dict, streams
from sklearn.kernel_approximation import RBFSampler

from driftline import learners
from driftline.transforms import RandomFourierFeatures

MASK = 2**64 - 1


def mixed(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def fnv(text):
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = ((state ^ byte) * 0x100000001B3) & MASK
    return mixed(state)


def branch(seed, purpose):
    key = mixed((seed + 0xD1342543DE82EF95) & MASK)
    key ^= mixed(((purpose + 1) * 0x9FB21C651E98DF25) & MASK)
    return mixed((key + 0xD1342543DE82EF95) & MASK)


def bits(key, draw, row):
    lane = mixed((key + (draw + 1) * 0xDA942042E4DD58B5) & MASK)
    return mixed((lane + row * 0x9E3779B97F4A7C15) & MASK)


def offsets(n, seed):
    return np.array([2 * math.pi * (bits(branch(seed, 0), 0, j) >> 11) / 2**53 for j in range(n)])


def normal(key, draw, j):
    """Box and Muller: the first share is never 0."""
    share = ((bits(key, draw, 2 * j) >> 12) + 0.5) / 2**52
    angle = 2 * math.pi * (bits(key, draw, 2 * j + 1) >> 11) / 2**53
    return math.sqrt(-2 * math.log(share)) * math.cos(angle)


def weights(names, n, gamma, seed):
    drawn = [[normal(branch(seed, 1), fnv(name), j) for j in range(n)] for name in names]
    return math.sqrt(2 * gamma) * np.array(drawn).reshape(len(names), n)


COMPONENTS = st.sampled_from([1, 2, 7])
GAMMAS = st.sampled_from([0.1, 1.0, 3.0])


@given(streams(), COMPONENTS, GAMMAS, st.integers(0, 2**60))
def test_waves_are_cosines_of_weighted_sums(stream, n, gamma, seed):
    model = RandomFourierFeatures(n_components=n, gamma=gamma, seed=seed)
    W = weights([str(j) for j in range(stream.X.shape[1])], n, gamma, seed)

    Z = model.transform_many(stream.X)

    expected = math.sqrt(2 / n) * np.cos(np.nan_to_num(stream.X) @ W + offsets(n, seed))
    np.testing.assert_allclose(Z, expected, rtol=0, atol=1e-12)
    sampler = RBFSampler(gamma=gamma, n_components=n).fit(np.zeros((1, stream.X.shape[1])))
    sampler.random_weights_, sampler.random_offset_ = W, offsets(n, seed)
    np.testing.assert_allclose(Z, sampler.transform(np.nan_to_num(stream.X)), rtol=0, atol=1e-12)


@given(streams(), COMPONENTS)
def test_dict_array_and_sparse_row_give_the_same_bits_and_order_does_not_matter(stream, n):
    model = RandomFourierFeatures(n_components=n)
    dense = model.transform_many(stream.X).tolist()

    assert model.transform_many(as_csr(stream.X)).toarray().tolist() == dense
    dicts = [{n[1:]: v for n, v in as_dict(x).items()} for x in stream.X]
    in_turn = [model.transform_one(dict(reversed(x.items()))) for x in dicts]
    assert np.allclose([list(z.values()) for z in in_turn], dense, rtol=0, atol=1e-12)


def test_inner_products_are_the_kernel_about():
    X = np.random.default_rng(0).normal(size=(40, 3))
    n = 4000

    Z = RandomFourierFeatures(n_components=n, gamma=0.3).transform_many(X)

    kernel = np.exp(-0.3 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    # A product is a mean of n terms of variance 1 at most: 5 standard errors for 820 pairs.
    assert np.abs(Z @ Z.T - kernel).max() < 5 / math.sqrt(n)


def test_column_that_comes_later_adds_its_own_part_only():
    model, wide = RandomFourierFeatures(n_components=5), RandomFourierFeatures(n_components=5)
    wide.learn_one({"late": 1.0, "a": 1.0})

    assert wide.transform_one({"a": 2.0}) == model.transform_one({"a": 2.0})
    assert wide.transform_one({"a": 2.0, "late": 0.0}) == model.transform_one({"a": 2.0})
    assert wide.transform_one({"a": 2.0, "late": 1.0}) != model.transform_one({"a": 2.0})


def test_row_of_nothing_is_all_offsets():
    answer = RandomFourierFeatures(n_components=3, seed=5).transform_one({})

    expected = math.sqrt(2 / 3) * np.cos(offsets(3, 5))
    assert list(answer) == ["rff_0", "rff_1", "rff_2"]
    assert list(answer.values()) == pytest.approx(expected.tolist(), abs=1e-12)


@pytest.mark.parametrize("size", [1e7, 1e12, 1e300])
def test_huge_values_still_give_waves(size):
    answer = RandomFourierFeatures(n_components=50).transform_one([size])

    assert all(abs(z) <= math.sqrt(2 / 50) for z in answer)
    assert len(set(answer)) == 50


def test_linear_learner_behind_it_parts_a_circle_from_its_centre():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(3000, 2))
    inside = (X**2).sum(axis=1) < 1.0
    model = RandomFourierFeatures(n_components=100, gamma=1.0) | learners.SGDClassifier(eta0=0.5)

    model.learn_many(X[:2000], inside[:2000])

    assert np.mean(model.predict_many(X[2000:]) == inside[2000:]) > 0.9


@pytest.mark.parametrize(
    ("parameters", "named"),
    [
        ({"n_components": 0}, "n_components .*0"),
        ({"n_components": 10**7}, "n_components .*10000000"),
        ({"gamma": 0.0}, "gamma"),
        ({"gamma": math.nan}, "gamma"),
    ],
)
def test_bad_parameter_is_named(parameters, named):
    with pytest.raises(ValueError, match=named):
        RandomFourierFeatures(**parameters)
