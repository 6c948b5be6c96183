"""Threads corrupt nothing, a prediction need not wait for a batch, and Ctrl-C stops one cleanly."""

import _thread
import copy
import signal
import statistics
import subprocess
import sys
import threading
import time

import numpy as np
import pyarrow as pa
import pytest
from oracles.every_model import (
    MODELS,
    answers,
    arrays_of,
    differing,
    is_classifier,
    learn,
    stream_for,
    taught,
)

from driftline import learners, transforms
from driftline.state import dumps, loads


@pytest.fixture
def eager_switching():
    """Let Python change threads a thousand times as often, so that a race has its chance."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(usual)


def in_threads(*jobs):
    """Run all jobs at once; raise what any of them raised."""
    errors, start = [], threading.Barrier(len(jobs))

    def run(job):
        try:
            start.wait()
            job()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


@pytest.mark.parametrize("name", MODELS)
def test_threads_on_different_models_change_no_bit(name):
    stream = stream_for(MODELS[name](), rows=300)
    expected = learn(MODELS[name](), stream.X, stream.y, stream.w)
    models = [MODELS[name]() for _ in range(3)]

    in_threads(*(lambda m=m: learn(m, stream.X, stream.y, stream.w) for m in models))

    assert [differing(model, expected) for model in models] == [[]] * 3


@pytest.mark.usefixtures("eager_switching")
@pytest.mark.parametrize("name", MODELS)
def test_model_shared_by_threads_stays_sound(name):
    model, stream = taught(name)
    new = [f"new {i % 8}" if is_classifier(model) else float(i) for i in range(len(stream.X))]

    in_threads(
        lambda: learn(model, stream.X, stream.y),
        lambda: learn(model, stream.X, new),
        lambda: [learn(model, stream.X[i : i + 1], new[i : i + 1]) for i in range(20)],
        lambda: [answers(model, stream.X) for _ in range(5)],
        lambda: [loads(dumps(model)) for _ in range(5)],
    )

    assert copy.copy(model) == model
    assert loads(dumps(model)) == model


@pytest.mark.usefixtures("eager_switching")
def test_threads_on_one_model_teach_it_every_row():
    mean, prior = learners.MeanRegressor(), learners.PriorClassifier()
    bayes, scaler = learners.GaussianNB(), transforms.StandardScaler()

    def teach(thread):
        for i in range(100):
            X = np.full((5, 2), float(thread))
            mean.learn_many(X, [1.0, 2.0, 3.0, 4.0, 5.0])
            prior.learn_many(X, ["a", "b", "b", f"own {thread}", None])
            bayes.learn_one([1.0, float(i)], ["a", "b"][i % 2])
            scaler.learn_many(X)

    in_threads(*(lambda t=t: teach(t) for t in range(4)))

    assert arrays_of(mean)["weight"].tolist() == [2000.0]
    assert mean.predict_one([0.0, 0.0]) == pytest.approx(3.0)
    counts = dict(zip(prior.labels, arrays_of(prior)["model.counts"].tolist(), strict=True))
    assert counts == {"a": 400.0, "b": 800.0} | {f"own {t}": 100.0 for t in range(4)}
    weights = [arrays_of(bayes)[f"model.labels.{code}.weight"][0] for code in (0, 1)]
    assert weights == [200.0, 200.0]
    assert arrays_of(scaler)["weight"].tolist() == [2000.0]


@pytest.mark.usefixtures("eager_switching")
def test_no_row_is_lost_while_batches_are_learned():
    bayes = transforms.StandardScaler() | learners.GaussianNB()
    bayes.learn_many(np.ones((2, 3)), [0, 1])
    X, y = np.random.default_rng(1).random((20_000, 3)), np.arange(20_000) % 2

    def rows():
        for i in range(3_000):
            bayes.learn_one([1.0, 2.0, float(i)], i % 2)
            assert bayes.predict_one([1.0, 2.0, 3.0]) in (0, 1)

    in_threads(rows, rows, lambda: bayes.learn_many(X, y), lambda: bayes.learn_many(X, y))

    weights = [v.sum() for key, v in arrays_of(bayes).items() if key.endswith("weight")]
    assert max(weights) == 2 + 2 * 3_000 + 2 * 20_000


@pytest.mark.usefixtures("eager_switching")
def test_new_labels_from_several_threads_leave_a_model_that_can_be_saved():
    model = learners.PriorClassifier()

    def teach(thread):
        for i in range(60):
            model.learn_many(np.ones((3, 1)), [f"{thread} {i} {j}" for j in range(3)])

    in_threads(*(lambda t=t: teach(t) for t in range(4)))

    assert len(model.labels) == 4 * 60 * 3
    assert loads(dumps(model)) == model


@pytest.mark.usefixtures("eager_switching")
def test_file_written_while_another_thread_learns_can_be_read():
    model = learners.PriorClassifier()
    files = []

    def teach():
        for i in range(3000):
            model.learn_one([1.0], f"label {i}")

    in_threads(teach, lambda: files.extend(dumps(model) for _ in range(60)))

    assert [type(loads(file)) for file in files] == [learners.PriorClassifier] * 60


SLOW_WIDTH = 300


def slow_batch(rows):
    """Return rows that a full covariance takes about 50 microseconds each to learn."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(rows, SLOW_WIDTH)), rng.integers(0, 2, size=rows)


