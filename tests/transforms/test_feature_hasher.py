import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from river.preprocessing import FeatureHasher as RiversHasher
from scipy.sparse import csr_array
from sklearn.feature_extraction import FeatureHasher as SklearnsHasher

from driftline import learners
from driftline.transforms import FeatureHasher

MASK = 2**64 - 1


def mixed(z):
    """Finish as splitmix64 does."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def hashed(text, seed):
    state = 0xCBF29CE484222325 ^ mixed(seed)
    for byte in text.encode():
        state = ((state ^ byte) * 0x100000001B3) & MASK
    return mixed(state)


def reference(row, n_features, alternate_sign, seed):
    out = {}
    for name, value in row.items():
        if value is None or value == 0.0:
            continue
        is_text = isinstance(value, str)
        bits = hashed(f"{name}={value}" if is_text else name, seed)
        size = 1.0 if is_text else value
        place = str(bits % n_features)
        out[place] = out.get(place, 0.0) + (-size if alternate_sign and bits >> 63 else size)
    return out


NAMES = ["a", "b", "colour", "größe", "e", ""]
# Eighths, so that sums are exact in any order.
CELLS = st.one_of(
    st.none(), st.integers(-20, 20).map(lambda k: k / 8), st.sampled_from(["", "red", "grün", "=1"])
)
ROWS = st.lists(st.dictionaries(st.sampled_from(NAMES), CELLS), min_size=1, max_size=8)


@given(ROWS, st.integers(1, 12), st.booleans(), st.integers(0, 2**40), st.booleans())
def test_each_cell_is_added_where_its_name_hashes_to(rows, n, alternate_sign, seed, by_batch):
    hasher = FeatureHasher(n_features=n, alternate_sign=alternate_sign, seed=seed)

    answers = hasher.transform_many(rows) if by_batch else [hasher.transform_one(x) for x in rows]

    assert answers == [reference(x, n, alternate_sign, seed) for x in rows]


def test_hash_of_a_name_is_fnv_1a_finished_by_splitmix():
    (place,) = FeatureHasher(n_features=2**31, alternate_sign=False).transform_one({"a": 1.0})

    assert int(place) == mixed(0xAF63DC4C8601EC8C) % 2**31  # FNV-1a of "a", as published


def test_number_and_the_same_number_as_text_are_two_things():
    hasher = FeatureHasher()

    assert set(hasher.transform_one({"a": 3.0})) != set(hasher.transform_one({"a": "3"}))


def test_array_list_and_sparse_matrix_go_by_the_positions_of_their_columns():
    hasher, X = FeatureHasher(n_features=8), np.array([[1.0, 0.0, 2.0], [0.0, np.nan, 4.0]])
    named = [hasher.transform_one({"0": 1.0, "2": 2.0}), hasher.transform_one({"2": 4.0})]
    expected = [[row.get(str(i), 0.0) for i in range(8)] for row in named]

    assert hasher.transform_many(X).tolist() == expected
    assert hasher.transform_many(X.tolist()) == expected
    sparse = hasher.transform_many(csr_array(np.nan_to_num(X)))
    assert isinstance(sparse, csr_array)
    assert sparse.toarray().tolist() == expected


@pytest.mark.parametrize("seed", range(5))
def test_stored_values_are_those_of_river_and_sklearn_in_other_places(seed):
    """They hash by MurmurHash; where nothing meets, only places and signs can differ."""
    row = {"price": 2.5, "colour": "red", "size": -3.0, "shop": "corner"}

    ours = FeatureHasher(seed=seed).transform_one(row)

    (theirs,) = SklearnsHasher().transform([row]).toarray()
    rivers = RiversHasher(seed=seed).transform_one(row)
    assert sorted(map(abs, ours.values())) == [1.0, 1.0, 2.5, 3.0]
    assert sorted(map(abs, theirs[theirs != 0])) == [1.0, 1.0, 2.5, 3.0]
    assert sorted(map(abs, rivers.values())) == [1.0, 1.0, 2.5, 3.0]


def test_signs_cancel_what_meets_on_average():
    rows = [{f"f{i}": 1.0} for i in range(4000)]

    signs = [sum(x.values()) for x in FeatureHasher(n_features=4).transform_many(rows)]

    # A fair coin thrown 4000 times strays by 63 on average; 5 times that never happens.
    assert abs(sum(signs)) < 5 * 63
    assert set(signs) == {-1.0, 1.0}


def test_a_million_columns_cost_no_memory_until_they_are_used():
    hasher = FeatureHasher()
    tracemalloc.start()

    (row,) = hasher.transform_many([{"0": 1.0, "1": 2.0, "2": 3.0}])
    hasher.learn_one({"0": 1.0, "1": 2.0, "2": 3.0})
    held = hasher.memory
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(row) == 3
    assert held < 2_000
    assert most < 1_000_000


def test_array_of_a_million_columns_is_answered_without_making_their_names():
    hasher = FeatureHasher()
    tracemalloc.start()

    answer = hasher.transform_many(np.ones((1, 3)))
    _, most = tracemalloc.get_traced_memory()  # NumPy's own are counted, names would be 50 MB more
    tracemalloc.stop()

    assert answer.shape == (1, 2**20)
    assert np.count_nonzero(answer) == 3
    assert most < 2**20 * 8 + 1_000_000


def test_learner_behind_it_learns_text_it_never_saw_a_column_for():
    model = FeatureHasher() | learners.SGDClassifier()
    rows = [{"word": "spam"}, {"word": "ham"}] * 20

    model.learn_many(rows, [x["word"] for x in rows])

    assert model.predict_one({"word": "spam"}) == "spam"
    assert model.predict_one({"word": "ham"}) == "ham"


def test_model_of_counts_takes_hashes_without_sign_only():
    assert FeatureHasher(alternate_sign=False) | learners.MultinomialNB()
    with pytest.raises(ValueError, match="negative"):
        FeatureHasher() | learners.MultinomialNB()


def test_seed_of_none_is_drawn_once_and_shown():
    one, other = FeatureHasher(seed=None), FeatureHasher(seed=None)

    assert one.seed != other.seed  # the same by chance once in 4 thousand million times
    assert one.clone() == one
    assert f"seed={one.seed}" in repr(one)


@pytest.mark.parametrize("n_features", [0, -1, 2**31 + 1])
def test_number_of_columns_out_of_range_is_refused(n_features):
    with pytest.raises(ValueError, match=rf"n_features .*{n_features}"):
        FeatureHasher(n_features=n_features)
