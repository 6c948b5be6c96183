"""Files of every format give the rows that stand in them, in any batch size."""

import bz2
import datetime
import gzip
import io
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest

from driftline import sources
from driftline.stream import Drift

WEATHER = b"""day,wind,sky,rain
2024-01-01,3.5,grey,yes
2024-01-02,4,blue,no
2024-01-03,,grey,yes
"""
ROWS = [
    ({"wind": 3.5, "sky": "grey"}, "yes"),
    ({"wind": 4.0, "sky": "blue"}, "no"),
    ({"sky": "grey"}, "yes"),
]
TABLE = pa.table(
    {"wind": [3.5, 4.0, None], "sky": ["grey", "blue", "grey"], "rain": ["yes", "no", "yes"]}
)
ARFF = b"""% of the weather
@relation weather
@attribute wind numeric
@attribute sky {blue, 'grey', "dark red"}
@attribute rain {yes,no}
@data
3.5,grey,yes
% a pause
4,blue,no
?, 'grey', yes
"""
JSON = b"""{"wind": 3.5, "sky": "grey", "rain": "yes"}
{"wind": 4, "sky": "blue", "rain": "no"}
{"sky": "grey", "rain": "yes"}
"""


def zstd(content):
    return pa.compress(content, codec="zstd", asbytes=True)


def arrow(opener):
    out = io.BytesIO()
    with opener(out, TABLE.schema) as writer:
        writer.write_table(TABLE)
    return out.getvalue()


def parquet():
    out = io.BytesIO()
    pyarrow.parquet.write_table(TABLE, out)
    return out.getvalue()


PLAIN = WEATHER.replace(b"day,", b"").replace(b"2024-01-01,", b"").replace(b"2024-01-02,", b"")
PLAIN = PLAIN.replace(b"2024-01-03,", b"")
FILES = {
    "weather.csv": PLAIN,
    "weather.csv.gz": gzip.compress(PLAIN),
    "weather.csv.zst": zstd(PLAIN),
    "weather.csv.bz2": bz2.compress(PLAIN),
    "weather.tsv": PLAIN.replace(b",", b"\t"),
    "semicolons.csv": PLAIN.replace(b",", b";"),
    "windows.csv": b"\xef\xbb\xbf" + PLAIN.replace(b"\n", b"\r\n"),
    "weather.parquet": parquet(),
    "weather.arrow": arrow(pa.ipc.new_file),
    "weather.arrows": arrow(pa.ipc.new_stream),
    "weather.arff": ARFF,
    "weather.arff.gz": gzip.compress(ARFF),
    "weather.jsonl": JSON,
    "weather.jsonl.gz": gzip.compress(JSON),
}


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("name", FILES)
def test_the_same_rows_come_out_of_every_format(tmp_path, name):
    stream = sources.read(written(tmp_path, name, FILES[name]), target="rain")

    assert list(stream) == ROWS
    assert list(stream) == ROWS  # a second pass
    assert stream.facts.features == {"wind": "numeric", "sky": "nominal"}
    assert stream.facts.task == "classification"


@pytest.mark.parametrize("name", FILES)
def test_the_batch_size_changes_nothing(tmp_path, name):
    stream = sources.read(written(tmp_path, name, FILES[name]), target="rain")

    for size in (1, 2, 100):
        batches = list(stream.batches(size))
        assert [row for batch in batches for row in batch.rows()] == ROWS
        assert max(map(len, batches)) <= size
        assert [batch.start for batch in batches] == list(range(0, 3, size))


@pytest.mark.parametrize("name", FILES)
def test_an_open_file_is_read_like_a_path(name):
    file = io.BytesIO(FILES[name])
    file.name = name

    assert list(sources.read(file, target="rain")) == ROWS


