"""Ranks tell who is better and who is not told apart, in words, tables and pictures."""

import re
import sys

import pytest
from rich.console import Console

from driftline.report import Friedman, Ranks

DIFFERENT = Friedman(20.0, 0.0001, 30.0, 0.00001)
ALIKE = Friedman(1.0, 0.6, 0.9, 0.4)


def ranks(values, cd=1.0, friedman=DIFFERENT, **options):
    return Ranks(values, 10, cd, 0.05, friedman, **options)


@pytest.mark.parametrize(
    ("values", "groups"),
    [
        ({"a": 1.0, "b": 2.5, "c": 4.0}, []),
        ({"a": 1.0, "b": 1.5, "c": 4.0}, [("a", "b")]),
        ({"a": 1.0, "b": 1.9, "c": 2.8}, [("a", "b"), ("b", "c")]),
        ({"a": 1.0, "b": 1.2, "c": 1.4, "d": 2.3}, [("a", "b", "c"), ("c", "d")]),
        # So far apart as the critical difference is different.
        ({"a": 1.0, "b": 2.0}, []),
        # The order of the ranks counts, not that of the models.
        ({"a": 3.0, "b": 1.0, "c": 2.5}, [("c", "a")]),
    ],
)
def test_groups_are_the_largest_sets_that_are_not_told_apart(values, groups):
    assert ranks(values).groups == groups


def test_without_a_difference_by_friedman_nobody_is_told_apart():
    alike = ranks({"a": 1.0, "b": 2.5, "c": 4.0}, friedman=ALIKE)

    assert alike.groups == [("a", "b", "c")]
    assert alike.verdict == "No model is told apart from the others (Friedman, p = 0.4)."


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ({"a": 1.0, "b": 2.5, "c": 4.0}, "a is better than b and c."),
        ({"b": 1.9, "a": 1.0, "c": 2.8}, "a is better than c, and not told apart from b."),
        ({"a": 1.0, "b": 1.5}, "Ranks differ (Friedman, p = 1e-05), no two clearly."),
    ],
)
def test_the_verdict_claims_no_more_than_the_ranks(values, verdict):
    assert ranks(values).verdict == verdict


def test_the_table_has_the_best_first_and_a_letter_for_each_group():
    text = str(ranks({"b": 1.9, "[red]": 1.0, "c": 2.8}, metric="accuracy"))

    rows = [re.findall(r"[^│\s]+", line) for line in text.splitlines() if line.startswith("│")]
    assert rows == [["[red]", "1.000", "a"], ["b", "1.900", "a", "b"], ["c", "2.800", "b"]]
    assert "Ranks by accuracy over 10 streams" in " ".join(text.split())


def test_rich_and_notebooks_show_the_table_and_escape_names():
    shown = ranks({"<b>": 1.0, "c": 2.5})
    console = Console(width=80)
    with console.capture() as capture:
        console.print(shown)

    assert "<b>" in capture.get()
    assert "<td>&lt;b&gt;</td><td>1.000</td>" in shown._repr_html_()


@pytest.mark.parametrize("count", [2, 3, 12])
def test_the_diagram_has_every_name_once_and_a_bar_for_each_group(count, tmp_path):
    names = [f"model<{i}>" for i in range(count)]
    shown = ranks({name: 1.0 + 0.75 * i for i, name in enumerate(names)})
    shown.save(tmp_path / "ranks.svg")

    text = (tmp_path / "ranks.svg").read_text()

    assert [text.count(f">model&lt;{i}&gt;") for i in range(count)] == [1] * count
    assert len(re.findall('stroke="#d55e00"', text)) == len(shown.groups) == count - 1


def test_the_diagram_is_saved_as_picture_and_as_page_without_a_network(tmp_path):
    shown = ranks({"a": 1.0, "b": 2.5})
    shown.save(tmp_path / "ranks.png")
    shown.save(tmp_path / "ranks.html")

    page = (tmp_path / "ranks.html").read_text()

    assert (tmp_path / "ranks.png").read_bytes().startswith(b"\x89PNG")
    assert page.startswith("<!doctype html>")
    assert "<svg" in page
    assert "<script" not in page
    assert set(re.findall(r"https?://[^\"' ]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_an_unknown_ending_is_refused_with_the_known_ones(tmp_path):
    with pytest.raises(ValueError, match=r"one of \.svg, \.png, \.html"):
        ranks({"a": 1.0, "b": 2.5}).save(tmp_path / "ranks.gif")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("missing", ["altair", "vl_convert"])
def test_without_the_extra_the_error_names_what_to_install(missing, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, missing, None)

    with pytest.raises(ImportError, match=r"pip install 'driftline\[report\]'"):
        ranks({"a": 1.0, "b": 2.5}).save(tmp_path / "ranks.svg")

    assert list(tmp_path.iterdir()) == []
