"""How tests call the command: in this process, or as one of its own."""

import subprocess
import sys

from typer.testing import CliRunner

from driftline.cli import app

FLIGHTS = """flight,day,carrier,distance,late
1,2024-03-01,AA,1050,no
2,2024-03-01,UA,2475,yes
3,2024-03-02,AA,,no
4,2024-03-03,DL,801,yes
5,2024-03-04,DL,212,no
"""
NEW = """flight,day,carrier,distance
6,2024-03-05,AA,1000
7,2024-03-05,UA,2000
8,2024-03-06,DL,
"""


def driftline(*args, **options):
    return CliRunner().invoke(app, [str(arg) for arg in args], **options)


def process(*args, **options):
    """Start the command as a user does, without waiting for it."""
    code = "import sys; from driftline.cli import app; sys.argv[0] = 'driftline'; app()"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen([sys.executable, "-c", code, *map(str, args)], **pipes)
