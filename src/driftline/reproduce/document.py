"""A report of an experiment, written once and read as Markdown or as one web page.

Numbers are text by the time they come here. Pictures are Vega-Lite without colours of their own:
on the page they take the reader's light or dark, in Markdown they lie beside the file and read on
white and on black.
"""

import importlib.resources
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from driftline.report.charts import Look, converter
from driftline.report.theme import CLEAR, DARK, LIGHT, PAGE, Theme
from driftline.stream.export import whole_file


@dataclass(frozen=True)
class Table:
    """Rows under headings; the first column names the row, the others hold numbers or words."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    has_words: bool = False


@dataclass(frozen=True)
class Picture:
    """A chart: what draws it in given colours, its name as a file, and what it shows."""

    name: str
    draw: Callable[[Theme], Any]
    shows: str


@dataclass(frozen=True)
class Code:
    """Something to type."""

    text: str


@dataclass(frozen=True)
class Section:
    """A heading, and below it texts, tables, pictures."""

    heading: str
    parts: Sequence[str | Table | Picture | Code]


@dataclass(frozen=True)
class Document:
    """A title, a sentence that says it all, and sections."""

    title: str
    verdict: str
    sections: Sequence[Section]

    def save(self, path: Path) -> None:
        """Write it as Markdown with its pictures, or as HTML, by the ending."""
        if path.suffix not in (".md", ".html"):
            raise ValueError(f"{path}: a document is saved as .md or .html")
        text = self._markdown(path.stem) if path.suffix == ".md" else self._html()
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, text)
        if path.suffix == ".md":
            for picture in self._pictures():
                _write(path.with_name(f"{path.stem}-{picture.name}.svg"), _svg(picture, CLEAR))

    def _pictures(self) -> list[Picture]:
        parts = [part for section in self.sections for part in section.parts]
        return [part for part in parts if isinstance(part, Picture)]

    def _markdown(self, stem: str) -> str:
        blocks = [f"# {self.title}", self.verdict]
        for section in self.sections:
            blocks.append(f"## {section.heading}")
            blocks += [_in_markdown(part, stem) for part in section.parts]
        return "\n\n".join(blocks) + "\n"

    def _html(self) -> str:
        cards = "\n".join(
            f"<section><h2>{escape(section.heading)}</h2>\n"
            + "\n".join(_in_html(part) for part in section.parts)
            + "</section>"
            for section in self.sections
        )
        style = importlib.resources.files("driftline.report").joinpath("page", "page.css")
        return _PAGE.format(
            title=escape(self.title),
            verdict=escape(self.verdict),
            light=LIGHT.css,
            dark=DARK.css,
            style=style.read_text("utf-8"),
            cards=cards,
        )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; {light} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
{style}
.chart svg {{ max-width: 100%; height: auto; }}
.wide {{ max-height: none; }}
</style>
</head>
<body>
<main>
<header><p class="kicker">driftline reproduction</p>
<h1>{title}</h1>
<p class="verdict">{verdict}</p></header>
{cards}
</main>
</body>
</html>
"""


def _in_markdown(part: str | Table | Picture | Code, stem: str) -> str:
    if isinstance(part, Table):
        mark = "---" if part.has_words else "---:"
        lines = [part.headings, ["---", *[mark] * (len(part.headings) - 1)], *part.rows]
        return "\n".join(f"| {' | '.join(_cell(text) for text in line)} |" for line in lines)
    if isinstance(part, Picture):
        return f"![{part.shows}]({stem}-{part.name}.svg)"
    if isinstance(part, Code):
        return f"```sh\n{part.text}\n```"
    return part


def _in_html(part: str | Table | Picture | Code) -> str:
    if isinstance(part, Table):
        kind = ' class="text"' if part.has_words else ""
        head = "".join(f"<th{kind}>{escape(text)}</th>" for text in part.headings)
        body = "".join(
            f"<tr><th>{escape(name)}</th>"
            + "".join(f"<td{kind}>{escape(text)}</td>" for text in rest)
            + "</tr>"
            for name, *rest in part.rows
        )
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div class="wide">{table}</div>'
    if isinstance(part, Picture):
        return f'<div class="chart" role="img" aria-label="{escape(part.shows)}">{_svg(part)}</div>'
    if isinstance(part, Code):
        return f"<pre><code>{escape(part.text)}</code></pre>"
    return f'<p class="note">{escape(part)}</p>'


def _svg(picture: Picture, theme: Theme = PAGE) -> str:
    look = Look(theme, 1, [], [], [])
    config = {**look.config(), "background": None}
    spec = {**picture.draw(theme).to_dict(), "config": config}
    return str(converter().vegalite_to_svg(spec))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _write(path: Path, text: str) -> None:
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8")
