"""Every command in the guide is run, and what the guide shows of its output is what it prints."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from cli.command import driftline

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "command-line.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```", GUIDE.read_text(), re.M | re.S)
STEPS = [step for block in BLOCKS for step in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", block, re.M)]
LIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_guide_can_be_followed_from_its_beginning_to_its_end(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []
    for command, wanted in STEPS:
        name, *args = shlex.split(command)
        result = driftline(*args, env={"COLUMNS": "200"})
        is_like = doctest.OutputChecker().check_output(wanted, result.stderr + result.stdout, LIKE)
        if name != "driftline" or not is_like:
            told.append(f"$ {command}\n{result.stderr}{result.stdout}\nnot like\n{wanted}")

    assert told == []
    assert len(STEPS) > 10


@pytest.mark.parametrize("code", ["0", "1", "2", "3", "130", "141"])
def test_the_guide_tells_every_exit_code(code):
    assert re.search(rf"^\| {code} \|", GUIDE.read_text(), re.M)
