"""Stages change what they promise, by a seed, and keep rows, drifts and any batch size."""

import numpy as np
import pyarrow as pa
import pytest
from scipy import sparse

from driftline import sources
from driftline.sources import SourceError
from driftline.stream import Drift

ROWS = 20_000
PLAIN = sources.SINE1(seed=1, rows=ROWS, drifts=[5_000])
COLOURS = sources.stream([({"c": "red", "n": 1.0}, y) for y in ["u", "v", "w", None] * 500])
STAGES = {
    "label_noise": sources.label_noise(0.1, seed=2),
    "imbalance": sources.imbalance({1: 0.1}, seed=2),
    "irrelevant_features": sources.irrelevant_features(3, seed=2),
    "missing_values": sources.missing_values(0.3, seed=2),
    "missing_labels": sources.missing_labels(0.9, seed=2),
    "missing_labels every": sources.missing_labels(every=10),
    "delayed_labels": sources.delayed_labels(50),
    "delayed_labels random": sources.delayed_labels(random=(5, 9), seed=2),
}


def rows(stream, size):
    return [
        (*row, delay)
        for batch in stream.batches(size)
        for row, delay in zip(
            batch.rows(),
            [0] * len(batch) if batch.delay is None else batch.delay.to_pylist(),
            strict=True,
        )
    ]


@pytest.mark.parametrize("name", STAGES)
def test_the_batch_size_changes_nothing(name):
    stream = PLAIN.take(500) | STAGES[name]

    assert rows(stream, 1) == rows(stream, 37) == rows(stream, 100_000)


@pytest.mark.parametrize("name", [name for name in STAGES if "every" not in name])
def test_a_stage_shows_its_parameters(name):
    assert repr(STAGES[name]).startswith(name.split()[0] + "(")


@pytest.mark.parametrize(
    "make",
    [
        lambda seed: sources.label_noise(0.1, seed=seed),
        lambda seed: sources.imbalance({1: 0.1}, seed=seed),
        lambda seed: sources.irrelevant_features(1, seed=seed),
        lambda seed: sources.missing_values(0.3, seed=seed),
        lambda seed: sources.missing_labels(0.5, seed=seed),
        lambda seed: sources.delayed_labels(random=(0, 9), seed=seed),
    ],
)
def test_the_seed_decides(make):
    def drawn(seed):
        return rows(PLAIN.take(300) | make(seed), 300)

    assert drawn(1) == drawn(1) != drawn(2)
    fresh = make(None)
    assert rows(PLAIN.take(50) | fresh, 50) == rows(PLAIN.take(50) | fresh, 50)


@pytest.mark.parametrize("name", [name for name in STAGES if name != "imbalance"])
def test_stages_that_keep_all_rows_keep_the_drifts(name):
    stream = PLAIN | STAGES[name]

    assert stream.drifts == (Drift(5_000),)
    assert stream.facts.rows == ROWS


def test_label_noise_changes_the_share_it_says_and_nothing_else():
    stream = PLAIN | sources.label_noise(0.1, seed=2)
    pairs = list(zip(PLAIN, stream, strict=True))
    wrong = np.mean([one[1] != other[1] for one, other in pairs])

    assert all(one[0] == other[0] for one, other in pairs)
    assert abs(wrong - 0.1) < 0.0106  # five standard errors of a share of 20,000


def test_label_noise_draws_evenly_from_the_other_labels_and_leaves_missing_ones():
    stream = COLOURS | sources.label_noise(1.0, labels=["u", "v", "w"], seed=2)
    before, after = [y for _, y in COLOURS], [y for _, y in stream]
    pairs = list(zip(before, after, strict=True))

    assert all((b is None) == (a is None) for b, a in pairs)
    assert not any(b == a for b, a in pairs if b)
    share = np.mean([a == "v" for b, a in pairs if b == "u"])
    assert abs(share - 0.5) < 0.112  # five standard errors of a share of 500


