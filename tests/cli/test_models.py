import inspect
import json

import pytest
from cli.command import driftline

from driftline import learners, specs, transforms
from driftline.cli.entries import entries

WIDE = {"COLUMNS": "200"}


def test_every_model_has_a_line():
    shown = driftline("models", env=WIDE).output

    assert [name for name in specs.models() if name not in shown] == []
    assert [name for name in specs.detectors() if name not in shown] == []
    assert "SINE1" not in shown
    assert "SINE1" in driftline("models", "--kind", "generator", env=WIDE).output


def test_a_model_is_explained_with_its_parameters_and_defaults():
    shown = driftline("models", "PAClassifier", env=WIDE).output

    assert [
        name for name in inspect.signature(learners.PAClassifier).parameters if name not in shown
    ] == []
    assert "variant='PA-I'" in shown


def test_json_tells_the_same_as_the_signatures():
    told = {entry["name"]: entry for entry in json.loads(driftline("models", "--json").stdout)}

    for folder in (learners, transforms):
        for name in folder.__all__:
            parameters = inspect.signature(getattr(folder, name)).parameters
            assert [p["name"] for p in told[name]["parameters"]] == list(parameters)
    assert told["AROW"]["kind"] == "classifier"
    assert told["AROW"]["parameters"][0]["default"] == "1.0"
    assert json.loads(driftline("models", "AROW", "--json").stdout) == told["AROW"]


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_parameter_is_explained(entry):
    assert entry.summary.endswith(".")
    assert [parameter.name for parameter in entry.parameters if not parameter.help] == []


@pytest.mark.parametrize(
    ("args", "part"),
    [(["AROVV"], "did you mean 'AROW'"), (["--kind", "learner"], "no kind 'learner'")],
)
def test_an_unknown_name_suggests_the_nearest(args, part):
    result = driftline("models", *args)

    assert result.exit_code == 2
    assert part in result.stderr
