"""The page is one file: complete, without an address in it, and deaf to hostile names."""

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from oracles import reports

from driftline.report import Curve
from driftline.report.confusion import joined
from driftline.report.records import MOST_POINTS

HOSTILE = "</script><script>alert(1)</script><b onclick='x'>\"&"


class Elements(HTMLParser):
    """Elements and their attributes, and the text outside scripts and styles."""

    def __init__(self, page):
        super().__init__()
        self.found, self.text, self._inside = [], "", None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag):
        self._inside = None

    def handle_data(self, data):
        if self._inside not in {"script", "style"}:
            self.text += data + " "

    def count(self, tag):
        return sum(one == tag for one, _ in self.found)


def without_bundle(page):
    """The page but for Vega's own script."""
    return re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)


def long_curve(points):
    rows = np.arange(1, points + 1)
    return Curve(rows, rows, np.full((points, 4, 1), 0.5), ("accuracy",))


@pytest.fixture(scope="module")
def page():
    return reports.report().to_html()


def test_the_page_names_the_stream_and_says_who_won(page):
    text = Elements(page).text

    assert "turning plane" in text
    assert reports.report().verdict in text


def test_the_page_tells_all_that_made_it(page):
    text = Elements(page).text

    for part in (
        "StandardScaler | AROW()",
        "driftline evaluate turning.csv",
        "0.1.0",
        "seed",
        "x9",
    ):
        assert part in text


@pytest.mark.parametrize(
    "heading",
    ["Summary", "Over time", "Falls at drifts", "Memory and speed", "Confusion", "Two by two"],
)
def test_the_page_has_every_part(page, heading):
    assert f"<h2>{heading}</h2>" in page


def test_the_page_has_no_address_in_it(page):
    assert re.findall(r"(?:https?:)?//[\w.-]+", without_bundle(page)) == []
    assert [attrs for _, attrs in Elements(page).found if {"src", "href"} & set(attrs)] == []


def test_the_scripts_of_the_charts_are_there_once(page):
    assert Elements(page).count("script") == 4  # Vega, ours, and two of data


def test_the_same_report_gives_the_same_page(page):
    assert reports.report().to_html() == page


def test_hostile_names_add_no_element():
    stream = replace(
        reports.report().stream,
        name=HOSTILE,
        target=HOSTILE,
        features={HOSTILE: HOSTILE},
        labels={HOSTILE: 1, "up": 2},
    )

    def named(name):
        model = reports.model(name, 0.9, 900, labels=(name, "up"))
        model = replace(model, curve=replace(model.curve, metrics=(name, "b", "c", "d")))
        return reports.report(
            stream=replace(stream, name=name, target=name, features={name: name}),
            models=(model,),
            settings={name: [name]},
            versions={name: name},
            command=name,
        )

    harmless, hostile = Elements(named("x").to_html()), Elements(named(HOSTILE).to_html())

    assert [tag for tag, _ in hostile.found] == [tag for tag, _ in harmless.found]
    assert HOSTILE in hostile.text


def test_a_curve_of_many_points_is_thinned_and_the_page_says_so():
    model = replace(reports.model("a", 0.9, 900), curve=long_curve(10 * MOST_POINTS))

    thinned = reports.report(models=(model,)).to_html()

    assert f"thinned to {MOST_POINTS:,} points" in thinned
    assert len(thinned) < 2_000_000


def test_a_curve_of_few_points_is_whole(page):
    assert "thinned" not in without_bundle(page)


def test_matrices_show_the_share_of_each_true_label_and_tell_the_count(page):
    cells = [attrs for tag, attrs in Elements(page).found if tag == "td" and "title" in attrs]

    assert cells[0]["title"] == "down taken for down: 8,000 rows, 84.2%"
    assert cells[0]["style"] == "--share: 0.842"


@pytest.mark.parametrize(("silent", "is_shown"), [(0, False), (1, False), (50, True)])
def test_no_answer_has_a_column_unless_it_was_given_for_the_first_row_alone(silent, is_shown):
    confusion = np.array([[500, 500, silent], [100, 900, 0]])
    model = reports.model("a", 0.9, 900, confusion=confusion)

    text = Elements(reports.report(models=(model,)).to_html()).text

    assert ("no answer" in text) == is_shown


def test_folds_that_met_labels_in_another_order_are_counted_together():
    first = reports.model("a", 0.9, 900, confusion=np.array([[1, 2, 3], [4, 5, 6]]))
    second = replace(first, labels=("up", "new", "down"), confusion=np.arange(12).reshape(3, 4))

    labels, counts = joined([first, second])

    assert labels == ["down", "up", "new"]
    assert counts.tolist() == [[1 + 10, 2 + 8, 9, 3 + 11], [4 + 2, 5 + 0, 1, 6 + 3], [6, 4, 5, 7]]


def test_matrices_of_very_many_labels_are_left_out():
    model = reports.model("a", 0.9, 900, labels=tuple(range(31)), confusion=np.ones((31, 32), int))

    assert "<h2>Confusion</h2>" not in reports.report(models=(model,)).to_html()


def test_a_drift_that_was_never_got_over_says_so():
    fall = replace(reports.fall(reports.DRIFTS[0], 0.9), recovery_rows=None, retained=0.25)
    model = reports.model("a", 0.9, 900, falls=(fall,))

    text = Elements(reports.report(models=(model,)).to_html()).text

    assert "not until the next" in text
    assert "25%" in text


def test_a_drift_that_did_no_harm_says_so():
    fall = replace(reports.fall(reports.DRIFTS[0], 0.9), lowest=0.95, depth=-0.05, recovery_rows=0)
    model = reports.model("a", 0.9, 900, falls=(fall,))

    page = reports.report(models=(model,)).to_html()

    assert "<td>95.00 %</td><td>none</td><td>0</td>" in page


def test_of_folds_the_middle_fall_is_shown():
    def fold(place, rows):
        fall = replace(reports.fall(reports.DRIFTS[0], 0.9), recovery_rows=rows)
        return reports.model("a", 0.9, 900, seed=place + 1, fold=place, falls=(fall,))

    quick = reports.report(models=tuple(map(fold, range(3), (500, None, 700))))
    slow = reports.report(models=tuple(map(fold, range(3), (500, None, None))))

    assert "<td>700</td>" in quick.to_html()
    assert "<td>not until the next</td>" in slow.to_html()


def test_a_pair_that_cannot_be_told_apart_says_so():
    pair = replace(reports.report().pairs[0], statistic=1.0)

    assert "cannot be told" in Elements(reports.report(pairs=(pair,)).to_html()).text


@pytest.mark.parametrize("missing", ["altair", "vl_convert"])
@pytest.mark.parametrize("ending", ["html", "png", "svg"])
def test_without_the_extra_the_error_names_it_and_no_file_is_left(
    tmp_path, monkeypatch, missing, ending
):
    monkeypatch.setitem(sys.modules, missing, None)

    with pytest.raises(ImportError, match=r"pip install 'driftline\[report\]'"):
        reports.report().save(tmp_path / f"run.{ending}")

    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_no_unicode_is_saved(tmp_path):
    facts = replace(reports.report().stream, name="a\udcffb")

    reports.report(stream=facts).save(tmp_path / "run.html")

    assert "a?b" in (tmp_path / "run.html").read_text("utf-8")
