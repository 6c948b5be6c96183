"""ResetOnDrift starts anew at the rows where the detector finds more errors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.drifting_rows import (
    CLASSIFIERS,
    DETECTORS,
    NUMBER_DETECTORS,
    REGRESSORS,
    label_error,
    labelled,
    number_error,
    numbered,
    reset_on_drift,
    told,
)
from oracles.python_learners import NativeInside
from river import drift

from driftline import detectors, learners, sources, transforms
from driftline.adaptation import ResetOnDrift
from driftline.report import Event


def turning(rows=4000, at=2000, seed=3):
    """Rows whose labels change sides at a row."""
    batches = list(sources.SINE1(drifts=[at], rows=rows, seed=seed).batches())
    X = np.concatenate([np.column_stack([c.to_numpy() for c in b.x.columns]) for b in batches])
    return X, [label for batch in batches for label in batch.y.to_pylist()]


@pytest.mark.parametrize("keep", [False, True], ids=["plain", "keep_warning"])
@pytest.mark.parametrize("name", CLASSIFIERS)
@given(
    stream=labelled(), found_by=st.sampled_from(sorted(DETECTORS)), most=st.sampled_from([5, 1000])
)
def test_classifier_agrees_with_the_rule_row_by_row(name, keep, stream, found_by, most):
    learner, detector = CLASSIFIERS[name], DETECTORS[found_by]
    said, events, last = reset_on_drift(learner, detector, stream, label_error(), keep, most)

    model = ResetOnDrift(learner(), detector(), keep_warning=keep, max_rows=most)
    answered = model.predict_learn_many(stream.X.tolist(), stream.y, stream.w)

    assert answered == said
    assert told(model) == events
    assert model.predict_many(stream.X.tolist()) == last.predict_many(stream.X.tolist())


@pytest.mark.parametrize("name", REGRESSORS)
@given(stream=numbered(), found_by=st.sampled_from(sorted(NUMBER_DETECTORS)))
def test_regressor_agrees_with_the_rule_row_by_row(name, stream, found_by):
    learner, detector = REGRESSORS[name], NUMBER_DETECTORS[found_by]
    said, events, _ = reset_on_drift(learner, detector, stream, number_error(), True)

    model = ResetOnDrift(learner(), detector(), keep_warning=True)
    answered = model.predict_learn_many(stream.X.tolist(), stream.y, stream.w)

    assert answered == said
    assert told(model) == events


@given(stream=labelled(), found_by=st.sampled_from(sorted(DETECTORS)), size=st.integers(1, 300))
def test_block_behind_a_scaler_gives_the_rows_one_by_one(stream, found_by, size):
    def make():
        return transforms.StandardScaler() | ResetOnDrift(
            learners.AROW(), DETECTORS[found_by](), keep_warning=True
        )

    single, batch = make(), make()

    said = [single.predict_learn_one(*row) for row in stream.each()]
    answered = []
    for start in range(0, len(stream.X), size):
        cut = slice(start, start + size)
        answered += batch.predict_learn_many(stream.X[cut].tolist(), stream.y[cut], stream.w[cut])

    assert answered == said
    assert batch == single


@pytest.mark.parametrize("found_by", DETECTORS)
def test_learner_of_python_has_the_same_events(found_by):
    X, y = turning()
    native = ResetOnDrift(learners.AROW(), DETECTORS[found_by](), keep_warning=True)
    own = ResetOnDrift(NativeInside(), DETECTORS[found_by](), keep_warning=True)

    native.learn_many(X, y)
    own.learn_many(X, y)

    assert native.events
    assert own.events == native.events
    assert own.predict_many(X[:50].tolist()) == native.predict_many(X[:50].tolist())


def test_detector_of_river_works_with_a_native_learner():
    X, y = turning()
    model = ResetOnDrift(learners.AROW(), drift.ADWIN())

    model.learn_many(X, y)

    assert 2000 < model.events[0][0] < 2200


def test_reset_comes_soon_after_the_drift_and_pays():
    X, y = turning()
    adapted, plain = ResetOnDrift(learners.AROW(), detectors.ADWIN()), learners.AROW()

    right = np.array(adapted.predict_learn_many(X, y)) == y
    stays = np.array(plain.predict_learn_many(X, y)) == y

    ((row, kind, _),) = adapted.events
    assert kind == "drift"
    assert 2000 < row < 2150
    assert np.mean(right[2200:]) > np.mean(stays[2200:]) + 0.2


def test_fewer_errors_are_no_reason_to_forget():
    X, _ = turning()
    wrong_first = ["a" if i < 1000 and i % 2 else "b" for i in range(3000)]
    model = ResetOnDrift(learners.PriorClassifier(), detectors.ADWIN())

    model.learn_many(X[:3000], wrong_first)

    assert model.events == []


def test_labels_outlive_the_learner_that_learned_them():
    model = ResetOnDrift(learners.AROW(), detectors.ADWIN(clock=1))
    X, y = turning()
    model.learn_many(X[:100], y[:100])
    model.learn_one(X[0], "rare")
    model.learn_many(X[100:], y[100:])
    assert model.events

    shares = model.predict_proba_one(X[0])

    assert set(model.labels) == {"rare", *y}
    assert shares["rare"] == 0.0
    assert sum(shares.values()) == pytest.approx(1.0)
    assert set(model.weights["rare"].values()) == {0.0}
    assert model.predict_proba_many(X[:2]).shape == (2, 3)


def test_events_are_what_reports_take_and_the_last_thousand_are_kept():
    model = ResetOnDrift(learners.NoChangeClassifier(), detectors.HDDM_W(drift_confidence=0.2))
    rng = np.random.default_rng(0)

    model.learn_many(np.zeros((60_000, 1)), np.where(rng.random(60_000) < 0.2, "a", "b"))

    events = [Event(*event) for event in model.events]
    assert len(events) == 1000
    assert events[-1].row > 50_000
    assert {event.kind for event in events} <= {"warning", "drift"}


@pytest.mark.parametrize(
    ("learner", "detector", "wrong"),
    [
        (learners.AROW, detectors.ADWIN(), "learner"),
        (transforms.StandardScaler(), detectors.ADWIN(), "learner"),
        (None, detectors.ADWIN(), "learner"),
        (learners.AROW(), learners.AROW(), "detector"),
        (learners.AROW(), detectors.ADWIN, "detector"),
        (learners.AROW(), None, "detector"),
    ],
)
def test_what_is_no_learner_or_no_detector_is_refused(learner, detector, wrong):
    with pytest.raises(TypeError, match=f"{wrong} must have"):
        ResetOnDrift(learner, detector)


def test_detector_of_rows_is_refused():
    with pytest.raises(TypeError, match="must take errors"):
        ResetOnDrift(learners.AROW(), detectors.FeatureMonitor())


@pytest.mark.parametrize("max_rows", [0, -5])
@pytest.mark.parametrize("learner", [learners.AROW(), NativeInside()], ids=["native", "Python"])
def test_bound_below_one_row_is_refused(learner, max_rows):
    with pytest.raises(ValueError, match="max_rows must be at least 1"):
        ResetOnDrift(learner, detectors.DDM(), max_rows=max_rows)


def test_detector_of_bits_is_refused_for_numbers_with_the_way_out():
    with pytest.raises(ValueError, match=r"0 and 1 only.*ADWIN"):
        ResetOnDrift(learners.LMS(), detectors.EDDM())
