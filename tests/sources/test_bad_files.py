"""What is wrong with a file is told with its place, and what to do about it."""

import gzip
import io
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from driftline import sources
from driftline.sources import SourceError


def message(*args, **options):
    with pytest.raises(SourceError) as caught:
        list(sources.read(*args, **options))
    return str(caught.value)


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    return path


def test_an_unknown_target_names_the_nearest_columns(tmp_path):
    path = written(tmp_path, "a.csv", b"age,price,Class\n1,2,x\n")

    assert (
        message(path, target="class_")
        == f"{path}: target: no column 'class_'; did you mean 'Class'?"
    )
    assert "there are: age, price, Class" in message(path, weight="zzz")


@pytest.mark.parametrize("option", ["weight", "time", "id", "target"])
def test_every_role_is_checked(option):
    assert option in message(io.BytesIO(b"a,b\n1,2\n"), **{option: "c"})


@pytest.mark.parametrize(
    "options", [{"kinds": {"c": "nominal"}}, {"ignore": ["c"]}, {"target": "a", "weight": "a"}]
)
def test_names_in_other_options_are_checked(options):
    assert "column" in message(io.BytesIO(b"a,b\n1,2\n"), **options)


@pytest.mark.parametrize("found", ["1", "1,2,3"])
def test_a_ragged_line_is_told_with_line_and_column(tmp_path, found):
    lines = "a,b\n\n" + '1,"2\n2"\n' * 10 + found + "\n"
    path = written(tmp_path, "a.csv", lines.encode())
    column = min(2, found.count(",") + 1) + 1

    where = f"{path}, line 23, column {column}: the line has {found.count(',') + 1} values"
    assert message(path).startswith(where)


def test_text_late_in_a_numeric_column_is_told_with_its_place_and_the_way_out(tmp_path):
    lines = b"age,y\n" + b"31,1\n" * 1_000_000 + b"n.a.,0\n"
    path = written(tmp_path, "a.csv", lines)
    text = message(path, target="y")

    assert text.startswith(f"{path}, line 1,000,002, column 'age': 'n.a.' is not a number")
    assert "missing=['n.a.']" in text
    assert "kinds={'age': 'nominal'}" in text
    assert sum(1 for _ in sources.read(path, target="y", missing=["n.a."])) == 1_000_001


class Pipe(io.RawIOBase):
    """Bytes that come once, a few at a time, as from another program."""

    def __init__(self, content):
        self._rest = content

    def readable(self):
        return True

    def readinto(self, buffer):
        part, self._rest = self._rest[: min(len(buffer), 1000)], self._rest[len(buffer[:1000]) :]
        buffer[: len(part)] = part
        return len(part)


def test_a_pipe_tells_rows_where_no_line_can_be_looked_up():
    lines = b"age,y\n" + b"31,1\n" * 1_000_000 + b"n.a.,0\n"

    text = message(Pipe(lines), target="y")
    assert "a Pipe, row " in text
    assert "column 'age': 'n.a.' is not a number" in text
    assert "a Pipe, row 0, column 2: the line has 1 values" in message(Pipe(b"a,b\n1\n"))


def test_all_rows_of_a_pipe_are_read():
    rows = b"".join(b"%d,%d\n" % (i, i % 2) for i in range(100_000))
    stream = sources.read(Pipe(b"a,y\n" + rows), target="y")

    assert stream.is_once
    assert [x["a"] for x, _ in stream] == list(range(100_000))


def test_all_rows_before_a_bad_block_are_given(tmp_path):
    lines = b"age,y\n" + b"31,1\n" * 1_000_000 + b"n.a.,0\n"
    stream = sources.read(written(tmp_path, "a.csv", lines), target="y")
    batches = []

    with pytest.raises(SourceError):
        batches.extend(stream.batches())
    assert sum(map(len, batches)) == batches[-1].start + len(batches[-1]) > 500_000


def test_fractions_late_in_a_target_of_integers_name_the_task(tmp_path):
    path = written(tmp_path, "a.csv", b"a,y\n" + b"1,1\n" * 1_100_000 + b"1,2.5\n")
    text = message(path, target="y")

    assert "line 1,100,002, column 'y'" in text
    assert "task='regression'" in text


