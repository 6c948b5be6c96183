"""Label metrics over four estimates, beside the definitions."""

import numpy as np
import pytest

from driftline import metrics

# The worked example of the specification.
TRUTH = np.array([0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0], dtype=np.int32)
PREDICTED = np.array([0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0], dtype=np.int32)


def test_worked_example():
    scorer = metrics.ClassificationScorer(window=4, every=4, fading=0.9)
    scorer.meet(np.array([0, 1], dtype=np.int32), -1)

    scorer.update(TRUTH, PREDICTED, begin=0, end=12)
    cumulative, sliding, _, fading = scorer.values()

    assert cumulative == pytest.approx([0.75, 0.4705882353, 0.5, 0.4])
    assert sliding[0] == 0.75
    assert fading[0] == pytest.approx(0.7664734721)
