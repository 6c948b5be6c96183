"""A data set with a public home is fetched once, resumed, and checked, or not there at all."""

import hashlib
import io
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pyarrow as pa
import pyarrow.parquet
import pytest
from rich.console import Console

from driftline import sources
from driftline.sources import SourceError, datasets
from driftline.sources.datasets import Dataset

ROWS = 5_000


def parquet():
    out = io.BytesIO()
    table = pa.table({"a": [float(i) for i in range(ROWS)], "target": [i % 2 for i in range(ROWS)]})
    pyarrow.parquet.write_table(table, out, compression=None, use_dictionary=False)
    return out.getvalue()


CONTENT = parquet()


class Home:
    """A public home on this machine, which can be told to misbehave."""

    def __init__(self):
        self.content = CONTENT
        self.breaks_after = None
        self.resumes = True
        self.asked = []
        home = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                home.answer(self)

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/toy.parquet"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request):
        wanted = request.headers.get("Range")
        self.asked.append(wanted)
        begin = int(re.fullmatch(r"bytes=(\d+)-", wanted)[1]) if wanted and self.resumes else 0
        if begin >= len(self.content):
            request.send_error(416)
            return
        rest = self.content[begin:]
        request.send_response(206 if begin else 200)
        if begin:
            size = len(self.content)
            request.send_header("Content-Range", f"bytes {begin}-{size - 1}/{size}")
        request.send_header("Content-Length", str(len(rest)))
        request.end_headers()
        request.wfile.write(rest[: self.breaks_after])


@pytest.fixture
def home():
    home = Home()
    yield home
    home.server.shutdown()
    home.server.server_close()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.delenv("DRIFTLINE_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "driftline" / "datasets"


@pytest.fixture
def toy(home, monkeypatch):
    entry = Dataset(
        name="toy",
        title="a toy",
        rows=ROWS,
        features=1,
        order="time",
        values="raw",
        home=home.url,
        citation="nobody",
        bytes=len(CONTENT),
        sha256=hashlib.sha256(CONTENT).hexdigest(),
        task="classification",
        labels=(0, 1),
        url=home.url,
    )
    monkeypatch.setattr(datasets, "_registry", lambda: {"toy": entry})
    return entry


def files(folder):
    return sorted(p.name for p in folder.iterdir() if p.suffix != ".lock")


def test_a_set_is_fetched_once_and_found_in_the_cache_afterwards(home, cache, toy):
    assert sum(1 for _ in sources.load("toy")) == ROWS
    assert sum(1 for _ in sources.load("toy")) == ROWS

    assert home.asked == [None]
    assert files(cache) == ["toy.parquet"]


def test_a_broken_connection_keeps_what_came_and_the_next_try_resumes(home, cache, toy):
    home.breaks_after = 30_000
    with pytest.raises(SourceError, match=r"broke off after 30,000 of .*try again"):
        sources.load("toy")
    assert files(cache) == ["toy.parquet.part"]

    home.breaks_after = None
    assert sum(1 for _ in sources.load("toy")) == ROWS
    assert home.asked == [None, "bytes=30000-"]
    assert files(cache) == ["toy.parquet"]


def test_a_home_that_does_not_resume_sends_all_again(home, cache, toy):
    home.breaks_after, home.resumes = 30_000, False
    with pytest.raises(SourceError):
        sources.load("toy")
    home.breaks_after = None

    assert sum(1 for _ in sources.load("toy")) == ROWS


def test_a_part_that_is_whole_already_is_checked_and_used(home, cache, toy):
    cache.mkdir(parents=True)
    (cache / "toy.parquet.part").write_bytes(CONTENT)

    assert sum(1 for _ in sources.load("toy")) == ROWS


def test_a_wrong_checksum_throws_the_file_away_and_tells_both(home, cache, toy):
    home.content = CONTENT[:-1] + b"x"
    wrong = hashlib.sha256(home.content).hexdigest()
    with pytest.raises(SourceError, match=f"its sha256 is {wrong}, not {toy.sha256}"):
        sources.load("toy")

    assert files(cache) == []


def test_no_network_is_told_with_where_to_put_the_file(home, cache, toy):
    home.server.shutdown()
    home.server.server_close()
    with pytest.raises(SourceError) as caught:
        sources.load("toy")

    assert "could not be fetched" in str(caught.value)
    assert str(cache / "toy.parquet") in str(caught.value)


def test_a_file_the_home_no_longer_has_is_told(home, cache, toy):
    home.answer = lambda request: request.send_error(404)

    with pytest.raises(SourceError, match="could not be fetched: Not Found"):
        sources.load("toy")


def test_two_at_once_fetch_it_once(home, cache, toy):
    counts = []
    threads = [
        threading.Thread(target=lambda: counts.append(sum(1 for _ in sources.load("toy"))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert counts == [ROWS] * 4
    assert home.asked == [None]


def test_progress_is_shown_on_a_terminal(home, cache, toy, monkeypatch):
    screen = io.StringIO()
    screen.isatty = lambda: True
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("rich.console.Console", lambda stderr: Console(file=screen, width=80))
    sources.load("toy")

    assert "toy.parquet" in screen.getvalue()
