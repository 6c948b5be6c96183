"""A report reads the same as Markdown and as a page."""

import altair as alt
import pytest

from driftline.reproduce.document import Code, Document, Picture, Section, Table


def dots(theme):
    values = alt.Data(values=[{"x": 1, "y": 2}])
    return alt.Chart(values).mark_point(color=theme.ink).encode(x="x:Q", y="y:Q")


REPORT = Document(
    "A title",
    "What came of it.",
    [
        Section(
            "Numbers",
            [
                "A <word> before.",
                Table(["what", "how much"], [["a | b", "1.50"]]),
                Picture("dots", dots, "Some dots"),
                Code("driftline demo"),
            ],
        )
    ],
)


def test_markdown_has_its_table_and_its_picture_beside_it(tmp_path):
    REPORT.save(tmp_path / "report.md")

    text = (tmp_path / "report.md").read_text()
    assert "| what | how much |\n| --- | ---: |\n| a \\| b | 1.50 |" in text
    assert "![Some dots](report-dots.svg)" in text
    assert "```sh\ndriftline demo\n```" in text
    assert "<svg" in (tmp_path / "report-dots.svg").read_text()


def test_page_needs_nothing_else_and_takes_the_colours_of_its_reader(tmp_path):
    REPORT.save(tmp_path / "report.html")

    text = (tmp_path / "report.html").read_text()
    assert "default-src 'none'" in text
    assert "<svg" in text
    assert "var(--ink)" in text
    assert "A &lt;word&gt; before." in text
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_other_endings_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"report\.pdf: a document is saved as"):
        REPORT.save(tmp_path / "report.pdf")
