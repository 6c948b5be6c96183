"""Where scikit-learn's partial_fit is defined as our learner is, both say the same of every row."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import linear_model, naive_bayes, preprocessing

from driftline.learners import (
    BernoulliNB,
    ComplementNB,
    GaussianNB,
    MultinomialNB,
    PAClassifier,
    PARegressor,
    Perceptron,
    SGDClassifier,
    SGDRegressor,
)
from driftline.transforms import StandardScaler

ROWS, FEATURES = 150, 4
COEF = np.array([1.0, -2.0, 0.5, 0.0])


def noisy_labels(seed):
    """Return rows without zeros and labels that a line explains four times in five."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(ROWS, FEATURES))
    y = (X @ COEF > 0) ^ (rng.random(ROWS) < 0.2)
    return X, y.astype(int)


def weights_of(model):
    return np.array([model.weights[j] for j in range(FEATURES)])


def assert_same_weights(ours, theirs, X, y, w=None):
    """Compare after every row; both only round, which 150 rows do not carry beyond 1e-9."""
    first = {"classes": [0, 1]} if hasattr(theirs, "decision_function") else {}
    w = np.ones(len(y)) if w is None else w
    for i in range(len(y)):
        ours.learn_one(X[i], y[i].item(), w=w[i].item())
        extra = {"sample_weight": w[i : i + 1]} if np.any(w != 1) else {}
        theirs.partial_fit(X[i : i + 1], y[i : i + 1], **extra, **(first if i == 0 else {}))
        np.testing.assert_allclose(weights_of(ours), theirs.coef_.ravel(), rtol=1e-8, atol=1e-9)
        if ours.fit_intercept:
            assert ours.intercept == pytest.approx(theirs.intercept_.item(), rel=1e-8, abs=1e-9)


SCHEDULES = [
    {"learning_rate": "constant", "eta0": 0.05},
    {"learning_rate": "invscaling", "eta0": 0.3, "power_t": 0.25},
    {"learning_rate": "optimal"},
]


# scikit-learn's hinge also steps at a margin of exactly 1, and it stops the shrinking factor
# 1 - eta l2 at 0: neither happens here.
@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda s: s["learning_rate"])
@pytest.mark.parametrize("loss", ["log_loss", "hinge", "squared_hinge"])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_sgd_classifier_with_l2(loss, schedule, fit_intercept):
    X, y = noisy_labels(1)

    assert_same_weights(
        SGDClassifier(loss=loss, l2=0.2, fit_intercept=fit_intercept, **schedule),
        linear_model.SGDClassifier(
            loss=loss, penalty="l2", alpha=0.2, fit_intercept=fit_intercept, **schedule
        ),
        X,
        y,
    )


@pytest.mark.parametrize("loss", ["log_loss", "hinge", "squared_hinge"])
def test_sgd_classifier_without_penalty_and_with_weights(loss):
    X, y = noisy_labels(2)
    w = np.random.default_rng(2).uniform(0.1, 3.0, size=ROWS)

    assert_same_weights(
        SGDClassifier(loss=loss, eta0=0.03),
        linear_model.SGDClassifier(loss=loss, penalty=None, learning_rate="constant", eta0=0.03),
        X,
        y,
        w,
    )


# scikit-learn's average=k begins with row k; ours begins after row average_after. Row by row,
# its classifier goes on from the averaged intercept instead of the plain one: here is none.
@pytest.mark.parametrize("after", [0, 20])
@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda s: s["learning_rate"])
def test_averaged_sgd_classifier_without_intercept(schedule, after):
    X, y = noisy_labels(3)
    shared = {"loss": "log_loss", "fit_intercept": False, **schedule}

    assert_same_weights(
        SGDClassifier(l2=0.1, average=True, average_after=after, **shared),
        linear_model.SGDClassifier(penalty="l2", alpha=0.1, average=after + 1, **shared),
        X,
        y,
    )


