"""Ensembles written out row by row beside their papers, with random numbers of plain ints."""

import math

import pytest

from driftline.detectors import ADWIN

MASK = 2**64 - 1
WEIGHTS, SEEDS, COLUMNS = range(3)


def mix(x):
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def key_of(seed, *branches):
    key = mix((seed + 0xD1342543DE82EF95) & MASK)
    for purpose in branches:
        inner = key ^ mix(((purpose + 1) * 0x9FB21C651E98DF25) & MASK)
        key = mix((inner + 0xD1342543DE82EF95) & MASK)
    return key


def bits(key, lane, row):
    own = mix((key + (lane + 1) * 0xDA942042E4DD58B5) & MASK)
    return mix((own + row * 0x9E3779B97F4A7C15) & MASK)


def uniform(number):
    return (number >> 11) * 2.0**-53


def poisson(rate, u):
    """The smallest k with P(at most k) above u."""
    k, chance = 0, math.exp(-rate)
    total = chance
    while u >= total and k < 1000:
        k += 1
        chance *= rate / k
        total += chance
    return k


def member_seed(seed, member, generation):
    return bits(key_of(seed, SEEDS), member, generation) >> 11


class Bagging:
    """Oza and Russell: each member learns a row Poisson(1) times over."""

    rate = 1.0

    def __init__(self, make, n_models, seed):
        self.make, self.seed, self.row = make, seed, 0
        self.members = [make() for _ in range(n_models)]
        self.labels, self.events = [], []

    def u(self, m):
        return uniform(bits(key_of(self.seed, WEIGHTS), m, self.row))

    def learn_one(self, x, y, w=1.0):
        self.step(x, y, w)
        self.row += 1
        if y not in self.labels:
            self.labels = sorted([*self.labels, y]) if y in (0, 1) else [*self.labels, y]

    def step(self, x, y, w):
        for m, member in enumerate(self.members):
            k = poisson(self.rate, self.u(m))
            if k:
                member.learn_one(x, y, k * w)

    def weight(self, m):
        return 1.0

    def votes(self, x):
        votes = dict.fromkeys(self.labels, 0.0)
        for m, member in enumerate(self.members):
            for label, share in member.predict_proba_one(x).items():
                votes[label] += share * self.weight(m)
        return votes

    def predict_one(self, x):
        votes = self.votes(x)
        if len(votes) == 2:
            first, second = votes
            return second if votes[second] >= votes[first] else first
        return max(votes, key=votes.get, default=None)


class Leveraging(Bagging):
    """Bifet and others: the errors of any rise, so the worst starts anew. 1 is an error."""

    def __init__(self, make, n_models, seed, rate=6.0, method="bag", after=False):
        super().__init__(make, n_models, seed)
        self.rate, self.method, self.after = rate, method, after
        self.windows = [ADWIN(preset="moa") for _ in self.members]

    def times(self, m, said, y):
        u, e = self.u(m), self.windows[m].estimation
        return {
            "bag": poisson(self.rate, u),
            "half": int(u >= 0.5),
            "wt": 1 + poisson(1.0, u),
            "subag": min(1, poisson(1.0, u)),
            "me": int(said != y or (e != 1.0 and u * (1.0 - e) < e)),
        }[self.method]

    def step(self, x, y, w):
        risen = False
        for m, member in enumerate(self.members):
            said = member.predict_one(x)
            k = self.times(m, said, y)
            if k:
                member.learn_one(x, y, k * w)
            if self.after:
                said = member.predict_one(x)
            self.windows[m].update(float(said != y))
            risen |= self.windows[m].drift_detected
        if risen:
            errors = [window.estimation for window in self.windows]
            worst = errors.index(max(errors))
            self.events.append((self.row, worst, "replacement"))
            self.members[worst], self.windows[worst] = self.make(), ADWIN(preset="moa")


