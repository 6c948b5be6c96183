"""Snapshots: what an older driftline wrote is read, predicts alike, and is written alike.

`python tests/state/renew_golden.py` writes them anew; its docstring says when that is right.
"""

import json

import pytest
from oracles.model_files import FILES, GOLDEN
from state.renew_golden import answers, taught

import driftline
from driftline import adaptation, ensembles, learners, transforms
from driftline.state import dumps, loads

EARLIER = sorted(GOLDEN.glob("format*/*.safetensors"))
FOLDERS = (learners, ensembles, adaptation, transforms)


def test_every_public_class_has_a_golden_file_and_no_other_has():
    assert sorted(FILES) == sorted(name for folder in FOLDERS for name in folder.__all__)
    assert sorted(FILES) == sorted(path.stem for path in GOLDEN.glob("*.json"))


@pytest.mark.parametrize("name", FILES)
def test_golden_file_is_read_and_predicts_as_recorded(name):
    model = driftline.load(GOLDEN / f"{name}.safetensors")

    assert answers(model) == json.loads((GOLDEN / f"{name}.json").read_text())
    folder = next(folder for folder in FOLDERS if name in folder.__all__)
    assert isinstance(model, getattr(folder, name))


@pytest.mark.parametrize("name", FILES)
def test_golden_file_is_written_again_to_the_byte(name):
    assert dumps(loads(FILES[name])) == FILES[name]


@pytest.mark.parametrize("name", FILES)
def test_the_same_stream_still_teaches_the_same_bits(name):
    assert dumps(taught(name)) == FILES[name]


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_file_of_an_earlier_format_is_read_predicts_as_recorded_and_goes_on(path):
    model = driftline.load(path)

    assert answers(model) == json.loads(path.with_suffix(".json").read_text())
    newest = dumps(model)
    assert newest != path.read_bytes()
    assert dumps(loads(newest)) == newest


def test_rows_forgotten_in_an_earlier_format_are_told_without_reasons():
    model = driftline.load(GOLDEN / "format1" / "Unlearning.safetensors")

    assert model.forgotten
    assert all("did not write down why" in detail for _, _, detail in model.events)
