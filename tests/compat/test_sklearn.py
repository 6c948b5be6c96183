"""scikit-learn's own checks hold, and its pipelines and searches take our models as theirs."""

import copy
import subprocess
import sys
import textwrap
from typing import Any

import numpy as np
import pandas as pd
import pytest
from compat import expected_failures
from compat.models import CLASSES, chains, made
from sklearn.base import clone
from sklearn.datasets import load_iris, make_blobs, make_regression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from driftline import learners, transforms
from driftline.compat.river import RiverClassifier, RiverRegressor, RiverTransform
from driftline.sklearn import StreamClassifier, StreamRegressor, StreamTransformer

FACADES = {
    RiverClassifier: StreamClassifier,
    RiverRegressor: StreamRegressor,
    RiverTransform: StreamTransformer,
}


def dressed(model: Any) -> Any:
    """Return the model in the façade of its role."""
    return next(facade(model) for role, facade in FACADES.items() if isinstance(model, role))


def estimators() -> list[Any]:
    """Return every public class but the chain, which has nothing in it, and two full chains."""
    single = [dressed(made(cls)) for cls in CLASSES if cls is not learners.Pipeline]
    classifying, regressing = chains()
    return [*single, StreamClassifier(classifying), StreamRegressor(regressing)]


def reasons(estimator: Any) -> dict[str, str]:
    return expected_failures.reasons(expected_failures.SKLEARN, estimator.model)


@parametrize_with_checks(estimators(), expected_failed_checks=reasons, xfail_strict=True)
def test_scikit_learns_check_holds(estimator, check, monkeypatch):
    monkeypatch.setenv("SCIPY_ARRAY_API", "1")  # else the check of array API input skips itself
    check(estimator)


def test_at_most_five_failures_are_expected_and_each_names_its_promise():
    models = [estimator.model for estimator in estimators()]

    expected_failures.assert_sound(expected_failures.SKLEARN, models)


def test_pipeline_with_our_scaler_and_our_classifier_scores():
    X, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(
        StreamTransformer(transforms.StandardScaler()), StreamClassifier(learners.AROW())
    )
    shuffled = np.random.default_rng(0).permutation(len(y))

    scores = cross_val_score(pipeline, X[shuffled], y[shuffled])

    assert scores.mean() > 0.8


def test_grid_search_finds_a_parameter_of_the_model():
    X, y = make_regression(n_samples=300, n_features=5, random_state=0)
    pipeline = make_pipeline(StandardScaler(), StreamRegressor(learners.PARegressor()))
    choices = {"streamregressor__model__C": [1e-6, 10.0]}

    search = GridSearchCV(pipeline, choices).fit(X, y)

    assert search.best_params_ == {"streamregressor__model__C": 10.0}
    assert search.best_estimator_[-1].model_.C == 10.0


def test_bad_parameter_is_accepted_by_set_params_and_refused_by_fit():
    X, y = make_blobs(random_state=0)
    estimator = StreamClassifier(learners.PAClassifier()).set_params(model__C=-1.0)

    assert clone(estimator).get_params()["model__C"] == -1.0
    with pytest.raises(ValueError, match="C"):
        estimator.fit(X, y)
    assert hasattr(estimator.set_params(model__C=2.0).fit(X, y), "model_")


def test_unknown_parameter_is_refused_by_name():
    with pytest.raises(ValueError, match="Invalid parameter 'depth'"):
        StreamClassifier(learners.PAClassifier()).set_params(model__depth=3)


def test_parameters_inside_a_chain_are_reached_by_the_name_of_the_step():
    chain = transforms.StandardScaler() | learners.PAClassifier()
    estimator = StreamClassifier(chain).set_params(model__PAClassifier__C=0.5)

    assert estimator.get_params()["model__PAClassifier__C"] == 0.5
    assert estimator.get_params()["model__StandardScaler__with_std"] is True


def test_fit_starts_afresh_and_partial_fit_goes_on():
    X, y = make_blobs(random_state=0, centers=2)
    once = StreamClassifier(learners.PAClassifier()).fit(X, y)

    again = clone(once).fit(X[::-1], y[::-1]).fit(X, y)
    halves = clone(once).partial_fit(X[:50], y[:50]).partial_fit(X[50:], y[50:])

    assert again.model_ == once.model_
    assert halves.model_ == once.model_


def test_rows_of_weight_zero_teach_nothing_unless_there_is_nothing_else():
    X, y = make_blobs(random_state=0, centers=2)
    estimator = StreamClassifier(learners.PAClassifier()).fit(X, y)
    taught = copy.deepcopy(estimator.model_)

    estimator.partial_fit(X, 1 - y, sample_weight=np.zeros(len(y)))

    assert estimator.model_ == taught
    with pytest.raises(ValueError, match="all weights are zero"):
        estimator.fit(X, y, sample_weight=np.zeros(len(y)))


def test_fit_leaves_the_pattern_untaught():
    pattern = learners.PAClassifier()

    StreamClassifier(pattern).fit(*make_blobs(random_state=0))

    assert pattern == learners.PAClassifier()


def test_label_new_to_the_stream_adds_a_class():
    X, y = make_blobs(random_state=0, centers=3)
    few = y < 2
    estimator = StreamClassifier(learners.PAClassifier())

    estimator.partial_fit(X[few], y[few], classes=[0, 1, 5]).partial_fit(X, y)

    assert estimator.classes_.tolist() == [0, 1, 2, 5]
    assert estimator.predict_proba(X).shape == (100, 4)
    assert not estimator.predict_proba(X)[:, 3].any()


@pytest.mark.parametrize("labels", [["b", "a"], [False, True], [7, 3]], ids=str)
def test_probabilities_stand_in_the_order_of_the_classes(labels):
    X, y = make_blobs(random_state=0, centers=2)
    named = np.array(labels)[y]
    estimator = StreamClassifier(learners.PAClassifier()).fit(X, named)

    likelier = estimator.predict_proba(X).argmax(axis=1)

    assert estimator.classes_.tolist() == sorted(labels)
    assert (estimator.classes_[likelier] == estimator.predict(X)).all()
    assert estimator.score(X, named) > 0.8


def test_model_of_another_kind_is_refused_with_its_name():
    with pytest.raises(TypeError, match=r"PARegressor.* has no predict_proba_many"):
        StreamClassifier(learners.PARegressor()).fit([[1.0], [2.0]], [0, 1])
    with pytest.raises(TypeError, match="3 is not a model of driftline"):
        StreamClassifier(3).fit([[1.0], [2.0]], [0, 1])


def test_names_of_columns_are_remembered_and_another_order_is_refused():
    X, y = make_blobs(random_state=0)
    frame = pd.DataFrame(X, columns=["height", "width"])

    estimator = StreamClassifier(learners.PAClassifier()).fit(frame, y)

    assert estimator.feature_names_in_.tolist() == ["height", "width"]
    with pytest.raises(ValueError, match="feature names"):
        estimator.predict(frame[["width", "height"]])


def test_without_scikit_learn_the_error_names_what_to_install():
    code = textwrap.dedent("""
        import sys
        sys.modules["sklearn"] = None
        try:
            import driftline.sklearn
        except ImportError as error:
            print(error)
    """)

    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)

    assert "pip install 'driftline[sklearn]'" in answer.stdout
