"""A file that is no model's raises StateError, or is a sound model: no crash, no hang."""

import json
import subprocess
import sys

import numpy as np
import pytest
from oracles.model_files import FILES, file_of, parts, raw_file, raw_parts, use

import driftline
from driftline.state import FORMAT, StateError, loads

ARRAYS = [(name, array) for name in FILES for array in parts(FILES[name])[1]]


def assert_refused(data):
    with pytest.raises(StateError) as caught:
        loads(data)
    return str(caught.value)


def assert_refused_or_usable(data):
    """Claim that loading raises StateError and nothing else, or gives a model that can be used."""
    try:
        model = loads(data)
    except StateError:
        return
    use(model)


def printed_by(program):
    """Run a program that may take its process down with it, or never end."""
    command = [sys.executable, "-c", program]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    except subprocess.TimeoutExpired:
        return "no end within 20 seconds"
    return run.stdout.strip() or f"exit {run.returncode}: {run.stderr[-800:]}"


@pytest.mark.parametrize("name", FILES)
def test_golden_file_taken_apart_and_put_together_can_be_used(name):
    model = loads(file_of(*parts(FILES[name])))

    assert model == loads(FILES[name])
    use(model)


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 100, 5000])
def test_random_bytes_are_refused(size):
    rng = np.random.default_rng(size)

    for _ in range(50):
        assert_refused(rng.bytes(size))
        assert_refused(len(rng.bytes(size)).to_bytes(8, "little") + rng.bytes(size))


@pytest.mark.parametrize("name", FILES)
def test_every_truncated_file_is_refused(name):
    data = FILES[name]

    for end in range(0, len(data), 7):
        assert_refused(data[:end])
    assert_refused(data + b"\0" * 8)


def test_missing_or_foreign_file_says_so(tmp_path):
    (tmp_path / "note.txt").write_text("not a model")
    (tmp_path / "folder").mkdir()

    with pytest.raises(StateError, match="driftline model file"):
        driftline.load(tmp_path / "note.txt")
    with pytest.raises(FileNotFoundError):
        driftline.load(tmp_path / "nowhere")
    with pytest.raises(IsADirectoryError):
        driftline.load(tmp_path / "folder")


def test_file_of_a_newer_format_asks_for_an_upgrade():
    header, arrays = parts(FILES["AROW"])

    message = assert_refused(file_of({**header, "format": FORMAT + 1}, arrays))

    assert f"format {FORMAT + 1}" in message
    assert "newer" in message


@pytest.mark.parametrize("stored", [0, -1, "1", 1.5, None, [], {}, True, 10**30])
def test_file_of_a_format_that_never_was_is_refused(stored):
    header, arrays = parts(FILES["AROW"])

    if stored is not True:  # equal to 1
        assert_refused(file_of({**header, "format": stored}, arrays))


CLASS_EDITS = [
    *("LMS", "Pipeline", "Nothing", "StateError", "Stateful", "ClassifierFront", "object", "os"),
    *("", "__class__", None, 5, [], {}, ["AROW"], {"class": "AROW"}, "ClassifierPipeline"),
]


@pytest.mark.parametrize("wrong", CLASS_EDITS, ids=str)
@pytest.mark.parametrize("name", ["AROW", "GaussianNB", "StandardScaler"])
def test_file_that_names_another_class_is_refused(name, wrong):
    header, arrays = parts(FILES[name])
    header["model"]["class"] = wrong

    assert_refused(file_of(header, arrays))


PARAMETER_EDITS = {
    "negative": {"regularization": -1.0},
    "zero": {"initial_variance": 0.0},
    "NaN": {"regularization": float("nan")},
    "infinite": {"regularization": float("inf")},
    "text": {"regularization": "1"},
    "list": {"regularization": [1.0]},
    "null": {"regularization": None},
    "huge": {"regularization": 10**400},
    "model": {"regularization": {"class": "AROW", "args": [], "params": {}}},
    "unknown choice": {"covariance": "diagonally"},
    "other choice": {"covariance": "full"},
    "number for a flag": {"fit_intercept": 2.5},
    "unknown name": {"unknown": 1.0},
    "dunder": {"__class__": 1.0},
}


@pytest.mark.parametrize("kind", PARAMETER_EDITS)
def test_file_with_wrong_parameters_is_refused(kind):
    header, arrays = parts(FILES["AROW"])
    header["model"]["params"] |= PARAMETER_EDITS[kind]

    assert_refused(file_of(header, arrays))


@pytest.mark.parametrize("args", [[1.0], "ab", [None], 5, None, {"a": 1}, [[]]], ids=str)
@pytest.mark.parametrize("name", ["AROW", "Pipeline", "OneVsOneClassifier"])
def test_file_with_wrong_arguments_is_refused(name, args):
    header, arrays = parts(FILES[name])
    header["model"]["args"] = args

    assert_refused(file_of(header, arrays))


