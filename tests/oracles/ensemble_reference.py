"""Ensembles as their definitions read, around any member with learn_one and predict_proba_one.

All randomness is handed in, so a compiled ensemble's own draws can be used: `make(member,
generation)` returns a fresh, untaught member, and `draw(member, generation, row)` how often it
learns a row. A member that is replaced begins its next generation; rows are counted from 0.
Labels are codes; of two labels with equal votes the higher one is elected, of more the lowest.

Where the definitions leave something open:
  - whether a member is right is asked before it learns the row, and of the vote it would give then;
    only boosting asks afterwards, as its paper does;
  - members vote with their probabilities, in order of the members; one that knows no label yet is
    wrong and votes for nothing;
  - the weight of a row multiplies the draw; a detector hears of each row once, whatever its weight;
  - detectors hear 1 for an error, and only a rise counts: ADWIN with the preset "moa", or another
    one as `Rising`;
  - watched bagging: all detectors hear of the row, also where the draw is 0; then, if any rose, the
    member of the highest estimate, the first of equals, and its detector are replaced: one per row;
  - a member's accuracy in a forest counts every row since it took its place, by weight; it is taken
    before the draw; a member with none, or zero, votes with factor 1.
"""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

from driftline import detectors

Votes = dict[int, float]


class Member(Protocol):
    def learn_one(self, x, y: int, w: float = 1.0) -> None: ...
    def predict_proba_one(self, x) -> Votes: ...


Make = Callable[[int, int], Member]
Draw = Callable[[int, int, int], float]


def adwin(delta: float = 0.002) -> detectors.ADWIN:
    return detectors.ADWIN(delta=delta, preset="moa")


class Rising:
    """A detector of any change that tells of a rise only."""

    def __init__(self, detector):
        self.detector, self.drift_detected = detector, False

    def update(self, value: float) -> None:
        before = self.detector.estimation
        self.detector.update(value)
        self.drift_detected = self.detector.drift_detected and self.detector.estimation > before


def best_label(votes: Votes) -> int | None:
    if len(votes) == 2:
        return max(votes, key=lambda label: (votes[label], label))
    return min(votes, key=lambda label: (-votes[label], label)) if votes else None


@dataclass
class Bagging:
    """Online bagging (Oza): every member learns a row as often as its draw says, Poisson(1)."""

    make: Make
    draw: Draw
    n_models: int = 10

    def __post_init__(self):
        self.rows = 0
        self.generations = [0] * self.n_models
        self.members = [self.make(i, 0) for i in range(self.n_models)]

    def predict_one(self, x) -> int | None:
        return best_label(self.votes(x))

    def votes(self, x) -> Votes:
        total: Votes = {}
        for i, member in enumerate(self.members):
            for label, share in member.predict_proba_one(x).items():
                total[label] = total.get(label, 0.0) + share * self.factor(i)
        return total

    def factor(self, i: int) -> float:
        return 1.0

    def is_wrong(self, i: int, x, y: int) -> bool:
        return best_label(self.members[i].predict_proba_one(x)) != y

    def learn_one(self, x, y: int, w: float = 1.0) -> None:
        for i in range(self.n_models):
            self.learn_member(i, x, y, w)
        self.rows += 1

    def learn_member(self, i: int, x, y: int, w: float) -> None:
        self.teach(self.members[i], self.drawn(i), x, y, w)

    def drawn(self, i: int) -> float:
        return self.draw(i, self.generations[i], self.rows)

    def teach(self, member: Member, times: float, x, y: int, w: float) -> None:
        if times > 0:
            member.learn_one(x, y, w * times)

    def renewed(self, i: int) -> Member:
        self.generations[i] += 1
        return self.make(i, self.generations[i])


@dataclass
class WatchedBagging(Bagging):
    """ADWIN bagging, draws from Poisson(1), and leveraging bagging, from Poisson(6).

    The variants of leveraging bagging take the same draws another way:
    "wt" 1 + Poisson(1); "subag" 1 if Poisson(1) is above 0; "half" 1 if a uniform number is below a
    half; "me" 1 if the member is wrong, else 1 if a uniform number is below e / (1 - e), where e is
    the detector's estimate before this row.
    """

    method: str = "bag"
    detector: Callable[[], detectors.ADWIN] = adwin
    asks_after: bool = False  # whether detectors hear what a member says once it has learned: MOA
    replaced: list[tuple[int, int]] = field(default_factory=list)  # (row, member)

    def __post_init__(self):
        super().__post_init__()
        self.detectors = [self.detector() for _ in range(self.n_models)]

    def learn_one(self, x, y: int, w: float = 1.0) -> None:
        row = self.rows
        super().learn_one(x, y, w)
        if any(d.drift_detected for d in self.detectors):
            estimates = [d.estimation for d in self.detectors]
            worst = estimates.index(max(estimates))
            self.members[worst] = self.renewed(worst)
            self.detectors[worst] = self.detector()
            self.replaced.append((row, worst))

    def learn_member(self, i: int, x, y: int, w: float) -> None:
        wrong, error = self.is_wrong(i, x, y), self.detectors[i].estimation
        self.teach(self.members[i], self.times(self.drawn(i), wrong, error), x, y, w)
        heard = self.is_wrong(i, x, y) if self.asks_after else wrong
        self.detectors[i].update(float(heard))

    def times(self, drawn: float, wrong: bool, error: float) -> float:
        if self.method == "me":
            return float(wrong or error >= 0.5 or drawn < error / (1.0 - error))
        return {
            "bag": lambda: drawn,
            "wt": lambda: 1.0 + drawn,
            "subag": lambda: float(drawn > 0),
            "half": lambda: float(drawn < 0.5),
        }[self.method]()


