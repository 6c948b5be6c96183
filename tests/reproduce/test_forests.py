"""The forest experiment runs from its first step to its report."""

import json
from dataclasses import replace

import numpy as np
import pytest
from cli.command import driftline

from driftline.reproduce.forests import QUICK, run
from driftline.reproduce.forests.choices import AGREE, DELTAS, choose
from driftline.reproduce.forests.claims import judged
from driftline.reproduce.forests.draws import chance, counted, drawn, expected
from driftline.reproduce.forests.first_rows import EXPECTED, ROWS, scored
from driftline.reproduce.forests.models import FOREST, GRID, MODELS, RESET, model
from driftline.reproduce.forests.protocol import GENERATED, REAL, Scale
from driftline.reproduce.forests.scaling import are_alike
from driftline.reproduce.forests.scores import ahead, joined
from driftline.reproduce.forests.trials import accuracy_cells, made, real_cells


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    out = tmp_path_factory.mktemp("forests")
    return out, run(out, scale=QUICK, jobs=1, progress=False)


def test_quick_run_judges_every_claim(finished):
    _, results = finished

    assert [claim.id for claim in results.claims] == ["S1", "S2", "S3", "S4", "S5", "S7"]
    assert all(claim.numbers for claim in results.claims)


def test_every_model_meets_every_stream_with_labels_at_once_and_late(finished):
    out, _ = finished

    kept = json.loads((out / "forests.json").read_text())
    met = {(c["stream"], c["model"], c["delay"], c["seed"]) for c in kept["cells"]}
    generated = {key for key in met if key[0] in QUICK.problems}
    assert len(generated) == len(QUICK.problems) * len(MODELS) * 2 * QUICK.repetitions
    assert {c["rows"] for c in kept["cells"] if c["stream"] in QUICK.problems} == {QUICK.rows}


def test_report_has_a_table_for_each_claim_in_both_forms(finished):
    out, _ = finished

    for text in ((out / "forests.md").read_text(), (out / "forests.html").read_text()):
        assert all(f"({claim})" in text for claim in ("S1", "S2", "S4", "S5", "S7"))
        assert "Labels at once" in text
        assert "rows late" in text


def test_quick_report_says_at_its_top_that_it_means_nothing(finished):
    out, _ = finished

    for name, at in (("forests.md", "## "), ("forests.html", "<section>")):
        top = (out / name).read_text().split(at)[0]
        assert "these numbers mean nothing" in top


def test_second_run_does_nothing_again_but_the_measuring_of_threads(finished):
    out, results = finished
    files = {path: path.stat().st_mtime_ns for path in (out / "cells").iterdir()}

    again = run(out, scale=QUICK, jobs=1, progress=False)

    assert {path: path.stat().st_mtime_ns for path in (out / "cells").iterdir()} == files
    assert again.found.cells == results.found.cells


def test_threads_give_the_same_answers(finished):
    _, results = finished
    assert all(line["is_same"] for line in results.found.threads)


def test_command_takes_one_stream_and_says_what_cannot_be_judged(tmp_path):
    given = ("--quick", "--only", "SEA_a", "--jobs", 1, "--quiet", "--out", tmp_path)
    result = driftline("reproduce", "forests", *given, env={"COLUMNS": "200"})

    assert result.exit_code == 0, result.stderr
    assert {path.suffix for path in tmp_path.glob("forests.*")} == {".md", ".html", ".json"}
    kept = json.loads((tmp_path / "forests.json").read_text())
    assert {cell["stream"] for cell in kept["cells"]} == {"SEA_a"}


def test_unknown_stream_is_told_before_anything_runs():
    with pytest.raises(ValueError, match="no stream 'SEA'; there are LED_a"):
        Scale(scored=("SEA",))


@pytest.mark.parametrize("name", GENERATED)
def test_every_stream_has_its_rows_and_drifts_where_the_paper_says(name):
    stream = made(name, 1, 40_000)

    drifts = [drift.row for drift in stream.drifts]
    wanted = {"abrupt": [10_000, 20_000, 30_000], "gradual": [10_000, 20_000, 30_000]}
    assert stream.facts.rows == 40_000
    assert GENERATED[name].drift not in wanted or drifts == wanted[GENERATED[name].drift]


