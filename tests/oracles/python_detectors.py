"""Detectors written in Python."""

from driftline.detectors import ADWIN


class Watcher:
    """An ADWIN in the clothes of an object of somebody else, with all that it tells."""

    def __init__(self, delta=0.002):
        self.delta = delta
        self.inner = ADWIN(delta=delta)

    def update(self, x):
        self.inner.update(x)

    @property
    def drift_detected(self):
        return self.inner.drift_detected

    @property
    def _has_risen(self):
        return self.inner._has_risen

    @property
    def estimation(self):
        return self.inner.estimation
