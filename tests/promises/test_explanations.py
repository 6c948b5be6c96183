"""Linear models say what they weigh, by the names of the features."""

import math

import numpy as np
import pandas as pd
import pytest
from oracles.every_model import CLASSIFIERS, LEARNERS, MODELS, learn, makes_columns, stream_for
from oracles.linear_streams import sigmoid

from driftline import learners, transforms

NAMES = ["north", "east", "south", "west", "up"]
NOT_LINEAR = (
    *("KNN", "NB", "Prior", "NoChange", "Mean", "OneVsOne"),
    *("AMF", "ARF", "Bagging", "Boost", "FIMTDD", "SRP", "Tree"),
)
LINEAR = [name for name in LEARNERS if not any(word in repr(MODELS[name]()) for word in NOT_LINEAR)]
PLAIN = [name for name in LINEAR if not makes_columns(MODELS[name]())]
LINEAR_CLASSIFIERS = [name for name in LINEAR if name in CLASSIFIERS]
PERCEPTRONS = [name for name in PLAIN if "SecondOrder" in name]  # the row shrinks their weights
INSIDE = ["BackgroundLearner(StandardScaler|LMS)"]  # what leaves its scaler is not to be seen
MULTIPLYING = [name for name in PLAIN if name not in PERCEPTRONS + INSIDE]
SECOND_ORDER = [name for name in LINEAR if "covariance" in MODELS[name]().params]


def named(name, labels=("no", "yes")):
    model = MODELS[name]()
    stream = stream_for(model, labels=labels)
    rows = pd.DataFrame(stream.X, columns=NAMES).to_dict("records")
    return learn(model, rows, stream.y), rows


def as_weights_meet_them(model, rows):
    """Rows behind the scaler of a chain; what is missing counts as 0."""
    *front, _ = getattr(model, "steps", {"alone": model}).values()
    for step in front:
        rows = [step.transform_one(x) for x in rows]
    return [{name: 0.0 if pd.isna(x[name]) else x[name] for name in NAMES} for x in rows]


def assert_weighed(explained, weights, intercept, row):
    products = {name: weights[name] * row[name] for name in NAMES}

    # An intercept that is not listed is 0.
    assert {"intercept": 0.0, **explained} == pytest.approx(
        {"intercept": intercept, **products}, rel=1e-12, abs=0.0
    )


@pytest.mark.parametrize("name", PLAIN)
def test_weights_go_by_the_names_of_the_features(name):
    model, _ = named(name)

    assert list(model.weights) == NAMES
    assert any(model.weights.values())
    assert isinstance(model.intercept, float)


@pytest.mark.parametrize("name", [name for name in PLAIN if name in CLASSIFIERS])
def test_weights_of_many_labels_go_by_label_then_by_name(name):
    model, rows = named(name, labels=("a", "b", "c"))

    assert list(model.weights) == list(model.intercept) == model.labels
    assert [list(weights) for weights in model.weights.values()] == [NAMES] * 3
    assert list(model.explain_one(rows[0])) == model.labels


@pytest.mark.parametrize("name", PLAIN)
def test_positional_weights_go_by_position(name):
    model = MODELS[name]()
    stream = stream_for(model, labels=("a", "b"))

    learn(model, stream.X, stream.y)

    assert list(model.weights) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("name", MULTIPLYING)
def test_each_feature_explains_its_own_weight_times_its_own_value(name):
    model, rows = named(name)
    assert len(set(model.weights.values())) == len(NAMES)  # else nobody could tell them apart

    for x, row in zip(rows, as_weights_meet_them(model, rows), strict=True):
        assert_weighed(model.explain_one(x), model.weights, model.intercept, row)


@pytest.mark.parametrize("name", [name for name in MULTIPLYING if name in CLASSIFIERS])
def test_each_feature_explains_to_each_label_its_weight_there_times_its_value(name):
    model, rows = named(name, labels=("a", "b", "c"))
    weights, intercept = model.weights, model.intercept
    assert len({weight for own in weights.values() for weight in own.values()}) == 3 * len(NAMES)

    for x, row in zip(rows, as_weights_meet_them(model, rows), strict=True):
        explained = model.explain_one(x)
        for label in model.labels:
            assert_weighed(explained[label], weights[label], intercept[label], row)


