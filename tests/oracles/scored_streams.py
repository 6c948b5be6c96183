"""Random streams of scored rows, cut into batches and handed to scorers."""

import itertools
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st


@dataclass(frozen=True)
class Stream:
    """Rows [0, end) arrive; item i is scored right after row steps[i]."""

    truth: np.ndarray
    predicted: np.ndarray
    shares: np.ndarray
    steps: np.ndarray
    end: int
    ranks: np.ndarray

    def parts(self, cuts):
        """The items of each batch, and its rows."""
        bounds = [0, *sorted(min(cut, self.end) for cut in cuts), self.end]
        for begin, end in itertools.pairwise(bounds):
            first, last = np.searchsorted(self.steps, [begin, end])
            yield slice(first, last), begin, end

    def numbers(self):
        """Labels and answers as numbers; what stays the same stays the same."""
        return 100.0 + self.truth * 0.7, 100.0 + self.predicted * 1.1


def made(seed, labels, items, stretch=1.0, sticky=0.0):
    """A stream whose labels come in runs if `sticky`, scored within `stretch` rows an item."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(labels, size=items)
    for i in range(1, items):
        if rng.random() < sticky:
            truth[i] = truth[i - 1]
    predicted = np.where(rng.random(items) < 0.6, truth, rng.integers(-1, labels, size=items))
    # Few different shares, so that ties are frequent; the last of them takes the rest.
    shares = rng.integers(0, 5, size=(items, labels)) / 4.0 / labels
    shares[:, -1] = 1.0 - shares[:, :-1].sum(axis=1)
    end = max(1, int(items * stretch))
    return Stream(
        truth.astype(np.int32),
        predicted.astype(np.int32),
        shares,
        np.sort(rng.integers(end, size=items)).astype(np.int64),
        end,
        rng.permutation(labels).astype(np.int32),
    )


def label_batches(stream, cuts=()):
    """What the scorer of labels is told, batch by batch."""
    for items, begin, end in stream.parts(cuts):
        yield {
            "truth": stream.truth[items],
            "predicted": stream.predicted[items],
            "begin": begin,
            "end": end,
            "steps": stream.steps[items],
            "shares": stream.shares[items],
        }


def number_batches(stream, cuts=()):
    """What the scorer of numbers is told, batch by batch."""
    truth, predicted = stream.numbers()
    for items, begin, end in stream.parts(cuts):
        yield {
            "truth": truth[items],
            "predicted": predicted[items],
            "begin": begin,
            "end": end,
            "steps": stream.steps[items],
        }


def score_labels(scorer, stream, cuts=()):
    """Hand a stream to a scorer of labels."""
    for batch in label_batches(stream, cuts):
        scorer.update(**batch)
    return scorer


def score_numbers(scorer, stream, cuts=()):
    """Hand a stream to a scorer of numbers."""
    for batch in number_batches(stream, cuts):
        scorer.update(**batch)
    return scorer


def same_state(one, other):
    """Whether two scorers are equal to the bit, with the points not yet taken."""
    a, b = one.state(), other.state()
    return a.keys() == b.keys() and all(
        a[name].dtype == b[name].dtype and a[name].tobytes() == b[name].tobytes() for name in a
    )


streams = st.builds(
    made,
    seed=st.integers(0, 2**32),
    labels=st.integers(2, 5),
    items=st.integers(0, 60),
    stretch=st.sampled_from([0.3, 1.0, 2.5]),
    sticky=st.sampled_from([0.0, 0.7, 0.98]),
)
cuts = st.lists(st.integers(0, 150), max_size=6)
settings = st.fixed_dictionaries(
    {
        "window": st.integers(1, 25),
        "every": st.integers(1, 40),
        "fading": st.sampled_from([1.0, 0.999, 0.9, 0.3, 1e-3]),
    }
)
