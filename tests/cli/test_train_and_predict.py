import json
import signal

import pyarrow.parquet
import pytest
from cli.command import FLIGHTS, NEW, driftline, process

import driftline as library
from driftline import learners, sources, transforms


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flights.csv").write_text(FLIGHTS)
    (tmp_path / "new.csv").write_text(NEW)
    return tmp_path


def taught_in_python(model, path, **roles):
    for batch in sources.read(path, **roles).batches():
        model.learn_many(batch.x, batch.y, batch.w)
    return model


def test_the_saved_model_is_the_one_that_python_would_teach(folder):
    text = "Select('distance') | StandardScaler() | AROW(regularization=0.1)"
    args = ["--target", "late", "--ignore", "day", "--model", text, "--out", "m"]
    result = driftline("train", "flights.csv", *args)
    wanted = (
        transforms.Select("distance")
        | transforms.StandardScaler()
        | learners.AROW(regularization=0.1)
    )

    assert result.exit_code == 0, result.output
    assert "5 rows" in result.output
    assert library.load("m") == taught_in_python(
        wanted, "flights.csv", target="late", ignore=["day"]
    )


def test_without_a_model_the_columns_choose_the_transforms(folder):
    args = ["--target", "late", "--out", "m", "--json", "--id", "flight"]
    told = json.loads(driftline("train", "flights.csv", *args).stdout)

    assert told["rows"] == 5
    assert told["model"] == (
        "(Discard('day') | SelectType('number') | StandardScaler()) + "
        "(Discard('day') | SelectType('text') | OneHotEncoder()) + "
        "(Select('day') | DateParts() | StandardScaler()) | AROW()"
    )


def test_the_model_decides_whether_whole_numbers_are_labels(folder):
    (folder / "counts.csv").write_text("a,y\n1,3\n2,5\n3,9\n")
    for text in ("LMS", "AROW"):
        result = driftline(
            "train", "counts.csv", "--target", "y", "--model", text, "--out", f"{text}"
        )
        assert result.exit_code == 0, result.output

    assert library.load("LMS") == taught_in_python(
        learners.LMS(), "counts.csv", target="y", task="regression"
    )
    assert library.load("AROW").labels == [3, 5, 9]


def test_weights_and_ignored_columns_are_heeded(folder):
    (folder / "w.csv").write_text("a,note,w,y\n1,x,1,0\n2,y,0.5,1\n3,z,0,1\n")
    args = ["--target", "y", "--weight", "w", "--ignore", "note", "--model", "AROW"]
    driftline("train", "w.csv", *args, "--out", "m")

    assert library.load("m") == taught_in_python(
        learners.AROW(), "w.csv", target="y", weight="w", ignore=["note"]
    )


def test_a_saved_model_goes_on_learning_as_if_the_files_were_one(folder):
    (folder / "a.csv").write_text("a,y\n1,p\n2,q\n")
    (folder / "b.csv").write_text("a,y\n3,q\n-1,p\n")
    (folder / "both.csv").write_text("a,y\n1,p\n2,q\n3,q\n-1,p\n")
    for file, model in (("a", "AROW"), ("b", "m.safetensors")):
        driftline(
            "train", f"{file}.csv", "--target", "y", "--model", model, "--out", "m.safetensors"
        )

    assert library.load("m.safetensors") == taught_in_python(
        learners.AROW(), "both.csv", target="y"
    )


def test_predictions_are_those_of_the_model_and_teach_it_nothing(folder):
    driftline("train", "flights.csv", "--target", "late", "--ignore", "flight", "--out", "m")
    before = (folder / "m").read_bytes()
    model = library.load("m")
    result = driftline("predict", "m", "new.csv", "--id", "flight", "--out", "p.csv", "--proba")
    written = list(sources.read("p.csv"))
    (batch,) = sources.read("new.csv", id="flight").batches()
    shares = model.predict_proba_many(batch.x).to_pylist()

    assert result.exit_code == 0, result.output
    assert [x["flight"] for x, _ in written] == [6, 7, 8]
    assert [x["prediction"] for x, _ in written] == model.predict_many(batch.x).to_pylist()
    assert [x["proba_yes"] for x, _ in written] == [share["yes"] for share in shares]
    assert (folder / "m").read_bytes() == before


def test_predictions_go_to_parquet_or_to_standard_output(folder):
    driftline("train", "flights.csv", "--target", "late", "--out", "m")
    printed = driftline("predict", "m", "new.csv").stdout.splitlines()
    driftline("predict", "m", "new.csv", "--out", "p.parquet")

    assert printed[0] == '"prediction"'
    assert [line.strip('"') for line in printed[1:]] == pyarrow.parquet.read_table("p.parquet")[
        "prediction"
    ].to_pylist()


def test_columns_that_the_model_does_not_know_are_left_out_with_a_note(folder):
    driftline("train", "flights.csv", "--target", "late", "--model", "Select('distance') | AROW",
              "--ignore", "day,carrier,flight", "--out", "m")  # fmt: skip
    result = driftline("predict", "m", "flights.csv")

    assert len(result.stdout.splitlines()) == 6
    assert "leaves out: flight, day, carrier, late" in result.stderr


def test_numbers_are_predicted_too(folder):
    (folder / "n.csv").write_text("a,y\n1,0.5\n2,1.5\n")
    driftline("train", "n.csv", "--target", "y", "--model", "MeanRegressor", "--out", "m")

    assert driftline("predict", "m", "n.csv").stdout.split() == ['"prediction"', "1", "1"]