@pytest.mark.parametrize(
    "name", ["weather.csv", "weather.csv.gz", "weather.jsonl", "weather.arrows"]
)
def test_standard_input_is_read_once_and_says_so(tmp_path, name):
    kind = {"csv": "csv", "gz": "csv", "jsonl": "jsonl", "arrows": "arrow"}[name.split(".")[-1]]
    code = f"""
from driftline import sources
stream = sources.read("-", target="rain", format={kind!r})
print(list(stream) == {ROWS!r})
try:
    list(stream)
except sources.SourceError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], input=FILES[name], capture_output=True)

    same, message = done.stdout.decode().splitlines()
    assert same == "True"
    assert message.startswith("standard input can be read only once")


def test_roles_leave_the_features():
    file = io.BytesIO(b"a,when,who,much,y\n1,2024-01-01,ann,0.5,1\n2,2024-01-02,bob,2,0\n")
    stream = sources.read(file, target="y", weight="much", time="when", id="who")
    (batch,) = stream.batches()

    assert batch.x.schema.names == ["a"]
    assert batch.y.to_pylist() == [1, 0]
    assert batch.w.to_pylist() == [0.5, 2.0]
    assert batch.time[0].as_py() == datetime.datetime(2024, 1, 1)
    assert batch.id.to_pylist() == ["ann", "bob"]
    assert (stream.facts.weight, stream.facts.time, stream.facts.id) == ("much", "when", "who")


@pytest.mark.parametrize(
    ("values", "task", "type"),
    [
        ("1 0", "classification", "int64"),
        ("1.5 2", "regression", "double"),
        ("true false", "classification", "bool"),
    ],
)
def test_the_target_keeps_its_type_which_tells_the_task(values, task, type):
    text = "a,y\n" + "".join(f"1,{value}\n" for value in values.split())
    stream = sources.read(io.BytesIO(text.encode()), target="y")

    assert stream.facts.task == task
    assert str(next(stream.batches()).y.type) == type


def test_a_task_given_makes_integers_numbers():
    stream = sources.read(io.BytesIO(b"a,y\n1,2\n"), target="y", task="regression")

    assert next(stream.batches()).y.to_pylist() == [2.0]


def test_a_kind_given_overrides_the_guess():
    file = io.BytesIO(b"zip,y\n08001,a\n10115,b\n")
    stream = sources.read(file, target="y", kinds={"zip": "nominal"})

    assert [x for x, _ in stream] == [{"zip": "08001"}, {"zip": "10115"}]
    assert stream.facts.features == {"zip": "nominal"}


def test_integers_that_turn_into_fractions_late_are_read(tmp_path):
    path = tmp_path / "late.csv"
    path.write_text("a,y\n" + "1,0\n" * 2_000_000 + "2.5,1\n")
    last = list(sources.read(path, target="y").batches())[-1]

    assert list(last.rows())[-1] == ({"a": 2.5}, 1)


def test_a_category_that_appears_late_keeps_all_codes(tmp_path):
    path = tmp_path / "late.csv"
    path.write_text("a,y\n" + "red,0\nblue,1\n" * 800_000 + "green,1\n")
    batches = list(sources.read(path, target="y").batches())
    first, last = batches[0].x.column("a"), batches[-1].x.column("a")

    assert len(path.read_bytes()) > 2 << 22  # so it lies blocks away
    assert last[-1].as_py() == "green"
    assert last.dictionary.to_pylist() == ["red", "blue", "green"]
    assert first.dictionary.to_pylist() == ["red", "blue"]


def test_a_column_of_ever_new_texts_is_text():
    lines = "".join(f"mail number {n},{n % 2}\n" for n in range(2_000))
    stream = sources.read(io.BytesIO(b"words,y\n" + lines.encode()), target="y")

    assert stream.facts.features == {"words": "text"}


def test_texts_for_no_value_are_null_and_words_like_na_stay_categories():
    file = io.BytesIO(b"n,c,y\nNA,NA,1\n?,-,\n-,,0\n5,x,1\n")
    stream = sources.read(file, target="y", missing=["-"])

    assert list(stream) == [({"c": "NA"}, 1), ({}, None), ({}, 0), ({"n": 5.0, "c": "x"}, 1)]


def test_values_with_line_ends_in_quotes_are_whole(tmp_path):
    path = tmp_path / "quoted.csv"
    path.write_text("a,y\n" + '"two\nlines, one value",1\n' * 400_000)
    stream = sources.read(path, target="y")

    assert sum(len(batch) for batch in stream.batches()) == 400_000
    assert next(iter(stream))[0] == {"a": "two\nlines, one value"}


def test_names_replace_a_header_or_stand_in_for_one():
    replaced = sources.read(io.BytesIO(b"a,b\n1,2\n"), names=["p", "q"])
    missing = sources.read(io.BytesIO(b"1,2\n"), names=["p", "q"], header=False)
    numbered = sources.read(io.BytesIO(b"1,2\n"), header=False)

    assert list(replaced) == list(missing) == [({"p": 1.0, "q": 2.0}, None)]
    assert list(numbered) == [({"f0": 1.0, "f1": 2.0}, None)]


def test_other_encodings_and_forms_of_time_can_be_told():
    file = io.BytesIO("when,name\n31/12/2023,Zoë\n".encode("latin1"))
    stream = sources.read(file, time="when", encoding="latin1", time_format="%d/%m/%Y")

    assert [x for x, _ in stream] == [{"name": "Zoë"}]
    assert next(stream.batches()).time[0].as_py() == datetime.datetime(2023, 12, 31)


def test_a_column_can_be_left_out():
    stream = sources.read(io.BytesIO(b"a,b,y\n1,2,3\n"), target="y", ignore=["b"])

    assert list(stream) == [({"a": 1.0}, 3)]


def test_a_header_without_rows_is_a_stream_without_rows():
    stream = sources.read(io.BytesIO(b"a,b\n"), target="b")

    assert list(stream) == []


def test_one_column_keeps_its_empty_lines():
    stream = sources.read(io.BytesIO(b"a\n1\n\n3\n"))

    assert [x for x, _ in stream] == [{"a": 1.0}, {}, {"a": 3.0}]


def test_libsvm_rows_are_sparse_and_keep_their_indices(tmp_path):
    content = b"+1 1:0.5 7:2 # first\n-1 3:1\n\n1\n"
    stream = sources.read(written(tmp_path, "a.libsvm", content))

    assert list(stream) == [({1: 0.5, 7: 2.0}, 1), ({3: 1.0}, -1), ({}, 1)]
    assert next(stream.batches()).x.shape == (3, 8)
    wide = sources.read(tmp_path / "a.libsvm", width=100)
    assert next(wide.batches()).x.shape == (3, 100)


def test_libsvm_with_fractions_as_labels_is_a_regression(tmp_path):
    stream = sources.read(written(tmp_path, "a.svm", b"0.5 1:1\n2 2:1\n"))

    assert stream.facts.task == "regression"
    assert [y for _, y in stream] == [0.5, 2.0]


def test_sparse_arff_gives_zeros_and_first_categories_where_nothing_is_written(tmp_path):
    content = (
        b"@relation r\n@attribute a numeric\n@attribute b real\n@attribute c {no,yes}\n@data\n"
    )
    content += b"{1 2.5, 2 yes}\n% pause\n{}\n{0 1}\n"
    stream = sources.read(written(tmp_path, "a.arff", content), target="c")

    assert list(stream) == [({1: 2.5}, "yes"), ({}, "no"), ({0: 1.0}, "no")]
    assert stream.facts.labels == ("no", "yes")


def test_arff_declares_its_labels(tmp_path):
    stream = sources.read(written(tmp_path, "weather.arff", ARFF), target="rain")

    assert stream.facts.labels == ("yes", "no")


def test_json_lines_may_bring_a_new_field_late(tmp_path):
    lines = '{"a": 1, "y": 0}\n' * 300_000 + '{"a": 2.5, "b": "new", "y": 1}\n'
    stream = sources.read(written(tmp_path, "late.jsonl", lines.encode()), target="y")
    *_, last = stream

    assert last == ({"a": 2.5, "b": "new"}, 1)


def test_sparse_rows_without_scipy_name_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    stream = sources.read(written(tmp_path, "a.libsvm", b"1 1:1\n"))

    with pytest.raises(ImportError, match=r"pip install 'driftline\[scipy\]'"):
        list(stream)


def test_a_parquet_file_brings_back_roles_kinds_and_drifts(tmp_path):
    file = io.BytesIO(WEATHER)
    stream = sources.read(file, target="rain", time="day", kinds={"wind": "nominal"})
    stream.to_parquet(tmp_path / "weather.parquet")
    again = sources.read(tmp_path / "weather.parquet")

    assert list(again) == list(stream)
    assert again.facts.features == {"wind": "nominal", "sky": "nominal"}
    assert (again.facts.target, again.facts.time, again.facts.rows) == ("rain", "day", 3)
    assert next(again.batches()).time == next(stream.batches()).time


def test_drift_places_are_read_back_from_arrow_files_as_well(tmp_path):
    text = b'{"version": 1, "name": "s", "kinds": {}, "roles": {"target": "y"}, "task": null,'
    text += b' "labels": [], "drifts": [[10, 5, "gradual"]], "width": null}'
    table = pa.table({"a": [1.0], "y": [1]}).replace_schema_metadata({"driftline": text})
    pyarrow.feather.write_feather(table, tmp_path / "a.arrow")
    stream = sources.read(tmp_path / "a.arrow")

    assert stream.drifts == (Drift(10, 5, "gradual"),)
    assert list(stream) == [({"a": 1.0}, 1)]


def test_reading_is_as_exact_as_pyarrow(tmp_path):
    rng = np.random.default_rng(3)
    table = pa.table({f"f{i}": rng.normal(size=50_000) for i in range(4)})
    pyarrow.csv.write_csv(table, tmp_path / "n.csv")
    batches = sources.read(tmp_path / "n.csv").batches()

    assert pa.Table.from_batches([batch.x for batch in batches]).equals(table)
