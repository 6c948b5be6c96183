"""What every stream can do: be cut, mixed, and written down whole."""

import json
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from driftline import sources
from driftline.stream import Batch, Drift, Facts, Stream, draws


@dataclass
class Counted(Stream):
    """Rows 0, 1, 2, ..., with everything a batch can carry."""

    rows: int = 100
    drifts_at: tuple = (Drift(30), Drift(50, 20, "gradual"))
    sparse: bool = False
    passes: list = field(default_factory=list)

    @property
    def facts(self):
        return Facts(
            "counted",
            {} if self.sparse else {"n": "numeric", "c": "nominal"},
            target="y",
            task="classification",
            labels=("even", "odd"),
            rows=self.rows,
            drifts=self.drifts_at,
        )

    def batches(self, rows=8192):
        self.passes.append(rows)
        for start in range(0, self.rows, rows):
            n = np.arange(start, min(start + rows, self.rows))
            x = pa.record_batch(
                {"n": n.astype(float), "c": pa.array(n.astype(str)).dictionary_encode()}
            )
            if self.sparse:
                x = sparse.csr_matrix((n + 1.0, (np.arange(len(n)), n)), shape=(len(n), self.rows))
            y = pa.array(np.where(n % 2, "odd", "even")).dictionary_encode()
            yield Batch(
                x, y, pa.array(n + 1.0), pa.array(n * 10), pa.array(n), pa.array(n % 3), start
            )


def numbers(stream, rows=8192):
    return [int(i) for batch in stream.batches(rows) for i in batch.id.to_pylist()]


@given(n=st.integers(0, 120), m=st.integers(0, 120), rows=st.integers(1, 130))
def test_take_and_skip_cut_exactly_in_any_batch_size(n, m, rows):
    stream = Counted().skip(n).take(m)
    batches = list(stream.batches(rows))

    assert numbers(stream, rows) == list(range(100))[n : n + m]
    assert stream.facts.rows == len(list(range(100))[n : n + m])
    starts = [batch.start for batch in batches]
    assert starts == [sum(len(b) for b in batches[:i]) for i in range(len(batches))]


def test_drifts_keep_their_place_when_rows_before_them_are_skipped():
    assert Counted().skip(10).drifts == (Drift(20), Drift(40, 20, "gradual"))
    assert Counted().take(40).drifts == (Drift(30),)
    assert Counted().skip(60).drifts == (Drift(0, 10, "gradual"),)  # half-way through
    assert Counted().skip(70).drifts == ()
    assert Counted(drifts_at=None).skip(5).facts.drifts is None


def test_taking_stops_reading():
    class Endless(Counted):
        def batches(self, rows=8192):
            yield from Counted(rows=10).batches(rows)
            raise AssertionError("read on")

    assert len(list(Endless().take(10))) == 10


@pytest.mark.parametrize("verb", ["take", "skip"])
def test_a_negative_count_is_refused(verb):
    with pytest.raises(ValueError, match="n must be at least 0, not -1"):
        getattr(Counted(), verb)(-1)


@pytest.mark.parametrize("is_sparse", [False, True])
def test_shuffling_gives_every_row_once_and_depends_on_the_seed_alone(is_sparse):
    stream = Counted(sparse=is_sparse)
    order = numbers(stream.shuffle(1))

    assert sorted(order) == list(range(100))
    assert order == numbers(stream.shuffle(1), rows=7) != numbers(stream.shuffle(2))
    assert stream.shuffle(1).drifts == ()


@pytest.mark.parametrize("is_sparse", [False, True])
def test_shuffling_keeps_rows_together(is_sparse):
    for batch in Counted(sparse=is_sparse).shuffle(3).batches(9):
        for n, (x, y) in zip(batch.id.to_pylist(), batch.rows(), strict=True):
            assert x == ({n: n + 1.0} if is_sparse else {"n": float(n), "c": str(n)})
            assert y == ("odd" if n % 2 else "even")


def test_a_table_holds_all_columns_and_the_drifts():
    table = Counted().to_arrow()
    told = json.loads(table.schema.metadata[b"driftline"])

    assert table.column_names == ["n", "c", "y", "weight", "time", "id", "delay"]
    assert table.num_rows == 100
    assert told["drifts"] == [[30, 0, "abrupt", None], [50, 20, "gradual", None]]