@dataclass
class Boosting(Bagging):
    """Online boosting (Oza): a row's rate grows with each member that gets it wrong.

    `rate_draw(member, generation, row, rate)` is the Poisson number. A member that was right has
    its weight of right rows raised by the rate, and the rate multiplied by total / (2 right); a
    wrong one likewise. Its vote counts log((1 - e) / e), e = wrong / total, kept above 0 by 1e-16;
    with e above a half it counts 1.

    With `is_moa` the total is the weight of all rows so far, this one included, and votes are
    counted up to the first member with e = 0 or e >= 1/2, whose vote does not count either.
    """

    is_moa: bool = False
    draw: Draw = lambda member, generation, row: 0.0
    rate_draw: Callable[[int, int, int, float], float] = lambda member, generation, row, rate: rate

    def __post_init__(self):
        super().__post_init__()
        self.right, self.wrong = [0.0] * self.n_models, [0.0] * self.n_models
        self.weight_of_rows = 0.0

    def learn_one(self, x, y: int, w: float = 1.0) -> None:
        rate = w
        self.weight_of_rows += w
        for i, member in enumerate(self.members):
            times = self.rate_draw(i, self.generations[i], self.rows, rate)
            self.teach(member, times, x, y, 1.0)
            credit = self.wrong if self.is_wrong(i, x, y) else self.right
            credit[i] += rate
            total = self.weight_of_rows if self.is_moa else self.right[i] + self.wrong[i]
            rate *= total / (2.0 * credit[i])
        self.rows += 1

    def factor(self, i: int) -> float:
        if self.is_moa:
            sums = [r + w for r, w in zip(self.right, self.wrong, strict=True)]
            errors = [w / s if s else 0.0 for w, s in zip(self.wrong, sums, strict=True)]
            if any(e == 0.0 or e >= 0.5 for e in errors[: i + 1]):
                return 0.0
            return -math.log(errors[i] / (1.0 - errors[i]))
        total = self.right[i] + self.wrong[i]
        error = (self.wrong[i] + 1e-16) / (total + 1e-16)
        return math.log((1.0 - error) / error) if error <= 0.5 else 1.0


@dataclass
class Forest(Bagging):
    """Adaptive random forest: a warning starts a background tree, a drift puts it in place.

    Draws come from Poisson(6). A member whose draw is 0 does nothing more in this row. The
    background tree learns with the member's draw, from the row after the warning on. Both
    detectors of a tree that took its place are new; a drift without a background tree renews the
    tree and the drift detector only.
    """

    warning: Callable[[], detectors.ADWIN] = lambda: adwin(0.01)
    drift: Callable[[], detectors.ADWIN] = lambda: adwin(0.001)
    weighted_vote: bool = True
    events: list[tuple[int, int, str]] = field(default_factory=list)  # (row, member, what)

    def __post_init__(self):
        super().__post_init__()
        every = range(self.n_models)
        self.background: list[Member | None] = [None for _ in every]
        self.warnings = [self.warning() for _ in every]
        self.drifts = [self.drift() for _ in every]
        self.right, self.seen = [0.0] * self.n_models, [0.0] * self.n_models

    def factor(self, i: int) -> float:
        return self.right[i] / self.seen[i] if self.weighted_vote and self.right[i] > 0.0 else 1.0

    def learn_member(self, i: int, x, y: int, w: float) -> None:
        wrong = self.is_wrong(i, x, y)
        self.seen[i] += w
        self.right[i] += 0.0 if wrong else w
        times = self.drawn(i)
        if times == 0:
            return
        self.teach(self.members[i], times, x, y, w)
        if self.background[i] is not None:
            self.teach(self.background[i], times, x, y, w)
        self.warnings[i].update(float(wrong))
        if self.warnings[i].drift_detected:
            self.warn(i)
        self.drifts[i].update(float(wrong))
        if self.drifts[i].drift_detected:
            self.replace(i)

    def warn(self, i: int) -> None:
        self.events.append((self.rows, i, "warning"))
        self.background[i] = self.renewed(i)
        self.warnings[i] = self.warning()

    def replace(self, i: int) -> None:
        self.events.append((self.rows, i, "drift"))
        if self.background[i] is not None:
            self.members[i], self.background[i] = self.background[i], None
            self.warnings[i] = self.warning()
        else:
            self.members[i] = self.renewed(i)
        self.drifts[i] = self.drift()
        self.right[i] = self.seen[i] = 0.0


@dataclass
class Patch:
    """A member of streaming random patches: it sees some of the columns, the same ones always."""

    member: Member
    columns: Collection[int]

    def seen(self, x) -> list:
        return [x[i] for i in self.columns]

    def learn_one(self, x, y: int, w: float = 1.0) -> None:
        self.member.learn_one(self.seen(x), y, w)

    def predict_proba_one(self, x) -> Votes:
        return self.member.predict_proba_one(self.seen(x))


def random_patches(
    make: Make, columns: Callable[[int, int], Collection[int]], draw: Draw, n_models: int = 10
) -> Forest:
    """Return a forest of patches; each generation of a member has columns of its own."""
    return Forest(
        lambda member, generation: Patch(make(member, generation), columns(member, generation)),
        draw,
        n_models,
        warning=lambda: adwin(1e-4),
        drift=lambda: adwin(1e-5),
    )
