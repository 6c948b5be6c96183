"""Snapshots: what an older driftline wrote is read, goes on alike, and is written alike.

`tests/detectors/renew_golden.py` writes them anew; its docstring says when that is right.
"""

import json

import pytest
from detectors.renew_golden import GOLDEN, answers, fed

import driftline
from driftline import detectors
from driftline.state import dumps

FIRST_FORMAT = sorted(GOLDEN.with_name("golden_format1").iterdir())


def test_every_public_class_has_a_golden_file_and_no_other_has():
    assert {path.stem for path in GOLDEN.iterdir()} == set(detectors.__all__)


@pytest.mark.parametrize("name", detectors.__all__)
def test_golden_file_is_read_and_goes_on_as_recorded(name):
    detector = driftline.load(GOLDEN / f"{name}.safetensors")

    assert type(detector) is getattr(detectors, name)
    assert answers(name, detector) == json.loads((GOLDEN / f"{name}.json").read_text())


@pytest.mark.parametrize("name", detectors.__all__)
def test_golden_file_is_written_again_to_the_byte(name):
    data = (GOLDEN / f"{name}.safetensors").read_bytes()

    assert dumps(driftline.load(GOLDEN / f"{name}.safetensors")) == data
    assert dumps(fed(name)) == data


@pytest.mark.parametrize("path", FIRST_FORMAT, ids=lambda path: path.stem)
def test_file_of_the_first_format_is_read_and_goes_on_as_recorded(path):
    detector = driftline.load(path)

    recorded = json.loads((GOLDEN / f"{path.stem}.json").read_text())
    assert answers(path.stem, detector) == recorded
