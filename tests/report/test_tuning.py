"""A tuning shows what was tried, best first."""

import pyarrow as pa

from driftline.report import Candidate, Tuning


def tuning(count=3, value=float):
    tried = [
        Candidate({"<C>": value(i), "kind": "[red]"}, 0.9 - i / 100, 500) for i in range(count)
    ]
    return Tuning("model", "accuracy", tuple(tried), "random", "a <b> stream", 1_000)


def test_the_table_shows_parameters_score_and_rows_with_the_best_first():
    lines = [line for line in str(tuning()).splitlines() if line.startswith("│")]

    assert lines[0].strip("│").split("│") == [
        "   0 ", " [red] ", "  90.00 % ", "  500 ",
    ]  # fmt: skip
    assert len(lines) == 3


def test_a_long_table_is_cut_and_says_so():
    text = str(tuning(100))

    assert "and 75 more" in text
    assert sum(line.startswith("│") for line in text.splitlines()) == 25


def test_notebooks_show_the_table_and_escape_it():
    html = tuning()._repr_html_()

    assert "<th>&lt;C&gt;</th>" in html
    assert "a &lt;b&gt; stream" in html
    assert html.count("<tr>") == 4


def test_a_table_of_arrow_has_a_row_for_each_candidate():
    table = tuning().to_arrow()

    assert table.to_pydict() == {
        "<C>": [0.0, 1.0, 2.0],
        "kind": ["[red]"] * 3,
        "score": [0.9, 0.89, 0.88],
        "rows": [500] * 3,
    }


def test_values_that_no_column_can_hold_become_texts():
    mixed = tuning(3, value=lambda i: [1, "auto", object][i])

    assert mixed.to_arrow().column("<C>").type == pa.string()
