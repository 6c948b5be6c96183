"""Drifts begin in the very row they are announced for, and take as many rows as they say.

Places are computed here from the parameters alone and compared with the rows; `truth` is checked
against them, not trusted.
"""

import itertools

import numpy as np
import pytest
from oracles import generators as rules
from oracles.samples import (
    ALPHA,
    are_independent,
    assert_labels,
    columns,
    drawn,
    is_normal,
    truths,
)
from scipy import stats

from driftline import sources
from driftline.stream import Drift

N = 20_000
MARKS = [1, 500, 501, 4_000, 9_999, 15_000]
CONCEPT = rules.concepts(N, MARKS)

TURNED = {
    "SINE1": rules.sine1,
    "SINE2": rules.sine2,
    "SINIRREL1": rules.sine1,
    "SINIRREL2": rules.sine2,
    "MIXED": rules.mixed,
    "Sine1Plus": rules.sine1_plus,
}


@pytest.mark.parametrize("name", TURNED)
def test_labels_are_reversed_from_each_drift_on(name):
    stream = getattr(sources, name)(seed=1, drifts=MARKS)
    X, y = drawn(stream, N)

    assert_labels(y, TURNED[name](X, reversed=CONCEPT % 2 == 1))
    told = truths(stream, N, "concept", "reversed")
    assert np.array_equal(told["concept"], CONCEPT)
    assert np.array_equal(told["reversed"], CONCEPT % 2 == 1)
    assert stream.drifts == tuple(Drift(row) for row in MARKS)


def test_circles_go_on_to_the_next_of_four_at_each_drift():
    stream = sources.CIRCLES(seed=2, drifts=MARKS)
    X, y = drawn(stream, N)
    centres, radii = (np.array(part) for part in zip(*rules.CIRCLES, strict=True))

    assert_labels(y, rules.circles(X, centres[CONCEPT % 4], radii[CONCEPT % 4]))
    assert [stream.concept_at(row) for row in range(N)] == CONCEPT.tolist()
    assert [drift.row for drift in stream.drifts] == MARKS


def test_stagger_goes_on_to_the_next_of_three_concepts_at_each_drift():
    stream = sources.STAGGER(seed=3, drifts=MARKS, one_hot=False)
    found = columns(stream, N)

    wanted = rules.stagger(found["size"], found["color"], found["shape"], CONCEPT % 3)
    assert np.array_equal(found["y"], wanted)
    assert stream.drifts == tuple(Drift(row) for row in MARKS)


def test_ridge_concepts_have_new_coefficients_from_each_drift_on():
    stream = sources.RidgeConcepts(d=3, seed=4, drifts=MARKS[3:], noise=0.0)
    X, y = drawn(stream, N)

    betas = []
    for part, target in zip(np.split(X, MARKS[3:]), np.split(y, MARKS[3:]), strict=True):
        beta = np.linalg.lstsq(part, target)[0]
        assert np.abs(part @ beta - target).max() < 1e-11  # one row of another concept spoils it
        betas.append(beta)
    assert all(np.abs(a - b).max() > 1e-3 for a, b in itertools.combinations(betas, 2))
    assert stream.drifts == tuple(Drift(row) for row in MARKS[3:])


def test_errors_begin_and_end_in_the_row_of_the_drift():
    stream = sources.BernoulliErrors(rates=[0.0, 1.0], drifts=MARKS, seed=5)

    assert np.array_equal(columns(stream, N)["y"], CONCEPT % 2)
    assert stream.drifts == tuple(Drift(row) for row in MARKS)


def test_clouds_of_gauss_swap_their_labels_in_the_row_of_the_drift():
    # One row shows little; the rows around 2,000 drifts show all.
    marks = np.arange(10, 20_010, 10)
    stream = sources.GAUSS(seed=6, drifts=marks.tolist())
    X, y = drawn(stream, 20_010)
    is_narrow = (y == 1) != (rules.concepts(20_010, marks) % 2 == 1)

    for rows in (marks - 1, marks, marks + 1):
        assert is_normal(X[rows][is_narrow[rows], 1])
        assert is_normal(X[rows][~is_narrow[rows], 1], 0, 4)
    assert stream.drifts == tuple(Drift(int(row)) for row in marks)