def test_text_that_is_not_utf8_is_told_with_its_place(tmp_path):
    path = written(tmp_path, "a.csv", b"name,y\nann,1\nZo\xeb,0\n")
    text = message(path, target="y")

    assert text.startswith(f"{path}, line 3, column 'name'")
    assert "encoding='latin1'" in text


def test_names_that_are_not_utf8_are_told(tmp_path):
    path = written(tmp_path, "a.csv", "naïve,y\n1,2\n".encode("latin1"))

    assert message(path).startswith(f"{path}, line 1: the names of the columns are not utf8")
    assert next(iter(sources.read(path, encoding="latin1")))[0] == {"naïve": 1.0, "y": 2.0}


def test_an_unknown_encoding_is_refused(tmp_path):
    with pytest.raises(ValueError, match="encoding: Python knows no 'klingon'"):
        sources.read(written(tmp_path, "a.csv", b"a\n1\n"), encoding="klingon")


@pytest.mark.parametrize("name", ["a.csv", "a.arff", "a.jsonl", "a.libsvm", "a.parquet", "a.arrow"])
def test_an_empty_file_is_an_error(tmp_path, name):
    path = written(tmp_path, name, b"")

    assert message(path).startswith(str(path))


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.99])
def test_a_truncated_parquet_file_gives_no_row(tmp_path, keep):
    whole = tmp_path / "whole.parquet"
    pyarrow.parquet.write_table(pa.table({"a": list(range(10_000))}), whole)
    content = whole.read_bytes()
    path = written(tmp_path, "part.parquet", content[: int(len(content) * keep)])

    assert message(path).startswith(f"{path} is no whole Parquet file (truncated")


def test_a_damaged_page_of_a_parquet_file_is_told(tmp_path):
    path = tmp_path / "a.parquet"
    table = pa.table({"a": [float(i) for i in range(100_000)]})
    pyarrow.parquet.write_table(table, path, compression="zstd", use_dictionary=False)
    content = bytearray(path.read_bytes())
    content[5_000:6_000] = bytes(1_000)
    path.write_bytes(content)

    assert "the file is damaged" in message(path)


def test_a_truncated_gzip_file_is_told(tmp_path):
    rows = b"".join(b"%d,%d\n" % (i, i * i % 977) for i in range(900_000))
    packed = gzip.compress(b"a,b\n" + rows)
    path = written(tmp_path, "a.csv.gz", packed[: len(packed) // 2])

    assert str(path) in message(path)


def test_a_folder_is_no_file(tmp_path):
    assert message(tmp_path) == f"{tmp_path} is a folder; name one file in it"


def test_a_file_that_is_not_there_names_its_neighbours(tmp_path):
    written(tmp_path, "elec.csv.gz", b"")

    text = message(tmp_path / "elec.csv")
    assert text == f"{tmp_path / 'elec.csv'} does not exist; beside it there is elec.csv.gz"


def test_a_file_that_may_not_be_read_is_told(tmp_path, monkeypatch):
    path = written(tmp_path, "a.csv", b"a\n1\n")

    def refuse(self, *args):
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "open", refuse)
    assert message(path) == f"{path} cannot be read: Permission denied"


def test_an_unknown_ending_asks_for_the_format(tmp_path):
    path = written(tmp_path, "a.dat", b"a\n1\n")

    assert "give format= as one of arff, arrow, csv" in message(path)
    assert list(sources.read(path, format="csv")) == [({"a": 1.0}, None)]


def test_an_unknown_format_names_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'parquet'"):
        sources.read(io.BytesIO(b"a"), format="parket")


def test_two_columns_of_one_name_are_refused():
    assert "'a' stands over columns 1 and 3" in message(io.BytesIO(b"a,b,a\n1,2,3\n"))


def test_time_that_goes_back_is_told_with_its_line(tmp_path):
    content = b"t,a\n2024-01-01,1\n2024-01-03,2\n,2\n2024-01-02,3\n"
    path = written(tmp_path, "a.csv", content)
    text = message(path, time="t")

    assert text.startswith(f"{path}, line 5, column 't': time goes back from 2024-01-03")
    assert len(list(sources.read(path, time="t", time_order="any"))) == 4


def test_time_that_goes_back_between_two_chunks_is_told(tmp_path):
    path = tmp_path / "a.parquet"
    chunk = 65_536  # rows of a narrow table that are read at a time
    table = pa.table({"t": [*range(chunk), 3], "a": [1.0] * (chunk + 1)})
    pyarrow.parquet.write_table(table, path)

    assert f"{path}, row 65,536, column 't': time goes back" in message(path, time="t")


def test_a_time_that_is_no_time_is_told():
    text = message(io.BytesIO(b"t,a\nMonday,1\n"), time="t")

    assert "column 't': 'Monday' is not a time" in text


def test_a_weight_that_is_missing_is_told():
    assert "line 3, column 'w': the weight is missing" in message(
        io.BytesIO(b"w,a\n1,1\n,2\n"), weight="w"
    )


def test_a_broken_json_line_is_told_with_line_and_column(tmp_path):
    path = written(tmp_path, "a.jsonl", b'{"a": 1}\n{"a": 2\n')

    assert message(path).startswith(f"{path}, line 2, column 8: no JSON")


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [("a.jsonl", b'{"a": 1, "b": "some words"}', b"{"), ("a.libsvm", b"1 1:0.5 2:0.25", b"1 x")],
)
def test_a_broken_line_blocks_away_is_told_with_its_line(tmp_path, name, good, bad):
    path = written(tmp_path, name, (good + b"\n") * 700_000 + bad + b"\n")

    assert path.stat().st_size > 2 << 22
    assert message(path).startswith(f"{path}, line 700,001")


