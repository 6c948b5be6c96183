"""Unlearning beside the plain reference: what is forgotten when, and the model after every row."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import unlearning_reference as plain
from scipy.sparse import csr_array

from driftline.adaptation import Unlearning
from driftline.learners import AROW, CW, SCW, PAClassifier

ROWS, COLUMNS = 60, 3
BARE = {"fit_intercept": False}
FULL = {"covariance": "full", "fit_intercept": False}

PAIRS = {
    "PA": (lambda: PAClassifier(variant="PA", **BARE), lambda d: plain.PA(d)),
    "PA-I": (lambda: PAClassifier(C=0.3, **BARE), lambda d: plain.PA(d, C=0.3, slack="linear")),
    "PA-II": (
        lambda: PAClassifier(C=0.5, variant="PA-II", **BARE),
        lambda d: plain.PA(d, C=0.5, slack="squared"),
    ),
    "CW": (lambda: CW(confidence=1.0, **FULL), lambda d: plain.CW(d, phi=1.0)),
    "CW diagonal": (
        lambda: CW(confidence=1.0, **BARE),
        lambda d: plain.CW(d, phi=1.0, diagonal=True),
    ),
    "CW stdev": (
        lambda: CW(confidence=1.0, form="stdev", **FULL),
        lambda d: plain.CW(d, phi=1.0, form="stdev"),
    ),
    "SCW-I": (lambda: SCW(C=1.0, confidence=1.0, **FULL), lambda d: plain.SCW(d)),
    "SCW-II diagonal": (
        lambda: SCW(C=1.0, confidence=1.0, variant="SCW-II", **BARE),
        lambda d: plain.SCW(d, variant="II", diagonal=True),
    ),
    "AROW": (lambda: AROW(regularization=0.1, **FULL), lambda d: plain.AROW(d, r=0.1)),
    "AROW diagonal": (
        lambda: AROW(regularization=0.1, **BARE),
        lambda d: plain.AROW(d, r=0.1, diagonal=True),
    ),
}
AXES = st.fixed_dictionaries(
    {
        "alpha": st.sampled_from([0.0, 0.3, 0.7, 0.9, 1.0, 1.2]),
        "original": st.sampled_from(["pre", "post"]),
        "balance": st.sampled_from(["ratio_of_means", "mean_of_ratios", "off"]),
        "averages": st.sampled_from(["before", "after"]),
        "strict": st.booleans(),
        "terms": st.sampled_from(["both", "norm", "none"]),
        "confidence_for_pa": st.sampled_from(["none", "identity"]),
        "max_tests": st.sampled_from([1, 3]),
        "max_records": st.sampled_from([1, 4, 1000]),
    }
)
STRATEGIES = st.sampled_from(
    [("queue", 100), ("forwarding", 1), ("forwarding", 6), ("selecting", 5), ("selecting", None)]
)


def drifting(seed):
    """Rows of a rule that is reversed half-way. Some values are 0, but no two rows lie in line.

    Of two in line CW learns nothing from the second, if rounding does not say otherwise.
    """
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, (ROWS, COLUMNS))
    X[np.arange(ROWS), rng.integers(COLUMNS, size=ROWS)] *= rng.random(ROWS) < 0.5
    y = np.where(X[:, 0] + 0.3 * X[:, 1] >= 0.1, 1, -1)
    y[ROWS // 2 :] *= -1
    return X, y


def both(name, strategy, options):
    ours, reference = PAIRS[name]
    options = {**options, "strategy": strategy[0], "window": strategy[1]}
    if not name.startswith("PA"):
        options["confidence_for_pa"] = "none"  # the others keep their own, and refuse another
    return (
        Unlearning(ours(), **options),
        plain.Unlearning(reference(COLUMNS), rounding=1e-12, **options),
    )


def assert_alike(model, reference):
    assert model.forgotten == reference.forgotten[-model.max_records :]
    assert list(model.weights.values()) == pytest.approx(reference.learner.w, rel=1e-7, abs=1e-9)
    S = reference.learner.S
    if S is not None:
        variances = S if S.ndim == 1 else np.diag(S)
        assert list(model.variances.values()) == pytest.approx(variances, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("name", PAIRS)
@given(seed=st.integers(0, 2**32 - 1), strategy=STRATEGIES, options=AXES)
def test_every_option_forgets_as_the_reference_does(name, seed, strategy, options):
    X, y = drifting(seed)
    model, reference = both(name, strategy, options)

    for i, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        model.learn_one(x, label)
        reference.learn(x, label)
        if i % 10 == 9:
            assert_alike(model, reference)


@pytest.mark.parametrize("name", ["AROW", "AROW diagonal"])
@given(seed=st.integers(0, 2**32 - 1), strategy=STRATEGIES, options=AXES)
def test_information_form_forgets_as_the_reference_does(name, seed, strategy, options):
    X, y = drifting(seed)
    model, reference = both(name, strategy, {**options, "sigma": "information"})

    model.learn_many(X, y)
    for x, label in zip(X, y.tolist(), strict=True):
        reference.learn(x, label)

    assert_alike(model, reference)


@pytest.mark.parametrize("name", ["PA-I", "CW diagonal", "SCW-II diagonal", "AROW diagonal"])
@given(seed=st.integers(0, 2**32 - 1), strategy=STRATEGIES, options=AXES)
def test_wide_sparse_rows_are_unlearned_as_the_reference_does(name, seed, strategy, options):
    X, y = drifting(seed)
    wide = np.zeros((ROWS, 40))
    wide[:, [3, 17, 38]] = X
    model, reference = both(name, strategy, options)

    model.learn_many(csr_array(wide), y)
    for x, label in zip(X, y.tolist(), strict=True):
        reference.learn(x, label)

    assert model.forgotten == reference.forgotten[-model.max_records :]
    learned = [model.weights[column] for column in (3, 17, 38)]
    assert learned == pytest.approx(reference.learner.w, rel=1e-7, abs=1e-9)


@given(seed=st.integers(0, 2**32 - 1))
def test_literal_reading_is_the_reference_s(seed):
    X, y = drifting(seed)
    model = Unlearning.literal(AROW(regularization=0.1, **FULL), alpha=0.9)
    reference = plain.literal(plain.AROW(COLUMNS, r=0.1), alpha=0.9)

    model.learn_many(X, y)
    for x, label in zip(X, y.tolist(), strict=True):
        reference.learn(x, label)

    assert_alike(model, reference)
