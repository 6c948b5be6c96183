"""A report is saved by the ending of the file's name, whole or not at all."""

from dataclasses import replace

import pyarrow.csv
import pyarrow.parquet
import pytest
from oracles import reports

from driftline.report import Report


def test_a_saved_report_loads_again(tmp_path):
    report = reports.report()

    report.save(tmp_path / "run.json")

    assert Report.load(tmp_path / "run.json").to_json() == report.to_json()


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_curves_are_saved_as_a_table(tmp_path, ending):
    report = reports.report()
    read = {"csv": pyarrow.csv.read_csv, "parquet": pyarrow.parquet.read_table}[ending]

    report.save(tmp_path / f"run.{ending}")
    table = read(tmp_path / f"run.{ending}")

    found = [
        row["accuracy"]
        for row in table.to_pylist()
        if (row["model"], row["estimate"]) == ("GaussianNB", "sliding")
    ]
    assert found == report["GaussianNB"].curve.of("accuracy").tolist()


def test_the_ending_may_be_in_capitals(tmp_path):
    reports.report().save(tmp_path / "RUN.JSON")

    assert (tmp_path / "RUN.JSON").exists()


def test_an_unknown_ending_is_told_the_known_ones(tmp_path):
    with pytest.raises(ValueError, match=r"run\.doc: .* one of \.html, \.json, \.csv"):
        reports.report().save(tmp_path / "run.doc")


def test_a_failed_save_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "run.json"
    path.write_text("old")
    broken = replace(reports.report(), pairs=(object(),))

    with pytest.raises(TypeError):
        broken.save(path)

    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("run.json", "old")]


def test_the_table_tells_folds_apart():
    table = reports.folded(folds=3).to_arrow()

    assert set(table["fold"].to_pylist()) == {0, 1, 2, None}


def test_a_metric_named_like_a_key_keeps_its_column():
    model = reports.model("a", 0.9, 900)
    model = replace(model, curve=replace(model.curve, metrics=("row", "kappa", "m", "n")))

    table = reports.report(models=(model,)).to_arrow()

    assert table["row_"].to_pylist()[1] == model.curve.of("row")[0]


def test_what_there_is_nothing_to_tell_of_is_null():
    model = reports.model("a", 0.9, 900)
    values = model.curve.values.copy()
    values[0] = float("nan")
    model = replace(model, curve=replace(model.curve, values=values))

    table = reports.report(models=(model,)).to_arrow()

    assert table["kappa"].null_count == 4


def test_a_report_without_models_is_an_empty_table():
    assert reports.report(models=(), pairs=()).to_arrow().num_rows == 0


def test_curves_come_as_a_frame():
    frame = reports.report().to_frame()

    assert list(frame.columns[:6]) == ["model", "fold", "is_baseline", "row", "scored", "estimate"]
