"""The documents are complete, lead somewhere, and the news is in order."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NEWS = sorted(path for path in (ROOT / "changelog.d").glob("*") if path.name != ".gitignore")


def relative(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_every_link_to_a_file_leads_to_one(document):
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", document.read_text())

    assert [t for t in targets if not (document.parent / t).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_every_python_block_can_be_run_by_doctest(document):
    blocks = re.findall(r"^```(?:python|pycon)\n(.*?)^```", document.read_text(), re.M | re.S)

    # A block without a prompt is never run; one without a last blank line takes ``` for output.
    assert [b for b in blocks if ">>>" not in b or not b.endswith("\n\n")] == []


@pytest.mark.parametrize("fragment", NEWS, ids=relative)
def test_news_fragment_has_an_issue_and_a_kind(fragment):
    assert re.fullmatch(r"\d+\.(added|changed|fixed|removed)(\.\d+)?\.md", fragment.name)
    assert fragment.read_text().strip().endswith(".")
