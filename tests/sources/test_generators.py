"""What every generator promises: its rows, its drifts, its parameters, its errors."""

import doctest
import inspect
import itertools
import pickle
import re

import numpy as np
import pyarrow as pa
import pytest
from oracles.generator_checksums import checksum, streams

from driftline import learners, sources
from driftline.sources import generators
from driftline.stream import Drift

CLASSES = {name: getattr(sources, name) for name in generators.__all__}
SHORT = streams(rows=600)
DRIFTING = {
    name: cls for name, cls in CLASSES.items() if "drifts" in inspect.signature(cls).parameters
}
NOISY = {name: cls for name, cls in DRIFTING.items() if "balanced" in cls(seed=1).params}
RULED = {
    name: stream
    for name, stream in SHORT.items()
    if name.split()[0]
    not in {
        "GAUSS",
        "BernoulliErrors",
        "LED",
        "LEDDrift",
        "RandomRBF",
        "RandomRBFDrift",
        "Waveform",
    }
}


def table(stream, rows=8192):
    batches = list(stream.batches(rows))
    x = pa.Table.from_batches([batch.x for batch in batches])
    return x, np.concatenate([batch.y.to_numpy() for batch in batches])


# Rows.


@pytest.mark.parametrize("size", [1, 7, 250])
@pytest.mark.parametrize("name", SHORT)
def test_rows_do_not_depend_on_the_size_of_batches(name, size):
    assert checksum(SHORT[name], size) == checksum(SHORT[name])


@pytest.mark.parametrize("name", SHORT)
def test_every_pass_starts_at_the_first_row(name):
    first, second = SHORT[name].batches(10), SHORT[name].batches(10)
    next(first)

    assert next(second).x.equals(next(iter(SHORT[name].batches(10))).x)
    assert next(first).start == 10


@pytest.mark.parametrize("name", SHORT)
def test_the_seed_decides_about_the_rows(name):
    stream = SHORT[name]

    assert checksum(type(stream)(**stream.params)) == checksum(stream)
    assert checksum(type(stream)(**stream.params | {"seed": 8})) != checksum(stream)


@pytest.mark.parametrize("cls", CLASSES.values(), ids=CLASSES)
def test_a_seed_not_given_is_drawn_and_shown(cls):
    stream = cls(rows=50)

    assert isinstance(stream.params["seed"], int)
    assert checksum(cls(**stream.params)) == checksum(stream)
    assert cls().params["seed"] != stream.params["seed"]


def test_the_last_batch_is_shorter_and_none_is_empty():
    batches = list(sources.SINE1(seed=1, rows=25).batches(10))

    assert [(batch.start, len(batch)) for batch in batches] == [(0, 10), (10, 10), (20, 5)]
    assert list(sources.SINE1(seed=1, rows=0).batches()) == []


def test_a_stream_without_rows_has_no_end():
    batches = itertools.islice(sources.SEA(seed=1).batches(1000), 50)

    assert sum(len(batch) for batch in batches) == 50_000
    assert sources.SEA(seed=1).facts.rows is None


def test_columns_of_a_batch_are_one_piece_of_memory():
    batch = next(sources.SINIRREL1(seed=1).batches(1000))

    addresses = [column.buffers()[1].address for column in batch.x.columns]

    assert np.diff(addresses).tolist() == [8000] * 3


def test_learners_take_the_batches_as_they_are():
    model, stream = learners.GaussianNB(), sources.SINE1(seed=1, rows=20_000)

    right = [np.asarray(model.predict_learn_many(b.x, b.y)) == b.y for b in stream.batches()]

    assert np.concatenate(right).mean() > 0.85


# Facts.


@pytest.mark.parametrize("name", SHORT)
def test_facts_tell_what_the_rows_hold(name):
    stream = SHORT[name]
    x, y = table(stream)
    facts = stream.facts

    kinds = ["nominal" if pa.types.is_dictionary(field.type) else "numeric" for field in x.schema]
    assert facts.features == dict(zip(x.column_names, kinds, strict=True))
    assert (facts.name, facts.target, facts.rows) == (type(stream).__name__, "y", 600)
    if facts.task == "classification":
        assert set(y.tolist()) <= set(facts.labels)
        assert y.dtype == np.int64
    else:
        assert facts.labels == ()
        assert y.dtype == np.float64