def test_prediction_is_let_in_while_a_long_batch_is_learned():
    model = learners.AROW(covariance="full")
    X, y = slow_batch(12_000)
    learning = threading.Thread(target=model.learn_many, args=(X, y))
    waits = []

    learning.start()
    while learning.is_alive():
        start = time.perf_counter()
        model.predict_one(X[0])
        waits.append(time.perf_counter() - start)
    learning.join()

    # A block lasts a millisecond or two; 50 leave room for a busy machine.
    assert len(waits) > 20
    assert statistics.median(waits) < 0.050


def test_other_python_threads_run_while_a_batch_is_learned():
    model = learners.AROW(covariance="full")
    X, y = slow_batch(6_000)
    learning = threading.Thread(target=model.learn_many, args=(X, y))
    ticks = 0

    learning.start()
    while learning.is_alive():
        ticks += 1
    learning.join()

    assert ticks > 1_000


def interrupted(model, X, y):
    """Learn until Ctrl-C comes, soon; return how many rows were learned."""
    alarm = threading.Timer(0.15, _thread.interrupt_main, args=(signal.SIGINT,))
    alarm.start()
    with pytest.raises(KeyboardInterrupt) as caught:
        model.learn_many(X, y)
    alarm.join()
    return caught.value.rows_learned


def test_interrupt_stops_a_batch_between_rows_and_says_how_many_were_learned():
    model, expected = (learners.AROW(covariance="full") for _ in range(2))
    X, y = slow_batch(60_000)

    rows = interrupted(model, X, y)

    assert 0 < rows < len(X)
    expected.learn_many(X[:rows], y[:rows])
    assert differing(model, expected) == []


def test_interrupted_batch_leaves_no_trace_of_the_rows_that_were_not_learned():
    model, expected = (learners.AROW(covariance="full") for _ in range(2))
    X, y = slow_batch(60_000)
    y = [*y.tolist()[:-1], "a label of the last row"]

    rows = interrupted(model, X, y)

    expected.learn_many(X[:rows], y[:rows])
    assert model.labels == expected.labels == [0, 1]
    assert differing(model, expected) == []


def test_model_learns_new_labels_after_an_interrupt():
    model = learners.AROW(covariance="full")
    X, y = slow_batch(60_000)

    interrupted(model, X, [*y.tolist()[:-1], "late"])
    model.learn_one(X[0], "another")
    model.learn_one(X[0], "late")

    assert loads(dumps(model)) == model
    assert set(model.predict_proba_one(X[0])) == {0, 1, "another", "late"}


CHANGED_MEANWHILE = """
import threading, time
import numpy as np
from scipy.sparse import csr_array
from driftline import learners

n = 400_000
places = np.tile(np.arange(5, dtype=np.int32), n)
X = csr_array((np.ones(5 * n), places, np.arange(0, 5 * n + 1, 5, dtype=np.int32)), shape=(n, 100))
model = learners.AROW()
learning = threading.Thread(target=model.learn_many, args=(X, np.arange(n) % 2))
learning.start()
time.sleep(0.01)  # into the batch, after it has been looked through
X.indices[-n:] = 2_000_000_000
learning.join()
print("alive")
"""


def test_sparse_batch_changed_by_another_thread_crashes_nothing():
    command = [sys.executable, "-c", CHANGED_MEANWHILE]
    run = subprocess.run(command, capture_output=True, text=True, check=False)

    assert run.stdout == "alive\n", f"exit {run.returncode}: {run.stderr[-500:]}"


@pytest.mark.usefixtures("eager_switching")
def test_encoder_that_grows_in_one_thread_answers_whole_tables_in_another():
    encoder = transforms.OneHotEncoder()
    rows = [{"word": f"w{i}"} for i in range(20_000)]
    words = pa.table({"word": [row["word"] for row in rows[:300]]})
    seen = []

    def answer():
        for _ in range(20):
            seen.append(encoder.transform_many(words))
            assert all(sum(row.values()) <= 1 for row in encoder.transform_many(rows[:300]))

    in_threads(lambda: encoder.learn_many(rows), answer, answer)

    # A table of Arrow without columns has no rows: that is before the first word is learned.
    assert {table.num_rows for table in seen if table.num_columns} <= {300}
    assert all(len(set(table.column_names)) == table.num_columns for table in seen)
