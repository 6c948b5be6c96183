"""How well a drift detector found known drifts."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Detection:
    """What a detector found in one or more runs over a stream with known drifts.

    A drift is found by the first alarm from its row on, until the tolerance is over or the next
    drift begins. Later alarms within the same bounds are repeats. All others are false.

    Parameters
    ----------
    detector
        How the detector is written.
    stream
        Name of the stream.
    runs
        How many times it was run, each with a seed of its own.
    rows
        Rows of all runs.
    drifts
        Drifts of all runs.
    tolerance
        Rows after the end of a drift in which an alarm still counts for it.
    delays
        Rows from the beginning of each drift that was found to its alarm.
    false_alarms
        Alarms that belong to no drift.
    repeats
        Alarms that belong to a drift that had been found.
    calm_rows
        Rows that belong to no drift: those where an alarm is false.
    first_rows
        Rows of all runs until the first false alarm, or where the first drift or the end came
        before it.
    first_alarms
        Runs with a false alarm before the first drift.

    Examples
    --------
    >>> found = Detection("ADWIN()", "errors", 2, 20_000, 2, 1000, (80, 120), 3, 0, 18_000, 9000, 1)
    >>> found.mean_delay, found.missed, found.time_between_false_alarms
    (100.0, 0, 6000.0)
    >>> found.mtr, found.average_run_length
    (60.0, 9000.0)
    """

    detector: str
    stream: str
    runs: int
    rows: int
    drifts: int
    tolerance: int
    delays: tuple[int, ...]
    false_alarms: int
    repeats: int
    calm_rows: int
    first_rows: int
    first_alarms: int

    @property
    def mean_delay(self) -> float:
        """Rows from a drift to its alarm, on average (MTD); NaN if none was found."""
        return sum(self.delays) / len(self.delays) if self.delays else math.nan

    @property
    def missed(self) -> int:
        """Drifts without an alarm."""
        return self.drifts - len(self.delays)

    @property
    def missed_share(self) -> float:
        """Drifts without an alarm among all (MDR); NaN if there was none."""
        return self.missed / self.drifts if self.drifts else math.nan

    @property
    def time_between_false_alarms(self) -> float:
        """Rows without drift for each false alarm (MTFA); infinite if there was none."""
        return self.calm_rows / self.false_alarms if self.false_alarms else math.inf

    @property
    def mtr(self) -> float:
        """MTFA / MTD * (1 - MDR): the higher the better; 0 if nothing was found."""
        if not self.drifts:
            return math.nan
        if not self.delays:
            return 0.0
        return self.time_between_false_alarms / max(self.mean_delay, 1.0) * (1 - self.missed_share)

    @property
    def average_run_length(self) -> float:
        """Rows without drift until the first alarm, on average; infinite if there was none.

        Runs that ended before are counted with the rows they had.
        """
        return self.first_rows / self.first_alarms if self.first_alarms else math.inf

    def _false_alarms(self) -> str:
        often = f", one every {self.time_between_false_alarms:,.0f} rows"
        return f"{self.false_alarms}{often if self.false_alarms else ''}"

    def _run_length(self) -> str:
        if not self.first_alarms:
            return f"no false alarm before the first drift, {self.first_rows:,} rows in all"
        return f"{self.average_run_length:,.0f} rows to the first false alarm"

    def __str__(self) -> str:
        lines = {
            "delay": f"{self.mean_delay:.1f} rows",
            "missed": f"{self.missed} of {self.drifts} drifts",
            "false alarms": self._false_alarms(),
            "repeats": f"{self.repeats}",
            "MTR": f"{self.mtr:,.1f}",
            "run length": self._run_length(),
        }
        width = max(map(len, lines))
        head = f"{self.detector} on {self.stream}, {self.runs} runs, {self.rows:,} rows"
        return "\n".join([head, *(f"  {name:<{width}}  {told}" for name, told in lines.items())])
