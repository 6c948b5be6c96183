"""A compiled Hoeffding tree beside the plain one: the same nodes, the same weights, the same votes.

Logarithms and normal distributions of the two differ in the last digits, so numbers are compared
to a part in 10^9, and predictions only where the votes for the best two labels are further apart.
"""

import numpy as np
import pytest
from oracles.hoeffding_reference import HoeffdingTree, Split

CLOSE = 1e-9


def codes_of(labels) -> dict:
    """Return the code of each label, by first appearance."""
    codes: dict = {}
    for label in labels:
        codes.setdefault(label, len(codes))
    return codes


def assert_same_tree(model, reference: HoeffdingTree, codes: dict) -> None:
    """Compare node by node; `model.walk()` gives each node before those below it."""
    nodes, wanted = list(model.walk()), reference.nodes()
    shape = [(node.kind == "leaf", node.feature) for node in nodes]
    assert shape == [(not isinstance(w, Split), getattr(w, "feature", None)) for w in wanted]
    for node, own in zip(nodes, wanted, strict=True):
        if isinstance(own, Split):
            assert_same_test(node, own)
        else:
            labels = {codes[label]: w for label, w in node.labels.items() if w > 0.0}
            assert labels == pytest.approx(own.weights, rel=CLOSE, abs=CLOSE)
            assert node.is_active == own.is_active


def assert_same_test(node, own: Split) -> None:
    assert node.merit == pytest.approx(own.merit, rel=CLOSE, abs=CLOSE)
    assert node.weight == pytest.approx(sum(own.weights_at_split.values()), rel=CLOSE)
    if own.candidate.categories is None:
        assert node.threshold == pytest.approx(own.candidate.threshold, rel=CLOSE, abs=CLOSE)
    else:
        assert list(node.values) == own.candidate.categories
    assert node.otherwise == own.missing


def is_clear(votes: dict) -> bool:
    """Tell whether one label is ahead by more than rounding."""
    best = sorted(votes.values())[-2:]
    return len(best) == 1 or (len(best) == 2 and best[1] - best[0] > CLOSE * max(best[1], 1e-300))


def taught(reference: HoeffdingTree, rows, codes: dict, weights=None) -> list:
    """Test then train; return the predicted codes, None where rounding decides."""
    answers = []
    for i, (x, label) in enumerate(rows):
        votes = reference.votes(x)
        answers.append(reference.predict_one(x) if votes and is_clear(votes) else None)
        reference.learn_one(x, codes[label], 1.0 if weights is None else float(weights[i]))
    return answers


def assert_same_answers(found, wanted, codes: dict) -> None:
    pairs = [(codes[a], b) for a, b in zip(found, wanted, strict=True) if b is not None]
    assert len(pairs) > 0.5 * len(wanted)
    wrong = [i for i, (a, b) in enumerate(pairs) if a != b]
    assert wrong == []


def noisy_rows(
    seed: int, rows: int, *, labels: int = 2, missing: float = 0.0, words=("red", "green", "blue")
) -> tuple:
    """Return rows of four numbers and a word; the labels depend on two numbers and the word."""
    rng = np.random.default_rng(seed)
    numbers = np.column_stack(
        [rng.normal(size=rows), rng.random(rows), np.round(rng.normal(size=rows), 1), np.ones(rows)]
    )
    drawn = rng.integers(0, len(words), rows)
    score = numbers[:, 0] + 2.0 * numbers[:, 1] + (drawn == 0)
    cuts = np.quantile(score, np.linspace(0, 1, labels + 1)[1:-1])
    codes = np.searchsorted(cuts, score)
    noisy = rng.random(rows) < 0.1
    codes[noisy] = rng.integers(0, labels, noisy.sum())
    gone = rng.random((rows, 5)) < missing
    X = [
        [None if out else value for value, out in zip([*n, words[d]], holes, strict=True)]
        for n, d, holes in zip(numbers.tolist(), drawn.tolist(), gone, strict=True)
    ]
    return X, [f"label {code}" for code in codes.tolist()]