@pytest.mark.parametrize("kind", rules.FRIEDMAN_DRIFT)
def test_curves_of_friedman_change_in_the_row_of_the_drift(kind):
    position = [2, 4, 6] if kind == "lea" else [2, 4]
    given = {"drift_type": kind, "position": position, "transition_window": 0}
    streams = [sources.FriedmanDrift(seed=seed, **given) for seed in range(2_000)]
    batches = [next(stream.batches(8)) for stream in streams]
    X = np.array([[column.to_numpy() for column in batch.x.columns] for batch in batches])
    y = np.array([batch.y.to_numpy() for batch in batches])

    for row, concept in enumerate(rules.concepts(8, position)):
        target, *others = (
            rules.FRIEDMAN_DRIFT[kind](X[:, :, row], np.full(2_000, c))
            for c in (concept, max(concept - 1, 0), min(concept + 1, len(position)))
        )
        telling = np.abs(target - others).max(axis=0) > 2  # a local drift spares most rows
        squares = ((y[:, row] - target)[telling] ** 2).sum()
        assert telling.sum() > 10
        assert ALPHA < stats.chi2(telling.sum()).sf(squares) < 1 - ALPHA
        assert streams[0].concept_at(row) == concept
    assert streams[0].drifts == tuple(Drift(row) for row in position)


def test_a_slow_drift_of_friedman_tosses_a_fair_coin_until_its_window_ends():
    position, window = [4_000, 9_000], 3_000
    given = {"drift_type": "gsg", "position": position, "transition_window": window}
    stream = sources.FriedmanDrift(seed=6, **given)
    X, y = drawn(stream, N)
    concept = truths(stream, N, "concept")["concept"]

    assert is_normal(y - rules.friedman_gsg(X, concept))
    late = rules.concepts(N, position)
    assert ((concept == late) | (concept == late - 1)).all()
    in_window = np.zeros(N, bool)
    for i, mark in enumerate(position):
        in_window[mark : mark + window] = True
        is_new = concept[mark : mark + window] == i + 1
        assert stats.binomtest(int(is_new.sum()), window, 0.5).pvalue > ALPHA
        assert are_independent(is_new[:-1], is_new[1:])
    assert np.array_equal(concept[~in_window], late[~in_window])
    assert stream.drifts == tuple(Drift(mark, window, "gradual") for mark in position)


@pytest.mark.parametrize("name", ["SINE1", "SINE2", "MULTILINES"])
def test_inputs_move_in_the_row_of_a_virtual_drift(name):
    marks = list(range(20, 6_000, 20))
    stream = getattr(sources, name)(seed=7, drifts=marks, virtual=True)
    X, _ = drawn(stream, 6_000)

    # Between two drifts all rows fit into half of the range. One row more, on either side, would
    # fall out of it in most of the 300 places.
    parts = np.split(X, marks)
    assert max(np.ptp(part, axis=0).max() for part in parts) <= 0.5
    longer = (
        [X[mark - 20 : mark + 1] for mark in marks],
        [X[mark - 1 : mark + 20] for mark in marks],
    )
    assert all(np.mean([np.ptp(p, axis=0).max() > 0.5 for p in side]) > 0.3 for side in longer)
    boxes = truths(stream, 6_000, "box")["box"]
    assert (np.clip(X, boxes[:, :, 0], boxes[:, :, 1]) == X).all()
    assert stream.drifts == tuple(Drift(row, 0, "virtual") for row in marks)


@pytest.mark.parametrize("width", [0, 700, 2_000])
def test_lines_move_evenly_from_each_drift_to_the_end_of_its_way(width):
    marks = [1_000, 3_000, 6_000]
    ways = [2_000, 3_000, 3_000] if width == 0 else [width] * 3
    stream = sources.LINES(seed=8, drifts=marks, width=width)
    told = truths(stream, 12_000, "angle", "offset", "concept")

    assert np.array_equal(told["concept"], rules.concepts(12_000, marks))
    assert stream.drifts == tuple(
        Drift(mark, way, "gradual") for mark, way in zip(marks, ways, strict=True)
    )
    for name in ("angle", "offset"):
        path = told[name]
        ends = np.add(marks, ways)
        places, values = [*marks, *ends], [*path[marks], *path[ends]]
        order = np.argsort(places, kind="stable")
        even = np.interp(np.arange(12_000), np.take(places, order), np.take(values, order))
        assert np.allclose(path, even, rtol=0, atol=1e-12)
        assert len(set(path[[0, *ends]])) == 4


GRADUAL = {**TURNED, "BernoulliErrors": None}
WIDTH, REPEATS = 40, 1_500
REPEATED = [100 + 50 * i for i in range(REPEATS)]


def assert_sigmoid(changing):
    """Rows of many transitions, one beneath the other, are new as often as the sigmoid says, and
    each decides by itself."""
    chance = rules.chance_of_new(WIDTH)
    variance = chance * (1 - chance)
    spread = (changing.sum(axis=0) - REPEATS * chance) ** 2 / (REPEATS * variance)
    assert stats.chi2(WIDTH).sf(spread.sum()) > ALPHA
    surprise = changing - chance
    together = (surprise[:, :-1] * surprise[:, 1:]).sum()
    deviation = np.sqrt(REPEATS * (variance[:-1] * variance[1:]).sum())
    assert 2 * stats.norm.sf(abs(together) / deviation) > ALPHA


