"""Rows of a table as they come: numbers, text, missing values, columns that appear late."""

import math

from hypothesis import strategies as st

NAMES = ["a", "b", "c", "d"]
NUMBERS = st.integers(-8, 8).map(lambda k: k / 4)
TEXTS = st.sampled_from(["red", "green", "blue", "", "grün", "4", "nan"])
MISSING = st.sampled_from([None, math.nan])


def named_rows(*kinds, max_rows=25):
    """Draw lists of dicts whose cells are of these kinds; a name may be absent."""
    cell = st.one_of(*kinds)
    row = st.dictionaries(st.sampled_from(NAMES), cell, max_size=len(NAMES))
    return st.lists(row, min_size=1, max_size=max_rows)


def is_missing(cell):
    return cell is None or cell != cell


def is_text(cell):
    return isinstance(cell, str)


def values_of(rows, name):
    """Return what a column has held so far, without the missing."""
    return [row[name] for row in rows if name in row and not is_missing(row[name])]


def names_of(rows):
    """Return the names in the order they came."""
    return list(dict.fromkeys(name for row in rows for name in row))
