import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.words import ASCII_TEXTS, TEXTS, terms_of
from river.feature_extraction import TFIDF as RiversTFIDF  # noqa: N811 - the class of that name
from sklearn.feature_extraction.text import TfidfVectorizer

from driftline import learners
from driftline.transforms import TFIDF


def reference(text, past, normalize, ngram_range):
    """Weigh the terms of a text that stand in the past, (text, weight) each, or say nothing."""
    terms = terms_of(text, True, ngram_range)
    n = sum(weight for _, weight in past)
    out = {}
    for term, count in Counter(terms).items():
        df = sum(weight for old, weight in past if term in terms_of(old, True, ngram_range))
        if df > 0:
            out[term] = count / len(terms) * (math.log((1 + n) / (1 + df)) + 1)
    length = math.sqrt(sum(value**2 for value in out.values())) if normalize else 1.0
    return {term: value / length for term, value in out.items()}


DOCUMENTS = st.lists(
    st.tuples(TEXTS, st.sampled_from([1.0, 1.0, 2.5, 0.5])), min_size=1, max_size=6
)


@given(DOCUMENTS, st.booleans(), st.sampled_from([(1, 1), (1, 2)]))
def test_terms_weigh_by_how_few_of_the_rows_so_far_have_them(documents, normalize, ngram_range):
    model = TFIDF(normalize=normalize, ngram_range=ngram_range)
    for i, (text, weight) in enumerate(documents):
        expected = reference(text, documents[:i], normalize, ngram_range)

        assert model.transform_one({"text": text}) == pytest.approx(expected, rel=1e-12)

        model.learn_one({"text": text}, weight)


@given(st.lists(ASCII_TEXTS, min_size=1))
def test_learned_rows_weigh_as_in_river(texts):
    """In a row not learned River counts terms it does not know to the length as well."""
    ours, theirs = TFIDF(), RiversTFIDF(on="text")
    for text in texts:
        ours.learn_one({"text": text})
        theirs.learn_one({"text": text})

        expected = theirs.transform_one({"text": text}) if text else {}
        assert ours.transform_one({"text": text}) == pytest.approx(expected, rel=1e-12)


@given(st.lists(ASCII_TEXTS.filter(bool), min_size=1))
def test_once_all_is_learned_rows_weigh_as_in_sklearn(texts):
    theirs = TfidfVectorizer(token_pattern="[A-Za-z0-9]+").fit(texts)
    ours = TFIDF()
    ours.learn_many([{"text": text} for text in texts])

    answers = ours.transform_many([{"text": text} for text in texts])

    names = theirs.get_feature_names_out()
    dense = [[answer.get(name, 0.0) for name in names] for answer in answers]
    np.testing.assert_allclose(dense, theirs.transform(texts).toarray(), rtol=1e-12)


def test_words_never_seen_add_nothing_to_the_length():
    model = TFIDF()
    model.learn_one({"text": "known"})

    assert model.transform_one({"text": "known unknown unheard"}) == {"known": 1.0}
    assert model.transform_one({"text": "unknown"}) == {}


def test_row_without_text_is_not_counted_and_one_of_empty_text_is():
    plain, mixed, empty = TFIDF(), TFIDF(), TFIDF()
    plain.learn_many([{"text": "a b"}, {"text": "a"}])
    mixed.learn_many([{"text": "a b"}, {"price": 3.0}, {"text": None}, {"text": "a"}])
    empty.learn_many([{"text": "a b"}, {"text": ""}, {"text": "a"}])

    row = {"text": "a b"}
    assert mixed.transform_one(row) == plain.transform_one(row)
    assert empty.transform_one(row) != plain.transform_one(row)


def test_classifier_behind_it_learns_and_predicts_in_step():
    model = TFIDF() | learners.SGDClassifier(eta0=0.5)
    rows = [{"text": "the cheap pills"}, {"text": "the lunch at noon"}] * 20

    model.learn_many(rows, ["spam", "ham"] * 20)

    assert model.predict_many(rows[:2]) == ["spam", "ham"]


def test_bad_parameters_are_named():
    with pytest.raises(ValueError, match=r"ngram_range .*\(3, 1\)"):
        TFIDF(ngram_range=(3, 1))
    with pytest.raises(ValueError, match=r"max_features .*0"):
        TFIDF(max_features=0)
