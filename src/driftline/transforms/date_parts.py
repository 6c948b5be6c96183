"""Dates taken apart. The algorithm is core/driftline/transforms/date_parts.hpp."""

from collections.abc import Sequence

from driftline import _core
from driftline.transforms.arguments import listed
from driftline.transforms.front import TransformFront

PARTS = ("year", "month", "day", "weekday", "hour", "minute", "day_of_year")


class DateParts(TransformFront, _core.DateParts):
    """Take dates apart: the column `when` becomes `when_year`, `when_month`, and so on.

    A date is a `datetime`, a `date`, a NumPy, pandas or Arrow timestamp, or ISO text such as
    `2024-05-01T10:20:30` (also with a blank, a fraction, a time zone, or without the time). Parts
    are told in UTC; a time without zone is UTC. Numbers are taken for seconds since 1970, so choose
    the columns of dates with `Select` first. A text that is no date is missing: transforms meet it
    in the middle of a batch, when it is too late to refuse it.

    Parameters
    ----------
    parts
        Among `"year"`, `"month"` (from 1), `"day"`, `"weekday"` (0 for Monday), `"hour"`,
        `"minute"` and `"day_of_year"` (from 1).
    cyclic
        Among `"hour"`, `"weekday"` and `"month"`: also put out as sine and cosine,
        `when_hour_sin` and `when_hour_cos`, so that 23 h lies next to 0 h.

    Examples
    --------
    >>> from driftline import transforms
    >>> dates = transforms.DateParts(parts=("weekday", "hour"))
    >>> dates.transform_one({"when": "2024-05-01T10:20:30"})
    {'when_weekday': 2.0, 'when_hour': 10.0}
    """

    def __init__(
        self,
        *,
        parts: str | Sequence[str] | None = PARTS,
        cyclic: str | Sequence[str] | None = None,
    ) -> None:
        super().__init__(listed(parts), listed(cyclic))
