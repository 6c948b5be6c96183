"""Files of earlier formats: what they lack is filled in, so that they are read for ever."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]


def brought_up(arrays: Arrays, stored: int) -> Arrays:
    """Return the arrays of a file of format `stored` as the newest format has them."""
    return _from_1_to_2(arrays) if stored == 1 else arrays


def _from_1_to_2(arrays: Arrays) -> Arrays:
    """Trees tell how many columns they have met; rows were forgotten for reasons."""
    added: Arrays = {}
    for name, values in arrays.items():
        if name.endswith("attributes.kinds"):
            added[name.removesuffix("kinds") + "columns"] = np.array([len(values)], np.int64)
        elif name.endswith("forgotten.rows"):
            unknown = np.full(len(values), np.nan)
            added[name.removesuffix("rows") + "with"] = unknown
            added[name.removesuffix("rows") + "without"] = unknown
    return added | arrays
