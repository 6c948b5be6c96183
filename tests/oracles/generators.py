"""What the generators draw, written down once more in NumPy, from their papers and from MOA.

A rule of two classes gives the margin of each row, and the label is 1 where it is above 0. At 0
some rules say 1 and some 0; a sine differs by a rounding error between two libraries anyway, so
tests leave out rows within `ON_THE_BORDER` and count them. Parameters may have one entry for each
row or one for all. Rows are 0, 1, 2, ...; features count from 0 here and from 1 in the papers.
"""

import numpy as np

ON_THE_BORDER = 1e-12

CIRCLES = [((0.2, 0.5), 0.15), ((0.4, 0.5), 0.2), ((0.6, 0.5), 0.25), ((0.8, 0.5), 0.3)]
SEA_THRESHOLDS = (8.0, 9.0, 7.0, 9.5)

# Top, upper left, upper right, middle, lower left, lower right, bottom.
SEGMENTS = np.array(
    [
        [1, 1, 1, 0, 1, 1, 1],
        [0, 0, 1, 0, 0, 1, 0],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 0, 1, 1],
        [0, 1, 1, 1, 0, 1, 0],
        [1, 1, 0, 1, 0, 1, 1],
        [1, 1, 0, 1, 1, 1, 1],
        [1, 0, 1, 0, 0, 1, 0],
        [1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 0, 1, 1],
    ]
)

# Breiman's h1, h2, h3: six at 7, 15 and 11, falling by one to each side. A class mixes two.
WAVES = np.maximum(0, 6 - np.abs(np.arange(1, 22) - np.array([[7], [15], [11]]))).astype(float)
WAVES_OF_CLASS = ((0, 1), (0, 2), (1, 2))


def turned(margin, reversed):
    return np.where(reversed, -margin, margin)


def sine1(X, reversed=False):
    return turned(np.sin(X[:, 0]) - X[:, 1], reversed)


def sine2(X, reversed=False):
    return turned(0.5 + 0.3 * np.sin(3 * np.pi * X[:, 0]) - X[:, 1], reversed)


def mixed(X, reversed=False):
    """At least two of v, w and "below the curve of SINE2"; the curve counts where v is not w."""
    v, w = X[:, 0], X[:, 1]
    return turned(np.where(v == w, v - 0.5, sine2(X[:, 2:])), reversed)


def sine1_plus(X, sigma=1.0, reversed=False):
    inner = (X[:, 0] / sigma + X[:, 1:-1].sum(axis=1)) / (X.shape[1] - 1)
    return turned(np.sin(inner) - X[:, -1], reversed)


def circles(X, centre, radius):
    return radius - np.hypot(*(X - centre).T)


def lines(X, angle, offset):
    return np.cos(angle) * X[:, 0] + np.sin(angle) * X[:, 1] - offset


def hyperplane(X, weights):
    return (X * weights).sum(axis=1) - 0.5 * np.sum(weights, axis=-1)


def sea(X, threshold):
    return X[:, 0] + X[:, 1] - threshold


def stagger(size, color, shape, rule):
    """Arrays of words. A: small and red. B: green or a circle. C: medium or large."""
    concepts = [
        (size == "small") & (color == "red"),
        (color == "green") | (shape == "circle"),
        (size == "medium") | (size == "large"),
    ]
    return np.choose(rule, concepts).astype(int)


def ridge(X, beta):
    return (X * beta).sum(axis=1)


def led(X, places=range(7)):
    """The digit whose seven segments stand in these columns; -1 if there is none."""
    lit = X[:, list(places)[:7]]
    is_digit = (lit[:, None, :] == SEGMENTS).all(axis=2)
    return np.where(is_digit.any(axis=1), is_digit.argmax(axis=1), -1)


def _by_age(age, young, middle, old):
    return np.where(age < 40, young, np.where(age < 60, middle, old))


def _between(low, values, high):
    return (low <= values) & (values <= high)


def disposable(c, function):
    """Agrawal's functions 7 to 10: what is left of the income."""
    income, loan, level = 2 * (c["salary"] + c["commission"]) / 3, c["loan"] / 5, 5000 * c["elevel"]
    equity = c["hvalue"] * np.maximum(c["hyears"] - 20, 0) / 10
    return [
        income - loan - 20_000,
        income - level - 20_000,
        income - level - loan - 10_000,
        income - level + equity / 5 - 10_000,
    ][function - 6]


