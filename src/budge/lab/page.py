"""A report as one self-contained HTML page, with style and plots inside."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape

from budge.lab.plots import image
from budge.lab.report import Chapter, Report
from budge.lab.tables import ReportTable

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #dde1e4; --soft: #667; --alarm: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dde; --paper: #16181b; --line: #33383d; --soft: #99a; --alarm: #ff8a80 } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
       color: var(--ink); background: var(--paper) }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 .6rem } h2 { border-bottom: 1px solid var(--line); padding-bottom: .3rem }
ul.header { color: var(--soft); padding-left: 1.2rem } p.note { color: var(--soft); font-size: .9rem }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
th:first-child, td:first-child, td.text, th.text { text-align: left }
td.text { white-space: normal; min-width: 12rem }
tr.error td { color: var(--alarm); font-weight: 600 } .alarm { color: var(--alarm); font-weight: 700 }
img { max-width: 100%; background: #fff; border-radius: 6px } nav a { margin-right: 1rem }
"""


def page(report: Report, title: str) -> str:
    return "".join(_parts(report, title))


def _parts(report: Report, title: str) -> Iterator[str]:
    yield f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title>"
    yield f"<meta name='viewport' content='width=device-width'><style>{STYLE}</style><h1>{escape(title)}</h1>"
    yield "<ul class='header'>" + "".join(f"<li>{escape(line)}</li>" for line in report.header) + "</ul>"
    links = (f"<a href='#{index}'>{escape(each.title)}</a>" for index, each in enumerate(report.chapters))
    yield f"<nav>{' '.join(links)}</nav>"
    for index, chapter in enumerate(report.chapters):
        yield from _chapter(index, chapter, alarm=index == 0 and report.errors > 0)
    yield "</html>\n"


def _chapter(index: int, chapter: Chapter, *, alarm: bool) -> Iterator[str]:
    yield f"<h2 id='{index}'>{escape(chapter.title)}</h2>"
    for paragraph in chapter.paragraphs:
        yield f"<p class='alarm'>{escape(paragraph)}</p>" if alarm else f"<p>{escape(paragraph)}</p>"
    for part in chapter.parts:
        yield f"<h3>{escape(part.title)}</h3>"
        if isinstance(part, ReportTable):
            yield table(part)
            if part.note:
                yield f"<p class='note'>{escape(part.note)}</p>"
        else:
            if part.text:
                yield f"<p>{escape(part.text)}</p>"
            data = base64.b64encode(image(part.figure, "svg")).decode()
            yield f"<img alt='{escape(part.title)}' src='data:image/svg+xml;base64,{data}'>"


def table(given: ReportTable) -> str:
    """
    >>> table(ReportTable("x", ("name", "n"), (("<a>", "1"),)))
    "<div class='wide'><table><tr><th>name</th><th>n</th></tr><tr><td>&lt;a&gt;</td><td>1</td></tr></table></div>"
    """
    texts = [any(len(row[column]) > 24 for row in given.rows) for column in range(len(given.head))]

    def row(cells: tuple[str, ...], tag: str) -> str:
        marked = zip(cells, texts, strict=True)
        return "".join(f"<{tag}{' class=text' if text else ''}>{escape(cell)}</{tag}>" for cell, text in marked)

    lines = [f"<tr>{row(given.head, 'th')}</tr>"]
    lines += [f"<tr{' class=error' if cells[0] == 'ERROR' else ''}>{row(cells, 'td')}</tr>" for cells in given.rows]
    return f"<div class='wide'><table>{''.join(lines)}</table></div>"
