from types import SimpleNamespace

import pytest

from driftline.stream.places import located


def test_rows_of_a_batch_are_told_as_the_stream_counts_them():
    with (
        pytest.raises(ValueError, match=r"^a\.csv: column 'x', row 8,194: no number$"),
        located("a.csv", 8_192),
    ):
        raise ValueError("column 'x', row 2: no number")


def test_labels_that_came_late_are_told_with_their_own_row():
    with (
        pytest.raises(ValueError, match=r"^a: y, row 70: infinite$"),
        located("a", 100, learned=SimpleNamespace(rows=[50, 70])),
    ):
        raise ValueError("y, row 1: infinite")
    with (
        pytest.raises(ValueError, match=r"^a: column 'x', row 101: infinite$"),
        located("a", 100, learned=SimpleNamespace(rows=[50, 70])),
    ):
        raise ValueError("column 'x', row 1: infinite")