# Called once, it averages the intercept rightly.
@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda s: s["learning_rate"])
def test_averaged_sgd_classifier_with_intercept(schedule):
    X, y = noisy_labels(13)
    ours = SGDClassifier(l2=0.1, average=True, average_after=4, **schedule)
    theirs = linear_model.SGDClassifier(
        loss="log_loss", penalty="l2", alpha=0.1, average=5, shuffle=False, **schedule
    )

    ours.learn_many(X, y)
    theirs.partial_fit(X, y, classes=[0, 1])

    np.testing.assert_allclose(weights_of(ours), theirs.coef_.ravel(), rtol=1e-8, atol=1e-9)
    assert ours.intercept == pytest.approx(theirs.intercept_.item(), rel=1e-8)


# Its partial_fit forgets the cumulative L1 penalty between calls, so it gets all rows in one call;
# it passes over zeros in sparse rows only, but slows the intercept there, so there is none. With L1
# it averages the weights before they are clipped, and we after: averaging is left out.
# Its optimal schedule follows the sum of both penalties, ours l2 alone: left out as well.
@pytest.mark.parametrize("schedule", SCHEDULES[:2], ids=lambda s: s["learning_rate"])
@pytest.mark.parametrize("loss", ["log_loss", "hinge", "squared_hinge"])
@pytest.mark.parametrize("l2", [0.0, 0.1])
def test_sgd_classifier_with_cumulative_l1(loss, schedule, l2):
    X, y = noisy_labels(4)
    X = sp.csr_array(np.where(np.random.default_rng(4).random(X.shape) < 0.5, 0.0, X))
    l1 = 0.05

    for rows in [1, 2, 10, ROWS]:
        ours = SGDClassifier(loss=loss, l1=l1, l2=l2, fit_intercept=False, **schedule)
        ours.learn_many(X[:rows], y[:rows])
        theirs = linear_model.SGDClassifier(
            loss=loss,
            penalty="elasticnet",
            alpha=l1 + l2,
            l1_ratio=l1 / (l1 + l2),
            fit_intercept=False,
            shuffle=False,
            **schedule,
        )
        theirs.partial_fit(X[:rows], y[:rows], classes=[0, 1])
        np.testing.assert_allclose(weights_of(ours), theirs.coef_.ravel(), rtol=1e-8, atol=1e-9)


# Its squared loss is half of ours, so its rate is twice and its penalty half of ours.
@pytest.mark.parametrize("average", [True, False])
@pytest.mark.parametrize(("learning_rate", "power_t"), [("constant", 0.5), ("invscaling", 0.25)])
def test_sgd_regressor_with_squared_loss(learning_rate, power_t, average):
    X, y = noisy_labels(5)
    schedule = {"learning_rate": learning_rate, "power_t": power_t}

    assert_same_weights(
        SGDRegressor(loss="squared", eta0=0.02, l2=0.1, average=average, **schedule),
        linear_model.SGDRegressor(eta0=0.04, alpha=0.05, average=average, **schedule),
        X,
        X @ COEF + y,
    )


# Absolute loss is its epsilon_insensitive with epsilon 0.
@pytest.mark.parametrize(("loss", "epsilon"), [("epsilon_insensitive", 0.3), ("absolute", 0.0)])
@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda s: s["learning_rate"])
def test_sgd_regressor_with_epsilon_insensitive_and_absolute_loss(loss, epsilon, schedule):
    X, y = noisy_labels(6)

    assert_same_weights(
        SGDRegressor(loss=loss, epsilon=epsilon, l2=0.2, **schedule),
        linear_model.SGDRegressor(
            loss="epsilon_insensitive", epsilon=epsilon, alpha=0.2, **schedule
        ),
        X,
        X @ COEF + y,
    )


# It leaves the intercept out of the norm, and multiplies the step (not C) by the sample weight.
@pytest.mark.parametrize(("variant", "rate"), [("PA-I", "pa1"), ("PA-II", "pa2")])
def test_passive_aggressive_without_intercept(variant, rate):
    X, y = noisy_labels(7)

    assert_same_weights(
        PAClassifier(C=0.2, variant=variant, fit_intercept=False),
        linear_model.SGDClassifier(
            loss="hinge", penalty=None, learning_rate=rate, eta0=0.2, fit_intercept=False
        ),
        X,
        y,
    )
    assert_same_weights(
        PARegressor(C=0.2, variant=variant, epsilon=0.1, fit_intercept=False),
        linear_model.SGDRegressor(
            loss="epsilon_insensitive",
            epsilon=0.1,
            penalty=None,
            learning_rate=rate,
            eta0=0.2,
            fit_intercept=False,
        ),
        X,
        X @ COEF + y,
    )


