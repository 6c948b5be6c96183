"""What every scorer promises: cuts, points, states, threads and bad input."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from oracles.scored_streams import (
    cuts,
    label_batches,
    made,
    number_batches,
    same_state,
    score_labels,
    score_numbers,
    settings,
    streams,
)

from driftline import metrics

NUMBERS = ["mae", "rmse", "r2", "pinball(0.9)"]


def label_scorer(labels, names=tuple(metrics.CLASSIFICATION), **settings):
    scorer = metrics.ClassificationScorer(names, **settings)
    scorer.meet(np.arange(labels, dtype=np.int32), -1)
    return scorer


def both(stream, **settings):
    """A scorer of each kind, and how it is fed."""
    return [
        (label_scorer(len(stream.ranks), **settings), score_labels),
        (metrics.RegressionScorer(NUMBERS, **settings), score_numbers),
    ]


@given(stream=streams, cuts=cuts, settings=settings)
def test_cuts_into_batches_change_no_bit(stream, cuts, settings):
    for (whole, feed), (cut, _) in zip(
        both(stream, **settings), both(stream, **settings), strict=True
    ):
        feed(whole, stream)
        feed(cut, stream, cuts)

        assert same_state(cut, whole)
        assert cut.values().tobytes() == whole.values().tobytes()


@given(stream=streams, cuts=cuts, settings=settings)
def test_restored_scorer_goes_on_as_if_it_had_never_stopped(stream, cuts, settings):
    scorers = [both(stream, **settings) for _ in range(3)]
    batches = (label_batches, number_batches)
    for (whole, feed), (stopped, _), (fresh, _), cut in zip(*scorers, batches, strict=True):
        feed(whole, stream, cuts)
        for batch in cut(stream, cuts):
            fresh.restore(stopped.state())  # over whatever it held
            stopped, fresh = fresh, stopped
            stopped.update(**batch)

        assert same_state(stopped, whole)
        assert stopped.values().tobytes() == whole.values().tobytes()


def test_long_window_is_restored_to_the_bit_at_any_row():
    stream = made(4, labels=3, items=700)
    truth, predicted = stream.numbers()
    for stop in (1, 63, 64, 65, 149, 150, 151, 299, 301, 400):
        whole, half = (metrics.RegressionScorer(NUMBERS, window=150) for _ in range(2))
        rest = metrics.RegressionScorer(NUMBERS, window=150)

        whole.update(truth, predicted, begin=0, end=700)
        half.update(truth[:stop], predicted[:stop], begin=0, end=stop)
        rest.restore(half.state())
        assert rest.values().tobytes() == half.values().tobytes()
        rest.update(truth[stop:], predicted[stop:], begin=stop, end=700)

        assert same_state(rest, whole)
        assert rest.values().tobytes() == whole.values().tobytes()


@given(stream=streams, cuts=cuts, settings=settings)
def test_labels_may_be_met_before_their_first_row_or_with_it(stream, cuts, settings):
    known = label_scorer(len(stream.ranks), **settings)
    growing = metrics.ClassificationScorer(list(metrics.CLASSIFICATION), **settings)
    met = 0
    for batch in label_batches(stream, cuts):
        codes = np.concatenate([batch["truth"], batch["predicted"]])
        met = max(met, int(codes.max(initial=-1)) + 1)
        growing.meet(np.arange(met, dtype=np.int32), -1)
        for scorer in (known, growing):
            shares = np.zeros((len(batch["truth"]), len(scorer.confusion)))
            shares[:, :met] = batch["shares"][:, :met]
            scorer.update(**batch | {"shares": shares})

        assert growing.values().tobytes() == known.values().tobytes()
        assert (known.confusion[:met, [*range(met), -1]] == growing.confusion).all()


def test_nothing_scored_is_not_a_number():
    for scorer in (label_scorer(2), metrics.RegressionScorer(NUMBERS)):
        assert np.isnan(scorer.values()).all()
        assert scorer.scored == 0
        rows, scored, values = scorer.take_points()
        assert (len(rows), len(scored), values.shape[1]) == (0, 0, 4)


def test_points_come_without_anything_scored_and_are_handed_out_once():
    scorer = metrics.RegressionScorer(["mae"], every=10)
    nothing = np.array([])

    scorer.update(nothing, nothing, begin=0, end=25)
    rows, scored, values = scorer.take_points()

    assert rows.tolist() == [10, 20]
    assert scored.tolist() == [0, 0]
    assert np.isnan(values).all()
    assert len(scorer.take_points()[0]) == 0


def test_labels_that_come_after_the_last_row_are_scored_without_a_point():
    scorer = metrics.RegressionScorer(["mae"], every=2)
    scorer.update(np.array([1.0]), np.array([1.5]), begin=0, end=4)

    scorer.update(np.array([1.0, 1.0, 1.0]), np.array([1.5, 1.5, 1.5]), begin=4, end=4)

    assert scorer.scored == 4
    assert scorer.take_points()[0].tolist() == [2, 4]


def test_empty_batch_changes_nothing():
    stream = made(1, labels=3, items=40)
    for scorer, feed in both(stream):
        feed(scorer, stream)
        before = scorer.state()

        feed(scorer, made(1, labels=3, items=0))

        assert all((before[name] == values).all() for name, values in scorer.state().items())


CODES = np.zeros(3, dtype=np.int32)
SHARES = np.full((3, 2), 0.5)
BAD_LABELS = {
    "item 1: true label 2 is none of 2": {"truth": np.array([0, 2, 0], dtype=np.int32)},
    "item 2: true label -1 is none": {"truth": np.array([0, 0, -1], dtype=np.int32)},
    "item 0: predicted label -2 is none": {"predicted": np.array([-2, 0, 0], dtype=np.int32)},
    "item 0: predicted label 2 is none": {"predicted": np.array([2, 9, 0], dtype=np.int32)},
    "predicted: 2 entries for 3 items": {"predicted": CODES[:2]},
    "shares: 3 columns for 2 labels": {"shares": np.full((3, 3), 0.3)},
    "shares: 2 entries for 3 items": {"shares": SHARES[:2]},
    "item 1: share nan of label 1": {"shares": np.array([[0.5, 0.5], [1.0, math.nan], [0, 1]])},
    "item 2: share -0.1 of label 0": {"shares": np.array([[0.5, 0.5], [1, 0], [-0.1, 1]])},
    "item 0: share 1.1 of label 0": {"shares": np.array([[1.1, 0], [1, 0], [0, 1]])},
    "want the shares": {"shares": None},
}
BAD_ARRIVALS = {
    "item 1: step 7 is not in [8, 10)": {"steps": np.array([8, 7, 9])},
    "item 2: step 10 is not in [8, 10)": {"steps": np.array([8, 8, 10])},
    "item 0: step -1 is not in [5, 10)": {"begin": 5, "steps": np.array([-1, 8, 9])},
    "steps: 2 entries for 3 items": {"steps": np.array([8, 9])},
    "3 items are more than the rows [8, 10)": {"begin": 8},
    "rows [11, 10) are no part": {"begin": 11},
    "rows [-1, 10) are no part": {"begin": -1},
}


@pytest.mark.parametrize("message", [*BAD_LABELS, *BAD_ARRIVALS])
def test_bad_batch_of_labels_is_refused_and_changes_nothing(message):
    stream = made(1, labels=2, items=40)
    scorer, twin = (score_labels(label_scorer(2, window=15), stream) for _ in range(2))
    good = {"truth": CODES, "predicted": CODES, "begin": 7, "end": 10, "shares": SHARES}
    if "steps" in BAD_ARRIVALS.get(message, {}):
        good["begin"] = 8

    with pytest.raises(ValueError, match=message.replace("[", r"\[").replace(")", r"\)")):
        scorer.update(**good | BAD_LABELS.get(message, {}) | BAD_ARRIVALS.get(message, {}))

    assert same_state(scorer, twin)


@pytest.mark.parametrize("message", BAD_ARRIVALS)
def test_bad_batch_of_numbers_is_refused_and_changes_nothing(message):
    scorer, twin = metrics.RegressionScorer(NUMBERS), metrics.RegressionScorer(NUMBERS)
    good = {"truth": np.ones(3), "predicted": np.ones(3), "begin": 8, "end": 10}

    with pytest.raises(ValueError, match=message.replace("[", r"\[").replace(")", r"\)")):
        scorer.update(**good | BAD_ARRIVALS[message])

    assert same_state(scorer, twin)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_number_that_is_not_finite_is_refused_with_its_place(value):
    scorer, twin = metrics.RegressionScorer(NUMBERS), metrics.RegressionScorer(NUMBERS)
    good, bad = np.ones(5), np.array([1.0, 1.0, 1.0, value, 1.0])

    with pytest.raises(ValueError, match=f"item 3: true value {value} is not finite"):
        scorer.update(bad, good, begin=0, end=5)
    with pytest.raises(ValueError, match=f"item 3: predicted value {value} is not finite"):
        scorer.update(good, bad, begin=0, end=5)

    assert same_state(scorer, twin)


def test_labels_that_contradict_the_known_ones_are_refused():
    scorer, twin = label_scorer(3), label_scorer(3)
    for ranks, positive, message in (
        ([0, 1], -1, "never forgotten"),
        ([0, 1, 1], -1, "each once"),
        ([0, 1, 3], -1, "each once"),
        ([0, 1, -1], -1, "each once"),
        ([0, 1, 2], 3, "positive label 3 is none of 3"),
        ([0, 1, 2], -2, "positive label -2 is none"),
    ):
        with pytest.raises(ValueError, match=message):
            scorer.meet(np.array(ranks, dtype=np.int32), positive)

    assert same_state(scorer, twin)


def test_too_many_labels_are_refused():
    with pytest.raises(ValueError, match="at most 1048575 labels"):
        metrics.ClassificationScorer().meet(np.arange(1 << 20, dtype=np.int32), -1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"window": 0}, "window must be at least 1, not 0"),
        ({"every": -3}, "every must be at least 1, not -3"),
        ({"window": 1 << 50}, "window must be at most"),
        ({"fading": 0.0}, "fading must be above 0"),
        ({"fading": 1.5}, "fading must be above 0 and at most 1, not 1.5"),
        ({"fading": math.nan}, "fading must be above 0"),
        ({"metrics": ["mse"]}, "must be one of 'accuracy|must be one of 'mae'"),
    ],
)
@pytest.mark.parametrize("cls", [metrics.ClassificationScorer, metrics.RegressionScorer])
def test_bad_setting_is_refused_by_name(cls, settings, message):
    with pytest.raises(ValueError, match=message):
        cls(**settings)


@pytest.mark.parametrize("text", ["", "x", "1.5", "-0.1", "0.5x", "nan", "0.5)("])
def test_quantile_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="quantile"):
        metrics.RegressionScorer([f"pinball({text})"])


def test_codes_of_another_type_are_refused_rather_than_rounded():
    scorer = label_scorer(2, ["accuracy"])

    with pytest.raises(TypeError):
        scorer.update(np.array([0.7]), np.array([0.2]), begin=0, end=1)

    assert scorer.scored == 0


def test_state_of_another_scorer_is_refused():
    stream = made(2, labels=3, items=50)
    for (scorer, feed), (other, _) in zip(both(stream), both(stream, window=20), strict=True):
        feed(scorer, stream)
        feed(other, stream)
        before = scorer.state()

        for state in (other.state(), {}, before | {"more": np.zeros(1)}):
            with pytest.raises(ValueError, match=r"settings|missing|another|contradict"):
                scorer.restore(state)

        assert all((before[name] == values).all() for name, values in scorer.state().items())
    with pytest.raises(ValueError, match=r"missing|settings"):
        metrics.RegressionScorer().restore(label_scorer(2).state())


def damaged(values):
    """Arrays of the same name that a file might hold."""
    yield values[:-1]
    yield np.append(values, values[-1:])
    yield values.astype(np.float32)
    yield np.stack([values, values])
    for number in (-1, 0, 1, 7, 1 << 30, np.iinfo(np.int64).max, np.iinfo(np.int64).min):
        for place in (0, -1):
            other = values.copy()
            if len(other):
                other[place] = number if other.dtype != np.uint8 else number & 255
                yield other
    if values.dtype == np.float64 and len(values):
        for number in (math.nan, math.inf, -math.inf, 1e308):
            yield np.where(np.arange(len(values)) == len(values) // 2, number, values)


@pytest.mark.parametrize("items", [0, 7, 50])
def test_damaged_state_is_refused_or_works(items):
    stream = made(2, labels=3, items=items)
    for scorer, feed in both(stream, window=20, every=9):
        state = feed(scorer, stream).state()
        for name in state:
            for values in damaged(state[name]):
                (twin,) = (s for s, f in both(stream, window=20, every=9) if f is feed)
                before = twin.state()
                try:
                    twin.restore(state | {name: values})
                except ValueError:
                    assert all((before[n] == held).all() for n, held in twin.state().items())
                else:  # another state that is sound: it has to work
                    feed(twin, stream)
                    assert twin.values().shape[0] == 4
                    twin.restore(twin.state())


def test_threads_share_a_scorer_without_losing_an_item():
    stream = made(5, labels=3, items=4000)
    scorer = label_scorer(3)

    def score(begin):
        part = slice(begin, begin + 100)
        scorer.update(
            stream.truth[part],
            stream.predicted[part],
            begin=begin,
            end=begin + 100,
            shares=stream.shares[part],
        )
        return scorer.values()[0, 0], len(scorer.state())

    with ThreadPoolExecutor(4) as pool:
        accuracies = [accuracy for accuracy, _ in pool.map(score, range(0, 4000, 100))]

    assert scorer.scored == 4000
    assert scorer.confusion.sum() == 4000
    assert scorer.values()[0, 0] == np.mean(stream.truth == stream.predicted)
    assert all(0.0 < accuracy < 1.0 for accuracy in accuracies)
