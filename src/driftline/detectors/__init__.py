"""Drift detectors say of each number whether the stream has changed."""

from driftline.detectors.adwin import ADWIN
from driftline.detectors.ddm import DDM
from driftline.detectors.eddm import EDDM
from driftline.detectors.kswin import KSWIN
from driftline.detectors.page_hinkley import PageHinkley

__all__ = ["ADWIN", "DDM", "EDDM", "KSWIN", "PageHinkley"]
