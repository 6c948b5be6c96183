"""What several pictures share: their look, and how they are saved beside what draws them."""

from pathlib import Path

from driftline import evaluation
from driftline.report.charts import converter
from driftline.report.theme import CLEAR, FONT


def save_chart(chart, drawer):
    """Save an Altair chart in the look that reads on white and on black."""
    ink = CLEAR.ink
    picture = (
        chart.properties(background="transparent", padding=12)
        .configure(font=FONT)
        .configure_axis(labelColor=ink, titleColor=ink, domainColor=ink, tickColor=ink, grid=False)
        .configure_legend(labelColor=ink, titleColor=ink)
        .configure_view(stroke=None)
    )
    svg = converter().vegalite_to_svg(picture.to_dict())
    Path(drawer).with_suffix(".svg").write_text(svg)


def save_report(models, stream, drawer):
    """Evaluate models along a stream, print the report and save its curves."""
    report = evaluation.prequential(
        models, stream, window=500, every=100, baselines=False, progress=False
    )
    print(report)
    picture = report.to_svg(theme=CLEAR, heading="", width=700, height=260)
    Path(drawer).with_suffix(".svg").write_text(picture)
