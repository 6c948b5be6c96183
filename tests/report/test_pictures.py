"""A report as a picture, with or without a browser: in files and in notebooks."""

import base64
import re
import sys
import xml.etree.ElementTree as ET

import pytest
from oracles import reports

from driftline.report import picture
from driftline.report.theme import CLEAR, LIGHT

SVG = "{http://www.w3.org/2000/svg}"


def strokes(svg):
    return {path.get("stroke") for path in ET.fromstring(svg).iter(f"{SVG}path")}


def texts(svg):
    return [text.text for text in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_has_a_curve_for_each_model_and_names_it():
    svg = reports.report().to_svg()

    assert {*LIGHT.series[:2], LIGHT.baseline} <= strokes(svg)
    assert {"StandardScaler | AROW", "GaussianNB", "majority class", "no change"} <= set(texts(svg))


def test_a_picture_says_what_is_drawn():
    drawn = texts(reports.report().to_svg(metric="kappa_m", estimate="cumulative"))

    assert "kappa M, since the start" in drawn
    assert "turning plane" in drawn


def test_a_picture_may_have_no_heading():
    assert "turning plane" not in texts(reports.report().to_svg(heading=""))


def test_a_clear_picture_has_no_background():
    assert LIGHT.surface in reports.report().to_svg()
    assert 'fill="white"' not in reports.report().to_svg(theme=CLEAR)


def test_a_picture_of_folds_has_a_band():
    svg = reports.folded().to_svg()

    assert any(path.get("opacity") == "0.15" for path in ET.fromstring(svg).iter(f"{SVG}path"))


@pytest.mark.parametrize("made", [reports.report, reports.folded])
def test_the_legend_has_the_colours_of_the_curves(made):
    groups = ET.fromstring(made().to_svg()).iter(f"{SVG}g")

    symbols = [
        path
        for group in groups
        if "role-legend-symbol" in group.get("class", "")
        for path in group.iter(f"{SVG}path")
    ]
    assert symbols[0].get("stroke") == LIGHT.series[0]
    assert symbols[-1].get("stroke") == LIGHT.baseline
    assert {path.get("opacity") for path in symbols} <= {None, "1"}


def test_an_unknown_metric_is_told_the_known_ones():
    with pytest.raises(ValueError, match="no metric 'f1' to draw; there are 'accuracy'"):
        picture(reports.report(), metric="f1")


def test_a_report_without_models_has_nothing_to_draw():
    with pytest.raises(ValueError, match="there are none"):
        reports.report(models=(), pairs=()).to_svg()


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<svg")])
def test_a_picture_is_saved_by_its_ending(tmp_path, ending, begins):
    reports.report().save(tmp_path / f"run.{ending}")

    assert (tmp_path / f"run.{ending}").read_bytes().startswith(begins)


def test_hostile_names_stay_text_in_a_picture():
    name = "</text><script>alert(1)</script>"

    svg = reports.report(models=(reports.model(name, 0.9, 900),)).to_svg()

    assert name in texts(svg)
    assert list(ET.fromstring(svg).iter(f"{SVG}script")) == []


def test_a_notebook_shows_the_verdict_the_table_and_the_curves():
    report = reports.report()

    cell = report._repr_html_()

    assert report.verdict in cell
    assert "<table>" in cell
    (content,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', cell)
    assert "GaussianNB" in texts(base64.b64decode(content).decode())


def test_a_notebook_without_the_extra_shows_the_table(monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)

    cell = reports.report()._repr_html_()

    assert "GaussianNB" in cell
    assert "<img" not in cell


def test_a_notebook_escapes_names():
    cell = reports.report(models=(reports.model("<script>", 0.9, 900),))._repr_html_()

    assert "<script>" not in cell
