"""The distributions behind the tests come from SciPy, which is fetched when one is asked for."""

import importlib
from typing import Any


def scipy_stats() -> Any:
    """Return `scipy.stats`, or say what to install."""
    try:
        return importlib.import_module("scipy.stats")
    except ImportError as error:
        raise ImportError("tests of models need SciPy: pip install 'driftline[stats]'") from error
