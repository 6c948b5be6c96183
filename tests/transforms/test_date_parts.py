import datetime
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driftline import learners
from driftline.transforms import DateParts, Select

PARTS = ["year", "month", "day", "weekday", "hour", "minute", "day_of_year"]
UTC = datetime.UTC
TIMES = st.datetimes(datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59))


def parts_of(when):
    """Take a date apart with Python's own calendar."""
    return {
        "year": when.year,
        "month": when.month,
        "day": when.day,
        "weekday": when.weekday(),
        "hour": when.hour,
        "minute": when.minute,
        "day_of_year": when.timetuple().tm_yday,
    }


def named(parts):
    return {f"when_{name}": float(value) for name, value in parts.items()}


@given(TIMES)
def test_date_is_taken_apart_as_python_does(when):
    dates = DateParts()

    assert dates.transform_one({"when": when}) == named(parts_of(when))
    assert dates.transform_one({"when": when.replace(tzinfo=UTC)}) == named(parts_of(when))
    assert dates.transform_one({"when": when.isoformat()}) == named(parts_of(when))
    assert dates.transform_one({"when": when.isoformat(sep=" ")}) == named(parts_of(when))


@given(TIMES, st.integers(-14 * 60, 14 * 60))
def test_zone_is_moved_to_utc(when, minutes):
    zone = datetime.timezone(datetime.timedelta(minutes=minutes))
    try:
        aware = when.replace(tzinfo=zone).replace(microsecond=0)
        expected = named(parts_of(aware.astimezone(UTC)))
    except OverflowError:  # before year 1 or after year 9999
        return
    dates = DateParts()

    assert dates.transform_one({"when": aware}) == expected
    assert dates.transform_one({"when": aware.isoformat()}) == expected
    compact = aware.isoformat()[:-3] + aware.isoformat()[-2:]
    assert dates.transform_one({"when": compact}) == expected


@given(st.dates())
def test_date_without_time_is_its_midnight(day):
    midnight = datetime.datetime.combine(day, datetime.time())

    assert DateParts().transform_one({"when": day}) == named(parts_of(midnight))
    assert DateParts().transform_one({"when": day.isoformat()}) == named(parts_of(midnight))


@given(TIMES)
def test_cyclic_parts_lie_on_a_circle(when):
    dates = DateParts(parts=(), cyclic=("hour", "weekday", "month"))

    expected = {}
    turns = {"hour": when.hour / 24, "weekday": when.weekday() / 7, "month": (when.month - 1) / 12}
    for name, turn in turns.items():
        expected[f"when_{name}_sin"] = math.sin(2 * math.pi * turn)
        expected[f"when_{name}_cos"] = math.cos(2 * math.pi * turn)
    assert dates.transform_one({"when": when}) == pytest.approx(expected, abs=1e-15)


ARABIC = "2024-05-01".translate({ord("0") + i: 0x660 + i for i in range(10)})
NO_DATES = [
    *("", "yesterday", "2024", "2024-13-01", "2024-02-30", "2023-02-29", "2024-1-1", "0000-01-01"),
    *(
        "2024-05-01T24:00",
        "2024-05-01T10",
        "2024-05-01T10:60",
        "2024-05-01T10:20:61",
        "2024-05-01X",
    ),
    *("2024-05-01T10:20:30.", "2024-05-01T10:20+2", "2024-05-01T10:20Zulu", " 2024-05-01"),
    *("2024-05-01 ", "+024-05-01", "2024-05-01T10:20:30+25:00", ARABIC),
]


@pytest.mark.parametrize("text", NO_DATES)
def test_text_that_is_no_date_is_missing(text):
    assert DateParts(parts="hour").transform_one({"when": text}) == {"when_hour": None}


@pytest.mark.parametrize("seconds", [-1e300, -62135596800.5, 253402300800.0, 1e18, 1e300])
def test_second_outside_the_calendar_is_missing(seconds):
    assert DateParts(parts="year").transform_one([seconds]) == [None]


def test_number_is_taken_for_seconds_since_1970():
    dates = DateParts(parts=("year", "hour"))

    assert dates.transform_many([[0.0], [-1.0], [3600.0]]) == [[1970, 0], [1969, 23], [1970, 1]]


WHEN = [datetime.datetime(2024, 2, 29, 13, 5, 7), datetime.datetime(1969, 12, 31, 23, 59, 59), None]
EXPECTED = [[2024.0, 13.0], [1969.0, 23.0], [math.nan, math.nan]]
TABLES = {
    "pandas": lambda: pd.DataFrame({"when": pd.to_datetime(pd.Series(WHEN))}),
    "pandas with zone": lambda: pd.DataFrame({"when": pd.to_datetime(pd.Series(WHEN), utc=True)}),
    "pandas objects": lambda: pd.DataFrame({"when": pd.Series(WHEN, dtype=object)}),
    "pandas text": lambda: pd.DataFrame(
        {"when": [None if when is None else when.isoformat() for when in WHEN]}
    ),
    "Polars": lambda: pl.DataFrame({"when": WHEN}),
    "Polars text": lambda: pl.DataFrame({"when": [str(when) for when in WHEN[:2]] + [None]}),
    "pyarrow seconds": lambda: pa.table({"when": pa.array(WHEN, pa.timestamp("s"))}),
    "pyarrow nanoseconds": lambda: pa.table({"when": pa.array(WHEN, pa.timestamp("ns", "UTC"))}),
}


@pytest.mark.parametrize("kind", TABLES)
def test_dates_of_any_table_are_read(kind):
    dates = DateParts(parts=("year", "hour"))
    table = TABLES[kind]()
    dates.learn_many(table)

    answered = dates.transform_many(table)

    columns = [np.asarray(answered[name], dtype=float) for name in ("when_year", "when_hour")]
    np.testing.assert_array_equal(np.array(columns).T, EXPECTED)


@pytest.mark.parametrize(
    "when", [np.datetime64("2024-02-29T13:05"), pd.Timestamp("2024-02-29 13:05"), pd.NaT, None]
)
def test_dates_of_numpy_and_pandas_stand_in_a_dict(when):
    hour = None if when is None or pd.isna(when) else 13.0

    assert DateParts(parts="hour").transform_one({"when": when}) == {"when_hour": hour}


def test_hour_of_the_day_is_learned_behind_a_choice():
    model = (Select("when") | DateParts(parts=(), cyclic="hour")) | learners.SGDClassifier(eta0=1.0)
    rows = [{"when": f"2024-05-{d:02}T{h:02}:30", "id": d} for d in range(1, 29) for h in range(24)]
    night = [int(row["when"][11:13]) in (22, 23, 0, 1, 2, 3) for row in rows]

    model.learn_many(rows, night)

    assert model.predict_one({"when": "2024-06-01T23:10"}) is True
    assert model.predict_one({"when": "2024-06-01T12:10"}) is False
    assert list(model.weights) == ["when_hour_sin", "when_hour_cos"]


def test_date_is_refused_by_a_step_that_does_not_take_time():
    with pytest.raises(ValueError, match="column 'when'"):
        learners.AROW().learn_one({"when": datetime.datetime(2024, 5, 1)}, 1)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"parts": ("second",)}, "parts must be among .*, not 'second'"),
        ({"cyclic": ("year",)}, "cyclic must be among 'hour', 'weekday', 'month', not 'year'"),
        ({"parts": ()}, "parts and cyclic are both empty"),
    ],
)
def test_bad_parameter_is_named_with_its_value(bad, why):
    with pytest.raises(ValueError, match=why):
        DateParts(**bad)
