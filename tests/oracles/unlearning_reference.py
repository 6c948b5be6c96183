"""Unlearning as its definition reads: slow, in plain NumPy, to be read.

Round t, with an example (x, y), y in {-1, +1}:
  1. predict the sign of w . x; a zero is +1;
  2. let the learner update; if its weights changed, keep a record of what changed;
  3. choose a candidate record by the strategy; if the model without it is good enough on the newest
     example, take the record's changes back and delete it.
Good enough: obj(without it) < alpha * obj(original), where
  obj(w, S) = max(0, 1 - y w.x)^2 + b x'Sx + g |w|^2,
and b and g are running weights that bring the three terms to one scale.

Where the definition leaves something open:
  - a round whose example changed nothing (x = 0 among them) still tests a candidate;
  - a ratio with a zero denominator is left out of the mean, and not counted;
  - the record of the newest example is never a candidate;
  - a second and further test of a round (`max_tests`) follows a removal only; if the original is
    the model after the update, it is now the one without what was removed;
  - of equally good candidates the oldest is taken;
  - a record pushed out by `max_records` is the oldest, pushed out by the newest before anything is
    tested; what it changed stays for good.

After an update PA has no loss, so against the model after the update 0 is compared with 0, and in
floating point rounding decides. `rounding` is what a hinge, or a length, must exceed to count.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass
class Step:
    """What one update changed: w by dw, the covariance by dS, its inverse by precision * x x'."""

    dw: np.ndarray
    dS: np.ndarray | None = None  # noqa: N815 - the paper's letters
    precision: float = 0.0


@dataclass
class PA:
    """Passive-aggressive: the smallest move after which the example has no loss."""

    width: int
    C: float = math.inf
    slack: str = "none"  # "none": PA, "linear": PA-I, "squared": PA-II

    def __post_init__(self):
        self.w, self.S = np.zeros(self.width), None

    def update(self, x, y):
        loss, square = max(0.0, 1.0 - y * (self.w @ x)), x @ x
        if loss == 0.0 or square == 0.0:
            return None
        tau = {
            "none": lambda: loss / square,
            "linear": lambda: min(self.C, loss / square),
            "squared": lambda: loss / (square + 1.0 / (2.0 * self.C)),
        }[self.slack]()
        return moved(self, Step(tau * y * x))


@dataclass
class SecondOrder:
    """A Gaussian belief N(w, S) about the weights; S is a matrix, or a vector if diagonal."""

    width: int
    diagonal: bool = False
    a: float = 1.0

    def __post_init__(self):
        self.w = np.zeros(self.width)
        self.S = np.full(self.width, self.a) if self.diagonal else self.a * np.eye(self.width)

    def update(self, x, y):
        M, V = y * (self.w @ x), spread(self.S, x)
        if V == 0.0:
            return None
        alpha, precision = self.gains(M, V)
        if alpha == 0.0:
            return None
        u = self.S * x if self.diagonal else self.S @ x
        if self.diagonal:
            dS = 1.0 / (1.0 / self.S + precision * x**2) - self.S
        else:
            dS = -precision / (1.0 + precision * V) * np.outer(u, u)
        return moved(self, Step(alpha * y * u, dS, precision))


@dataclass
class AROW(SecondOrder):
    """Adaptive regularization: every example adds x x' / r to the precision."""

    r: float = 1.0

    def gains(self, M, V):
        return (max(0.0, 1.0 - M) / (V + self.r), 1.0 / self.r)


@dataclass
class CW(SecondOrder):
    """Confidence-weighted: afterwards the example is right with a fixed probability."""

    phi: float = 1.0
    form: str = "variance"

    def gains(self, M, V):
        phi = self.phi
        if self.form == "stdev":
            alpha = stdev_alpha(M, V, phi)
            return alpha, alpha * phi / stdev_root(alpha, V, phi)
        b = 1.0 + 2.0 * phi * M
        D = math.sqrt((1.0 - 2.0 * phi * M) ** 2 + 8.0 * phi**2 * V)
        # The textbook form, after the else, cancels where phi is small.
        alpha = 2.0 * (phi * V - M) / (V * (b + D)) if b + D > 0.0 else (D - b) / (4.0 * phi * V)
        alpha = max(0.0, alpha)
        return alpha, 2.0 * alpha * phi