# It also steps on a margin of exactly 0 for the positive label: the first row is a negative one.
def test_perceptron_from_a_negative_row_on():
    X, y = noisy_labels(8)
    y[0] = 0

    assert_same_weights(Perceptron(), linear_model.Perceptron(), X, y)


def counts(seed):
    rng = np.random.default_rng(seed)
    X = rng.poisson(0.7, size=(ROWS, FEATURES)).astype(float)
    y = np.concatenate([[0, 1, 2], rng.integers(0, 3, size=ROWS - 3)])
    return X, y, rng.uniform(0.1, 3.0, size=ROWS)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("alpha", [1.0, 0.1])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (MultinomialNB, naive_bayes.MultinomialNB),
        (ComplementNB, naive_bayes.ComplementNB),
        (BernoulliNB, naive_bayes.BernoulliNB),
    ],
    ids=["multinomial", "complement", "bernoulli"],
)
def test_discrete_naive_bayes_with_weights(ours, theirs, alpha, sparse):
    X, y, w = counts(9)
    mine, peer = ours(alpha=alpha), theirs(alpha=alpha)
    rows = sp.csr_array(X) if sparse else X

    for i in range(ROWS):
        mine.learn_many(rows[i : i + 1], y[i : i + 1], w=w[i : i + 1])
        peer.partial_fit(rows[i : i + 1], y[i : i + 1], [0, 1, 2], sample_weight=w[i : i + 1])
        if i >= 2:  # scikit-learn knows all labels from the start, we from their first rows on
            p = mine.predict_proba_one(X[i])
            np.testing.assert_allclose(
                [p[0], p[1], p[2]], peer.predict_proba(X[i : i + 1])[0], rtol=1e-9
            )


# Its partial_fit smooths by the variances of the last batch alone, which one row does not have: so
# row by row we compare without smoothing, from the rows on that give each label some spread.
def test_gaussian_naive_bayes_with_weights():
    X, y, w = counts(10)
    X = X + np.random.default_rng(10).normal(size=X.shape)
    mine, peer = GaussianNB(var_smoothing=0.0), naive_bayes.GaussianNB(var_smoothing=0.0)

    for i in range(ROWS):
        mine.learn_one(X[i], y[i].item(), w=w[i].item())
        peer.partial_fit(X[i : i + 1], y[i : i + 1], [0, 1, 2], sample_weight=w[i : i + 1])
        if i >= 30:
            p = mine.predict_proba_one(X[i])
            np.testing.assert_allclose(
                [p[0], p[1], p[2]], peer.predict_proba(X[i : i + 1])[0], rtol=1e-8, atol=1e-12
            )


@pytest.mark.parametrize("var_smoothing", [1e-9, 0.05])
def test_smoothed_gaussian_naive_bayes_equals_a_fit_on_all_rows(var_smoothing):
    X, y, _ = counts(11)
    mine = GaussianNB(var_smoothing=var_smoothing)
    peer = naive_bayes.GaussianNB(var_smoothing=var_smoothing)

    mine.learn_many(X, y)
    peer.fit(X, y)

    for x in X:
        p = mine.predict_proba_one(x)
        np.testing.assert_allclose(
            [p[0], p[1], p[2]], peer.predict_proba(x[None])[0], rtol=1e-8, atol=1e-12
        )


# It leaves a value of a constant feature as it is minus the mean; we give 0. None is constant here.
def test_standard_scaler():
    X, _ = noisy_labels(12)
    X[::7, 1] = np.nan
    ours, theirs = StandardScaler(), preprocessing.StandardScaler()

    ours.learn_many(X)
    theirs.partial_fit(X)

    expected = np.nan_to_num(theirs.transform(X))  # it keeps missing values, we give 0
    np.testing.assert_allclose(ours.transform_many(X), expected, rtol=1e-9, atol=1e-9)
