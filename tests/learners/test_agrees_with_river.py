"""Where River defines a learner as we do, both say the same of every row."""

import numpy as np
import pytest
from river import linear_model, naive_bayes, optim, preprocessing

from driftline.learners import (
    LMS,
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

ROWS, FEATURES = 200, 4


def noisy_labels(seed):
    """Return rows without zeros and labels that a line explains four times in five."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(ROWS, FEATURES))
    y = (X @ [1.0, -2.0, 0.5, 0.0] > 0) ^ (rng.random(ROWS) < 0.2)
    return X, y.tolist()


def named(x):
    return {f"f{j}": float(v) for j, v in enumerate(x)}


def river_margin(model, x):
    return sum(model.weights.get(k, 0.0) * v for k, v in x.items()) + model.intercept


def our_margin(model, x):
    bias = model.intercept if model.fit_intercept else 0.0
    return sum(model.weights.get(k, 0.0) * v for k, v in x.items()) + bias


def assert_same_margins(ours, river, X, y):
    """Compare after every row; both only round, which 200 rows do not carry beyond 1e-10."""
    for x, target in zip(map(named, X), y, strict=True):
        ours.learn_one(x, target)
        river.learn_one(x, target)
        assert our_margin(ours, x) == pytest.approx(river_margin(river, x), rel=1e-9, abs=1e-9)


# River adds the step to the intercept but leaves the constant 1 out of the norm; we take it in.
# So the two coincide without intercept only.
@pytest.mark.parametrize(("variant", "mode"), [("PA", 0), ("PA-I", 1), ("PA-II", 2)])
def test_passive_aggressive_classifier_without_intercept(variant, mode):
    X, y = noisy_labels(1)

    assert_same_margins(
        PAClassifier(C=0.1, variant=variant, fit_intercept=False),
        linear_model.PAClassifier(C=0.1, mode=mode, learn_intercept=False),
        X,
        y,
    )


# River 0.26 takes the loss against 2 y - 1, as if a target were a label, but the sign against y. We
# give it the loss of the paper; the step is its own.
@pytest.mark.parametrize(("variant", "mode"), [("PA", 0), ("PA-I", 1), ("PA-II", 2)])
def test_passive_aggressive_regressor_without_intercept(variant, mode):
    X, y = noisy_labels(2)
    river = linear_model.PARegressor(C=0.1, mode=mode, learn_intercept=False)
    river.loss = lambda target, predicted: max(0.0, abs(target - predicted) - 0.2)

    assert_same_margins(
        PARegressor(C=0.1, variant=variant, epsilon=0.2, fit_intercept=False),
        river,
        X,
        X @ [1.0, 2.0, -1.0, 0.0] + np.array(y, dtype=float),
    )


# River updates on a margin of exactly 0 for both labels; for us 0 predicts the positive label.
# So the first row is a negative one; later margins are never exactly 0.
def test_perceptron_from_a_negative_row_on():
    X, y = noisy_labels(3)

    assert_same_margins(Perceptron(), linear_model.Perceptron(), X, [False, *y[1:]])


# River shrinks only the weights of features in the row, hence rows without zeros. Its intercept
# has a learning rate of its own, set here to the other's. It has no L1 together with L2.
@pytest.mark.parametrize("penalty", [{}, {"l2": 0.1}, {"l1": 0.02}], ids=str)
def test_logistic_regression_by_sgd(penalty):
    X, y = noisy_labels(4)

    assert_same_margins(
        SGDClassifier(loss="log_loss", eta0=0.05, **penalty),
        linear_model.LogisticRegression(optim.SGD(0.05), intercept_lr=0.05, **penalty),
        X,
        y,
    )


# River counts the intercept's schedule and the weights' by the same number of past rows.
def test_logistic_regression_with_inverse_scaling():
    X, y = noisy_labels(5)

    assert_same_margins(
        SGDClassifier(loss="log_loss", learning_rate="invscaling", eta0=0.3, power_t=0.5),
        linear_model.LogisticRegression(
            optim.SGD(optim.schedulers.InverseScaling(0.3, 0.5)),
            intercept_lr=optim.schedulers.InverseScaling(0.3, 0.5),
        ),
        X,
        y,
    )


def test_hinge_by_sgd():
    X, y = noisy_labels(6)

    assert_same_margins(
        SGDClassifier(loss="hinge", eta0=0.05),
        linear_model.LogisticRegression(
            optim.SGD(0.05), loss=optim.losses.Hinge(), intercept_lr=0.05
        ),
        X,
        y,
    )


# A prediction exactly equal to its target moves River's absolute loss and not ours: none is here.
@pytest.mark.parametrize(
    ("loss", "river_loss"),
    [
        ("squared", optim.losses.Squared()),
        ("absolute", optim.losses.Absolute()),
    ],
    ids=["squared", "absolute"],
)
@pytest.mark.parametrize("penalty", [{}, {"l2": 0.1}, {"l1": 0.02}], ids=str)
def test_linear_regression_by_sgd(loss, river_loss, penalty):
    X, y = noisy_labels(7)

    assert_same_margins(
        SGDRegressor(loss=loss, eta0=0.02, **penalty),
        linear_model.LinearRegression(
            optim.SGD(0.02), loss=river_loss, intercept_lr=0.02, **penalty
        ),
        X,
        X @ [1.0, 2.0, -1.0, 0.0] + np.array(y, dtype=float),
    )


# River 0.26 compares the prediction with 2 y - 1 here: it is given the targets that make this ours.
def test_epsilon_insensitive_regression_by_sgd():
    X, y = noisy_labels(14)
    targets = X @ [1.0, 2.0, -1.0, 0.0] + np.array(y, dtype=float)
    ours = SGDRegressor(loss="epsilon_insensitive", epsilon=0.3, eta0=0.02)
    river = linear_model.LinearRegression(
        optim.SGD(0.02), loss=optim.losses.EpsilonInsensitiveHinge(eps=0.3), intercept_lr=0.02
    )

    for x, target in zip(map(named, X), targets.tolist(), strict=True):
        ours.learn_one(x, target)
        river.learn_one(x, (target + 1) / 2)
        assert our_margin(ours, x) == pytest.approx(river_margin(river, x), rel=1e-9, abs=1e-9)


# LMS leaves out the 2 of the squared loss's gradient: River's rate is half of ours.
def test_least_mean_squares():
    X, y = noisy_labels(8)

    assert_same_margins(
        LMS(learning_rate=0.04),
        linear_model.LinearRegression(optim.SGD(0.02), intercept_lr=0.02),
        X,
        X @ [1.0, 2.0, -1.0, 0.0] + np.array(y, dtype=float),
    )


def assert_same_probabilities(ours, river, rows, y, after=0, tolerance=1e-9):
    """Compare before every row from number `after` on, then let both learn it."""
    for i, (x, label) in enumerate(zip(rows, y, strict=True)):
        if i >= after:
            known = {k: v for k, v in x.items() if k in river_vocabulary(river, x)}
            assert ours.predict_proba_one(x) == pytest.approx(
                river.predict_proba_one(known), abs=tolerance
            )
        ours.learn_one(x, label)
        river.learn_one(x, label)


def river_vocabulary(river, x):
    return getattr(river, "feature_counts", x)


# River adds 1e-9 to each density and has no rule for a feature without spread: we compare where
# densities are above 0.05 (uniform values), after rows enough for some spread. 1e-9 / 0.05 for
# each of 4 features is the tolerance, with room.
def test_gaussian_naive_bayes_on_ordinary_densities():
    X = np.random.default_rng(9).uniform(-1, 1, size=(ROWS, FEATURES))
    y = ["even" if i % 2 else "odd" for i in range(ROWS)]
    X[::2] += 0.2

    assert_same_probabilities(
        GaussianNB(), naive_bayes.GaussianNB(), map(named, X), y, after=60, tolerance=1e-6
    )


def bags_of_words(seed):
    """Return sparse rows over words that keep arriving, and three labels."""
    rng = np.random.default_rng(seed)
    words = [f"w{j}" for j in range(30)]
    y = [str(label) for label in rng.choice(["a", "b", "c"], size=ROWS, p=[0.6, 0.3, 0.1])]
    rows = []
    for i, label in enumerate(y):
        chosen = (
            rng.choice(words[: 5 + i // 8], size=4) if label == "a" else rng.choice(words[:9], 3)
        )
        rows.append({str(word): int(rng.integers(1, 4)) for word in chosen})
    return rows, y


# River charges a word nobody has learned to every label (alpha over its total); we ignore it, so
# River is not shown it.
@pytest.mark.parametrize("alpha", [1.0, 0.1])
@pytest.mark.parametrize(
    ("ours", "river"),
    [(MultinomialNB, naive_bayes.MultinomialNB), (ComplementNB, naive_bayes.ComplementNB)],
    ids=["multinomial", "complement"],
)
def test_naive_bayes_of_words_while_the_vocabulary_grows(ours, river, alpha):
    rows, y = bags_of_words(10)

    assert_same_probabilities(ours(alpha=alpha), river(alpha=alpha), rows, y)


# River adds 1e-9 to each probability of at least alpha / (n + 2 alpha), about 1e-3 here: with up to
# 30 words the difference stays below 1e-4.
def test_bernoulli_naive_bayes_while_the_vocabulary_grows():
    rows, y = bags_of_words(11)

    assert_same_probabilities(BernoulliNB(), naive_bayes.BernoulliNB(), rows, y, tolerance=1e-4)


@pytest.mark.parametrize("with_std", [True, False])
def test_standard_scaler(with_std):
    X, _ = noisy_labels(12)
    ours, river = StandardScaler(with_std=with_std), preprocessing.StandardScaler(with_std=with_std)

    for x in map(named, X):
        ours.learn_one(x)
        river.learn_one(x)
        assert ours.transform_one(x) == pytest.approx(river.transform_one(x), abs=1e-9)


def test_scaled_logistic_regression():
    X, y = noisy_labels(13)
    ours = StandardScaler() | SGDClassifier(eta0=0.05)
    river = preprocessing.StandardScaler() | linear_model.LogisticRegression(
        optim.SGD(0.05), intercept_lr=0.05
    )

    for i, (x, label) in enumerate(zip(map(named, X), y, strict=True)):
        if len(set(y[:i])) == 2:
            assert ours.predict_proba_one(x) == pytest.approx(river.predict_proba_one(x), abs=1e-9)
        ours.learn_one(x, label)
        river.learn_one(x, label)
