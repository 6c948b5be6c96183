"""Draw docs/pictures/detectors.svg: how late each detector is, against how often it is wrong.

Run it from a development environment: `python docs/pictures/detectors.py`. The figures are those of
benchmarks/results/detection.json.
"""

import json
from pathlib import Path

from saving import save_chart

from driftline.report.charts import altair
from driftline.report.theme import CLEAR

STREAM = "0.2 to 0.3"
#: So near another of their family that no eye could tell them apart.
LEFT_OUT = {"FHDDMS", "MDDM_E", "MDDM_G"}
#: Names that stand elsewhere than to the right of their point: pixels to the side, and down.
PLACES = {
    "FHDDM": (7, -9),
    "HDDM_W": (-7, -5),
    "IncrementalKS": (-7, 0),
    "PageHinkley": (-7, 0),
    "RDDM": (-7, 8),
}
RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "detection.json"


def points():
    """Return a point for each detector that found the drift at all."""
    lines = {(x["detector"], x["stream"]): x for x in json.loads(RESULTS.read_text())["figures"]}
    found = {name: line for (name, stream), line in lines.items() if stream == STREAM}
    return [
        {
            "detector": name,
            "delay": line["delay_rows"] / line["found"],
            "missed": 1 - line["found"] / line["drifts"],
            # One alarm at most is what a run without any allows to say.
            "run length": calm["first_rows"] / max(calm["first_alarms"], 1),
        }
        for name, line in found.items()
        if line["found"] and name not in LEFT_OUT and (calm := lines[name, "no drift"])
    ]


def _name(alt, chart, detector):
    """Return the name beside its point."""
    dx, dy = PLACES.get(detector, (7, 0))
    align = "left" if dx > 0 else "right"
    mark = chart.transform_filter(alt.datum.detector == detector)
    mark = mark.mark_text(align=align, dx=dx, dy=dy, fontSize=11, color=CLEAR.ink)
    return mark.encode(text="detector:N")


def main():
    """Save the picture beside this file."""
    alt = altair()
    chart = alt.Chart(alt.Data(values=points())).encode(
        x=alt.X(
            "run length:Q",
            scale=alt.Scale(type="log"),
            title="rows to the first false alarm, log scale (to the right is better)",
            axis=alt.Axis(values=[10**k for k in range(3, 8)], format="~s"),
        ),
        y=alt.Y("delay:Q", title="delay, rows (lower is better)"),
    )
    dots = chart.mark_circle(size=70, opacity=1).encode(
        color=alt.Color(
            "missed:Q",
            title="missed",
            scale=alt.Scale(domain=[0, 0.6], range=[CLEAR.series[0], CLEAR.series[1]]),
            legend=alt.Legend(format="%", orient="bottom"),
        )
    )
    names = [_name(alt, chart, point["detector"]) for point in points()]
    save_chart(alt.layer(dots, *names).properties(width=640, height=320), __file__)


if __name__ == "__main__":
    main()
