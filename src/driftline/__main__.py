"""`python -m driftline`: the command."""

from driftline.cli import app

app(prog_name="driftline")
