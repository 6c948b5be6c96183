"""Copies of a model, each taught and tested by a part of the stream."""

import numpy as np
import pytest

from driftline import evaluation, learners, sources
from driftline.evaluation.folds import Fold

ROWS = np.arange(20_000)


def all_folds(scheme, count=5):
    return [Fold(i, count, scheme, seed=3) for i in range(count)]


@pytest.mark.parametrize(("scheme", "tested"), [("cv", 1), ("split", 4)])
def test_each_row_tests_and_teaches_as_many_copies_as_the_scheme_says(scheme, tested):
    folds = all_folds(scheme)

    tests = np.sum([fold.tested(ROWS) for fold in folds], axis=0)
    lessons = np.sum([fold.weights(ROWS, None) for fold in folds], axis=0)

    assert (tests == tested).all()
    assert (lessons == 5 - tested).all()


@pytest.mark.parametrize("scheme", ["cv", "split", "bootstrap"])
def test_no_copy_is_tested_on_a_row_that_teaches_it(scheme):
    for fold in all_folds(scheme):
        assert not (fold.tested(ROWS) & (fold.weights(ROWS, None) > 0)).any()


def test_bootstrap_weights_are_poisson_of_mean_one():
    weights = Fold(0, 5, "bootstrap", seed=3).weights(np.arange(200_000), None)

    # Four standard errors of the mean, the variance and the share of zeros.
    assert weights.mean() == pytest.approx(1.0, abs=4 / np.sqrt(2e5))
    assert weights.var() == pytest.approx(1.0, abs=4 * np.sqrt(3 / 2e5))
    assert (weights == 0).mean() == pytest.approx(np.exp(-1), abs=4 * np.sqrt(0.24 / 2e5))


def test_a_copy_is_scored_and_taught_by_its_own_rows_alone():
    stream = sources.SEA(noise=0.1, seed=4).take(2_000)
    rows = list(stream)
    report = evaluation.distributed(
        {"NB": learners.GaussianNB()}, stream, folds=3, seed=9, metrics=["accuracy"]
    )

    for number, result in enumerate(report.folds("NB")):
        fold, model, hits = Fold(number, 3, "cv", seed=9), learners.GaussianNB(), []
        for place, (x, y) in enumerate(rows):
            if fold.tested(np.array([place]))[0]:
                hits.append(model.predict_one(x) == y)
            else:
                model.learn_one(x, y)
        assert result.fold == number
        assert result.score("accuracy") == pytest.approx(np.mean(hits))


def test_weights_of_the_stream_count_in_every_copy():
    fold = Fold(1, 2, "cv", seed=0)

    given = np.array([0.5, 2.0, 3.0])

    own = fold.weights(np.arange(3), given)
    assert own.tolist() == np.where(fold.tested(np.arange(3)), 0.0, given).tolist()


def test_the_model_given_is_not_taught():
    model = learners.GaussianNB()

    evaluation.distributed(model, sources.SEA(seed=1).take(100), folds=2)

    assert model == learners.GaussianNB()


@pytest.mark.parametrize(
    ("options", "message"), [({"folds": 1}, "folds must be 2"), ({"scheme": "cw"}, "scheme must")]
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        evaluation.distributed(learners.GaussianNB(), sources.SEA(seed=1).take(10), **options)