def outside(n):
    """The rows in which nothing is under way."""
    free = np.ones(n, bool)
    free[np.add.outer(REPEATED, np.arange(WIDTH))] = False
    return free


@pytest.mark.parametrize("name", GRADUAL)
def test_the_share_of_rows_of_the_new_concept_follows_the_sigmoid(name):
    rates = {"rates": [0.0, 1.0]} if name == "BernoulliErrors" else {}
    stream = getattr(sources, name)(seed=9, drifts=REPEATED, width=WIDTH, **rates)
    n = REPEATED[-1] + 60
    X, y = drawn(stream, n)
    turned = y if GRADUAL[name] is None else (GRADUAL[name](X) > 0) != y
    is_new = turned == rules.concepts(n, REPEATED) % 2

    assert_sigmoid(np.array([is_new[mark : mark + WIDTH] for mark in REPEATED]))
    assert is_new[outside(n)].all()
    assert np.array_equal(truths(stream, n, "concept")["concept"] % 2, turned)
    assert stream.drifts == tuple(Drift(mark, WIDTH, "gradual") for mark in REPEATED)


@pytest.mark.parametrize("name", ["CIRCLES", "STAGGER", "GAUSS", "RidgeConcepts", "MULTILINES"])
def test_a_gradual_drift_of_any_generator_follows_the_sigmoid(name):
    stream = getattr(sources, name)(seed=10, drifts=REPEATED, width=WIDTH)
    concept = truths(stream, REPEATED[-1] + 60, "concept")["concept"]
    late = rules.concepts(len(concept), REPEATED)

    assert ((concept == late) | (concept == late - 1)).all()
    assert_sigmoid(np.array([(concept == late)[mark : mark + WIDTH] for mark in REPEATED]))
    assert (concept == late)[outside(len(concept))].all()
    assert stream.drifts == tuple(Drift(mark, WIDTH, "gradual") for mark in REPEATED)


def test_inputs_change_gradually_under_a_gradual_virtual_drift():
    stream = sources.SINE1(seed=11, drifts=REPEATED, width=WIDTH, virtual=True)
    n = REPEATED[-1] + 60
    X, y = drawn(stream, n)
    boxes = truths(stream, n, "box")["box"]

    assert_labels(y, rules.sine1(X))
    assert (np.clip(X, boxes[:, :, 0], boxes[:, :, 1]) == X).all()
    moved = [boxes[mark : mark + WIDTH] != boxes[mark - 1] for mark in REPEATED]
    assert_sigmoid(np.any(moved, axis=(2, 3)))
    assert stream.drifts[0] == Drift(100, WIDTH, "virtual")


@pytest.mark.parametrize(
    ("make", "turns"),
    [
        (sources.SINE1, 2),
        (sources.SINE2, 2),
        (sources.SINIRREL1, 2),
        (sources.SINIRREL2, 2),
        (sources.Sine1Plus, 2),
        (sources.MIXED, 2),
        (sources.CIRCLES, 4),
        (sources.STAGGER, 3),
    ],
)
def test_a_concept_that_comes_back_has_its_number_and_its_labels(make, turns):
    stream = make(drifts=[100, 200, 300, 400, 500], seed=1, rows=600)
    concepts = [0, *(drift.concept for drift in stream.drifts)]

    inputs = [x for x, _ in stream]
    labels = [[stream.label_of(x, row=100 * i) for x in inputs] for i in range(6)]

    assert concepts == [i % turns for i in range(6)]
    for i, later in itertools.product(range(6), repeat=2):
        assert (labels[i] == labels[later]) == (concepts[i] == concepts[later])


@pytest.mark.parametrize("make", [sources.LINES, sources.RidgeConcepts])
def test_concepts_that_do_not_come_back_have_numbers_of_their_own(make):
    stream = make(drifts=[1_000, 3_000, 5_000], seed=1)

    assert [drift.concept for drift in stream.drifts] == [1, 2, 3]


def test_a_stream_that_is_given_twice_is_one_concept():
    first, second = sources.SEA(variant=0, seed=1), sources.SEA(variant=2, seed=2)
    stream = sources.drift([first, second, first], at=[100, 200])

    assert [drift.concept for drift in stream.drifts] == [1, 0]


def test_a_part_begins_with_concept_0():
    stream = sources.STAGGER(drifts=[100, 200, 300], seed=1)

    assert [drift.concept for drift in stream.skip(150).drifts] == [2, 1]
