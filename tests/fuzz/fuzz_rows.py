"""Fuzz the reading of rows and labels: `python tests/fuzz/fuzz_rows.py -runs=100000`.

The fuzzer's bytes choose a model and some calls with odd rows, labels and weights. A call may
raise ValueError, TypeError or OverflowError and must then leave the model's bytes as they were.
"""

import copy
import datetime
import decimal
import fractions
import random
import sys
from pathlib import Path

import atheris
import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[1]))

with atheris.instrument_imports(include=["driftline"]):
    from oracles.every_model import MODELS, is_classifier, is_transform

    from driftline.state import StateError, dumps, loads

NAMES = list(MODELS)
VALUES = [
    *(0, 1, -1, 0.5, -0.0, 1e308, 5e-324, 2**70, 10**400, True, False, None),
    *(float("nan"), float("inf"), -float("inf"), "text", "1", "", b"1", 1j, [], {}, (), object()),
    *(np.float32(0.5), np.int8(3), np.bool_(True), np.float16("nan"), np.str_("x"), pd.NA, pd.NaT),
    *(decimal.Decimal("1.5"), decimal.Decimal("NaN"), fractions.Fraction(1, 3)),
    *(datetime.date(2024, 1, 1), np.datetime64("2024-01-01"), np.array(1.0), np.array([1.0])),
]
KEYS = ["a", "b", "c", "intercept", "", "\ud800", "\0", 0, 1, 1.5, True, None, ("a", 1), b"k"]
LABELS = [
    *("a", "b", "", "\0", "\ud800", 0, 1, -1, 2, 2**64, True, False, 0.5, None, float("nan")),
    *((1, "a"), (), frozenset("ab"), float("inf"), np.int64(1), np.float32("nan"), pd.NA, b"a"),
    *([], {}, {1}, datetime.date(2024, 1, 1), np.array([1, 2]), object()),
]
WEIGHTS = [1.0, 0.0, 0.5, 3, True, -1.0, float("nan"), float("inf"), 1e308, None, "1", 10**400]
ERRORS = (ValueError, TypeError, OverflowError)


def odd_value(fuzz):
    """Return a plain number in most cases, so that rows do get learned."""
    if fuzz.ConsumeIntInRange(0, 7):
        return fuzz.ConsumeIntInRange(0, 9) / 2
    return fuzz.PickValueInList(VALUES)


def odd_row(fuzz):
    width = fuzz.ConsumeIntInRange(0, 4)
    kind = fuzz.ConsumeIntInRange(0, 9)
    if kind == 0:
        return fuzz.PickValueInList(VALUES)
    if kind <= 4:
        return {fuzz.PickValueInList(KEYS): odd_value(fuzz) for _ in range(width)}
    row = [odd_value(fuzz) for _ in range(width)]
    return row if kind < 8 else tuple(row)


def odd_label(fuzz, model):
    if is_classifier(model):
        return fuzz.PickValueInList(LABELS)
    return odd_value(fuzz)


def odd_weight(fuzz):
    return fuzz.PickValueInList(WEIGHTS) if fuzz.ConsumeIntInRange(0, 5) == 0 else 1.0


def odd_batch(fuzz, model):
    count = fuzz.ConsumeIntInRange(0, 5)
    X = [odd_row(fuzz) for _ in range(count)]
    y = [
        odd_label(fuzz, model) for _ in range(count if fuzz.ConsumeIntInRange(0, 9) else count + 1)
    ]
    w = [odd_weight(fuzz) for _ in range(count)] if fuzz.ConsumeBool() else None
    return X, y, w


@atheris.instrument_func
def call_of(fuzz, model):
    """Return a call with odd arguments, still to be made."""
    x, y, w = odd_row(fuzz), odd_label(fuzz, model), odd_weight(fuzz)
    X, ys, ws = odd_batch(fuzz, model)
    if is_transform(model):
        calls = [
            lambda: model.learn_one(x, w),
            lambda: model.learn_many(X, ws),
            lambda: model.transform_one(x),
            lambda: model.transform_many(X),
        ]
    else:
        calls = [
            lambda: model.learn_one(x, y, w),
            lambda: model.learn_many(X, ys, ws),
            lambda: model.predict_one(x),
            lambda: model.predict_many(X),
            lambda: model.predict_learn_one(x, y, w),
            lambda: model.predict_learn_many(X, ys, ws),
        ]
    return fuzz.PickValueInList(calls)


@atheris.instrument_func
def some_calls(data):
    fuzz = atheris.FuzzedDataProvider(data)
    model = MODELS[fuzz.PickValueInList(NAMES)]()
    for _ in range(fuzz.ConsumeIntInRange(1, 6)):
        before = copy.copy(model)
        try:
            call_of(fuzz, model)()
        except ERRORS as error:
            if model != before:
                raise AssertionError(f"{model} was changed by a call that failed") from error
    check_file(model)


def check_file(model):
    try:
        file = dumps(model)
    except StateError:  # a label that can be learned but not saved
        return
    if dumps(loads(file)) != file:
        raise AssertionError(f"{model} is not the same after loading")


def fresh_or_mutated(data, max_size, seed):
    """Take new bytes as often as a change of the old: coverage does not see into the C++."""
    if seed % 2:
        return random.Random(seed).randbytes(max_size)
    return atheris.Mutate(data, max_size)


if __name__ == "__main__":
    # Long inputs from the start: what is read past the end of one is 0, and teaches nothing.
    options = ["-len_control=0", "-max_len=600"]
    atheris.Setup([*sys.argv, *options], some_calls, custom_mutator=fresh_or_mutated)
    atheris.Fuzz()
