"""River's own checks hold, and its pipelines and evaluation take our models as theirs."""

import pickle
import random
import subprocess
import sys
from typing import Any

import pandas as pd
import pytest
from compat import expected_failures
from compat.models import CLASSES, chains, made, name_of
from river import base, checks, compose, datasets, evaluate, linear_model, metrics, preprocessing

from driftline import learners, transforms
from driftline.compat.river import POOR_SCORE, RiverClassifier, RiverRegressor

CLASSIFIERS = [cls for cls in CLASSES if issubclass(cls, RiverClassifier)]
REGRESSORS = [cls for cls in CLASSES if issubclass(cls, RiverRegressor)]


def models() -> list[Any]:
    """Return the models that River is to check, made as each class says."""
    single = [cls(**params) for cls in CLASSES for params in cls._unit_test_params()]
    return [*single, *chains()]


def checks_of(model: Any) -> list[Any]:
    """Return River's checks of a model as test parameters; expected failures must fail."""
    reasons = expected_failures.reasons(expected_failures.RIVER, model)

    def as_parameter(number: int, check: Any) -> Any:
        name, reason = check.__name__, reasons.get(check.__name__)
        marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
        label = f"{name_of(model)}-{name}-{number}"
        return pytest.param(model, check, id=label, marks=marks)

    return [as_parameter(*numbered) for numbered in enumerate(checks.yield_checks(model))]


@pytest.mark.parametrize(("model", "check"), [c for m in models() for c in checks_of(m)])
def test_rivers_check_holds(model, check):
    random.seed(0)  # River's checks shuffle by the global generator

    check(model.clone())


def test_no_check_is_skipped_in_silence():
    assert [m for m in models() if m._unit_test_skips()] == []


def test_at_most_five_failures_are_expected_and_each_names_its_promise():
    expected_failures.assert_sound(expected_failures.RIVER, models())


@pytest.mark.parametrize("name", sorted(expected_failures.TREES))
def test_order_of_features_does_not_matter_to_a_tree_that_waits_for_more_rows(name):
    model = getattr(learners, name)()
    shuffling = [c for c in checks.yield_checks(model) if "shuffle_features" in c.__name__]

    assert shuffling
    random.seed(0)
    for check in shuffling:
        check(model.clone())


@pytest.mark.parametrize("model", models(), ids=name_of)
def test_every_model_plays_exactly_one_part_in_river(model):
    parts = [base.MiniBatchClassifier, base.MiniBatchRegressor, base.MiniBatchTransformer]

    assert [isinstance(model, part) for part in parts].count(True) == 1


@pytest.mark.parametrize("cls", CLASSIFIERS, ids=lambda cls: cls.__name__)
def test_classifier_scores_in_a_river_pipeline_behind_rivers_scaler(cls):
    model = preprocessing.MaxAbsScaler() | made(cls)  # models of counts refuse negative values

    score = evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())

    assert type(model) is compose.Pipeline
    # A label for all rows is right for 44 % or 56 % of this stream; baselines do no better.
    assert score.get() > (0.5 if POOR_SCORE in made(cls)._tags else 0.7)


@pytest.mark.parametrize("cls", REGRESSORS, ids=lambda cls: cls.__name__)
def test_regressor_scores_in_a_river_pipeline_behind_rivers_scaler(cls):
    model = preprocessing.StandardScaler() | made(cls)

    score = evaluate.progressive_val_score(datasets.TrumpApproval(), model, metrics.MAE())

    assert score.get() < 2  # the mean of all targets scores 1.6, and 0 scores 40.6


@pytest.mark.parametrize("metric", [metrics.Accuracy, metrics.ROCAUC], ids=["label", "probability"])
def test_bare_model_is_scored_by_labels_and_by_probabilities(metric):
    score = evaluate.progressive_val_score(datasets.Phishing(), learners.PAClassifier(), metric())

    assert score.get() > 0.8


def test_our_scaler_stands_before_a_river_model():
    model = transforms.StandardScaler() | linear_model.LinearRegression()

    score = evaluate.progressive_val_score(datasets.TrumpApproval(), model, metrics.MAE())

    assert type(model) is compose.Pipeline
    assert score.get() < 2


def test_river_scales_as_we_do():
    ours = transforms.StandardScaler() | linear_model.LinearRegression()
    theirs = preprocessing.StandardScaler() | linear_model.LinearRegression()

    for x, y in datasets.TrumpApproval().take(300):
        assert ours.predict_one(x) == pytest.approx(theirs.predict_one(x))
        ours.learn_one(x, y)
        theirs.learn_one(x, y)