class Boosting(Bagging):
    """Oza and Russell: right and wrong weight come to half of the total each."""

    def __init__(self, make, n_models, seed):
        super().__init__(make, n_models, seed)
        self.right, self.wrong = [0.0] * n_models, [0.0] * n_models

    def step(self, x, y, w):
        rate = w
        for m, member in enumerate(self.members):
            k = poisson(rate, self.u(m))
            if k:
                member.learn_one(x, y, float(k))
            side = self.right if member.predict_one(x) == y else self.wrong
            side[m] += rate
            rate *= (self.right[m] + self.wrong[m]) / (2.0 * side[m])

    def weight(self, m):
        e = (self.wrong[m] + 1e-16) / (self.right[m] + self.wrong[m] + 1e-16)
        return 1.0 if e > 0.5 else math.log((1.0 - e) / e)


class Patches(Bagging):
    """Gomes and others: a subspace, a background learner and two detectors for each member.

    A forest is the same with all columns, and `make(seed)` gives a tree that draws its own.
    """

    def __init__(self, make, n_models, seed, share, drift, warning, rate=6.0):
        super().__init__(lambda: None, n_models, seed)
        self.make = make
        self.share, self.detectors, self.rate = share, (drift, warning), rate
        self.made = [0] * n_models
        self.first = [self.new(m) for m in range(n_models)]
        self.second = [None] * n_models
        self.drift = [drift() for _ in range(n_models)]
        self.warning = [warning() for _ in range(n_models)]
        self.score = [(0, 0) for _ in range(n_models)]

    def new(self, m):
        generation = self.made[m]
        self.made[m] += 1
        return self.make(member_seed(self.seed, m, generation)), generation, []

    def columns(self, m, planted, width):
        _, generation, columns = planted
        if not columns:
            key = key_of(self.seed, COLUMNS, m)
            order = sorted(range(width), key=lambda c: bits(key, generation, c))
            columns += sorted(order[: round(self.share * width)])
        return columns

    def ask(self, m, x):
        model, _, columns = self.first[m]
        return model.predict_proba_one([x[c] for c in columns]) if columns else {}

    def weight(self, m):
        right, seen = self.score[m]
        return right / seen if right else 1.0

    def votes(self, x):
        votes = dict.fromkeys(self.labels, 0.0)
        for m in range(len(self.first)):
            for label, share in self.ask(m, x).items():
                votes[label] += share * self.weight(m)
        return votes

    def step(self, x, y, w):
        for m in range(len(self.first)):
            model, _, columns = self.first[m]
            said = model.predict_one([x[c] for c in columns]) if columns else None
            right, seen = self.score[m]
            self.score[m] = right + (said == y), seen + 1
            k = poisson(self.rate, self.u(m))
            if not k:
                continue
            for planted in filter(None, (self.first[m], self.second[m])):
                own = [x[c] for c in self.columns(m, planted, len(x))]
                planted[0].learn_one(own, y, k * w)
            self.watch(m, float(said != y))

    def watch(self, m, error):
        self.warning[m].update(error)
        if self.warning[m].drift_detected and self.warning[m]._has_risen:
            self.events.append((self.row, m, "warning"))
            self.second[m], self.warning[m] = self.new(m), self.detectors[1]()
        self.drift[m].update(error)
        if self.drift[m].drift_detected and self.drift[m]._has_risen:
            self.events.append((self.row, m, "drift"))
            self.drift[m], self.score[m] = self.detectors[0](), (0, 0)
            if self.second[m] is None:
                self.first[m] = self.new(m)
            else:
                self.first[m], self.second[m] = self.second[m], None
                self.warning[m] = self.detectors[1]()


def alike(members, others, X):
    """Whether members say the same of all rows; they may have met their labels in another order."""
    return len(members) == len(others) and all(
        _shares(one, x) == pytest.approx(_shares(other, x))
        for one, other in zip(members, others, strict=True)
        for x in X
    )


def _shares(model, x):
    return {label: share for label, share in model.predict_proba_one(x).items() if share > 0.0}