@pytest.mark.parametrize("is_sparse", [False, True])
def test_parquet_brings_the_whole_stream_back(tmp_path, is_sparse):
    stream = Counted(sparse=is_sparse)
    stream.to_parquet(tmp_path / "a.parquet")
    again = sources.read(tmp_path / "a.parquet")

    assert list(again) == list(stream)
    assert again.drifts == stream.drifts
    assert again.facts.labels == ("even", "odd")
    for role in ("w", "time", "id", "delay"):
        (one,), (other,) = again.batches(), stream.batches()
        assert getattr(one, role).to_pylist() == getattr(other, role).to_pylist()


def test_a_file_that_could_not_be_finished_leaves_the_old_one(tmp_path):
    class Breaks(Counted):
        def batches(self, rows=8192):
            yield from Counted().batches(rows)
            raise RuntimeError("the sensor is gone")

    path = tmp_path / "a.parquet"
    path.write_bytes(b"old")
    for verb in (Breaks().to_parquet, Breaks().to_csv):
        with pytest.raises(RuntimeError):
            verb(path)

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.zst"])
def test_csv_holds_the_rows(tmp_path, name):
    Counted().to_csv(tmp_path / name)
    again = sources.read(
        tmp_path / name,
        target="y",
        ignore=["weight", "time", "id", "delay"],
        kinds={"c": "nominal"},
    )

    assert list(again) == list(Counted())


def test_sparse_rows_are_not_written_to_csv(tmp_path):
    with pytest.raises(ValueError, match="use to_parquet"):
        Counted(sparse=True).to_csv(tmp_path / "a.csv")


def test_a_stream_without_rows_is_a_file_without_rows(tmp_path):
    Counted(rows=0, drifts_at=()).to_parquet(tmp_path / "a.parquet")

    assert pyarrow.parquet.read_table(tmp_path / "a.parquet").num_rows == 0
    assert sources.read(tmp_path / "a.parquet").facts.features == {"n": "numeric", "c": "nominal"}


def test_a_feature_that_comes_late_fits_a_table_and_not_a_file(tmp_path):
    class Grows(Counted):
        def batches(self, rows=8192):
            yield Batch(pa.record_batch({"a": [1.0]}))
            yield Batch(pa.record_batch({"a": [2.0], "b": [3.0]}), start=1)

    assert Grows().to_arrow().column("b").to_pylist() == [None, 3.0]
    with pytest.raises(ValueError, match="column 'b' first comes in row 1"):
        Grows().to_parquet(tmp_path / "a.parquet")


def test_a_role_whose_name_is_taken_gets_another():
    class Clashes(Counted):
        def batches(self, rows=8192):
            yield Batch(pa.record_batch({"weight": [1.0]}), w=pa.array([2.0]))

    assert Clashes().to_arrow().column_names == ["weight", "weight_"]


@given(seed=st.integers(0, 2**63), draw=st.integers(0, 2**32))
def test_draws_are_uniform_and_depend_on_the_row_alone(seed, draw):
    rows = np.arange(1000)
    u = draws.uniforms(seed, rows, draw)

    assert np.array_equal(draws.uniforms(seed, rows[500:], draw), u[500:])
    assert u.min() >= 0.0
    assert u.max() < 1.0
    # The mean of 1,000 uniforms has a standard error of 0.0091; 6 of them.
    assert abs(u.mean() - 0.5) < 0.055
    assert 0 <= draws.integers(seed, rows, 3, draw).min() <= draws.integers(seed, rows, 3).max() < 3


def test_draws_of_neighbouring_seeds_rows_and_draws_are_unrelated():
    rows = np.arange(10_000)
    one = draws.uniforms(1, rows)
    others = [draws.uniforms(2, rows), draws.uniforms(1, rows, 1), draws.uniforms(1, rows + 1)]

    # Correlations of 10,000 independent pairs have a standard error of 0.01.
    assert all(abs(np.corrcoef(one, other)[0, 1]) < 0.05 for other in others)
