"""Whatever stands in a file, reading it gives rows or an error of ours, never another one."""

import gzip
import io

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from driftline import sources
from driftline.sources import SourceError

TEXTS = {
    "csv": st.text('a1.,;"\n\r\t -?xé\x00', max_size=60),
    "jsonl": st.text('{}[]":,a1.-tnu\\ \n', max_size=60),
    "libsvm": st.text("1:.-# \nqid", max_size=60),
    "arff": st.text("@datribute {},'\"?%1ax\n \\", max_size=80),
}
HEADERS = {
    "csv": "a,b,y\n1,x,0\n",
    "jsonl": '{"a": 1, "b": "x", "y": 0}\n',
    "libsvm": "1 1:1\n",
    "arff": "@relation r\n@attribute a real\n@attribute b {x,z}\n@attribute y real\n@data\n",
}
table = pa.table({"a": [1.0, 2.0], "b": ["x", "z"], "y": [0, 1]})


def parquet():
    out = io.BytesIO()
    pyarrow.parquet.write_table(table, out)
    return out.getvalue()


def arrow():
    out = io.BytesIO()
    with pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)
    return out.getvalue()


def gives_rows_or_our_error(content, format):
    """Tell whether all rows came, or an error of ours that says something; others go through."""
    try:
        rows = list(sources.read(io.BytesIO(content), format=format))
    except SourceError as error:
        return bool(str(error))
    return all(isinstance(x, dict) for x, _ in rows)


@pytest.mark.parametrize("format", TEXTS)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_text_gives_rows_or_an_error_of_ours(format, data):
    text = data.draw(st.sampled_from(["", HEADERS[format]])) + data.draw(TEXTS[format])

    assert gives_rows_or_our_error(text.encode(), format)


@pytest.mark.parametrize("format", [*TEXTS, "parquet", "arrow"])
@given(content=st.binary(max_size=60))
def test_any_bytes_give_rows_or_an_error_of_ours(format, content):
    assert gives_rows_or_our_error(content, format)
    assert gives_rows_or_our_error(gzip.compress(content), format)


@pytest.mark.parametrize(("format", "whole"), [("parquet", parquet()), ("arrow", arrow())])
@given(data=st.data())
def test_a_damaged_file_gives_rows_or_an_error_of_ours(format, whole, data):
    place = data.draw(st.integers(0, len(whole) - 1))
    piece = data.draw(st.binary(min_size=1, max_size=8))

    assert gives_rows_or_our_error(whole[:place] + piece + whole[place + len(piece) :], format)