def test_second_order_perceptron_divides_each_product_by_one_and_its_own_spread():
    model, rows = named("SecondOrderPerceptron")

    for x, row in zip(rows, as_weights_meet_them(model, rows), strict=True):
        explained = model.explain_one(x)
        for name, value in row.items():
            product = model.weights[name] * value
            spread = model.variances[name] * value**2
            assert explained[name] == pytest.approx(product / (1.0 + spread), rel=1e-12)


def test_second_order_perceptron_with_all_covariances_divides_all_products_alike():
    model, rows = named("SecondOrderPerceptron(full)")

    for x, row in zip(rows, as_weights_meet_them(model, rows), strict=True):
        explained = model.explain_one(x)
        divisor = model.intercept / explained["intercept"]
        assert divisor > 1.0
        for name, value in row.items():
            assert explained[name] * divisor == pytest.approx(model.weights[name] * value, rel=1e-9)


@pytest.mark.parametrize("name", LINEAR_CLASSIFIERS)
def test_explanation_sums_to_the_margin(name):
    model, rows = named(name)

    for x in rows:
        total = sum(model.explain_one(x).values())

        share = model.predict_proba_one(x)[model.labels[1]]
        assert share == pytest.approx(sigmoid(total), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", [name for name in LINEAR if name not in CLASSIFIERS])
def test_explanation_of_a_regressor_sums_to_the_prediction(name):
    model, rows = named(name)

    for x in rows:
        assert sum(model.explain_one(x).values()) == pytest.approx(model.predict_one(x), rel=1e-9)


@pytest.mark.parametrize("name", LINEAR_CLASSIFIERS)
def test_explanation_of_many_labels_ranks_them_as_the_prediction_does(name):
    model, rows = named(name, labels=("a", "b", "c"))

    for x in rows:
        margins = {label: sum(parts.values()) for label, parts in model.explain_one(x).items()}

        assert margins[model.predict_one(x)] == pytest.approx(max(margins.values()), rel=1e-9)


def test_intercept_stands_last_and_only_where_there_is_one():
    with_one, without = learners.AROW(), learners.AROW(fit_intercept=False)
    for model in (with_one, without):
        model.learn_many([{"a": 1.0, "b": 2.0}, {"b": 1.0}], ["x", "y"])

    assert list(with_one.explain_one({"b": 1.0, "a": 1.0}))[-1] == "intercept"
    assert set(without.explain_one({"b": 1.0, "a": 1.0})) == {"a", "b"}
    assert without.intercept == 0.0


def test_feature_named_intercept_is_not_lost():
    model = learners.AROW()
    model.learn_many([{"intercept": 3.0}, {"intercept": -1.0}], ["no", "yes"])

    total = sum(model.explain_one({"intercept": 2.0}).values())

    assert model.predict_proba_one({"intercept": 2.0})["yes"] == pytest.approx(sigmoid(total))


@pytest.mark.parametrize("name", LINEAR)
def test_missing_and_unknown_features_explain_nothing(name):
    model, rows = named(name)
    known = {"north": 2.0}

    explained = model.explain_one({**known, "never seen": 5.0, "east": None})

    same = model.explain_one(known)
    assert sum(explained.values()) == pytest.approx(sum(same.values()))
    assert "never seen" not in explained
    assert rows


@pytest.mark.parametrize("name", SECOND_ORDER)
def test_variances_are_the_diagonal_of_the_covariance_matrix(name):
    model, _ = named(name)

    assert list(model.variances) == NAMES
    assert np.diag(model.covariance_matrix).tolist() == list(model.variances.values())
    assert all(0.0 < variance < math.inf for variance in model.variances.values())


def test_pipeline_explains_by_what_reaches_the_weights():
    chain = transforms.StandardScaler() | learners.SGDClassifier()
    chain.learn_many([{"a": 100.0}, {"a": 300.0}, {"a": 200.0}], ["low", "high", "low"])

    total = sum(chain.explain_one({"a": 250.0}).values())

    assert chain.predict_proba_one({"a": 250.0})["high"] == pytest.approx(sigmoid(total))
    assert list(chain.weights) == ["a"]
