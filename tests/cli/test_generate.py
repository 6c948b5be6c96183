import json
import os

import pytest
from typer.testing import CliRunner

from driftline import sources, specs
from driftline.cli import app
from driftline.stream import Drift


def generate(*args):
    return CliRunner().invoke(app, ["generate", *map(str, args)])


def test_a_generator_is_written_with_its_drifts(tmp_path):
    path = tmp_path / "sine.parquet"
    result = generate("SINE1", "--rows", 2000, "--seed", 3, "--drifts", "500,1500", "--out", path)
    stream = sources.read(path)

    assert result.exit_code == 0, result.output
    assert "drifts at 500, 1,500" in result.output
    assert stream.drifts == (Drift(500), Drift(1500))
    assert list(stream) == list(sources.SINE1(seed=3, drifts=[500, 1500]).take(2000))


def test_parameters_stand_in_the_name_or_beside_it(tmp_path):
    for number, args in enumerate(
        [["SEA(variant=2, noise=0.1)"], ["SEA", "--param", "variant=2", "--param", "noise=0.1"]]
    ):
        result = generate(*args, "--rows", 100, "--out", tmp_path / f"{number}.parquet")
        assert result.exit_code == 0, result.output

    wanted = list(sources.SEA(variant=2, noise=0.1, seed=0).take(100))
    assert list(sources.read(tmp_path / "0.parquet")) == wanted
    assert list(sources.read(tmp_path / "1.parquet")) == wanted


def test_several_generators_are_joined(tmp_path):
    path = tmp_path / "sea.parquet"
    args = ["SEA(variant=0)", "SEA(variant=2)", "--drifts", 300, "--width", 100, "--rows", 1000]
    result = generate(*args, "--out", path)

    assert result.exit_code == 0, result.output
    assert sources.read(path).drifts == (Drift(300, 100, "gradual"),)
    assert len(list(sources.read(path))) == 1000


def test_csv_goes_to_a_file_or_to_standard_output(tmp_path):
    path = tmp_path / "sea.csv.gz"
    written = generate("SEA", "--rows", 50, "--out", path)
    printed = generate("SEA", "--rows", 50, "--out", "-")
    (tmp_path / "printed.csv").write_bytes(printed.stdout_bytes)

    assert written.exit_code == printed.exit_code == 0
    rows = list(sources.read(path, target="y"))
    assert rows == list(sources.read(tmp_path / "printed.csv", target="y"))
    assert rows == list(sources.SEA(seed=0).take(50))


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["SEE"], "did you mean 'SEA'"),
        (["SEA(variants=1)"], "did you mean 'variant'"),
        (["SEA", "--param", "variant=9"], "variant"),
        (["SEA", "--param", "variant"], "name=value"),
        (["SEA(1)"], "parameters go by name"),
        (["SEA(**{'seed': 1})"], "never run"),
        (["SEA(seed=open('x'))"], "no stream 'open'"),
        (["__import__('os').getcwd()"], "never run"),
        (["SEA("], "cannot be read"),
        (["SEA | label_noise(0.1)", "--drifts", "5"], "drifts goes inside"),
        (["SEA", "--drifts", "5"], "does not drift by itself"),
        (["SINE1", "--drifts", "5,x"], "is no list of rows"),
        (["SINE1", "--drifts", "5,4"], "5"),
        (["SEA", "SEA"], "drift"),
    ],
)
def test_bad_requests_are_told_and_nothing_is_written(tmp_path, args, part):
    path = tmp_path / "a.parquet"
    result = generate(*args, "--out", path)

    assert result.exit_code == 2
    assert part in result.output
    assert os.listdir(tmp_path) == []


def test_a_bad_place_for_the_file_is_told(tmp_path):
    assert "ends neither" in generate("SEA", "--out", tmp_path / "a.xls").output
    assert "no folder" in generate("SEA", "--out", tmp_path / "none" / "a.csv").output


def test_what_was_written_is_told_as_json(tmp_path):
    path = tmp_path / "sine.parquet"
    result = generate("SINE1", "--rows", 900, "--drifts", "500,1500", "--out", path, "--json")
    told = json.loads(result.stdout)

    assert (told["file"], told["rows"]) == (str(path), 900)
    assert [drift["row"] for drift in told["drifts"]] == [500]


def test_rows_are_json_lines_on_standard_output():
    result = generate("SEA | missing_values(0.3)", "--rows", 50, "--out", "-", "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]

    wanted = [{**x, "y": y} for x, y in specs.stream("SEA | missing_values(0.3)", seed=0).take(50)]
    assert [{k: v for k, v in row.items() if v is not None} for row in rows] == wanted
    assert any(None in row.values() for row in rows)
