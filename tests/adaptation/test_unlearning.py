"""Unlearning: the worked rounds of the specification, and what a user can rely on."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driftline import learners
from driftline.adaptation import Unlearning
from driftline.learners import AROW, CW, SCW, OneVsOneClassifier, PAClassifier, Perceptron
from driftline.transforms import StandardScaler

ROWS = [[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [1.0, 0.2], [0.6, 0.8], [1.0, 0.0]]
SIGNS = [1, 1, -1, -1, -1, -1]

BASES = {
    "PA": lambda: PAClassifier(variant="PA"),
    "PA-I": lambda: PAClassifier(C=0.3),
    "PA-II": lambda: PAClassifier(C=0.3, variant="PA-II", fit_intercept=False),
    "CW": lambda: CW(confidence=0.5),
    "CW full": lambda: CW(confidence=0.5, covariance="full"),
    "CW stdev": lambda: CW(confidence=0.5, form="stdev"),
    "CW stdev full": lambda: CW(confidence=0.5, form="stdev", covariance="full"),
    "AROW": lambda: AROW(regularization=0.5),
    "AROW drop": lambda: AROW(variance="drop"),
    "AROW full": lambda: AROW(covariance="full", fit_intercept=False),
    "AROW full drop": lambda: AROW(covariance="full", variance="drop"),
    "SCW-I": lambda: SCW(C=0.2),
    "SCW-II full": lambda: SCW(variant="SCW-II", covariance="full"),
}


def weights(model):
    return [*model.weights.values(), model.intercept]


def taught_row_by_row(model):
    for x, y in zip(ROWS, SIGNS, strict=True):
        model.learn_one(x, y)
        yield list(model.weights.values())


#: The reading of the specification's worked examples.
WORKED = {"balance": "ratio_of_means", "terms": "both", "alpha": 0.9}


def spec_arow(**options):
    learner = AROW(regularization=0.1, covariance="full", fit_intercept=False)
    return Unlearning(learner, **WORKED, **options)


AROW_WEIGHTS = [
    (0.9090909091, 0.0),
    (0.0382775120, 0.3157894737),
    (0.3116883117, -0.6753246753),
    (-0.7559209158, -0.6690232794),
    (-0.7588683496, -0.6724441794),
    (-0.8677623690, -0.6341621753),
]


def test_arow_has_the_weights_of_the_specification_after_every_round():
    model = spec_arow()

    assert list(taught_row_by_row(model)) == [pytest.approx(w, abs=1e-9) for w in AROW_WEIGHTS]
    assert model.forgotten == [(0, 1)]


def test_arow_has_the_covariance_of_the_specification():
    model = spec_arow()
    rounds = taught_row_by_row(model)

    next(rounds), next(rounds)
    second = model.covariance_matrix
    list(rounds)

    assert second.ravel() == pytest.approx(
        [0.9897926635, -0.0842105263, -0.0842105263, 0.3052631579], abs=1e-9
    )
    assert model.covariance_matrix.ravel() == pytest.approx(
        [0.0451595712, -0.0158759765, -0.0158759765, 0.0551977230], abs=1e-9
    )


def test_compared_with_the_model_after_the_update_the_first_record_goes_a_round_later():
    model = spec_arow(original="post")

    last = list(taught_row_by_row(model))[-1]

    assert model.forgotten == [(0, 2)]
    assert last == pytest.approx(AROW_WEIGHTS[-1], abs=1e-9)


def test_pa_forgets_its_first_example_and_no_other():
    model = Unlearning(PAClassifier(variant="PA", fit_intercept=False), **WORKED)

    rounds = list(taught_row_by_row(model))

    assert rounds[1] == pytest.approx((0.16, 0.12), abs=1e-9)
    assert rounds[-1] == pytest.approx((-1.0, -1.1846153846), abs=1e-9)
    assert model.forgotten == [(0, 1)]


def test_removing_every_record_gives_the_untaught_model():
    model = spec_arow()
    list(taught_row_by_row(model))

    for x, y in list(zip(ROWS, SIGNS, strict=True))[1:]:
        model.unlearn_one(x, y)

    assert model.records == 0
    assert list(model.weights.values()) == pytest.approx([0.0, 0.0], abs=1e-12)
    assert model.covariance_matrix == pytest.approx(np.eye(2), abs=1e-12)


def stream(seed, rows=80, columns=4):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(rows, columns)), 2)
    X[rng.random(X.shape) < 0.2] = 0.0
    return X, rng.random(rows) < 0.5


@pytest.mark.parametrize("base", BASES)
@given(seed=st.integers(0, 2**32 - 1))
def test_learning_then_unlearning_restores_the_model_within_rounding(base, seed):
    X, y = stream(seed)
    model = Unlearning(BASES[base](), alpha=-1.0)
    model.learn_many(X[:-1], y[:-1])
    before, known, spread = weights(model), model.records, spreads(model)

    model.learn_one(X[-1], y[-1])
    if model.records > known:
        model.unlearn_one(X[-1], y[-1])

    assert weights(model) == pytest.approx(before, abs=1e-9)
    assert spreads(model) == pytest.approx(spread, abs=1e-9)


def spreads(model):
    return [] if isinstance(model.learner, PAClassifier) else list(model.variances.values())


@pytest.mark.parametrize("base", BASES)
@given(seed=st.integers(0, 2**32 - 1))
def test_unlearning_all_examples_in_any_order_gives_the_untaught_model(base, seed):
    X, y = stream(seed, rows=30)
    model = Unlearning(BASES[base](), alpha=-1.0)
    for x, label in zip(X, y, strict=True):
        model.learn_one(x, label)

    for i in np.random.default_rng(seed).permutation(len(X)):
        try:
            model.unlearn_one(X[i], y[i])
        except ValueError:
            continue  # it taught nothing
    assert model.records == 0
    assert weights(model) == pytest.approx([0.0] * 5, abs=1e-9)
    assert spreads(model) == pytest.approx([1.0] * len(spreads(model)), abs=1e-9)


@pytest.mark.parametrize("base", BASES)
def test_negative_alpha_is_the_plain_learner(base):
    X, y = stream(1, rows=300)
    plain, model = BASES[base](), Unlearning(BASES[base](), alpha=-1.0)

    plain.learn_many(X, y)
    model.learn_many(X, y)

    assert weights(model) == weights(plain)
    assert model.forgotten == []


def test_oldest_record_becomes_permanent_where_records_are_full():
    X, y = stream(2, rows=200)
    plain, model = AROW(), Unlearning(AROW(), alpha=-1.0, max_records=5)
    plain.learn_many(X, y)

    model.learn_many(X, y)

    assert model.records == 5
    assert weights(model) == weights(plain)
    with pytest.raises(ValueError, match="no record"):
        model.unlearn_one(X[0], y[0])


def test_memory_is_bounded():
    X, y = stream(3, rows=4000)
    model = Unlearning(PAClassifier(variant="PA"), max_records=50)
    model.learn_many(X[:1000], y[:1000])
    early = model.memory

    model.learn_many(X, y)

    assert model.memory == early


def test_forwarding_tries_each_record_once_at_its_age():
    X, y = stream(4, rows=500)
    model = Unlearning(PAClassifier(), strategy="forwarding", window=7)

    model.learn_many(X, y)

    assert {at - row for row, at in model.forgotten} == {7}
    assert model.records <= 7


def test_selecting_looks_back_on_the_window_only():
    X, y = stream(5, rows=500)
    model = Unlearning(AROW(), strategy="selecting", window=9, terms="none")

    model.learn_many(X, y)

    ages = {at - row for row, at in model.forgotten}
    assert min(ages) >= 1
    assert max(ages) <= 9
    assert len(ages) > 3


def test_queue_forgets_the_oldest_first():
    X, y = stream(6, rows=500)
    model = Unlearning(AROW(), terms="none")

    model.learn_many(X, y)

    rows = [row for row, _ in model.forgotten]
    assert len(rows) > 5
    assert rows == sorted(rows)


def test_more_tests_forget_more_in_one_round():
    X, y = stream(7, rows=500)
    model = Unlearning(AROW(), terms="none", max_tests=5)

    model.learn_many(X, y)

    at = [at for _, at in model.forgotten]
    assert max(at.count(row) for row in at) > 1


def test_arow_that_unlearns_follows_a_drift():
    rng = np.random.default_rng(4)
    X = rng.random((3000, 2))
    y = (X[:, 1] < np.sin(X[:, 0])) ^ (np.arange(3000) >= 1500)
    plain, model = AROW(regularization=0.1), Unlearning(AROW(regularization=0.1), terms="none")

    right = [np.mean(m.predict_learn_many(X, y)[1500:] == y[1500:]) for m in (plain, model)]

    assert right[1] > right[0] + 0.1


def test_row_numbers_count_the_rows_that_are_learned():
    X, y = stream(8, rows=60)
    with_gaps = [None if i % 3 == 0 else bool(label) for i, label in enumerate(y)]
    model, without_gaps = (Unlearning(AROW(), terms="none") for _ in range(2))

    model.learn_many(X, with_gaps)
    kept = np.arange(60) % 3 != 0
    without_gaps.learn_many(X[kept], y[kept])

    assert model.forgotten
    assert model.forgotten == without_gaps.forgotten


def test_three_labels_tell_what_each_forgot():
    X, _ = stream(9, rows=300)
    y = [["a", "b", "c"][i] for i in np.random.default_rng(0).integers(3, size=len(X))]
    model = Unlearning(AROW(), terms="none")

    model.learn_many(X, y)

    assert set(model.forgotten) == {"a", "b", "c"}
    assert all(row < at for own in model.forgotten.values() for row, at in own)
    assert [event[0] for event in model.events] == sorted(event[0] for event in model.events)
    assert set(model.records) == {"a", "b", "c"}


def test_events_say_what_was_forgotten_when():
    model = spec_arow()

    list(taught_row_by_row(model))

    assert model.events == [(1, "unlearn", "row 0")]


def test_pairs_of_labels_unlearn_each_for_itself():
    X, _ = stream(10, rows=300)
    y = np.random.default_rng(0).integers(4, size=len(X))
    model = OneVsOneClassifier(Unlearning(AROW(), terms="none"))
    plain = OneVsOneClassifier(AROW())

    model.learn_many(X, y)
    plain.learn_many(X, y)

    assert model.predict_proba_many(X).tolist() != plain.predict_proba_many(X).tolist()


def test_state_saved_midway_goes_on_as_if_nothing_had_happened():
    X, y = stream(11, rows=400)
    model = Unlearning(AROW(), terms="none", max_records=20)
    model.learn_many(X[:200], y[:200])

    twins = [pickle.loads(pickle.dumps(model)), copy.copy(model)]
    for each in (model, *twins):
        each.learn_many(X[200:], y[200:])

    assert all(twin == model and twin.forgotten == model.forgotten for twin in twins)
    x, label = next(
        (X[i], y[i]) for i in reversed(range(400)) if is_known(copy.copy(model), X[i], y[i])
    )
    for each in (model, *twins):
        each.unlearn_one(x, label)
    assert all(twin == model for twin in twins)


def is_known(model, x, label):
    try:
        model.unlearn_one(x, label)
    except ValueError:
        return False
    return True


def test_literal_reading_is_a_set_of_options():
    model = Unlearning.literal(AROW(), alpha=0.5)

    assert (model.original, model.balance, model.averages) == ("post", "mean_of_ratios", "after")
    assert (model.strict, model.terms, model.alpha) == (False, "both", 0.5)


@pytest.mark.parametrize(
    "learner", [Perceptron(), learners.GaussianNB(), learners.NAROW(), learners.SGDClassifier()]
)
def test_learner_that_cannot_be_unlearned_is_refused(learner):
    with pytest.raises(TypeError, match="PAClassifier, CW, AROW and SCW"):
        Unlearning(learner)


def test_pipeline_is_refused_with_the_way_out():
    with pytest.raises(TypeError, match=r"StandardScaler\(\) \| Unlearning\(AROW\(\)\)"):
        Unlearning(StandardScaler() | AROW())


def test_confidence_that_only_pa_lacks_is_refused_by_the_others():
    with pytest.raises(ValueError, match="for PAClassifier, which keeps no confidence; CW has"):
        Unlearning(CW(), confidence_for_pa="identity")


@pytest.mark.parametrize("learner", [None, "AROW", learners.LMS()])
def test_what_is_no_classifier_is_refused(learner):
    with pytest.raises(TypeError, match="learner must be"):
        Unlearning(learner)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"strategy": "stack"}, "strategy must be one of"),
        ({"alpha": float("nan")}, "alpha must be finite"),
        ({"window": 0}, "window must be at least 1"),
        ({"strategy": "forwarding", "window": None}, "needs a window"),
        ({"max_records": 0}, "max_records must be at least 1"),
        ({"max_tests": 0}, "max_tests must be at least 1"),
        ({"terms": "all"}, "terms must be one of"),
        ({"sigma": "information"}, "needs an AROW"),
    ],
)
def test_bad_option_is_named(options, told):
    with pytest.raises(ValueError, match=told):
        Unlearning(PAClassifier(), **options)


def test_information_form_needs_the_exact_rule():
    with pytest.raises(ValueError, match="variance='exact'"):
        Unlearning(AROW(variance="drop"), sigma="information")


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ({"a": 1.0, "b": 2.0}, "no"),  # another label
        ({"a": 1.0, "b": 2.5}, "yes"),  # another value
        ({"a": 1.0}, "yes"),  # a part of it
        ({"a": 1.0, "b": 2.0, "c": 1.0}, "yes"),  # a feature never seen
        ({"a": 1.0, "b": 2.0}, "maybe"),  # a label never seen
        ({"a": 1.0, "b": 2.0}, None),
        ({}, "yes"),
    ],
)
def test_unlearning_what_was_never_learned_is_refused_and_changes_nothing(x, y):
    model = Unlearning(AROW())
    model.learn_many([{"a": 1.0, "b": 2.0}, {"a": 3.0}], ["yes", "no"])
    before = copy.copy(model)

    with pytest.raises(ValueError, match="no record of this example"):
        model.unlearn_one(x, y)

    assert model == before


def test_example_learned_twice_is_unlearned_twice():
    model = Unlearning(PAClassifier(C=0.1), alpha=-1.0)
    model.learn_many([[1.0, 2.0], [1.0, 2.0]], [True, True])

    model.unlearn_one([1.0, 2.0], True)
    model.unlearn_one([1.0, 2.0], True)

    assert weights(model) == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)
    with pytest.raises(ValueError, match="no record"):
        model.unlearn_one([1.0, 2.0], True)


@pytest.mark.parametrize("strategy", ["forwarding", "selecting"])
def test_example_older_than_the_window_is_part_of_the_model_for_good(strategy):
    model = Unlearning(PAClassifier(C=0.1), strategy=strategy, window=2, alpha=0.0)
    model.learn_many([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0]], [True, False, True])

    with pytest.raises(ValueError, match="or is too old"):
        model.unlearn_one([1.0, 2.0], True)
    model.unlearn_one([0.0, 1.0], True)
