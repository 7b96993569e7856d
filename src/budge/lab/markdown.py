"""A report as Markdown: tables as text, plots as image files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from budge.lab.plots import image
from budge.lab.report import Plot, Report
from budge.lab.tables import Table


def markdown(report: Report, title: str, folder: Path | None = None, link: str = "", form: str = "svg") -> str:
    """The text; plots are written into `folder` and linked as `link`/NAME, or left out without one."""
    return "\n\n".join(_parts(report, title, folder, link, form)) + "\n"


def _parts(report: Report, title: str, folder: Path | None, link: str, form: str) -> Iterator[str]:
    yield f"# {title}"
    yield "\n".join(f"- {line}" for line in report.header)
    if len(report.chapters) > 2:
        yield "\n".join(f"1. [{chapter.title}](#{anchor(chapter.title)})" for chapter in report.chapters)
    for chapter in report.chapters:
        yield f"## {chapter.title}"
        yield from (fill(paragraph, 120) for paragraph in chapter.paragraphs)
        for part in chapter.parts:
            yield f"### {part.title}"
            if isinstance(part, Table):
                yield table(part)
                if part.note:
                    yield fill(part.note, 120)
            elif folder is not None:
                yield from _plot(part, folder, link, form)


def anchor(title: str) -> str:
    """What a heading is linked by, as GitHub and others make it of its words.

    >>> anchor("Sliding blocks by A*, IDA* and NBS")
    'sliding-blocks-by-a-ida-and-nbs'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _plot(plot: Plot, folder: Path, link: str, form: str) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{plot.name}.{form}").write_bytes(image(plot.figure, form))
    if plot.text:
        yield fill(plot.text, 120)
    yield f"![{plot.title}]({link}/{plot.name}.{form})"


def table(given: Table) -> str:
    """
    >>> print(table(Table("x", ("name", "n"), (("a|b", "1"),))))
    | name | n |
    | --- | ---: |
    | a\\|b | 1 |
    """
    rule = ["---", *("---:" if _numeric(given, column) else "---" for column in range(1, len(given.head)))]
    rows = [given.head, tuple(rule), *(tuple(cell.replace("|", "\\|") for cell in row) for row in given.rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _numeric(given: Table, column: int) -> bool:
    return all(row[column][:1] in "0123456789–(<>~∞" for row in given.rows)