@pytest.mark.parametrize(
    ("args", "code", "part"),
    [
        (["train", "flights.csv", "--out", "m"], 2, "--target"),
        (["train", "flights.csv", "--target", "lat", "--out", "m"], 2, "did you mean 'late'"),
        (["train", "fligts.csv", "--target", "late", "--out", "m"], 2, "does not exist"),
        (["train", "elec3", "--out", "m"], 2, "did you mean 'elec2'"),
        (["train", "SEA", "--ignore", "x1", "--out", "m"], 2, "--ignore is for files"),
        (["train", "SEA", "--target", "z", "--out", "m"], 2, "its target is 'y'"),
        (["train", "Friedman", "--model", "AROW", "--out", "m"], 2, "is for classification"),
        (["train", "SEA", "--model", "ARROW", "--out", "m"], 2, "did you mean 'AROW'"),
        (["train", "SEA", "--model", "StandardScaler", "--out", "m"], 2, "only transforms"),
        (["train", "SEA", "--model", "none.safetensors", "--out", "m"], 2, "no such model file"),
        (["train", "SEA", "--out", "none/m"], 2, "no folder none"),
        (["train", "SEA"], 2, "--out"),
        (["train", "SEA", "--out", "m", "--rows", "few"], 2, "--rows"),
        (["train", "SEA", "--out", "m", "--modle", "x"], 2, "--model"),
        (
            ["train", "flights.csv", "--target", "late", "--model", "AROW", "--out", "m"],
            1,
            "flights.csv: column 'day', row 0",
        ),
        (["predict", "flights.csv", "new.csv"], 2, "flights.csv: no driftline model file"),
        (["predict", "none", "new.csv"], 2, "none: there is no such model file"),
        (["predict", "sea", "none.csv"], 2, "none.csv does not exist"),
        (["predict", "sea", "new.csv"], 2, "none of the columns that the model has learned"),
        (["predict", "sea", "SEA", "--out", "p.xls"], 2, "ends neither"),
        (["predict", "mean", "Friedman", "--proba"], 2, "tells no probabilities"),
        (["trein"], 2, "Did you mean 'train'"),
    ],
)
def test_what_goes_wrong_is_one_line_and_an_exit_code(folder, args, code, part):
    driftline("train", "SEA", "--rows", 10, "--out", "sea")
    driftline("train", "Friedman", "--rows", 10, "--model", "MeanRegressor", "--out", "mean")
    result = driftline(*args)
    (line,) = [line for line in result.stderr.splitlines() if "are used" not in line]

    assert result.exit_code == code
    assert line.startswith("driftline")
    assert part in line
    assert not (folder / "m").exists()


def test_a_bad_row_is_named_as_the_file_counts_it(folder):
    rows = 20_000
    (folder / "late.csv").write_text("a,y\n" + "1,p\n" * (rows - 1) + "inf,q\n")
    result = driftline("train", "late.csv", "--target", "y", "--model", "AROW", "--out", "m")

    assert result.exit_code == 1
    assert "late.csv: column 'a', row 19,999: the value is infinite" in result.stderr


def test_ctrl_c_saves_what_was_learned_and_says_so(folder):
    args = ["train", "-", "--format", "csv", "--target", "y", "--out", "m", "--json"]
    with process(*args, stdin=-1) as running:
        # pyarrow reads some 32 MB ahead: once 80 are taken from us, some have been learned.
        megabyte = (b"1." + b"0" * 120 + b",p\n2,q\n") * 8_000
        running.stdin.write(b"a,y\n")
        for _ in range(80):
            running.stdin.write(megabyte)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    told = json.loads(out)

    assert running.returncode == 130, err
    assert 0 < told["rows"] <= 80 * 16_000
    assert not told["complete"]
    assert library.load("m").labels == ["p", "q"]


def test_a_pipe_that_closes_ends_the_command_quietly(folder):
    driftline("train", "SEA", "--rows", 10, "--out", "sea")
    with process("predict", "sea", "SEA(rows=3000000)") as running:
        assert running.stdout.readline() == b'"prediction"\n'
        running.stdout.close()
        running.wait(timeout=60)
        told = running.stderr.read()

    assert running.returncode == 141
    assert told == b""


def test_standard_input_is_a_file(folder):
    driftline("train", "flights.csv", "--target", "late", "--out", "m")
    with process("predict", "m", "-", "--quiet", stdin=-1) as running:
        out, _ = running.communicate(NEW.encode(), timeout=60)

    assert running.returncode == 0
    assert out.decode() == driftline("predict", "m", "new.csv").stdout


def test_predictions_are_json_lines_for_a_script(folder):
    driftline("train", "flights.csv", "--target", "late", "--out", "m.safetensors", "-q")
    result = driftline("predict", "m.safetensors", "new.csv", "--id", "flight", "--json", "-q")
    rows = [json.loads(line) for line in result.stdout.splitlines()]

    assert [row["flight"] for row in rows] == [6, 7, 8]
    assert all(row["prediction"] in ("yes", "no") for row in rows)

    args = ("m.safetensors", "new.csv", "--out", "p.csv", "--json", "-q")
    told = json.loads(driftline("predict", *args).stdout)
    assert (told["file"], told["rows"]) == ("p.csv", 3)