def test_our_chain_learns_what_rivers_pipeline_of_the_same_steps_learns():
    steps = transforms.StandardScaler(), learners.PAClassifier()
    ours = steps[0].clone() | steps[1].clone()
    theirs = compose.Pipeline(*steps)

    for x, y in datasets.Phishing().take(300):
        assert ours.predict_one(x) == theirs.predict_one(x)
        ours.learn_one(x, y)
        theirs.learn_one(x, y)


def test_our_chain_can_be_a_step_of_rivers_pipeline():
    chain = transforms.StandardScaler() | learners.PAClassifier()
    model = compose.Select("long_url", "empty_server_form_handler", "https") | chain

    score = evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())

    assert isinstance(chain, base.Classifier)
    assert score.get() > 0.7


def test_batches_pass_through_rivers_pipeline():
    rows = list(datasets.Phishing().take(200))
    X, y = pd.DataFrame([x for x, _ in rows]), pd.Series([y for _, y in rows])
    by_row = preprocessing.StandardScaler() | learners.PAClassifier()
    by_batch = by_row.clone()

    for x, label in rows:
        by_row.learn_one(x, label)
    for start in range(200):
        by_batch.learn_many(X[start : start + 1], y[start : start + 1])

    assert by_batch.predict_many(X).tolist() == [by_row.predict_one(x) for x, _ in rows]


def test_weights_of_rivers_evaluation_reach_a_bare_model():
    rows = list(datasets.Phishing().take(100))
    weighted = [(x, y, {"w": float(i % 2)}) for i, (x, y) in enumerate(rows)]
    model, taught_odd_rows = learners.PAClassifier(), learners.PAClassifier()

    evaluate.progressive_val_score(weighted, model, metrics.Accuracy())
    for x, y in rows[1::2]:
        taught_odd_rows.learn_one(x, y)

    assert model == taught_odd_rows


def test_clone_takes_new_parameters_by_the_name_of_the_step():
    model = preprocessing.StandardScaler() | learners.PAClassifier()

    changed = model.clone({"PAClassifier": {"C": 0.5}})

    assert changed["PAClassifier"].C == 0.5
    assert model["PAClassifier"].C == 1.0


def test_clone_with_attributes_keeps_what_was_learned():
    model = learners.PAClassifier()
    model.learn_one({"a": 1.0}, True)
    model.learn_one({"a": -1.0}, False)

    twin = model.clone(include_attributes=True)

    assert twin == model
    assert twin is not model
    with pytest.raises(ValueError, match="include_attributes"):
        model.clone({"C": 2.0}, include_attributes=True)


def test_parameters_cannot_be_changed_behind_the_models_back():
    with pytest.raises(ValueError, match="'C' is not a mutable attribute of PAClassifier"):
        learners.PAClassifier().mutate({"C": 2.0})


def test_river_pipeline_counts_native_memory():
    small = preprocessing.StandardScaler() | learners.PAClassifier()
    large = small.clone()
    for i in range(1000):
        large["PAClassifier"].learn_one({f"word {i}": 1.0}, i % 2)

    grown = large._raw_memory_usage - small._raw_memory_usage

    assert grown > 8 * 1000  # a double for each word, at least


def test_pipeline_with_our_model_pickles():
    model = preprocessing.StandardScaler() | learners.PAClassifier()
    rows = list(datasets.Phishing().take(50))
    for x, y in rows:
        model.learn_one(x, y)

    twin = pickle.loads(pickle.dumps(model))

    assert [twin.predict_one(x) for x, _ in rows] == [model.predict_one(x) for x, _ in rows]


def output_of(code: str) -> str:
    """Run code in a Python of its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


ORDERS = {
    "driftline first": "from driftline.learners import PAClassifier; from river import base",
    "river first": "from river import base; from driftline.learners import PAClassifier",
}


@pytest.mark.parametrize("imports", ORDERS.values(), ids=ORDERS.keys())
@pytest.mark.parametrize("role", ["Estimator", "Classifier", "MiniBatchClassifier"])
def test_role_is_known_whichever_library_comes_first(imports, role):
    answers = f"isinstance(PAClassifier(), base.{role}), isinstance(PAClassifier(), base.Regressor)"

    assert output_of(f"{imports}; print({answers})") == "True False"


def test_importing_driftline_does_not_import_river():
    code = "import sys, driftline.learners, driftline.transforms; print('river' in sys.modules)"

    assert output_of(code) == "False"