def test_label_noise_needs_labels():
    with pytest.raises(ValueError, match="give labels="):
        _ = COLOURS | sources.label_noise(0.1)
    with pytest.raises(ValueError, match="does not tell its labels"):
        _ = sources.Friedman(seed=1) | sources.label_noise(0.1)


def test_labels_keep_their_codes_under_noise():
    stream = COLOURS | sources.label_noise(0.5, labels=["w", "u"], seed=2)
    dictionaries = [batch.y.dictionary.to_pylist() for batch in stream.batches(100)]

    assert dictionaries[0] == ["w", "u", "v"]
    assert all(d == dictionaries[0] for d in dictionaries)


def test_imbalance_gives_the_shares_and_keeps_the_order():
    stream = PLAIN | sources.imbalance({1: 0.1}, seed=2)
    kept = list(stream)
    share = np.mean([y for _, y in kept])
    plain = iter(PLAIN)

    assert abs(share - 0.1) < 5 * np.sqrt(0.09 / len(kept))
    assert all(any(row == other for other in plain) for row in kept)  # a subsequence


def test_imbalance_remaps_the_drifts():
    stream = PLAIN | sources.imbalance({1: 0.1}, seed=2)
    (drift,) = stream.drifts
    later = {tuple(x.values()) for x, _ in PLAIN.skip(5_000)}
    is_later = [tuple(x.values()) in later for x, _ in stream]

    assert is_later.index(True) == drift.row


def test_labels_not_named_share_what_is_left():
    labels = np.random.default_rng(1).choice(["u", "v", "v", "w"], 20_000)
    three = sources.stream(np.ones((20_000, 1)), y=labels)
    found = [y for _, y in three | sources.imbalance({"u": 0.6}, seed=1)]
    only = [y for _, y in three | sources.imbalance({"u": 0.5, "v": 0.5}, seed=1)]

    assert abs(found.count("u") / len(found) - 0.6) < 0.03
    assert abs(found.count("v") / found.count("w") - 2) < 0.3
    assert set(only) == {"u", "v"}


def test_a_label_that_never_comes_is_an_error():
    with pytest.raises(ValueError, match="has no label 7"):
        _ = PLAIN | sources.imbalance({7: 0.5})
    imbalance = sources.imbalance({"z": 1.0}, seed=1)
    with pytest.raises(SourceError, match="rows have come without label 'z'"):
        list(sources.stream(np.ones((1_200_000, 1)), y=["u"] * 1_200_000) | imbalance)


@pytest.mark.parametrize("shares", [{}, {1: 1.2}, {1: -0.1}])
def test_shares_that_are_none_are_refused(shares):
    with pytest.raises(ValueError, match="imbalance: shares"):
        sources.imbalance(shares)


def test_irrelevant_features_are_new_columns_without_a_link_to_the_target():
    stream = PLAIN | sources.irrelevant_features(2, seed=2)
    table = stream.to_arrow()
    noise = [table.column(f"irrelevant_{i}").to_numpy() for i in range(2)]
    y = table.column("y").to_numpy()

    assert list(stream.facts.features) == ["x1", "x2", "irrelevant_0", "irrelevant_1"]
    # Correlations of 20,000 independent pairs have a standard error of 0.0071.
    assert abs(np.corrcoef(noise[0], y)[0, 1]) < 0.036
    assert abs(np.corrcoef(noise[0], noise[1])[0, 1]) < 0.036
    with pytest.raises(ValueError, match="give prefix="):
        _ = stream | sources.irrelevant_features(1)


def test_missing_values_are_null_independently():
    table = (PLAIN | sources.missing_values(0.3, seed=2)).to_arrow()
    gone = [table.column(name).is_null().to_numpy() for name in ("x1", "x2")]

    for column in gone:
        assert abs(column.mean() - 0.3) < 0.0163  # five standard errors
    assert abs((gone[0] & gone[1]).mean() - 0.09) < 0.0102
    assert table.column("y").null_count == 0


