"""A user's own learner in Python is evaluated as it is: whatever its size, however slow."""

from driftline import evaluation, sources
from driftline.evaluation import runners


class Hoarder:
    """A learner that keeps every row it has met."""

    def __init__(self):
        self.rows = {}

    def predict_one(self, x):
        return 0

    def learn_one(self, x, y):
        self.rows[x["x1"], x["x2"]] = y


def evaluated(model, rows):
    stream = sources.SEA(seed=1).take(rows)
    return evaluation.prequential({"own": model}, stream, baselines=False)["own"]


def test_walks_through_a_growing_learner_take_a_small_share_of_its_time(monkeypatch):
    walked = []

    def walk(model):
        walked.append(len(model.rows))
        begin = runners.time.perf_counter()
        while runners.time.perf_counter() - begin < 1e-6 * len(model.rows):
            pass
        return len(model.rows)

    monkeypatch.setattr(runners, "bytes_of", walk)

    cost = evaluated(Hoarder(), 60_000).cost

    spent = 1e-6 * sum(walked[:-2])  # the one that went over the share, and the last
    assert spent <= runners.WALK_SHARE * cost.total_seconds
    assert walked[-1] == cost.memory[-1] == 60_000


def test_steps_do_not_shrink_because_a_learner_is_large_to_measure(monkeypatch):
    monkeypatch.setattr(runners, "WALK_SHARE", float("inf"))

    cost = evaluated(Hoarder(), 20_000).cost

    assert len(cost.rows) < 100
