"""`driftline demo`: several learners meet a drift, in a table and on a page."""

from pathlib import Path
from typing import Annotated

import typer

from driftline import sources, specs
from driftline.cli import saving
from driftline.cli.endings import asked
from driftline.cli.evaluate import finish
from driftline.cli.evaluation_options import command_line
from driftline.cli.model_text import CONTENDERS
from driftline.evaluation import prequential

EXAMPLES = {
    "one million rows, a table, and a page to open": "driftline demo",
    "something shorter": "driftline demo --rows 50000 --out short.json",
}


def demo(
    rows: Annotated[int, typer.Option(min=1_000, help="Length of the stream.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the stream.")] = 7,
    out: Annotated[Path, typer.Option(help="Where the report goes.")] = Path("driftline-demo.html"),
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Watch several learners meet a drift.

    Two labels lie on either side of a curve, and one label in twenty is wrong. Three times, all
    labels are swapped: what was learned becomes wrong at once, and later right again.
    """
    with asked():
        saving.check([out])
    stream = sources.SINE1(drifts=[rows // 4, rows // 2, rows // 4 * 3], noise=0.05, seed=seed)
    report = prequential(
        {name: specs.model(text) for name, text in CONTENDERS["classification"].items()},
        stream.take(rows),
        window=max(500, rows // 200),
        progress=False if quiet else None,
        command=command_line(),
    )
    finish(report, [out], as_json)
