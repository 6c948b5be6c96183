"""Every data set opens by name and is what the registry says."""

import os
import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from driftline import sources
from driftline.sources import SourceError
from driftline.stream import Drift

DATASETS = {dataset.name: dataset for dataset in sources.list_datasets()}


@pytest.fixture
def data(dataset):
    """Skip where there are no real data."""
    dataset("elec2")


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """A machine without any data set."""
    monkeypatch.delenv("DRIFTLINE_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", DATASETS)
def test_a_data_set_is_what_the_registry_says(data, name):
    known = DATASETS[name]
    stream = sources.load(name)
    rows, labels, width = 0, set(), 0
    for batch in stream.batches(65_536):
        rows += len(batch)
        labels |= set() if batch.y is None else set(batch.y.unique().to_pylist())
        width = batch.x.shape[1]

    assert rows == known.rows == stream.facts.rows
    assert width == known.features
    assert len(stream.facts.features) == (0 if known.sparse else known.features)
    assert stream.facts.task == known.task
    if known.task == "classification":
        assert labels == set(known.labels) == set(stream.facts.labels)
    assert known.path.stat().st_size == known.bytes


def test_the_registry_has_every_file_of_the_folder(data):
    files = Path(os.environ["DRIFTLINE_DATA"]).glob("*.parquet")

    assert sorted(path.stem for path in files) == sorted(DATASETS)


def test_every_data_set_names_its_home_and_its_maker():
    assert [d.name for d in DATASETS.values() if not d.home.startswith("https://")] == []
    assert [d.name for d in DATASETS.values() if not d.citation or len(d.sha256) != 64] == []


def test_a_set_sorted_by_class_is_shuffled_unless_refused(data):
    shuffled = [y for _, y in sources.load("sonar")]
    again = [y for _, y in sources.load("sonar", seed=0)]
    other = [y for _, y in sources.load("sonar", seed=1)]
    sorted_ = [y for _, y in sources.load("sonar", shuffle=False)]

    assert shuffled == again != other
    assert shuffled != sorted_ == sorted(sorted_, key=sorted_.index)
    assert sorted(shuffled) == sorted(sorted_)


def test_a_set_in_time_keeps_its_order_unless_told(data, dataset):
    order = [y for _, y in sources.load("elec2")]

    assert order == dataset("elec2").column("target").to_pylist()
    assert order != [y for _, y in sources.load("elec2", shuffle=True)]


def test_drift_places_that_are_known_are_told(data):
    assert sources.load("sea_polikar").drifts == (Drift(12_500), Drift(25_000), Drift(37_500))
    assert sources.load("elec2").facts.drifts is None


def test_sparse_rows_keep_their_indices_and_the_user_is_the_id(data, dataset):
    table = dataset("ecml2006_spam_task_a")
    batch = next(sources.load("ecml2006_spam_task_a").batches(100))
    x, y = next(batch.rows())

    assert list(x) == table.column("indices")[0].as_py()
    assert y == table.column("target")[0].as_py()
    assert batch.id.to_pylist() == table.column("user").slice(0, 100).to_pylist()


def test_nominal_columns_are_categories(data):
    stream = sources.load("kddcup99_10pct")
    batch = next(stream.batches())

    nominal = [name for name, kind in stream.facts.features.items() if kind == "nominal"]
    assert len(nominal) == 3
    assert all(pa.types.is_dictionary(batch.x.column(name).type) for name in nominal)


def test_the_cache_is_the_second_place_to_look(data, nowhere, monkeypatch):
    cache = nowhere / "driftline" / "datasets"
    cache.mkdir(parents=True)
    monkeypatch.setenv("DRIFTLINE_DATA", str(nowhere / "empty"))
    with pytest.raises(SourceError):
        sources.load("pima")
    monkeypatch.undo()
    shutil.copy(DATASETS["pima"].path, cache)
    monkeypatch.setenv("XDG_CACHE_HOME", str(nowhere))
    monkeypatch.delenv("DRIFTLINE_DATA")

    assert sources.load("pima").facts.rows == 768


def test_a_set_that_is_not_there_tells_what_to_do(nowhere):
    with pytest.raises(SourceError) as caught:
        sources.load("elec2")
    message = str(caught.value)

    for part in (
        "elec2.parquet",
        str(nowhere / "driftline" / "datasets"),
        "DRIFTLINE_DATA is not set",
        DATASETS["elec2"].home,
        DATASETS["elec2"].sha256,
        "check=False",
    ):
        assert part in message


def test_a_wrong_file_is_refused_with_both_checksums(nowhere, monkeypatch):
    table = pa.table({"a": [1.0, 2.0], "target": [0, 1]})
    pa.parquet.write_table(table, nowhere / "pima.parquet")
    monkeypatch.setenv("DRIFTLINE_DATA", str(nowhere))

    with pytest.raises(SourceError, match=r"pima.parquet is not the file it should be.*f39043c0"):
        sources.load("pima")
    assert len(list(sources.load("pima", check=False))) == 2


def test_an_unknown_name_names_the_nearest():
    with pytest.raises(SourceError, match="no data set 'elec'; did you mean 'elec2'"):
        sources.load("elec")


def test_a_folder_that_is_not_there_is_passed_by(nowhere, monkeypatch):
    monkeypatch.setenv("DRIFTLINE_DATA", str(nowhere / "nothing"))

    with pytest.raises(SourceError, match="nothing and"):
        sources.load("elec2")


@pytest.mark.parametrize(
    ("platform", "part"), [("linux", ".cache"), ("darwin", "Library/Caches"), ("win32", "Local")]
)
def test_the_cache_lies_where_the_platform_wants_it(monkeypatch, platform, part):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(sys, "platform", platform)

    assert part in sources.datasets.cache_folder().as_posix()
