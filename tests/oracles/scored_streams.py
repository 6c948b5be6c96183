"""Random streams of scored rows: labels, answers, shares, steps, and cuts into batches."""

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


def made(seed, labels, items, stretch, sticky):
    """A stream whose labels come in runs if `sticky`, with gaps and bursts of `stretch` rows."""
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
    steps = np.sort(rng.integers(end, size=items)).astype(np.int64)
    ranks = rng.permutation(labels).astype(np.int32)
    return Stream(truth.astype(np.int32), predicted.astype(np.int32), shares, steps, end, ranks)


streams = st.builds(
    made,
    seed=st.integers(0, 2**32),
    labels=st.integers(2, 5),
    items=st.integers(0, 60),
    stretch=st.sampled_from([0.3, 1.0, 2.5]),
    sticky=st.sampled_from([0.0, 0.7, 0.98]),
)
cuts = st.lists(st.integers(0, 150), max_size=6)
windows = st.integers(1, 25)
fadings = st.sampled_from([1.0, 0.999, 0.9, 0.3, 1e-3])
