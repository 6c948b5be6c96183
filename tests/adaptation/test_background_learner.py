"""BackgroundLearner has the next learner ready when the drift is sure."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.drifting_rows import (
    CLASSIFIERS,
    DETECTORS,
    NUMBER_DETECTORS,
    REGRESSORS,
    background_learner,
    label_error,
    labelled,
    number_error,
    numbered,
    told,
)
from oracles.python_learners import NativeInside

from driftline import detectors, learners, sources, transforms
from driftline.adaptation import BackgroundLearner

WARNINGS = {
    "its own": None,
    "ADWIN": lambda: detectors.ADWIN(delta=0.8, clock=1),
    "PageHinkley": lambda: detectors.PageHinkley(threshold=2.0, min_instances=5, mode="up"),
}


@pytest.mark.parametrize("warns", WARNINGS)
@pytest.mark.parametrize("name", CLASSIFIERS)
@given(stream=labelled(), found_by=st.sampled_from(sorted(DETECTORS)))
def test_classifier_agrees_with_the_rule_row_by_row(name, warns, stream, found_by):
    learner, detector, warning = CLASSIFIERS[name], DETECTORS[found_by], WARNINGS[warns]
    said, events, last = background_learner(learner, detector, stream, label_error(), warning)

    model = BackgroundLearner(learner(), detector(), warning_detector=warning and warning())
    answered = model.predict_learn_many(stream.X.tolist(), stream.y, stream.w)

    assert answered == said
    assert told(model) == events
    assert model.predict_many(stream.X.tolist()) == last.predict_many(stream.X.tolist())


@pytest.mark.parametrize("name", REGRESSORS)
@given(stream=numbered(), found_by=st.sampled_from(sorted(NUMBER_DETECTORS)))
def test_regressor_agrees_with_the_rule_row_by_row(name, stream, found_by):
    learner, detector = REGRESSORS[name], NUMBER_DETECTORS[found_by]
    said, events, _ = background_learner(learner, detector, stream, number_error())

    model = BackgroundLearner(learner(), detector())
    answered = model.predict_learn_many(stream.X.tolist(), stream.y, stream.w)

    assert answered == said
    assert told(model) == events


@given(
    stream=labelled(),
    found_by=st.sampled_from(sorted(DETECTORS)),
    warns=st.sampled_from(sorted(WARNINGS)),
    size=st.integers(1, 300),
)
def test_block_behind_a_scaler_gives_the_rows_one_by_one(stream, found_by, warns, size):
    warning = WARNINGS[warns]

    def make():
        return transforms.StandardScaler() | BackgroundLearner(
            learners.AROW(), DETECTORS[found_by](), warning_detector=warning and warning()
        )

    single, batch = make(), make()

    said = [single.predict_learn_one(*row) for row in stream.each()]
    answered = []
    for start in range(0, len(stream.X), size):
        cut = slice(start, start + size)
        answered += batch.predict_learn_many(stream.X[cut].tolist(), stream.y[cut], stream.w[cut])

    assert answered == said
    assert batch == single


def slowly_turning(seed=5):
    """Rows whose labels change sides over a thousand rows."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(6000, 4))
    turned = rng.random(6000) < np.clip((np.arange(6000) - 3000) / 1000, 0.0, 1.0)
    return X, np.where((X @ [1.0, 2.0, -1.0, 0.5] > 0) ^ turned, "a", "b").tolist()


@pytest.mark.parametrize("warning", [None, detectors.ADWIN(delta=0.01)], ids=["own", "second"])
@pytest.mark.parametrize("found_by", ["DDM", "HDDM_W", "EDDM"])
def test_learner_of_python_has_the_same_events(found_by, warning):
    X, y = slowly_turning()
    native, own = (
        BackgroundLearner(learner, DETECTORS[found_by](), warning_detector=warning)
        for learner in (learners.AROW(), NativeInside())
    )

    native.learn_many(X, y)
    own.learn_many(X, y)

    assert native.events
    assert own.events == native.events


def test_second_learner_takes_over_with_the_rows_since_the_warning():
    X, y = slowly_turning()
    model = BackgroundLearner(learners.AROW(), detectors.DDM())

    model.learn_many(X, y)

    found = [kind for _, kind, _ in model.events].index("drift")
    warning, drift = model.events[found - 1 : found + 1]
    assert f"a second learner of {drift[0] - warning[0]} rows took over" in drift[2]


def test_drift_without_a_warning_starts_anew():
    batches = sources.SINE1(drifts=[2000], rows=4000, seed=3).batches()
    model = BackgroundLearner(learners.AROW(), detectors.ADWIN())

    for batch in batches:
        model.learn_many(batch.x, batch.y)

    assert [event[2].endswith("started anew") for event in model.events] == [True]


def test_what_is_no_detector_of_warnings_is_refused():
    with pytest.raises(TypeError, match="warning_detector must have"):
        BackgroundLearner(learners.AROW(), detectors.ADWIN(), warning_detector=0.01)