@dataclass
class SCW(SecondOrder):
    """Soft confidence-weighted: CW whose steps C bounds (I) or damps (II)."""

    phi: float = 1.0
    C: float = 1.0
    variant: str = "I"

    def gains(self, M, V):
        phi = self.phi
        if self.variant == "I":
            alpha = min(self.C, stdev_alpha(M, V, phi))
        else:
            n = V + 1.0 / (2.0 * self.C)
            g = phi * math.sqrt(phi**2 * M**2 * V**2 + 4.0 * n * V * (n + V * phi**2))
            alpha = (-(2.0 * M * n + phi**2 * M * V) + g) / (2.0 * (n**2 + n * V * phi**2))
            alpha = max(0.0, alpha)
        return alpha, alpha * phi / stdev_root(alpha, V, phi)


def stdev_alpha(M, V, phi):
    psi, xi = 1.0 + phi**2 / 2.0, 1.0 + phi**2
    root = math.sqrt(M**2 * phi**4 / 4.0 + V * phi**2 * xi)
    return max(0.0, (-M * psi + root) / (V * xi))


def stdev_root(alpha, V, phi):
    # (-a + sqrt(a^2 + 4 V)) / 2 with a = alpha V phi, without its cancellation.
    a = alpha * V * phi
    return 2.0 * V / (a + math.sqrt(a**2 + 4.0 * V))


def moved(learner, step):
    learner.w = learner.w + step.dw
    if step.dS is not None:
        learner.S = learner.S + step.dS
    return step


def spread(S, x):
    """Return x'Sx for a matrix, a vector of variances, or None for the identity."""
    if S is None:
        return x @ x
    return (S * x) @ x if S.ndim == 1 else x @ S @ x


def loss(w, x, y, rounding=0.0):
    hinge = 1.0 - y * (w @ x)
    return hinge**2 if hinge > rounding else 0.0


@dataclass
class Record:
    row: int  # the round, from 0
    x: np.ndarray
    y: int
    step: Step


@dataclass
class Test:
    """One test, as it went."""

    row: int  # the round, from 0
    candidate: int  # the round in which the candidate was learned
    b: float
    g: float
    without: float
    original: float
    removed: bool


@dataclass
class Balance:
    """Running weights b and g: how large the loss is beside x'Sx and beside |w|^2."""

    kind: str
    rounding: float = 0.0
    loss: float = 0.0
    sums: list[float] = field(default_factory=lambda: [0.0, 0.0])
    ratios: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def add(self, lh2, confidence, norm):
        self.loss += lh2
        for i, value in enumerate((confidence, norm)):
            self.sums[i] += value
            if value > self.rounding**2:
                self.ratios[i].append(lh2 / value)

    def weights(self):
        if self.kind == "ratio_of_means":
            return tuple(self.loss / total if total else 0.0 for total in self.sums)
        if self.kind == "mean_of_ratios":
            return tuple(sum(own) / len(own) if own else 0.0 for own in self.ratios)
        return 0.0, 0.0