@pytest.mark.parametrize("name", [*MODELS, RESET])
def test_every_model_learns(name):
    classifier = model(name, seed=1, members=3)
    X = np.random.default_rng(1).random((300, 2))
    classifier.learn_many(X, (X[:, 0] > 0.5).astype(int))
    assert classifier.predict_one([0.9, 0.5]) in (0, 1)


@pytest.mark.parametrize("setting", GRID)
def test_every_setting_of_the_grid_makes_a_forest(setting):
    forest = model(FOREST, seed=1, members=3, options=GRID[setting])
    forest.learn_one([0.5, 0.2], 1)
    assert forest.predict_one([0.5, 0.2]) == 1


def test_first_attribute_is_the_best_one_and_chosen_by_most_trees():
    assert AGREE[0] == max(AGREE)
    found = choose({"delta": DELTAS[0], "part": 1, "trees": 10})
    assert found["split"] > 5
    assert found["wrong"] <= 5


def test_cells_are_joined_by_their_names_and_not_by_their_order():
    cells = [
        {"stream": "A", "seed": 2, "model": "y", "accuracy": 0.4},
        {"stream": "A", "seed": 1, "model": "x", "accuracy": 0.1},
        {"stream": "A", "seed": 2, "model": "x", "accuracy": 0.2},
        {"stream": "A", "seed": 1, "model": "y", "accuracy": 0.3},
    ]
    scores = joined(cells, "model", ["x", "y"])
    assert scores.of("x").tolist() == [[0.1, 0.2]]
    assert scores.means() == pytest.approx({"x": 15.0, "y": 35.0})


def test_seeds_are_compared_by_their_means_over_streams():
    values = {("A", 1): 0.1, ("A", 2): 0.3, ("B", 1): 0.5, ("B", 2): 0.9}
    cells = [
        {"stream": stream, "seed": seed, "model": "x", "accuracy": value}
        for (stream, seed), value in values.items()
    ]
    assert joined(cells, "model", ["x"]).by_seed("x") == pytest.approx([0.3, 0.6])


def test_lead_is_paired():
    noisy = np.array([0.5, 0.9, 0.1, 0.7])
    lead = ahead(noisy + np.array([0.011, 0.009, 0.010, 0.0101]), noisy)
    assert lead.points == pytest.approx(1.0, abs=0.01)
    assert lead.p_value < 0.01


def test_wrong_choices_are_a_share_of_the_trees_that_were_split(finished):
    _, results = finished
    choices = [{"delta": 0.1, "trees": 1000, "split": 50, "wrong": 6}]
    verdict = judged(replace(results.found, choices=choices))[0]
    assert verdict.holds is False
    assert "6 of 50" in verdict.numbers


def test_members_of_bagging_take_rows_as_often_as_poisson_says():
    counts = counted([drawn({"rows": 500, "seed": seed, "members": 10}) for seed in range(4)])
    assert counts.sum() == 20_000
    assert chance(counts) > 0.01


def test_draws_of_another_rate_are_found_out(finished):
    _, results = finished
    counts = np.round(10_000 * expected()).astype(int)
    counts[:2] += [-300, 300]
    verdict = judged(replace(results.found, draws=[{"counts": counts.tolist()}]))[1]
    assert chance(counts) < 0.01
    assert verdict.holds is False


def test_forests_with_the_same_answers_and_other_chances_are_not_alike():
    X = np.random.default_rng(1).random((300, 2))
    one, other = model(FOREST, seed=1, members=3), model(FOREST, seed=1, members=3)
    for forest in (one, other):
        forest.learn_many(X, (X[:, 0] > 0.5).astype(int))
    assert are_alike(one, other, X)

    other.learn_one([0.9, 0.5], 1)
    assert one.predict_many(X[:5]).tolist() == other.predict_many(X[:5]).tolist()
    assert not are_alike(one, other, X[:5])


def test_only_real_streams_are_scored_against_the_label_before():
    real = [cell for name in REAL for cell in real_cells(Scale(), name)]
    assert all(cell.task["metrics"] == ["accuracy", "kappa_t"] for cell in real)
    assert not any("metrics" in cell.task for cell in accuracy_cells(Scale()))


@pytest.mark.parametrize("name", ["no change", "naive Bayes", "Hoeffding tree"])
def test_models_without_chance_are_where_capymoa_expects_them(dataset, name):
    dataset("elec2")
    found = scored({"model": name, "seed": 1, "rows": ROWS, "size": 1})
    assert 100 * found["accuracy"] == pytest.approx(EXPECTED[name].accuracy, abs=0.5)
