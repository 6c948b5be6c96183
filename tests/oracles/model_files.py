"""Model files taken apart and put together again, and a model put through its verbs."""

import copy
import json
from pathlib import Path

from safetensors.numpy import load as unpack
from safetensors.numpy import save as pack

from driftline.state import dumps, loads

GOLDEN = Path(__file__).parents[1] / "state" / "golden"
FILES = {path.stem: path.read_bytes() for path in sorted(GOLDEN.glob("*.safetensors"))}


def raw_parts(data):
    """Return the safetensors header and the bytes behind it."""
    length = int.from_bytes(data[:8], "little")
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def raw_file(header, body):
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


def parts(data):
    """Return driftline's own header and the arrays, writable."""
    header = json.loads(raw_parts(data)[0]["__metadata__"]["driftline"])
    return header, {name: array.copy() for name, array in sorted(unpack(data).items())}


def file_of(header, arrays):
    return pack(arrays, metadata={"driftline": json.dumps(header)})


def use(model):
    """Do with a model what can be done with one; what it answers does not matter here."""
    for rows in ([{"a": 1.0, "b": 2.0}, {"new": 3.0}], [[1.0, 2.0]], [[1.0, 2.0, 3.0, 4.0]]):
        try:
            _use_rows(model, rows)
        except (ValueError, TypeError):  # rows of the other kind, or of another width
            continue
    for name in ("memory", "labels", "schema", "weights", "intercept", "variances", "params"):
        getattr(model, name, None)
    repr(model)
    assert copy.copy(model) == model
    assert dumps(loads(dumps(model))) == dumps(model)


def _use_rows(model, rows):
    if hasattr(model, "transform_many"):
        model.transform_many(rows)
        model.learn_many(rows)
        return
    model.predict_many(rows)
    if hasattr(model, "labels"):
        model.predict_proba_many(rows)
        model.learn_many(rows, ["x", "a new label"][: len(rows)])
    else:
        model.learn_many(rows, [1.0] * len(rows))
    model.predict_many(rows)
    if hasattr(model, "weights"):
        model.explain_one(rows[0])