@dataclass
class Unlearning:
    """A learner that takes old steps back; the options are the axes on which texts differ."""

    learner: PA | SecondOrder
    strategy: str = "queue"
    alpha: float = 0.5
    window: int | None = None  # L, in rounds; forwarding without one has 100
    original: str = "pre"
    balance: str = "ratio_of_means"
    averages: str = "before"
    strict: bool = True
    terms: str = "both"
    confidence_for_pa: str = "none"  # or "identity": every weight has variance 1
    sigma: str = "recorded"
    max_tests: int = 1
    max_records: int | None = None
    rounding: float = 0.0

    def __post_init__(self):
        self.records: list[Record] = []
        self.tests: list[Test] = []
        self.forgotten: list[tuple[int, int]] = []  # (round learned, round forgotten)
        self.rounds = 0
        self.averaged = Balance(self.balance, self.rounding)

    def predict(self, x):
        return 1 if self.learner.w @ x >= 0.0 else -1

    def learn(self, x, y):
        pre = self.learner.w, self.learner.S
        if self.averages == "before":
            self.note(*pre, x, y)
        step = self.learner.update(x, y)
        post = self.learner.w, self.learner.S
        if self.averages == "after":
            self.note(*post, x, y)
        if step is not None:
            self.records.append(Record(self.rounds, x, y, step))
        if self.max_records is not None:
            del self.records[: max(0, len(self.records) - self.max_records)]
        for _ in range(self.max_tests):
            original = pre if self.original == "pre" else (self.learner.w, self.learner.S)
            if not self.test(self.objective(*original, x, y), x, y):
                break
        self.rounds += 1

    def note(self, w, S, x, y):
        self.averaged.add(loss(w, x, y, self.rounding), spread(S, x), w @ w)

    def weights(self):
        b, g = self.averaged.weights()
        has_confidence = self.learner.S is not None or self.confidence_for_pa == "identity"
        b = b if self.terms == "both" and has_confidence else 0.0
        return b, (0.0 if self.terms == "none" else g)

    def objective(self, w, S, x, y):
        b, g = self.weights()
        return loss(w, x, y, self.rounding) + b * spread(S, x) + g * (w @ w)

    def test(self, original, x, y):
        """Test the best candidate of this round; return whether it was removed."""
        offers = [(record, self.without(record)) for record in self.candidates()]
        priced = [
            (self.objective(*pair, x, y), i)
            for i, (_, pair) in enumerate(offers)
            if pair is not None
        ]
        if not priced:
            return False
        value, best = min(priced)
        record, pair = offers[best]
        bound = self.alpha * original
        removed = value < bound if self.strict else value <= bound
        self.tests.append(
            Test(self.rounds, record.row, *self.weights(), value, original, bool(removed))
        )
        if removed:
            self.remove(record, pair)
        return removed

    def candidates(self) -> Sequence[Record]:
        older = [record for record in self.records if record.row < self.rounds]
        if self.strategy == "queue":
            return older[:1]
        if self.strategy == "forwarding":
            age = 100 if self.window is None else self.window
            return [record for record in older if self.rounds - record.row == age]
        if self.strategy == "selecting":
            reach = self.rounds if self.window is None else self.window
            return [record for record in older if self.rounds - record.row <= reach]
        return []

    def without(self, record):
        """Return the weights and the covariance without a record; None if there is no such."""
        w, S, step = self.learner.w - record.step.dw, self.learner.S, record.step
        if S is None:
            return w, None
        if self.sigma == "recorded":
            return w, S - step.dS
        if self.learner.diagonal:
            inverse = 1.0 / S - step.precision * record.x**2
            return (w, 1.0 / inverse) if (inverse > 0.0).all() else None
        u = S @ record.x
        left = 1.0 / step.precision - u @ record.x
        return (w, S + np.outer(u, u) / left) if left > 0.0 else None

    def remove(self, record, pair):
        self.learner.w, self.learner.S = pair
        self.records = [other for other in self.records if other is not record]
        self.forgotten.append((record.row, self.rounds))

    def unlearn(self, x, y):
        """Take back the newest record of exactly this example, whatever it does to the loss."""
        found = [r for r in self.records if r.y == y and np.array_equal(r.x, x)]
        if not found:
            raise ValueError("there is no record of this example")
        self.remove(found[-1], self.without(found[-1]))


def literal(learner, **options):
    """Return the reading that follows the words where they can be followed."""
    words = {"original": "post", "balance": "mean_of_ratios", "averages": "after", "strict": False}
    return Unlearning(learner, terms="both", **words, **options)


def concept_reset(make_learner, drifts, rows):
    """Return the predictions of a learner that starts anew at each drift, before that row."""
    learner, answers = make_learner(), []
    for i, (x, y) in enumerate(rows):
        if i in drifts:
            learner = make_learner()
        answers.append(1 if learner.w @ x >= 0.0 else -1)
        learner.update(x, y)
    return answers
