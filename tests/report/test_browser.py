"""The page works in a real browser with the network off, and says nothing on its console."""

import math
import shutil
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from oracles import reports
from playwright.sync_api import Browser, Page, expect, sync_playwright

from driftline.report import Curve

HOSTILE = "</script><script>window.harmed = true</script><img src=x onerror='harmed=1'>\"&[0]"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Open a report as a page; a word on its console or a request to the network fails the test."""
    complaints = []
    contexts = []

    def open_page(report, **options) -> Page:
        path = tmp_path / "report.html"
        report.save(path)
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(path.as_uri())
        page.on("request", lambda request: complaints.append(request.url))
        page.wait_for_selector("body[data-drawn]")
        return page

    yield open_page

    for context in contexts:
        context.close()
    assert complaints == []


def curves(page):
    return page.locator("#curves .mark-line path[d*='L']")


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def color_of_first_curve(page):
    return curves(page).first.evaluate("path => getComputedStyle(path).stroke")


def test_a_curve_is_drawn_for_every_model(opened):
    page = opened(reports.report())

    expect(curves(page)).to_have_count(4)
    assert curves(page).first.bounding_box()["width"] > 500


def test_memory_and_speed_are_drawn_for_every_model(opened):
    page = opened(reports.report())

    expect(page.locator("#memory .mark-line path")).to_have_count(4)
    expect(page.locator("#speed .mark-line path")).to_have_count(4)


def test_true_drifts_and_what_models_noticed_are_marked(opened):
    page = opened(reports.report())

    drifts = page.locator("#curves .mark-rule line[aria-label*='true drift']")
    events = page.locator("#curves .mark-rect path[aria-label*='noticed']")
    expect(drifts).to_have_count(2)
    expect(events).to_have_count(2)


def test_folds_have_a_band(opened):
    page = opened(reports.folded())

    expect(curves(page)).to_have_count(2)
    band = page.locator("#curves .mark-area path").first
    assert band.bounding_box()["height"] > curves(page).first.bounding_box()["height"]


def test_dark_changes_the_page_and_its_curves_while_it_is_open(opened):
    page = opened(reports.report(), color_scheme="light")
    light = background(page), color_of_first_curve(page)

    page.emulate_media(color_scheme="dark")

    dark = background(page), color_of_first_curve(page)
    assert light[0] != dark[0]
    assert light[1] != dark[1]


def test_paper_is_light_even_in_the_dark(opened):
    page = opened(reports.report(), color_scheme="light")
    light = color_of_first_curve(page)

    page.emulate_media(color_scheme="dark", media="print")

    assert color_of_first_curve(page) == light
    assert background(page) == "rgb(255, 255, 255)"


def test_the_legend_hides_a_model_and_shows_it_again(opened):
    page = opened(reports.report())
    button = page.get_by_role("button", name="GaussianNB")

    button.click()
    expect(curves(page)).to_have_count(3)
    expect(page.locator("#memory .mark-line path")).to_have_count(3)
    button.click()

    expect(curves(page)).to_have_count(4)


def test_hiding_the_last_model_shows_all(opened):
    page = opened(reports.folded())

    for name in ("AROW", "majority class"):
        page.get_by_role("button", name=name).click()

    expect(curves(page)).to_have_count(2)


@pytest.mark.parametrize(("control", "choice"), [("metric", "kappa"), ("estimate", "cumulative")])
def test_another_choice_draws_other_curves(opened, control, choice):
    page = opened(reports.report())
    before = curves(page).first.get_attribute("d")

    page.select_option(f"#{control}", choice)

    expect(curves(page).first).not_to_have_attribute("d", before)
    expect(curves(page)).to_have_count(4)


def test_shares_are_in_percent_and_other_metrics_are_not(opened):
    page = opened(reports.report())
    label = page.locator("#curves text", has_text="80%")

    expect(label).to_have_count(1)
    page.select_option("#metric", "kappa")

    expect(label).to_have_count(0)
    expect(page.locator("#curves text", has_text="0.4")).to_have_count(1)


def test_the_pointer_tells_the_values_of_all_models(opened):
    report = reports.report()
    page = opened(report)

    page.locator("#curves svg").hover()

    tooltip = page.locator("#vg-tooltip-element.visible")
    expect(tooltip).to_contain_text("GaussianNB")
    text = tooltip.inner_text().split()
    row = int(text[text.index("row") + 1].replace(",", ""))
    place = report["GaussianNB"].curve.rows.tolist().index(row)
    value = report["GaussianNB"].curve.of("accuracy")[place]
    assert text[text.index("GaussianNB") + 1] == f"{100 * value:.2f}"


def test_the_wheel_with_ctrl_zooms_and_a_double_click_shows_all_again(opened):
    page = opened(reports.report())
    labels = page.locator("#curves .role-axis-label text").first
    before = curves(page).first.get_attribute("d")
    page.locator("#curves svg").hover()

    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    expect(curves(page).first).not_to_have_attribute("d", before)
    page.locator("#curves svg").dblclick()

    expect(curves(page).first).to_have_attribute("d", before)
    expect(labels).to_be_visible()


def test_the_wheel_alone_scrolls_the_page(opened):
    page = opened(reports.report())
    page.locator("#curves svg").hover()
    page.evaluate("onscroll = () => document.body.dataset.scrolled = 'yes'")

    page.mouse.wheel(0, 300)

    page.wait_for_selector("body[data-scrolled]")


@pytest.mark.parametrize("width", [360, 800, 1600])
def test_the_page_fits_its_window(opened, width):
    page = opened(reports.report(), viewport={"width": width, "height": 800})

    chart = page.locator("#curves svg").bounding_box()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert chart["x"] + chart["width"] <= width


def test_large_matrices_and_long_names_stay_in_their_window(opened):
    labels = tuple(f"a rather long label {k}" for k in range(25))
    confusion = np.full((25, 26), 7)
    name = "StandardScaler() + OneHotEncoder() | " * 4
    model = reports.model(name, 0.9, 900, labels=labels, confusion=confusion)
    facts = replace(reports.report().stream, name="path/" * 60)

    page = opened(
        reports.report(stream=facts, models=(model,)), viewport={"width": 700, "height": 800}
    )

    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    assert page.locator(".matrix").bounding_box()["width"] > 700  # it scrolls by itself


def test_charts_follow_a_window_that_becomes_narrow(opened):
    page = opened(reports.report(), viewport={"width": 1200, "height": 800})

    chart = page.locator("#curves svg")
    before = chart.get_attribute("width")

    page.set_viewport_size({"width": 500, "height": 800})

    expect(chart).not_to_have_attribute("width", before)
    assert chart.bounding_box()["width"] < 500


def test_hostile_names_are_shown_and_never_run(opened):
    model = reports.model(HOSTILE, 0.9, 900, labels=(HOSTILE, "b"))
    facts = replace(reports.report().stream, name=HOSTILE, features={HOSTILE: "numeric"})
    settings = {HOSTILE: HOSTILE, "window": HOSTILE}
    report = reports.report(
        stream=facts, models=(model,), settings=settings, command=HOSTILE, versions={"a": HOSTILE}
    )

    page = opened(report)
    page.locator("#curves svg").hover()

    expect(page.locator("#vg-tooltip-element.visible")).to_contain_text("window.harmed = true")
    expect(page.locator("h1")).to_have_text(HOSTILE)
    expect(curves(page)).to_have_count(1)
    assert page.evaluate("window.harmed") is None
    assert page.locator("img").count() == 0


def test_a_script_that_slips_in_is_not_run(opened):
    page = opened(reports.report())
    allowed = page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content")

    assert "default-src 'none'" in allowed
    assert "unsafe-eval" not in allowed
    assert "unsafe-inline" not in allowed.split("script-src")[1].split(";")[0]


def test_a_report_without_models_opens(opened):
    page = opened(reports.report(models=(), pairs=()))

    expect(page.locator(".verdict")).to_have_text("Nothing was scored.")


def test_a_model_without_a_point_opens(opened):
    empty = Curve(np.array([], int), np.array([], int), np.empty((0, 4, 1)), ("accuracy",))
    model = replace(reports.model("a", 0.9, 900), curve=empty)

    page = opened(reports.report(models=(model, reports.model("b", 0.9, 900)), pairs=()))

    expect(curves(page)).to_have_count(1)


def test_a_gap_in_a_curve_is_a_gap(opened):
    model = reports.model("a", 0.9, 900)
    values = model.curve.values.copy()
    values[30:40] = math.nan
    model = replace(model, curve=replace(model.curve, values=values))

    page = opened(reports.report(models=(model,), pairs=()))

    assert curves(page).first.get_attribute("d").count("M") == 2
