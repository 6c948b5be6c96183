"""The fuzzers find nothing: a few seconds of each always, a million runs in `make test-deep`."""

import subprocess
import sys
from pathlib import Path

import pytest

FUZZERS = ["fuzz_model_file", "fuzz_rows", "fuzz_texts"]


def run(fuzzer, folder, *options):
    """Run a fuzzer; the input that failed, if any, is left in the folder."""
    program = Path(__file__).with_name(f"{fuzzer}.py")
    limits = "-timeout=10", "-rss_limit_mb=2000", "-seed=1", f"-artifact_prefix={folder}/"
    command = [sys.executable, str(program), *limits, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("fuzzer", FUZZERS)
def test_fuzzer_finds_nothing_in_some_thousand_runs(fuzzer, tmp_path):
    done = run(fuzzer, tmp_path, "-runs=4000")

    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


@pytest.mark.deep
@pytest.mark.parametrize("fuzzer", FUZZERS)
def test_fuzzer_finds_nothing_in_a_million_runs(fuzzer, tmp_path):
    done = run(fuzzer, tmp_path, "-runs=1000000")

    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
