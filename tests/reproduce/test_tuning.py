"""Rivals are tuned alike, by the same search, on streams that are never scored."""

import numpy as np
import pytest

from driftline import evaluation, sources
from driftline.learners import NoChangeClassifier
from driftline.reproduce.cells import Cell, done
from driftline.reproduce.forests import protocol, rivals, trials
from driftline.reproduce.forests.models import model as forest_model
from driftline.reproduce.tuning import tried
from driftline.reproduce.unlearning.methods import DEFAULT_READING
from driftline.reproduce.unlearning.protocol import QUICK
from driftline.reproduce.unlearning.trials import trial
from driftline.reproduce.unlearning.tuning import tune, tuning_cells


def last_label(_setting):
    return NoChangeClassifier()


@pytest.mark.parametrize("cell", tuning_cells(QUICK, DEFAULT_READING), ids=lambda cell: cell.name)
def test_settings_that_unlearn_have_as_many_right_as_in_a_run_of_their_own(cell):
    assert tune(cell.task) == trial(cell.task)


@pytest.mark.parametrize("one", rivals.RIVALS)
def test_settings_of_trees_have_as_many_right_as_in_a_run_of_their_own(one):
    task = {"stream": "SEA_a", "model": one, "seed": 3, "rows": 1_000, "members": 3}
    task["settings"] = rivals.TREES[::4]

    found = rivals.tune(task)

    alone = [
        trials.trial({**task, "delay": 0, "options": setting})["accuracy"]
        for setting in task["settings"]
    ]
    assert found["right"] == pytest.approx([1_000 * accuracy for accuracy in alone])


def test_a_search_is_asked_for_every_setting_at_once(monkeypatch):
    asked = []
    search = evaluation.tune

    def spied(model, space, stream, **options):
        asked.append(len(space["place"]))
        return search(model, space, stream, **options)

    monkeypatch.setattr(evaluation, "tune", spied)
    cell = rivals.rival_cells(protocol.QUICK)[0]
    cell.work(cell.task)
    assert asked == [len(rivals.TREES)]


def test_a_row_without_an_answer_is_not_right():
    X, y = np.zeros((4, 1)), np.array([1, 1, 0, 0])
    assert tried(last_label, [{}], sources.stream(X, y=y)) == [2]


def test_an_interrupted_search_leaves_no_answer(monkeypatch, tmp_path):
    search = evaluation.tune

    def stopped(*given, **options):
        tuning = search(*given, **options)
        object.__setattr__(tuning, "is_complete", False)
        return tuning

    monkeypatch.setattr(evaluation, "tune", stopped)
    cell = Cell("a", rivals.tune, rivals.rival_cells(protocol.QUICK)[0].task)
    with pytest.raises(KeyboardInterrupt):
        done([cell], tmp_path, jobs=1, what="tuning", progress=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("one", rivals.RIVALS)
def test_defaults_of_every_rival_are_among_its_settings(one):
    def built(options):
        return repr(forest_model(one, 1, 3, options))

    untouched = forest_model(one, 1, 3)
    tree = untouched if hasattr(untouched, "grace_period") else untouched.model
    own = {"grace_period": tree.grace_period, "delta": tree.delta}
    assert own in rivals.TREES
    assert built(own) == built({})


def test_rivals_are_tuned_on_a_seed_that_is_not_scored_and_all_on_the_same_streams():
    scale = protocol.Scale(repetitions=30)
    tuning = rivals.rival_cells(scale)
    chosen = rivals.chosen([{"model": one, "right": [1]} for one in rivals.RIVALS])
    scored = rivals.tuned_cells(scale, chosen)

    assert not {cell.task["seed"] for cell in tuning} & {cell.task["seed"] for cell in scored}
    streams = {
        one: [cell.task["stream"] for cell in tuning if cell.task["model"] == one]
        for one in rivals.RIVALS
    }
    assert all(own == list(protocol.GENERATED) for own in streams.values())
    assert {cell.task["model"] for cell in scored} == set(rivals.RIVALS)


def test_settings_do_not_depend_on_which_streams_are_scored():
    some = protocol.Scale(scored=("SEA_a",))
    assert rivals.rival_cells(some) == rivals.rival_cells(protocol.Scale())
    assert not rivals.rival_cells(protocol.Scale(scored=("ELEC2",)))
