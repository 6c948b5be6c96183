import json

from typer.testing import CliRunner

from driftline import sources
from driftline.cli import app

WIDE = {"COLUMNS": "250"}


def test_the_table_has_a_line_for_every_data_set():
    result = CliRunner().invoke(app, ["datasets"], env=WIDE)

    assert result.exit_code == 0
    assert [d.name for d in sources.list_datasets() if d.name not in result.output] == []


def test_json_tells_all_that_is_known():
    result = CliRunner().invoke(app, ["datasets", "--json"])
    entries = {entry["name"]: entry for entry in json.loads(result.output)}

    assert entries["elec2"]["rows"] == 45_312
    assert entries["sonar"]["sorted_by_class"]
    assert len(entries["elec2"]["sha256"]) == 64


def test_a_machine_without_data_says_so(tmp_path):
    env = {"DRIFTLINE_DATA": "", "XDG_CACHE_HOME": str(tmp_path)}
    entries = json.loads(CliRunner().invoke(app, ["datasets", "--json"], env=env).output)

    assert {entry["path"] for entry in entries} == {None}


def test_a_narrow_terminal_has_every_name_in_full():
    result = CliRunner().invoke(app, ["datasets"], env={"COLUMNS": "80"})

    assert [d.name for d in sources.list_datasets() if d.name not in result.output] == []
    assert "\u2026" not in result.output