@pytest.mark.parametrize("key", ["format", "model", "schema"])
@pytest.mark.parametrize("value", [None, 5, "text", [], {}, [1, 2], {"class": 1}], ids=str)
@pytest.mark.parametrize("name", ["AROW", "LMS", "Pipeline"])
def test_header_of_the_wrong_shape_is_refused(name, key, value):
    header, arrays = parts(FILES[name])

    assert_refused(file_of({**header, key: value}, arrays))
    assert_refused(file_of({other: v for other, v in header.items() if other != key}, arrays))


@pytest.mark.parametrize("text", ["", "null", "5", "[]", '"text"', "{}", "{", "[" * 100_000])
def test_header_that_is_no_header_is_refused(text):
    header, body = raw_parts(FILES["AROW"])

    header["__metadata__"]["driftline"] = text
    assert_refused(raw_file(header, body))
    del header["__metadata__"]["driftline"]
    assert_refused(raw_file(header, body))
    del header["__metadata__"]
    assert_refused(raw_file(header, body))


NESTED = """
import sys
sys.path.insert(0, "tests")
from oracles.model_files import FILES, raw_file, raw_parts
from driftline.state import StateError, loads

header, body = raw_parts(FILES["Pipeline"])
text = header["__metadata__"]["driftline"]
start = text.index('"model":') + len('"model":')
end = text.index(',"schema"')
step = '{"class":"StandardScaler","args":[],"params":{}},'
opening = '{"class":"Pipeline","params":{},"args":[' + step
deep = opening * DEPTH + text[start:end] + "]}" * DEPTH
header["__metadata__"]["driftline"] = text[:start] + deep + text[end:]
try:
    loads(raw_file(header, body))
except StateError:
    print("refused")
"""


@pytest.mark.parametrize("depth", [1, 50, 900, 20_000])
def test_pipelines_nested_without_end_are_refused_in_time(depth):
    assert printed_by(NESTED.replace("DEPTH", str(depth))) == "refused"


@pytest.mark.parametrize(("name", "array"), ARRAYS)
def test_missing_array_is_refused(name, array):
    header, arrays = parts(FILES[name])
    del arrays[array]

    assert_refused(file_of(header, arrays))


@pytest.mark.parametrize("name", FILES)
def test_surplus_array_is_refused(name):
    header, arrays = parts(FILES[name])

    assert_refused(file_of(header, {**arrays, "surplus": np.zeros(1)}))
    assert_refused(file_of(header, {**arrays, "steps.9.weight": np.zeros(1)}))


@pytest.mark.parametrize(("name", "array"), ARRAYS)
def test_array_of_another_type_or_shape_is_refused(name, array):
    header, arrays = parts(FILES[name])
    own = arrays[array]
    other = np.int64 if own.dtype == np.float64 else np.float64
    own_numbers = np.nan_to_num(own, posinf=0.0, neginf=0.0)  # these are no integers

    for wrong in (
        own_numbers.astype(other),
        own.astype(np.float32),
        own_numbers.astype(np.int64 if own.dtype == np.uint8 else np.uint8),
        own.astype(np.bool_),
        own.astype(np.complex64),
        own[None, :],
        own.reshape(-1, 1),
    ):
        assert_refused(file_of(header, {**arrays, array: wrong}))


# Types of safetensors, and how many of each take the place of a double.
TYPES = {"BF16": 4, "F16": 4, "I8": 8, "U64": 1, "F8_E4M3": 8, "C64": 1, "F4": 16, "text": 1}


@pytest.mark.parametrize("kind", TYPES)
def test_array_of_an_odd_type_is_refused(kind):
    header, body = raw_parts(FILES["AROW"])
    for name, entry in header.items():
        if name != "__metadata__":
            entry["dtype"] = kind
            entry["shape"] = [entry["shape"][0] * TYPES[kind]]

    assert_refused(raw_file(header, body))


LENGTHS = {
    "empty": lambda a: a[:0],
    "shorter": lambda a: a[:-1],
    "longer": lambda a: np.concatenate([a, a[-1:]]) if len(a) else np.ones(1, a.dtype),
    "much longer": lambda a: np.resize(a, 1000) if len(a) else np.ones(1000, a.dtype),
}
VALUES = {
    "zero": 0,
    "minus one": -1,
    "large": 2**40,
    "largest": 2**63 - 1,
    "smallest": -(2**63),
    "NaN": float("nan"),
    "infinite": float("inf"),
    "one": 1,
}


@pytest.mark.parametrize(("name", "array"), ARRAYS)
def test_array_of_another_length_is_refused_or_harmless(name, array):
    header, arrays = parts(FILES[name])

    for change in LENGTHS.values():
        assert_refused_or_usable(file_of(header, {**arrays, array: change(arrays[array])}))


@pytest.mark.parametrize(("name", "array"), ARRAYS)
def test_array_of_other_values_is_refused_or_harmless(name, array):
    header, arrays = parts(FILES[name])
    own = arrays[array]
    values = [v for v in VALUES.values() if own.dtype == np.float64 or isinstance(v, int)]

    for value in values:
        filled = np.full(own.shape, value).astype(own.dtype)  # a byte takes what fits of it
        assert_refused_or_usable(file_of(header, {**arrays, array: filled}))