def test_json_that_changes_its_kind_is_told(tmp_path):
    path = written(tmp_path, "a.jsonl", b'{"a": 1}\n' * 5 + b'{"a": "x"}\n')

    assert message(path).startswith(f"{path}, line 6, column 'a': 'x' is not of the kind")


def test_json_with_nested_values_names_the_column(tmp_path):
    path = written(tmp_path, "a.jsonl", b'{"a": {"b": 1}, "c": 2}\n')

    assert "column 'a' holds struct" in message(path)
    assert list(sources.read(path, ignore=["a"])) == [({"c": 2.0}, None)]


@pytest.mark.parametrize("row", ["1 2:x", "x 2:1", "1 3:1 2:1", "1 -1:1", "1 5"])
def test_a_bad_row_of_libsvm_is_told_with_its_line(tmp_path, row):
    path = written(tmp_path, "a.libsvm", f"1 1:1\n{row}\n".encode())

    assert message(path, task="classification").startswith(f"{path}, line 2")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("@attribute a", "names no column and type"),
        ("@attribute a relational", "is no type of ARFF"),
        ("@attribute x real", "there is a column of that name"),
    ],
)
def test_a_bad_header_of_arff_is_told_with_its_line(tmp_path, line, part):
    content = f"@relation r\n@attribute x real\n{line}\n@data\n1\n"
    path = written(tmp_path, "a.arff", content.encode())

    text = message(path)
    assert text.startswith(f"{path}, line 3")
    assert part in text


def test_a_ragged_row_of_arff_is_told_with_its_line(tmp_path):
    content = b"@relation r\n@attribute x real\n@attribute y real\n@data\n1,2\n% rest\n1\n"
    path = written(tmp_path, "a.arff", content)

    assert message(path).startswith(f"{path}, line 7, column 2")


def test_arff_without_data_is_told(tmp_path):
    path = written(tmp_path, "a.arff", b"@relation r\n")

    assert "no line @data" in message(path)


def test_options_out_of_range_name_the_choices():
    with pytest.raises(ValueError, match="time_order must be 'ascending' or 'any'"):
        sources.read(io.BytesIO(b"a\n1\n"), time_order="descending")
    with pytest.raises(ValueError, match="task must be"):
        sources.read(io.BytesIO(b"a\n1\n"), task="ranking")
    with pytest.raises(ValueError, match="kinds: column 'a' is 'number'; choose one of"):
        sources.read(io.BytesIO(b"a\n1\n"), kinds={"a": "number"})


def test_a_text_that_is_no_number_in_a_parquet_column_is_told(tmp_path):
    path = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pa.table({"a": ["1", "", "x"]}), path)
    text = message(path, kinds={"a": "numeric"})

    assert text.startswith(f"{path}, row 2, column 'a': 'x' is not a number")
