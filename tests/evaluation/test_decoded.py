"""Rows read once for all models and for late labels, against rows given one by one."""

import numpy as np
import pyarrow as pa
import pytest

from driftline import evaluation, sources
from driftline.ensembles import ARFClassifier
from driftline.learners import PAClassifier

ROWS = 9_000
NAMES = ["a", "b", "c"]


def table(seed=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(ROWS, len(NAMES)))
    y = (X @ [1.0, -2.0, 0.5] + rng.normal(size=ROWS) > 0).astype(int)
    return pa.table({name: X[:, i] for i, name in enumerate(NAMES)} | {"y": y})


def one_by_one(model, rows, delay):
    """Teach the model each row so many rows later; return how many it had right."""
    xs = [{name: row[name] for name in NAMES} for row in rows]
    right = 0
    for i, row in enumerate(rows):
        right += model.predict_one(xs[i]) == row["y"]
        if i >= delay:
            model.learn_one(xs[i - delay], rows[i - delay]["y"])
    return right


@pytest.mark.parametrize("delay", [1, 255, 256, 700, 1500, 4096])
@pytest.mark.parametrize("batch_rows", [None, 1000])
def test_late_rows_are_those_that_came(delay, batch_rows):
    data = table()
    if batch_rows is not None:
        data = pa.Table.from_batches(data.to_batches(max_chunksize=batch_rows))
    model, other = PAClassifier(), PAClassifier()

    report = evaluation.prequential(
        model, sources.stream(data, target="y"), delay=delay, baselines=False, progress=False
    )

    right = one_by_one(other, data.to_pylist(), delay)
    assert model == other
    assert np.trace(report.models[0].confusion[:, :2]) == right


def test_model_that_knows_the_columns_in_another_order_and_more_of_them():
    models = [PAClassifier(), PAClassifier()]
    for model in models:
        model.learn_one({"z": 1.0, "c": 0.5, "a": -1.0}, 1)
    data = table()

    evaluation.prequential(
        models[0], sources.stream(data, target="y"), delay=300, baselines=False, progress=False
    )

    one_by_one(models[1], data.to_pylist(), 300)
    assert models[0] == models[1]


def test_model_that_asks_for_more_rows_at_once_than_is_usual():
    data = table()
    models = [ARFClassifier(n_models=2, threads=threads, seed=1) for threads in (1, 2)]

    for model in models:
        evaluation.prequential(
            model, sources.stream(data, target="y"), delay=700, baselines=False, progress=False
        )

    assert models[0].predict_proba_many(data.select(NAMES)) == models[1].predict_proba_many(
        data.select(NAMES)
    )