@pytest.mark.parametrize("name", FILES)
def test_arrays_of_another_class_are_refused_or_harmless(name):
    header, own = parts(FILES[name])

    for other in FILES:
        arrays = parts(FILES[other])[1]
        if arrays.keys() == own.keys():  # others are refused for their names
            assert_refused_or_usable(file_of(header, arrays))


COLUMN_EDITS = {
    "kind": [None, "open", "positional", "other", 5, []],
    "width": [0, 1, -1, 2**31, 2**50, 2**63, 1.5, "4", None, True],
    "names": [[], ["a"], ["a", "a", "b", "c"], "abcd", None, [[], 1, 2, 3], [{}, 1, 2, 3], 5],
}


@pytest.mark.parametrize("key", COLUMN_EDITS)
@pytest.mark.parametrize("name", FILES)
def test_schema_that_contradicts_itself_is_refused(name, key):
    header, arrays = parts(FILES[name])
    columns = header["schema"]["columns"]

    for value in COLUMN_EDITS[key]:
        if value != columns[key]:
            assert_refused(file_of({**header, "schema": with_columns(header, key, value)}, arrays))


def with_columns(header, key, value):
    return {**header["schema"], "columns": {**header["schema"]["columns"], key: value}}


def positional(name):
    """Return the parts of a file whose model knows its columns by position only."""
    header, arrays = parts(FILES[name])
    width = header["schema"]["columns"]["width"]
    own = {**header["schema"]["columns"], "kind": "positional", "names": [], "width": width}
    return {**header, "schema": {**header["schema"], "columns": own}}, arrays


@pytest.mark.parametrize("width", [2**31, 2**50, 2**63, -1])
@pytest.mark.parametrize("name", ["AROW", "LMS", "StandardScaler", "SGDClassifier"])
def test_width_beyond_the_weights_is_refused(name, width):
    header, arrays = positional(name)

    assert_refused(file_of({**header, "schema": with_columns(header, "width", width)}, arrays))


@pytest.mark.parametrize("width", range(6))
@pytest.mark.parametrize("name", FILES)
def test_width_near_that_of_the_weights_is_refused_or_harmless(name, width):
    header, arrays = positional(name)

    assert_refused_or_usable(
        file_of({**header, "schema": with_columns(header, "width", width)}, arrays)
    )


LABEL_EDITS = [
    *([], ["x"], ["x", "y"], ["x", "x", "y"], [None, "x", "y"], ["x", None, "y"], "xyz", None, 5),
    *([["list"], "x", "y"], [{"dict": 1}, "x", "y"], [{"tuple": 5}, "x", "y"], [float("nan")] * 3),
]


@pytest.mark.parametrize("labels", LABEL_EDITS, ids=str)
@pytest.mark.parametrize("name", ["AROW", "GaussianNB", "PriorClassifier", "Pipeline"])
def test_labels_that_do_not_fit_the_model_are_refused(name, labels):
    header, arrays = parts(FILES[name])
    header["schema"]["labels"] = labels

    assert_refused(file_of(header, arrays))


def test_tuple_without_end_in_a_label_is_refused():
    header, arrays = parts(FILES["AROW"])
    text = json.dumps(header).replace('"x"', '{"tuple":[' * 50_000 + "1" + "]}" * 50_000)
    safetensors, body = raw_parts(file_of(header, arrays))
    safetensors["__metadata__"]["driftline"] = text

    assert_refused(raw_file(safetensors, body))


FLIPS = 1500


@pytest.mark.parametrize("name", FILES)
def test_file_with_flipped_bytes_is_refused_or_harmless(name):
    rng = np.random.default_rng(5)
    data = FILES[name]

    for _ in range(FLIPS // len(FILES)):
        bad = bytearray(data)
        for place in rng.integers(len(bad), size=rng.integers(1, 4)):
            bad[place] = rng.integers(256)
        assert_refused_or_usable(bytes(bad))


IN_LITTLE_MEMORY = """
import resource, sys
sys.path.insert(0, "tests")
from oracles.model_files import FILES, file_of, parts, use
from driftline.state import StateError, loads

resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
for name, data in FILES.items():
    for value in (2**31 - 1, 2**33, 2**50, 2**62):
        header, arrays = parts(data)
        edits = [{**arrays, k: v * 0 + value} for k, v in arrays.items() if v.dtype == "int64"]
        files = [file_of(header, edit) for edit in edits]
        header["schema"]["columns"].update(kind="positional", names=[], width=value)
        for file in [*files, file_of(header, arrays)]:
            try:
                use(loads(file))
            except StateError:
                pass
print("bounded")
"""


def test_file_that_claims_to_be_huge_takes_little_memory():
    assert printed_by(IN_LITTLE_MEMORY) == "bounded"
