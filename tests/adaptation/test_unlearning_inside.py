"""Unlearning inside other models: behind transforms, and in each pair of labels."""

import copy
from contextlib import suppress
from itertools import combinations

import numpy as np
import pytest

from driftline import evaluation, learners, sources
from driftline.adaptation import Unlearning
from driftline.learners import AROW, OneVsOneClassifier, PAClassifier
from driftline.transforms import OneHotEncoder, PolynomialFeatures, StandardScaler

LABELS = "abc"


def stream(seed=3, rows=400):
    rng = np.random.default_rng(seed)
    return np.round(rng.normal(size=(rows, 3)), 2), rng.choice(list(LABELS), rows)


def unlearning(**options):
    return Unlearning(AROW(), **{"terms": "none", **options})


def pairs(**options):
    return OneVsOneClassifier(unlearning(**options))


@pytest.mark.parametrize("make", [unlearning, pairs, lambda: PolynomialFeatures() | pairs()])
def test_pipeline_tells_what_its_last_step_forgot(make):
    X, y = stream()
    model = StandardScaler() | make()

    model.learn_many(X, y)

    assert model.forgotten
    assert (model.forgotten, model.records) == (model[-1].forgotten, model[-1].records)
    assert model.events == model[-1].events != []


def test_example_is_taken_back_behind_transforms_that_stand_still():
    X, y = stream(rows=40)
    model = PolynomialFeatures() | unlearning(alpha=-1.0)
    model.learn_many(X, y == "a")
    assert model.records > 10

    for x, label in zip(X, y == "a", strict=True):
        with suppress(ValueError):  # it taught nothing
            model.unlearn_one(x, label)

    assert model.records == 0
    assert list(model.weights.values()) == pytest.approx([0.0] * len(model.weights), abs=1e-12)


def test_row_is_transformed_as_it_would_be_now():
    model = StandardScaler() | unlearning(alpha=-1.0)
    model.learn_many([[1.0, 5.0], [3.0, 2.0]], [True, False])
    before = copy.copy(model)

    with pytest.raises(
        ValueError, match=r"no record of this example.*transforms.* have moved since"
    ):
        model.unlearn_one([1.0, 5.0], True)  # the scaler has seen another row since
    assert model == before
    model.unlearn_one([3.0, 2.0], False)

    assert model.records == before.records - 1


@pytest.mark.parametrize(
    "make", [unlearning, lambda **options: OneHotEncoder() | unlearning(**options)]
)
def test_column_that_was_never_learned_is_part_of_the_example(make):
    model = StandardScaler() | make(alpha=-1.0)
    model.learn_one({"a": 1.0, "b": 2.0}, True)

    with pytest.raises(ValueError, match="columns that were never learned"):
        model.unlearn_one({"a": 1.0, "b": 2.0, "c": 0.5}, True)
    assert model.records == 1


@pytest.mark.parametrize(
    "model",
    [StandardScaler() | AROW(), OneVsOneClassifier(AROW()), StandardScaler() | learners.LMS()],
)
@pytest.mark.parametrize("name", ["events", "forgotten", "records", "unlearn_one"])
def test_models_around_others_have_nothing_of_it(model, name):
    assert not hasattr(model, name)


def test_each_pair_tells_what_a_model_of_its_two_labels_forgets():
    X, y = stream()
    y[:3] = list(LABELS)  # the pairs exist from the third row on
    model = pairs()
    model.learn_many(X, y)

    counts = 0
    for first, second in combinations(LABELS, 2):
        own = np.flatnonzero(np.isin(y, [first, second]))
        own = own[own >= (0 if (first, second) == ("a", "b") else 2)]
        alone = unlearning()
        alone.learn_many(X[own], y[own] == second)
        expected = [(own[row], own[at]) for row, at in alone.forgotten]
        assert model.forgotten[first, second] == expected != []
        counts += alone.records

    assert model.records == counts
    assert len(model.events) == sum(map(len, model.forgotten.values()))
    assert [row for row, *_ in model.events] == sorted(row for row, *_ in model.events)
    assert all(detail.endswith("')") and " (labels '" in detail for *_, detail in model.events)


def test_example_is_taken_back_in_every_pair_that_has_it():
    X, y = stream(rows=60)
    model = OneVsOneClassifier(Unlearning(PAClassifier(), alpha=-1.0))
    model.learn_many(X, y)
    taken = []

    for x, label in zip(X, y, strict=True):
        before = model.records
        with suppress(ValueError):  # it taught nothing
            model.unlearn_one(x, label)
        taken.append(before - model.records)

    assert model.records == 0
    assert max(taken) == 2  # a label is in two of the pairs
    with pytest.raises(ValueError, match="no record of this example"):
        model.unlearn_one(X[0], y[0])


def test_report_draws_the_events_of_pairs():
    rows = sources.STAGGER(drifts=[1000], rows=2000, seed=1)
    model = OneHotEncoder() | OneVsOneClassifier(unlearning())

    report = evaluation.prequential({"it": model}, rows, baselines=False, progress=False)

    told = [(event.row, event.kind, event.detail) for event in report["it"].events]
    assert told == model.events != []
    assert "noticed: " in report.to_svg()
