"""Ctrl-C ends an evaluation and loses nothing that was measured."""

import gc
import signal
import threading
import time

import pytest

from driftline import evaluation, learners, sources


class Slow:
    """A learner that takes its time."""

    def learn_one(self, x, y):
        time.sleep(0.0002)

    def predict_one(self, x):
        return 0


@pytest.fixture
def interrupt_soon():
    # Python drops an exception that comes while it collects garbage, Ctrl-C like any other.
    gc.collect()
    gc.disable()
    timer = threading.Timer(0.7, signal.raise_signal, [signal.SIGINT])
    timer.start()
    yield
    timer.cancel()
    gc.enable()


@pytest.mark.usefixtures("interrupt_soon")
def test_the_report_so_far_comes_back():
    report = evaluation.prequential(Slow(), sources.SEA(seed=1).take(100_000), delay=10)

    assert not report.is_complete
    assert 0 < report.stream.rows < 100_000
    assert all(model.curve.rows[-1] == report.stream.rows for model in report.models)
    assert "Stopped early" in report.verdict


@pytest.mark.usefixtures("interrupt_soon")
def test_a_checkpoint_written_at_ctrl_c_is_gone_on_from(tmp_path):
    stream = sources.SINE1(drifts=[2_000], seed=2).take(6_000)
    options = {"checkpoint": tmp_path / "run.ckpt", "pickle_learners": True}

    def models():
        return {"NB": learners.GaussianNB(), "slow": Slow()}

    first = evaluation.prequential(models(), stream, **options)
    resumed = evaluation.prequential(models(), stream, **options)

    whole = evaluation.prequential(models(), stream)
    assert not first.is_complete
    assert resumed.is_complete
    assert resumed.to_json(costs=False) == whole.to_json(costs=False)


class Slower:
    """A learner that takes five milliseconds a row."""

    def learn_one(self, x, y):
        pass

    def predict_one(self, x):
        time.sleep(0.005)
        return 0


@pytest.mark.usefixtures("interrupt_soon")
def test_ctrl_c_need_not_wait_for_a_slow_learner():
    report = evaluation.prequential(Slower(), sources.SEA(seed=1).take(10_000))

    assert not report.is_complete
    assert 0 < report.stream.rows < 1_000  # 8,192 would be a whole step


@pytest.mark.usefixtures("interrupt_soon")
@pytest.mark.parametrize("search", ["grid", "halving"])
def test_a_search_for_parameters_gives_what_it_found_so_far(search):
    def slow(pause):
        return Slow()

    stream = sources.SEA(seed=1).take(100_000)
    tuning = evaluation.tune(slow, {"pause": [1, 2, 3]}, stream, search=search)

    assert not tuning.is_complete
    assert 0 < tuning.rows < 100_000
    assert {each.rows for each in tuning.candidates} == {tuning.rows}
    assert "stopped early" in str(tuning)