def test_nominal_columns_know_all_their_categories():
    batch = next(sources.Agrawal(seed=1).batches(3))

    assert batch.x["elevel"].dictionary.to_pylist() == [f"level{k}" for k in range(5)]
    assert batch.x["car"].dictionary.to_pylist() == [f"car{k}" for k in range(1, 21)]
    assert batch.x["zipcode"].dictionary.to_pylist() == [f"zipcode{k}" for k in range(1, 10)]


@pytest.mark.parametrize(("width", "kind"), [(0, "abrupt"), (50, "gradual")])
@pytest.mark.parametrize("cls", DRIFTING.values(), ids=DRIFTING)
def test_facts_tell_every_drift(cls, width, kind):
    drifts = cls(seed=1, drifts=[100, 300], width=width).facts.drifts

    if cls is sources.LINES:
        assert drifts == tuple(Drift(row, width or 200, "gradual") for row in (100, 300))
    else:
        kind = "gradual" if cls is sources.MULTILINES else kind
        assert drifts == (Drift(100, width, kind), Drift(300, width, kind))


@pytest.mark.parametrize("cls", DRIFTING.values(), ids=DRIFTING)
def test_the_next_concept_begins_at_the_drift(cls):
    stream = cls(seed=1, drifts=[100, 300])

    assert [stream.concept_at(row) for row in (0, 99, 100, 299, 300, 9999)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("kind", ["gsg", "gra"])
def test_friedman_tells_its_drifts(kind):
    stream = sources.FriedmanDrift(drift_type=kind, position=[100, 300], transition_window=50)

    expected = (50, "gradual") if kind == "gsg" else (0, "abrupt")
    assert stream.drifts == (Drift(100, *expected), Drift(300, *expected))
    assert sources.FriedmanDrift(rows=60_000).drifts == (Drift(50_000, 0, "abrupt"),)


def test_a_gradual_drift_follows_the_sigmoid():
    width, mark = 100_000, 5_000
    stream = sources.SINE1(seed=1, rows=mark + width + 5_000, drifts=[mark], width=width)
    x, y = table(stream)
    is_new = (x["x2"].to_numpy() < np.sin(x["x1"].to_numpy())) != y

    j = np.arange(width)
    expected = 1.0 / (1.0 + np.exp(-4.0 * (j - width / 2) / width))
    shares = is_new[mark : mark + width].reshape(50, -1).mean(axis=1)
    wanted = expected.reshape(50, -1).mean(axis=1)

    # Five deviations of a share among 2000 rows.
    assert (abs(shares - wanted) < 5 * np.sqrt(wanted * (1 - wanted) / 2000)).all()
    assert not is_new[:mark].any()
    assert is_new[mark + width :].all()


# Noise and balance.


@pytest.mark.parametrize("cls", NOISY.values(), ids=NOISY)
def test_noise_flips_labels_and_nothing_else(cls):
    (x, clean), (same, noisy) = (
        table(cls(seed=1, rows=20_000, noise=noise)) for noise in (0.0, 0.1)
    )

    flipped = (clean != noisy).mean()

    assert x.equals(same)
    assert abs(flipped - 0.1) < 5 * np.sqrt(0.09 / 20_000)


@pytest.mark.parametrize("cls", NOISY.values(), ids=NOISY)
def test_balanced_rows_are_half_positive(cls):
    _, y = table(cls(seed=1, rows=20_000, balanced=True, drifts=[10_000]))

    for half in (y[:10_000], y[10_000:]):
        assert abs(half.mean() - 0.5) < 5 * np.sqrt(0.25 / 10_000)


def test_a_class_that_cannot_be_met_does_not_stop_the_stream():
    for seed in range(20):  # among them boxes wholly on one side of the curve
        stream = sources.SINE1(seed=seed, rows=50, balanced=True, virtual=True)

        assert len(table(stream)[1]) == 50


@pytest.mark.parametrize("cls", [sources.SINE1, sources.SINE2, sources.MULTILINES])
def test_under_virtual_drift_the_inputs_move_and_the_rule_stays(cls):
    stream = cls(seed=1, rows=2000, drifts=[1000], virtual=True)
    x, y = table(stream)
    points = np.column_stack([column.to_numpy() for column in x.columns])
    boxes = [stream.truth(row)["box"] for row in (0, 1000)]

    for box, part in zip(boxes, (points[:1000], points[1000:]), strict=True):
        assert np.allclose(box[:, 1] - box[:, 0], 0.5)
        assert (box >= 0).all()
        assert (box <= 1).all()
        assert ((box[:, 0] <= part) & (part <= box[:, 1])).all()
        assert np.ptp(part, axis=0).min() > 0.48
    assert (boxes[0] != boxes[1]).all()
    assert [stream.label_of(row, row=0) for row in x.to_pylist()] == y.tolist()
    assert {drift.kind for drift in stream.drifts} == {"virtual"}


# The truth.


@pytest.mark.parametrize("name", RULED)
def test_the_rule_gives_the_label_of_rows_without_noise(name):
    stream = RULED[name]
    quiet = stream.params | {
        key: 0.0 for key in ("noise", "noise_percentage", "perturbation") if key in stream.params
    }
    stream = type(stream)(**quiet)

    for row, (x, y) in enumerate(stream):
        label = stream.label_of(x, row=row)
        if stream.facts.task == "classification":
            assert label == y
        else:
            assert abs(label - y) < 6.0


@pytest.mark.parametrize("name", SHORT)
def test_the_truth_does_not_depend_on_the_order_of_questions(name):
    stream = SHORT[name]
    forward = {row: stream.truth(row) for row in (0, 5, 199, 200, 599)}

    for row in (599, 0, 200, 5, 199):
        found = stream.truth(row)
        assert found.keys() == forward[row].keys()
        assert all(np.array_equal(found[key], forward[row][key]) for key in found)


def test_labels_that_are_drawn_have_no_rule():
    with pytest.raises(ValueError, match="GAUSS draws the label"):
        sources.GAUSS(seed=1).label_of({"x1": 0.0, "x2": 0.0})


def test_a_row_without_rule_says_what_is_wrong_with_it():
    with pytest.raises(ValueError, match="x lacks the feature 'x2'"):
        sources.SINE1(seed=1).label_of({"x1": 0.0})
    with pytest.raises(ValueError, match="color must be one of red, green, blue, not 'pink'"):
        sources.STAGGER(one_hot=False).label_of({"size": "small", "color": "pink", "shape": "?"})
    with pytest.raises(ValueError, match="row must be at least 0, not -1"):
        sources.SINE1(seed=1).truth(-1)


# Parameters.


@pytest.mark.parametrize("cls", CLASSES.values(), ids=CLASSES)
def test_docstring_names_every_parameter_and_no_other(cls):
    section = re.search(r"^Parameters\n-+\n(.*?)^\w+\n-+$", inspect.getdoc(cls), re.M | re.S)

    assert re.findall(r"^(\w+)$", section[1], re.M) == list(inspect.signature(cls).parameters)
    assert doctest.DocTestFinder(recurse=False).find(cls, cls.__name__)[0].examples


@pytest.mark.parametrize("name", SHORT)
def test_parameters_are_attributes_that_cannot_be_set(name):
    stream = SHORT[name]

    assert list(stream.params) == list(inspect.signature(type(stream)).parameters)
    for parameter, value in stream.params.items():
        # `drifts` of a stream tells more than the rows: it is what the facts have.
        assert parameter == "drifts" or getattr(stream, parameter) == value
        with pytest.raises(AttributeError):
            setattr(stream, parameter, value)


@pytest.mark.parametrize("name", SHORT)
def test_a_stream_comes_back_from_pickle_and_from_its_repr(name):
    stream = SHORT[name]

    assert pickle.loads(pickle.dumps(stream)) == stream
    assert eval(repr(stream), dict(CLASSES)) == stream
    assert type(stream)(**stream.params | {"seed": 9}) != stream


BAD = {
    "drifts from 1": (lambda: sources.SINE1(drifts=[0]), "drifts must be rows from 1 on, not 0"),
    "drifts ascend": (lambda: sources.GAUSS(drifts=[9, 9]), "drifts must be ascending, not 9 aft"),
    "drifts apart": (
        lambda: sources.MIXED(drifts=[10, 15], width=6),
        "drifts must be at least width=6 rows apart, not 15 after 10",
    ),
    "lines": (lambda: sources.LINES(drifts=[10, 5]), "drifts must be ascending, not 5 after 10"),
    "drifts behind the end": (
        lambda: sources.CIRCLES(drifts=[100], rows=100),
        "drifts must come before the end at rows=100, not at 100",
    ),
    "width": (lambda: sources.SINE2(width=-1), "width must be from 0 to .*, not -1"),
    "noise": (lambda: sources.SINE1(noise=1.5), "noise must be between 0 and 1, not 1.5"),
    "noise that is none": (lambda: sources.SEA(noise=float("nan")), "noise must be between 0 and"),
    "seed": (lambda: sources.SEA(seed=-1), r"seed must be from 0 to 2\*\*64 - 1, not -1"),
    "model seed": (lambda: sources.RandomRBF(seed_model=-3), "seed_model must be .*, not -3"),
    "rows": (lambda: sources.SEA(rows=-1), "rows must be at least 0, not -1"),
    "batch": (lambda: sources.SEA().batches(0), "rows must be at least 1, not 0"),
    "variant": (lambda: sources.SEA(variant=4), "variant must be from 0 to 3, not 4"),
    "stagger": (lambda: sources.STAGGER(variant="4x4"), "variant must be '3x3' or '2x2', not '4x"),
    "d": (lambda: sources.Sine1Plus(d=1), "d must be from 2 to .*, not 1"),
    "sigma": (lambda: sources.Sine1Plus(sigma=0.0), "sigma must be above 0, not 0"),
    "infinite": (lambda: sources.RidgeConcepts(sigma=float("inf")), "sigma must be above 0, not i"),
    "k": (lambda: sources.MULTILINES(d=3, k=4), "k must be from 0 to 3, not 4"),
    "rates": (lambda: sources.BernoulliErrors(rates=[]), "rates must be one number or more, not n"),
    "a rate": (lambda: sources.BernoulliErrors(rates=[2]), "rates must be between 0 and 1, not 2"),
    "moving": (
        lambda: sources.Hyperplane(n_features=3, n_drift_features=4),
        "n_drift_features must be from 0 to 3, not 4",
    ),
    "magnitude": (lambda: sources.Hyperplane(mag_change=-1.0), "mag_change must be between 0 and"),
    "centroids": (lambda: sources.RandomRBF(n_centroids=0), "n_centroids must be from 1 to .*, no"),
    "segments": (
        lambda: sources.LEDDrift(n_drift_features=2),
        "n_drift_features must be 0 without irrelevant_features, not 2",
    ),
    "function": (
        lambda: sources.Agrawal(classification_function=10),
        "classification_function must be from 0 to 9, not 10",
    ),
    "no features": (
        lambda: sources.RandomTree(n_num_features=0, n_cat_features=0),
        "n_num_features must be above 0",
    ),
    "huge tree": (
        lambda: sources.RandomTree(max_tree_depth=30, first_leaf_level=30),
        "max_tree_depth must be less",
    ),
    "drift type": (
        lambda: sources.FriedmanDrift(drift_type="abc"),
        "drift_type must be 'lea', 'gra' or 'gsg', not 'abc'",
    ),
    "positions": (
        lambda: sources.FriedmanDrift(drift_type="gra"),
        "position must be 2 rows for drift_type='gra', not 3",
    ),
}


@pytest.mark.parametrize(("make", "message"), BAD.values(), ids=BAD)
def test_a_bad_parameter_is_named_with_what_was_found(make, message):
    with pytest.raises(ValueError, match=message):
        make()
