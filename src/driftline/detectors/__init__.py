"""Drift detectors say of each number whether the stream has changed."""

from driftline.detectors.adwin import ADWIN
from driftline.detectors.cusum import CUSUM
from driftline.detectors.ddm import DDM
from driftline.detectors.ecdd import ECDD
from driftline.detectors.eddm import EDDM
from driftline.detectors.feature_monitor import FeatureMonitor
from driftline.detectors.fhddm import FHDDM
from driftline.detectors.fhddms import FHDDMS
from driftline.detectors.gma import GMA
from driftline.detectors.hddm_a import HDDM_A
from driftline.detectors.hddm_w import HDDM_W
from driftline.detectors.incremental_ks import IncrementalKS
from driftline.detectors.kswin import KSWIN
from driftline.detectors.mddm_a import MDDM_A
from driftline.detectors.mddm_e import MDDM_E
from driftline.detectors.mddm_g import MDDM_G
from driftline.detectors.page_hinkley import PageHinkley
from driftline.detectors.rddm import RDDM
from driftline.detectors.seq_drift2 import SeqDrift2
from driftline.detectors.stepd import STEPD

__all__ = [
    "ADWIN",
    "CUSUM",
    "DDM",
    "ECDD",
    "EDDM",
    "FHDDM",
    "FHDDMS",
    "GMA",
    "HDDM_A",
    "HDDM_W",
    "KSWIN",
    "MDDM_A",
    "MDDM_E",
    "MDDM_G",
    "RDDM",
    "STEPD",
    "FeatureMonitor",
    "IncrementalKS",
    "PageHinkley",
    "SeqDrift2",
]
