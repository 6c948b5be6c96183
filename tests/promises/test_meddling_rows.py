"""Rows whose values do something else while they are read, or lie in odd memory: no crash."""

import subprocess
import sys

import pytest

from driftline import learners
from driftline.state import dumps

MEDDLED = """
from driftline import learners

class Meddler:
    def __init__(self, act):
        self.act = act
    def __float__(self):
        self.act()
        return 1.0
    def __hash__(self):
        self.act()
        return 1

def outlive(verb, *rows):
    try:
        verb(*rows)
    except (TypeError, ValueError, RuntimeError):
        pass

for n in (2, 100, 5000):
    row = [0.5] * n
    row[0] = Meddler(row.clear)
    outlive(learners.AROW().learn_one, row, 1)
    row = {f"k{i}": 0.5 for i in range(n)}
    row["k0"] = Meddler(row.clear)
    outlive(learners.AROW().learn_one, row, 1)
    row = {f"k{i}": 0.5 for i in range(n)}
    row["k1"] = Meddler(lambda row=row: row.update({f"x{i}": 1.5 for i in range(9 * len(row))}))
    outlive(learners.AROW().learn_many, [row], [1])
    rows = [[0.5] for _ in range(n)]
    rows[0] = [Meddler(rows.clear)]
    outlive(learners.AROW().learn_many, rows, [1] * n)
    y = [object() for _ in range(n)]
    y[0] = Meddler(y.clear)
    outlive(learners.AROW().learn_many, [[0.5]] * n, y)
    y = [0.5] * n
    y[0] = Meddler(y.clear)
    outlive(learners.LMS().learn_many, [[0.5]] * n, y)
print("alive")
"""


def printed_by(program):
    """Run a program that may take its process down with it."""
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout.strip() or f"exit {run.returncode}: {run.stderr[-500:]}"


def test_value_that_changes_its_row_while_it_is_read_crashes_nothing():
    assert printed_by(MEDDLED) == "alive"


ODD_BUFFERS = """
import array, ctypes
import numpy as np
from driftline import learners

doubles = (ctypes.c_double * 2)(1.0, 2.0)
odd = [
    np.str_("x"), np.bytes_(b"x"), np.void(b"abc"), np.array("x"), np.array(1.0), np.array(["x"]),
    np.array((1, 2.0), dtype="i4,f8"), np.datetime64(1, "s"), np.array([None]), np.array([1j]),
    memoryview(b"ab"), memoryview(b"abcd").cast("B", (2, 2)), memoryview(b"ab").cast("c"),
    bytearray(b"ab"), array.array("u", "ab"), doubles, memoryview(doubles), ctypes.c_int(5),
]
for value in odd:
    for call in (
        lambda v: learners.AROW().learn_one(v, 1),
        lambda v: learners.AROW().learn_one([v], 1),
        lambda v: learners.AROW().learn_one([1.0], v),
        lambda v: learners.AROW().learn_many(v, [1, 0]),
        lambda v: learners.AROW().learn_many([v, v], [1, 0]),
        lambda v: learners.AROW().learn_many([[1.0], [2.0]], v),
        lambda v: learners.AROW().learn_many([[1.0], [2.0]], [1, 0], v),
        lambda v: learners.LMS().learn_one([1.0], v),
        lambda v: learners.LMS().learn_many([[1.0], [2.0]], v),
        lambda v: learners.LMS().learn_many([[1.0], [2.0]], [v, v]),
    ):
        try:
            call(value)
        except (TypeError, ValueError, OverflowError):
            pass
print("alive")
"""


def test_buffer_of_any_make_is_read_or_refused():
    assert printed_by(ODD_BUFFERS) == "alive"


class Meddler:
    """A number that does something else while it is read."""

    def __init__(self, act):
        self.act = act

    def __float__(self):
        self.act()
        return 1.0


def test_value_that_calls_its_own_model_is_told_so():
    model = learners.AROW()
    model.learn_one([1.0], "a")
    before = dumps(model)

    with pytest.raises(RuntimeError, match="called the model"):
        model.learn_one([Meddler(lambda: model.predict_one([1.0]))], "a")

    assert dumps(model) == before


def test_value_that_raises_its_own_error_passes_it_on():
    def fail():
        raise KeyError("mine")

    model = learners.AROW()

    with pytest.raises(KeyError, match="mine"):
        model.learn_one([Meddler(fail)], "a")
    assert dumps(model) == dumps(learners.AROW())


TOO_SQUARE = """
import resource
import numpy as np
from driftline import learners
from driftline.state import dumps, loads

resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
for cls in (learners.AROW, learners.CW, learners.NAROW):
    model, x = cls(covariance="full"), np.ones(60_000)
    for verb in (model.learn_one, lambda x, y: model.learn_many(x[None], [y]), model.learn_one):
        try:
            verb(x, "a")
        except MemoryError:
            loads(dumps(model))
            model.predict_one(x)
            print("no memory", end=" ")
"""


def test_covariance_too_large_for_the_memory_leaves_a_sound_model():
    assert printed_by(TOO_SQUARE) == " ".join(["no memory"] * 9)


TOO_WIDE = """
import resource
import numpy as np
from scipy.sparse import csr_array
from driftline import learners
from driftline.state import dumps

model = learners.AROW()
model.learn_one([1.0, 2.0], "a")
before = dumps(model)
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
try:
    model.learn_many(csr_array(([1.0], ([0], [2**31 - 2])), shape=(1, 2**31 - 1)), ["b"])
except (MemoryError, ValueError):
    print(dumps(model) == before)
"""


def test_row_too_wide_for_the_memory_raises_and_changes_nothing():
    assert printed_by(TOO_WIDE) == "True"
