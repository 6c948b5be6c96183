"""A report in a notebook: its verdict, its table, and its curves where they can be drawn.

The picture goes in as an image and not as part of the page: nothing in it can run or change the
notebook, and it stays when the notebook is opened elsewhere.
"""

import base64
from html import escape
from typing import TYPE_CHECKING

from driftline.report.pictures import svg
from driftline.report.sections import summary_table

if TYPE_CHECKING:
    from driftline.report.report import Report


def cell(report: "Report") -> str:
    """Return the HTML of a notebook's cell."""
    heading = f"<p><strong>{escape(report.stream.name)}</strong>: {escape(report.verdict)}</p>"
    return f"<div>{heading}\n{summary_table(report, None)}\n{_image(report)}</div>"


def _image(report: "Report") -> str:
    if not any(len(model.curve.rows) for model in report.models):
        return ""
    try:
        drawing = svg(report, heading="")
    except ImportError:
        return ""  # the extra is not there; the table says the most
    content = base64.b64encode(drawing.encode()).decode()
    return f'<img alt="{escape(report.verdict)}" src="data:image/svg+xml;base64,{content}">'