def test_missing_values_can_be_kept_to_some_columns_and_to_categories():
    table = (COLOURS | sources.missing_values(0.5, columns=["c"], seed=2)).to_arrow()

    assert table.column("n").null_count == 0
    assert 800 < table.column("c").null_count < 1_200
    assert pa.types.is_dictionary(table.column("c").type)
    with pytest.raises(SourceError, match="did you mean 'c'"):
        _ = COLOURS | sources.missing_values(0.5, columns=["cc"])


def test_sparse_rows_lose_values_too_in_any_batch_size():
    X = sparse.random(500, 300, density=0.1, format="csr", random_state=1)
    stream = sources.stream(X, y=[0, 1] * 250) | sources.missing_values(0.4, seed=2)
    kept = sum(len(x) for x, _ in stream)

    assert abs(kept / X.nnz - 0.6) < 0.02
    assert rows(stream, 1) == rows(stream, 500)
    full = X.toarray()
    assert all(full[i, j] == v for i, (x, _) in enumerate(stream) for j, v in x.items())


def test_missing_labels_are_null():
    some = (PLAIN | sources.missing_labels(0.9, seed=2)).to_arrow().column("y")
    every = [y for _, y in PLAIN.take(50) | sources.missing_labels(every=10)]

    assert abs(some.null_count / ROWS - 0.9) < 0.0106
    assert [i for i, y in enumerate(every) if y is not None] == [0, 10, 20, 30, 40]


def test_delays_are_told_beside_the_rows():
    constant = next((PLAIN | sources.delayed_labels(50)).batches(10)).delay.to_pylist()
    random = (PLAIN | sources.delayed_labels(random=(5, 9), seed=2)).to_arrow().column("delay")

    assert constant == [50] * 10
    assert sorted(random.unique().to_pylist()) == [5, 6, 7, 8, 9]


def test_a_column_of_delays_leaves_the_features():
    table = pa.table({"a": [1.0, 2.0, 3.0], "wait": [4.0, 0.0, None], "y": [0, 1, 0]})
    stream = sources.stream(table, target="y") | sources.delayed_labels(column="wait")
    (batch,) = stream.batches()

    assert batch.delay.to_pylist() == [4, 0, None]
    assert batch.x.schema.names == list(stream.facts.features) == ["a"]


@pytest.mark.parametrize("wait", [[-1.0], [2.5]])
def test_a_bad_delay_is_told(wait):
    stream = sources.stream(pa.table({"wait": wait, "y": [1]}), target="y")

    with pytest.raises(SourceError, match="column 'wait' or later"):
        list(stream | sources.delayed_labels(column="wait"))
    with pytest.raises(SourceError, match="did you mean 'wait'"):
        _ = stream | sources.delayed_labels(column="wayt")


@pytest.mark.parametrize(
    "make",
    [
        lambda: sources.label_noise(1.5),
        lambda: sources.missing_values(-0.1),
        lambda: sources.missing_labels(),
        lambda: sources.missing_labels(0.5, every=2),
        lambda: sources.missing_labels(every=0),
        lambda: sources.missing_labels(2.0),
        lambda: sources.delayed_labels(),
        lambda: sources.delayed_labels(5, random=(1, 2)),
        lambda: sources.delayed_labels(-1),
        lambda: sources.delayed_labels(random=(5, 2)),
        lambda: sources.irrelevant_features(-1),
    ],
)
def test_bad_parameters_are_refused(make):
    with pytest.raises(ValueError, match=r"must be|give|delay"):
        make()


def test_stages_chain():
    stream = PLAIN | sources.missing_labels(every=2) | sources.delayed_labels(3)
    batch = next(stream.batches(4))

    assert [y is None for y in batch.y.to_pylist()] == [False, True, False, True]
    assert batch.delay.to_pylist() == [3, 3, 3, 3]
