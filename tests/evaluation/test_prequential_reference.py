"""The reference of prequential evaluation against examples worked by hand, and scikit-learn."""

import math

import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st
from oracles.prequential_reference import NEVER, Measures, every_kth, prequential
from oracles.python_learners import Frequencies, Notebook
from oracles.score_reference import CLASSIFICATION, REGRESSION, scores

# The worked numbers of the specification.
TRUTH = [0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0]
ANSWER = [0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0]


def run_of(n, **options):
    """A run over rows 0, 1, ... whose model answers how many rows it has learned."""
    options.setdefault("labels", list(range(n)))
    return prequential(Notebook, list(range(n)), measures=Measures((), every=n), **options)


def test_without_delay_every_row_is_learned_before_the_next_prediction():
    run = run_of(4)

    assert run.predictions == [0, 1, 2, 3]
    assert run.scored == run.learned == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_delay_one_trains_after_the_next_prediction():
    run = run_of(4, delays=1)

    assert run.predictions == [0, 0, 1, 2]
    assert run.learned == [(0, 1), (1, 2), (2, 3)]
    assert run.scored == [*run.learned, (3, 3)]


def test_rows_of_their_own_delay_are_released_together_in_the_order_of_arrival():
    run = run_of(5, delays=[3, 2, NEVER, 0, None])

    # At row 3 come the labels of 0, 1 and 3; 2 and 4 are only scored, at the end.
    assert run.predictions == [0, 0, 0, 0, 3]
    assert run.learned == [(0, 3), (1, 3), (3, 3)]
    assert run.scored == [*run.learned, (2, 4), (4, 4)]


def test_labels_come_when_a_row_of_their_time_or_later_has_come():
    run = run_of(5, clock=[10, 10, 20, 35, 40], due=[10, 20, 41, 36, None])

    assert run.predictions == [0, 1, 1, 2, 2]
    assert run.learned == [(0, 0), (1, 2), (3, 4)]
    assert run.scored == [*run.learned, (2, 4), (4, 4)]


def test_a_null_label_is_predicted_and_neither_scored_nor_learned():
    run = run_of(4, labels=[7, None, math.nan, 8], delays=1)

    assert run.predictions == [0, 0, 1, 1]
    assert (run.learned_rows, run.scored_rows) == ([0], [0, 3])


def test_labels_that_are_not_learned_are_scored_when_they_are_due():
    run = run_of(5, delays=1, is_learned=every_kth(5, 2))

    assert run.learned == [(1, 2), (3, 4)]
    assert run.scored == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 4)]
    assert run.predictions == [0, 0, 0, 1, 1]


def test_weights_reach_the_model_and_no_score():
    measures = Measures(("accuracy",), every=2)
    labels, models = ["a", "b", "b", "a"], []

    def make():
        models.append(Notebook())
        return models[-1]

    run = prequential(make, [1, 2, 3, 4], labels, weights=[1.0, 5.0, 0.0, 2.0], measures=measures)
    plain = prequential(Notebook, [1, 2, 3, 4], labels, measures=measures)

    assert models[0].learned == [(1, "a", 1.0), (2, "b", 5.0), (3, "b", 0.0), (4, "a", 2.0)]
    assert run.points == plain.points


def test_points_come_every_so_many_rows_and_the_end_counts_what_still_waited():
    measures = Measures(("accuracy",), window=2, every=2, fading=0.5)
    run = prequential(Frequencies, range(5), ["a", "a", "b", "a", "a"], delays=1, measures=measures)

    # Answers: None, None, a, a, a. Hits in the order of scoring: 0 0 0 1, then the end scores 1.
    assert [(p.rows, p.scored) for p in run.points] == [(2, 1), (4, 3)]
    assert [p.values["cumulative"]["accuracy"] for p in run.points] == [0.0, 0.0]
    assert (run.end.rows, run.end.scored) == (5, 5)
    assert {e: v["accuracy"] for e, v in run.end.values.items()} == {
        "cumulative": 2 / 5,
        "sliding": 2 / 2,
        "tumbling": 1 / 1,
        "fading": (1 + 1 / 2) / (1 + 1 / 2 + 1 / 4 + 1 / 8 + 1 / 16),
    }


def test_nothing_scored_yet_is_nan_in_every_metric():
    values = scores([], [], CLASSIFICATION + REGRESSION, window=3, fading=0.9)

    assert all(math.isnan(v) for each in values.values() for v in each.values())


def test_the_worked_numbers_of_the_specification():
    values = scores(TRUTH, ANSWER, CLASSIFICATION, window=4, fading=0.9)

    assert values["cumulative"]["accuracy"] == 0.75
    assert values["cumulative"]["kappa"] == pytest.approx(0.4705882353, abs=1e-10)
    assert values["cumulative"]["kappa_m"] == 0.5
    assert values["cumulative"]["kappa_t"] == pytest.approx(0.4, abs=1e-15)
    assert values["fading"]["accuracy"] == pytest.approx(0.7664734721, abs=1e-10)
    assert values["sliding"]["accuracy"] == values["tumbling"]["accuracy"] == 0.75


def test_reference_predictors_run_over_the_whole_history_also_in_a_window():
    values = scores(TRUTH, ANSWER, ("kappa_m", "kappa_t"), window=4, fading=0.9)

    # The last four truths are 1 1 0 0, one answer is wrong. Before them came five 0 and three 1,
    # so the majority says 0 until five are even, which 0 wins too: 0 0 0 0, two wrong.
    # No change says 1 1 1 0: one wrong.
    assert values["sliding"] == {"kappa_m": 1 - 1 / 2, "kappa_t": 1 - 1 / 1}


