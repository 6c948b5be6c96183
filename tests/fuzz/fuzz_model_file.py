"""Fuzz the loading of model files: `python tests/fuzz/fuzz_model_file.py -runs=100000`.

The fuzzer's bytes choose a golden file and what to do to it: its bytes, its header, an array. It
must raise StateError or give a model that can be used; anything else stops the run with a report.
"""

import random
import sys
from pathlib import Path

import atheris
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

with atheris.instrument_imports(include=["driftline", "oracles"]):
    from oracles.model_files import FILES, file_of, parts, raw_file, raw_parts, use

    from driftline.state import StateError, loads

NAMES = list(FILES)
ODD = [
    *(None, True, 0, -1, 1.5, 2**31, 2**40, 2**63, float("nan"), float("inf"), "", "a", "AROW"),
    *([], [1], ["a", "a"], {}, {"tuple": [1]}, {"tuple": 5}, {"class": "LMS", "args": []}),
]


def random_bytes(fuzz, data):
    bad = bytearray(data)
    for _ in range(fuzz.ConsumeIntInRange(1, 8)):
        bad[fuzz.ConsumeIntInRange(0, len(bad) - 1)] = fuzz.ConsumeIntInRange(0, 255)
    return bytes(bad[: fuzz.ConsumeIntInRange(0, len(bad))]) if fuzz.ConsumeBool() else bytes(bad)


def edited(fuzz, tree):
    """Return the JSON tree with one value, anywhere, replaced or left out."""
    if isinstance(tree, dict) and tree and fuzz.ConsumeIntInRange(0, 9):
        key = fuzz.PickValueInList(sorted(tree))
        if fuzz.ConsumeIntInRange(0, 9) == 0:
            return {other: value for other, value in tree.items() if other != key}
        return {**tree, key: edited(fuzz, tree[key])}
    if isinstance(tree, list) and tree and fuzz.ConsumeIntInRange(0, 9):
        place = fuzz.ConsumeIntInRange(0, len(tree) - 1)
        return [*tree[:place], edited(fuzz, tree[place]), *tree[place + 1 :]]
    return fuzz.PickValueInList(ODD)


def edited_header(fuzz, data):
    header, arrays = parts(data)
    return file_of(edited(fuzz, header), arrays)


def edited_tensors(fuzz, data):
    header, body = raw_parts(data)
    return raw_file(edited(fuzz, header), body)


def edited_array(fuzz, data):
    header, arrays = parts(data)
    if not arrays:  # a model that learns nothing but names
        return file_of(header, {"surplus": np.zeros(1)})
    name = fuzz.PickValueInList(sorted(arrays))
    array = np.resize(arrays[name], fuzz.ConsumeIntInRange(0, 2 * len(arrays[name]) + 2))
    if len(array) and array.dtype == np.float64:
        array[fuzz.ConsumeIntInRange(0, len(array) - 1)] = fuzz.ConsumeFloat()
    elif len(array):
        size = array.dtype.itemsize  # of an int64 or a byte
        value = fuzz.ConsumeInt(size) if size > 1 else fuzz.ConsumeUInt(1)
        array[fuzz.ConsumeIntInRange(0, len(array) - 1)] = value
    return file_of(header, {**arrays, name: array})


def swapped_header(fuzz, data):
    """Return the arrays of one model under the header of another."""
    other = parts(FILES[fuzz.PickValueInList(NAMES)])[0]
    return file_of(other, parts(data)[1])


MUTATIONS = [random_bytes, edited_header, edited_tensors, edited_array, swapped_header]


@atheris.instrument_func
def one_file(data):
    fuzz = atheris.FuzzedDataProvider(data)
    mutate = fuzz.PickValueInList(MUTATIONS)
    bad = mutate(fuzz, FILES[fuzz.PickValueInList(NAMES)])
    try:
        model = loads(bad)
    except StateError:
        return
    use(model)


def fresh_or_mutated(data, max_size, seed):
    """Take new bytes as often as a change of the old: coverage does not see into the C++."""
    if seed % 2:
        return random.Random(seed).randbytes(max_size)
    return atheris.Mutate(data, max_size)


if __name__ == "__main__":
    # Long inputs from the start: what is read past the end of one is 0, and teaches nothing.
    options = ["-len_control=0", "-max_len=300"]
    atheris.Setup([*sys.argv, *options], one_file, custom_mutator=fresh_or_mutated)
    atheris.Fuzz()
