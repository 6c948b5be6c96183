"""Long experiments go on where they stopped."""

import json
import os
import select
import signal
import subprocess
import sys

import pytest
from oracles.cell_work import failing, squared

from driftline.reproduce.cells import Cell, done


def cells(tmp_path, numbers):
    log = str(tmp_path / "log")
    return [Cell(f"square-{x}", squared, {"x": x, "log": log}) for x in numbers]


def worked(tmp_path):
    return [int(line) for line in (tmp_path / "log").read_text().split()]


def test_answers_come_in_the_order_of_the_cells(tmp_path):
    answers = done(cells(tmp_path, [3, 1, 2]), tmp_path / "cells", jobs=1, what="squares")

    assert [answer["y"] for answer in answers] == [9, 1, 4]


def test_processes_give_the_same_answers(tmp_path):
    answers = done(cells(tmp_path, [3, 1, 2]), tmp_path / "cells", jobs=2, what="squares")

    assert [answer["y"] for answer in answers] == [9, 1, 4]
    assert os.getpid() not in {answer["process"] for answer in answers}


def test_what_is_done_is_not_done_again(tmp_path):
    first = done(cells(tmp_path, [1, 2]), tmp_path / "cells", jobs=1, what="squares")
    second = done(cells(tmp_path, [1, 2, 3]), tmp_path / "cells", jobs=1, what="squares")

    assert second[:2] == first
    assert worked(tmp_path) == [1, 2, 3]


def test_a_cell_is_done_again_when_its_task_has_changed(tmp_path):
    (cell,) = cells(tmp_path, [2])
    done([cell], tmp_path / "cells", jobs=1, what="squares")
    changed = Cell(cell.name, cell.work, {**cell.task, "x": 5})

    assert done([changed], tmp_path / "cells", jobs=1, what="squares")[0]["y"] == 25


def test_a_file_that_is_not_whole_counts_for_nothing(tmp_path):
    (cell,) = cells(tmp_path, [2])
    (tmp_path / "cells").mkdir()
    (tmp_path / "cells" / "square-2.json").write_text('{"task": {"x"')

    assert done([cell], tmp_path / "cells", jobs=1, what="squares")[0]["y"] == 4


def test_what_was_finished_before_a_failure_stays(tmp_path):
    good, bad = cells(tmp_path, [2])[0], Cell("bad", failing, {})

    with pytest.raises(OSError, match="disk is full"):
        done([good, bad], tmp_path / "cells", jobs=1, what="squares")

    kept = json.loads((tmp_path / "cells" / "square-2.json").read_text())
    assert kept["answer"]["y"] == 4
    assert not (tmp_path / "cells" / "bad.json").exists()


def test_progress_is_told_where_it_is_wanted(tmp_path, capsys):
    done(cells(tmp_path, [1, 2]), tmp_path / "cells", jobs=1, what="squares", progress=True)

    assert "squares" in capsys.readouterr().err


ENDLESS = """
import sys
from pathlib import Path
from oracles.cell_work import endless
from driftline.reproduce.cells import Cell, done
cells = [Cell(f"{x}", endless, {"x": x, "pipe": sys.argv[1]}) for x in range(2)]
done(cells, Path(sys.argv[2]), jobs=2, what="endless")
"""


def read_within(pipe, seconds):
    """Return what comes next, empty once every writer is gone."""
    assert select.select([pipe], [], [], seconds)[0], "nothing came"
    return os.read(pipe, 100).decode()


def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path):
    name = tmp_path / "pipe"
    os.mkfifo(name)
    pipe = os.open(name, os.O_RDONLY | os.O_NONBLOCK)
    run = [sys.executable, "-c", ENDLESS, str(name), str(tmp_path / "cells")]
    parent = subprocess.Popen(run, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    workers = ""
    while workers.count("\n") < 2:
        workers += read_within(pipe, 60)

    parent.send_signal(signal.SIGKILL)
    parent.wait()
    try:
        assert read_within(pipe, 60) == ""
    except AssertionError:
        for worker in workers.split():
            os.kill(int(worker), signal.SIGKILL)
        raise