def test_a_chance_that_is_never_wrong_leaves_a_kappa_of_zero():
    values = scores([1, 1, 1, 1], [1, 1, 0, 1], ("kappa", "kappa_m", "kappa_t"), window=2, fading=1)

    assert values["sliding"] == {"kappa": 0.0, "kappa_m": 0.0, "kappa_t": 0.0}
    assert values["cumulative"] == {"kappa": 0.0, "kappa_m": 0.0, "kappa_t": 0.0}


def test_no_answer_is_wrong_and_no_label():
    values = scores(["a", "b"], ["a", None], CLASSIFICATION, window=2, fading=0.9)["cumulative"]

    # By chance "a" meets "a" in one of four cases, and nothing meets "b".
    assert (values["accuracy"], values["kappa"]) == (0.5, pytest.approx(1 / 3))
    assert (values["precision"], values["recall"], values["f1"]) == (0.5, 0.5, 0.5)


def test_regression_by_hand():
    names = (*REGRESSION, "pinball(0.9)")
    values = scores([1.0, 2.0, 6.0], [2.0, 2.0, 3.0], names, window=2, fading=0.5)

    assert values["cumulative"]["mae"] == pytest.approx(4 / 3)
    assert values["cumulative"]["rmse"] == pytest.approx(math.sqrt(10 / 3))
    assert values["cumulative"]["r2"] == pytest.approx(1 - 10 / 14)
    assert values["cumulative"]["pinball"] == pytest.approx(2 / 3)
    assert values["cumulative"]["pinball(0.9)"] == pytest.approx((0.1 + 2.7) / 3)
    assert values["sliding"]["mae"] == 1.5
    assert values["tumbling"]["mae"] == 3.0
    assert math.isnan(values["tumbling"]["r2"])
    assert values["fading"]["mae"] == pytest.approx((1 / 4 + 3) / (7 / 4))


@given(
    pairs=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=20),
    window=st.integers(1, 8),
)
def test_scores_of_labels_are_those_of_scikit_learn(pairs, window):
    truth, answer = map(list, zip(*pairs, strict=True))
    fading = 0.75  # powers of it are exact in the few rows here
    mine = scores(truth, answer, CLASSIFICATION, window=window, fading=fading)
    begun = (len(truth) - 1) // window * window
    weights = {
        "cumulative": np.ones(len(truth)),
        "sliding": np.arange(len(truth)) >= len(truth) - window,
        "tumbling": np.arange(len(truth)) >= begun,
        "fading": fading ** np.arange(len(truth) - 1, -1, -1),
    }

    for estimate, weight in weights.items():
        kept = np.flatnonzero(weight)
        t, a, w = np.take(truth, kept), np.take(answer, kept), weight[kept].astype(float)
        assert mine[estimate] == pytest.approx(sklearn_scores(t, a, w) | references(mine[estimate]))


def references(values):
    """What scikit-learn does not have."""
    return {name: values[name] for name in ("kappa_m", "kappa_t")}


def sklearn_scores(truth, answer, weight):
    m = sklearn.metrics
    options = {"average": "macro", "zero_division": 0.0, "sample_weight": weight}
    present = np.unique(truth).tolist()
    recalls = m.recall_score(
        truth, answer, labels=present, average=None, zero_division=0.0, sample_weight=weight
    )
    is_one_label = len(np.unique(np.append(truth, answer))) == 1
    return {
        "accuracy": m.accuracy_score(truth, answer, sample_weight=weight),
        # Scikit-learn's kappa of a single label is undefined, ours 0.
        "kappa": 0.0 if is_one_label else m.cohen_kappa_score(truth, answer, sample_weight=weight),
        "balanced_accuracy": recalls.mean(),
        "g_mean": recalls.prod() ** (1 / len(recalls)),
        "precision": m.precision_score(truth, answer, **options),
        "recall": m.recall_score(truth, answer, **options),
        "f1": m.f1_score(truth, answer, **options),
    }


@given(
    pairs=st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=2, max_size=20),
    quantile=st.sampled_from([0.1, 0.5, 0.9]),
)
def test_scores_of_numbers_are_those_of_scikit_learn(pairs, quantile):
    truth, answer = map(list, zip(*pairs, strict=True))
    name = f"pinball({quantile})"
    mine = scores(truth, answer, ("mae", "rmse", "r2", name), window=5, fading=0.75)
    weight = 0.75 ** np.arange(len(truth) - 1, -1, -1)

    for estimate, w in {"cumulative": np.ones(len(truth)), "fading": weight}.items():
        m, options = sklearn.metrics, {"sample_weight": w}
        assert mine[estimate]["mae"] == pytest.approx(
            m.mean_absolute_error(truth, answer, **options)
        )
        assert mine[estimate]["rmse"] == pytest.approx(
            m.root_mean_squared_error(truth, answer, **options)
        )
        assert mine[estimate][name] == pytest.approx(
            m.mean_pinball_loss(truth, answer, alpha=quantile, **options)
        )
        if np.ptp(truth) > 1e-6:
            assert mine[estimate]["r2"] == pytest.approx(m.r2_score(truth, answer, **options))


def test_electricity_repeats_its_last_label(dataset):
    """No change is right on 85.95 % of the first 2,000 rows."""
    labels = dataset("elec2").column("target")[:2000].to_pylist()
    repeated = [None, *labels[:-1]]

    values = scores(labels, repeated, ("accuracy", "kappa_t"), window=1000, fading=0.999)

    assert values["cumulative"]["accuracy"] == pytest.approx(0.8595, abs=5e-5)
    assert values["cumulative"]["kappa_t"] == 0.0
