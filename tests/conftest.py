"""What all tests share: hypothesis profiles, real data, and the switch that forbids skipping."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, settings

# `make test` uses ci: the same examples on every run. `make test-deep` asks for deep.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile(
    "deep", max_examples=2_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")

# A shell starts what runs in the background deaf to Ctrl-C, and so would be what tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SKIPS_ARE_FAILURES = os.environ.get("DRIFTLINE_NO_SKIPS") == "1"


@pytest.fixture(scope="session")
def dataset() -> Callable[[str], pa.Table]:
    """Read a real data set by name; a machine that has none skips the test and says so."""
    folder = os.environ.get("DRIFTLINE_DATA")

    def read(name: str) -> pa.Table:
        if folder is None:
            pytest.skip(f"real data {name!r}: set DRIFTLINE_DATA to the folder of Parquet files")
        path = Path(folder) / f"{name}.parquet"
        if not path.exists():
            pytest.skip(f"real data {name!r}: {path} is not there")
        return pyarrow.parquet.read_table(path)

    return read


def skipped(config: pytest.Config) -> list[pytest.TestReport]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")  # None in an xdist worker
    return reporter.stats.get("skipped", []) if reporter else []


def pytest_sessionfinish(session: pytest.Session) -> None:
    if SKIPS_ARE_FAILURES and skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if SKIPS_ARE_FAILURES and (count := len(skipped(terminalreporter.config))):
        terminalreporter.line(f"{count} skipped, and DRIFTLINE_NO_SKIPS forbids it", red=True)