def _in_group_a(c, function):
    """Agrawal's functions 1 to 6, numbered from 0."""
    age, salary, level, loan = c["age"], c["salary"], c["elevel"], c["loan"]
    few, some, many = _between(0, level, 1), _between(1, level, 3), _between(2, level, 4)
    low, mid, high = (_between(k * 1000, salary, (k + 50) * 1000) for k in (25, 50, 75))
    total = salary + c["commission"]
    owed = {k: _between(k * 100_000, loan, (k + 2) * 100_000) for k in (1, 2, 3)}
    return [
        lambda: (age < 40) | (age >= 60),
        lambda: _by_age(age, mid, high, low),
        lambda: _by_age(age, few, some, many),
        lambda: _by_age(
            age, np.where(few, low, mid), np.where(some, mid, high), np.where(many, mid, low)
        ),
        lambda: _by_age(
            age,
            np.where(mid, owed[1], owed[2]),
            np.where(high, owed[2], owed[3]),
            np.where(low, owed[3], owed[1]),
        ),
        lambda: _by_age(
            age,
            _between(50_000, total, 100_000),
            _between(75_000, total, 125_000),
            _between(25_000, total, 75_000),
        ),
    ][function]()


def agrawal(columns, function):
    """The group of each row by one of MOA's ten functions: 0 is A, 1 is B."""
    in_a = _in_group_a(columns, function) if function < 6 else disposable(columns, function) > 0
    return 1 - in_a.astype(int)


def tree(X, features, thresholds, children, classes, n_num):
    """The class of the leaf that each row falls to. Below a threshold is left; a leaf's feature
    is -1, and a category goes to the child of its number."""
    node, rows = np.zeros(len(X), int), np.arange(len(X))
    while (features[node] >= 0).any():
        feature = np.maximum(features[node], 0)
        value = X[rows, feature]
        is_number = feature < n_num
        child = np.where(is_number, value >= thresholds[node], value).astype(int)
        node = np.where(features[node] >= 0, children[node, child], node)
    return classes[node]


def friedman(X, roles=(0, 1, 2, 3, 4)):
    a, b, c, d, e = (X[:, i] for i in roles)
    return 10 * np.sin(np.pi * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e


def friedman_lea(X, concept):
    """Two regions with targets of their own, bounded by fewer features after each drift."""
    a, b, c, d, e = X.T[:5]
    held = np.array([(d > 0.7) & (e < 0.3), d > 0.7, np.ones(len(X), bool)])
    first = (b < 0.3) & (c < 0.3) & np.choose(np.maximum(concept, 1) - 1, held)
    held = np.array([(d < 0.3) & (e > 0.7), d < 0.3, np.ones(len(X), bool)])
    second = (b > 0.7) & (c > 0.7) & np.choose(np.maximum(concept, 1) - 1, held)
    in_first = 10 * a * b + 20 * (c - 0.5) + 10 * d + 5 * e
    in_second = 10 * np.cos(a * b) + 20 * (c - 0.5) + np.exp(d) + 5 * e**2
    drifted = np.where(first, in_first, np.where(second, in_second, friedman(X)))
    return np.where(concept == 0, friedman(X), drifted)


def friedman_gra(X, concept):
    """Between the drifts other inputs have the roles; x6 has one, as River has it."""
    return np.where(concept == 1, friedman(X, (3, 5, 1, 0, 2)), friedman(X))


def friedman_gsg(X, concept):
    later = friedman(X, (3, 4, 1, 0, 2)), friedman(X, (1, 4, 3, 2, 0))
    return np.choose(concept, [friedman(X), *later])


FRIEDMAN_DRIFT = {"lea": friedman_lea, "gra": friedman_gra, "gsg": friedman_gsg}


def nearest(X, centres):
    """The number of the nearest centre, which made the row: far from sure with few features, and
    as good as sure with hundreds, where all centres are further apart than a row can fall."""
    squares = (X**2).sum(axis=1)[:, None] - 2 * X @ centres.T + (centres**2).sum(axis=1)
    return squares.argmin(axis=1)


def next_centres(centres, directions, speed):
    """Where centroids are one row later, and their directions: each turns back at 0 and 1."""
    moved = centres + directions * speed
    outside = (moved > 1) | (moved < 0)
    return np.clip(moved, 0, 1), np.where(outside, -directions, directions)


def chance_of_new(width):
    """The probability of the new concept in each of the `width` rows from a mark on."""
    j = np.arange(width)
    return 1 / (1 + np.exp(-4 * (j - width / 2) / width))


def concepts(n, marks):
    """The number of the concept in each of `n` rows when it changes at once at each mark."""
    return np.searchsorted(marks, np.arange(n), side="right")
