from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.words import ASCII_TEXTS, TEXTS, small, terms_of
from river.feature_extraction import BagOfWords as RiversBag
from sklearn.feature_extraction.text import CountVectorizer

from driftline import learners
from driftline.transforms import BagOfWords

RANGES = st.sampled_from([(1, 1), (1, 2), (2, 3), (3, 3)])
TABLES = {
    "pandas": pd.DataFrame,
    "Polars": pl.DataFrame,
    "pyarrow": pa.table,
    "pandas category": lambda columns: pd.DataFrame(columns).astype("category"),
}


def counted(texts, known, lowercase, ngram_range):
    found = Counter(t for text in texts for t in terms_of(text, lowercase, ngram_range))
    return {term: float(found[term]) for term in known if term in found}


@given(st.lists(TEXTS, min_size=1, max_size=6), st.booleans(), RANGES, st.integers(1, 9))
def test_row_counts_the_terms_known_so_far(texts, lowercase, ngram_range, most):
    bag = BagOfWords(lowercase=lowercase, ngram_range=ngram_range, max_features=most)
    known = []
    for text in texts:
        expected = counted([text], known, lowercase, ngram_range)

        assert bag.transform_one({"text": text}) == expected

        bag.learn_one({"text": text})
        for term in terms_of(text, lowercase, ngram_range):
            if term not in known and len(known) < most:
                known.append(term)
    assert bag.outputs == known


@given(st.lists(ASCII_TEXTS, min_size=1))
def test_counts_are_those_of_river(texts):
    """River takes words of two letters and more, with hyphens and without accents."""
    ours, theirs = BagOfWords(), RiversBag(on="text")
    for text in texts:
        ours.learn_one({"text": text})

        assert ours.transform_one({"text": text}) == theirs.transform_one({"text": text})


@given(st.lists(ASCII_TEXTS.filter(bool), min_size=1), RANGES)
def test_counts_of_runs_of_words_are_those_of_sklearn(texts, ngram_range):
    if all(len(text.split()) < ngram_range[0] for text in texts):
        return
    theirs = CountVectorizer(token_pattern=r"[A-Za-z0-9]+", ngram_range=ngram_range)
    expected = theirs.fit_transform(texts).toarray()
    ours = BagOfWords(ngram_range=ngram_range)
    ours.learn_many([{"text": text} for text in texts])

    counts = ours.transform_many(pd.DataFrame({"text": texts}))

    assert sorted(counts.columns) == list(theirs.get_feature_names_out())
    assert counts[theirs.get_feature_names_out()].to_numpy().tolist() == expected.tolist()


def test_small_letters_are_those_of_python_as_far_as_they_go():
    letters = [chr(c) for c in range(0x30, 0x500) if chr(c).isalpha()]
    bag = BagOfWords()

    bag.learn_many([{"text": letter} for letter in letters])

    assert bag.outputs == list(dict.fromkeys(map(small, letters)))
    assert {small(c) for c in "AZÀÞĀŽŸΑΏΩЀЯ"} == set("azàþāžÿαώωѐя")


def test_characters_of_three_and_four_bytes_are_letters_unless_they_are_punctuation():
    bag = BagOfWords()

    bag.learn_one({"text": "東京…大阪、𝒳y “quoted” a—b"})

    assert bag.outputs == ["東京", "大阪", "𝒳y", "quoted", "a", "b"]


def test_all_columns_of_text_are_one_document_and_numbers_are_left_out():
    bag = BagOfWords()
    bag.learn_one({"title": "red car", "price": 7, "body": "a red car"})

    counts = bag.transform_one({"body": "red red", "title": "Red!", "price": 3})

    assert counts == {"red": 3.0}
    assert bag.transform_one({"price": 3}) == {}


def test_words_of_two_columns_do_not_form_a_run():
    bag = BagOfWords(ngram_range=(2, 2))

    bag.learn_one({"a": "one two", "b": "three four"})

    assert bag.outputs == ["one two", "three four"]


def test_named_columns_are_read_and_no_others():
    row = {"title": "red car", "body": "a car", "note": "sold"}
    one, two = BagOfWords(on="title"), BagOfWords(on=["title", "body"], prefix="w_")

    one.learn_one(row)
    two.learn_one(row)

    assert one.outputs == ["red", "car"]
    assert two.outputs == ["w_red", "w_car", "w_a"]
    assert (one.on, two.on) == (("title",), ("title", "body"))
    assert BagOfWords(on="absent").transform_one(row) == {}


def test_prefix_keeps_two_bags_apart():
    both = BagOfWords(on="title", prefix="title_") + BagOfWords(on="body")
    both.learn_one({"title": "red car", "body": "red"})

    counts = both.transform_one({"title": "red", "body": "red red"})

    assert counts == {"title_red": 1.0, "red": 2.0}


@pytest.mark.parametrize("kind", TABLES)
def test_table_of_text_teaches_what_its_rows_teach(kind):
    texts = ["red car", None, "blue car", "red red"]
    table = TABLES[kind]({"text": texts})
    by_rows, by_table = BagOfWords(), BagOfWords()

    by_rows.learn_many([{"text": text} for text in texts])
    by_table.learn_many(table)

    assert by_table == by_rows
    answer = by_table.transform_many(table)
    assert list(getattr(answer, "column_names", getattr(answer, "columns", None))) == [
        *("red", "car", "blue")
    ]
    assert np.asarray(answer).tolist() == [[1, 1, 0], [0, 0, 0], [0, 1, 1], [2, 0, 0]]


def test_list_rows_are_answered_with_all_columns():
    bag = BagOfWords()
    bag.learn_one(["a b", 3.0])

    assert bag.transform_one(["b b", 1.0]) == [0.0, 2.0]
    assert bag.transform_many([["b", None], [None, 1.0]]) == [[0.0, 1.0], [0.0, 0.0]]


def test_naive_bayes_behind_it_tells_spam_and_explains_by_words():
    model = BagOfWords() | learners.MultinomialNB()
    model.learn_many(
        [{"text": "cheap pills"}, {"text": "lunch at noon"}, {"text": "cheap lunch"}],
        ["spam", "ham", "ham"],
    )
    linear = BagOfWords() | learners.AROW()
    linear.learn_many([{"text": "cheap pills"}, {"text": "lunch at noon"}], ["ham", "spam"])

    assert model.predict_one({"text": "pills pills"}) == "spam"
    assert set(linear.weights) == {"cheap", "pills", "lunch", "at", "noon"}
    assert set(linear.explain_one({"text": "cheap, cheap"})) == {"cheap", "intercept"}


@pytest.mark.parametrize("ngram_range", [(0, 1), (2, 1), (1,), (1, 2, 3), (1, 101)])
def test_bad_range_is_named(ngram_range):
    with pytest.raises(ValueError, match="ngram_range .*not .*" + str(ngram_range[-1])):
        BagOfWords(ngram_range=ngram_range)


@pytest.mark.parametrize("most", [0, -5])
def test_vocabulary_without_room_is_refused(most):
    with pytest.raises(ValueError, match=f"max_features .*{most}"):
        BagOfWords(max_features=most)
