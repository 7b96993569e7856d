"""A report as Markdown: tables as text, plots as image files in a folder next to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from budge.lab.plots import image
from budge.lab.report import Plot, Report
from budge.lab.tables import ReportTable


@dataclass(frozen=True)
class PlotFiles:
    """The folders for the plots of a report, and which plots the text links."""

    folder: Path
    link: str  # path from the text to the folder
    form: str = "svg"
    others: Path | None = None  # folder for all but the key plots; the text names these files without linking them

    def write(self, plot: Plot) -> str:
        """Writes the image and returns the Markdown for it."""
        name = f"{plot.name}.{self.form}"
        folder = self.folder if self.others is None or plot.key else self.others
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(image(plot.figure, self.form))
        if folder is self.folder:
            return f"![{plot.title}]({self.link}/{name})"
        return f"Plot, written with this report: `{folder.as_posix()}/{name}`."


def markdown(report: Report, title: str, plots: PlotFiles | None = None) -> str:
    """The text of a report. Without `plots` it has no plots."""
    return "\n\n".join(_parts(report, title, plots)) + "\n"


def _parts(report: Report, title: str, plots: PlotFiles | None) -> Iterator[str]:
    yield f"# {title}"
    yield "\n".join(f"- {line}" for line in report.header)
    if len(report.chapters) > 2:
        yield "\n".join(f"1. [{chapter.title}](#{anchor(chapter.title)})" for chapter in report.chapters)
    for chapter in report.chapters:
        yield f"## {chapter.title}"
        yield from (fill(paragraph, 120) for paragraph in chapter.paragraphs)
        for part in chapter.parts:
            yield f"### {part.title}"
            if isinstance(part, ReportTable):
                yield table(part)
                if part.note:
                    yield fill(part.note, 120)
            elif plots is not None:
                if part.text:
                    yield fill(part.text, 120)
                yield plots.write(part)


def anchor(title: str) -> str:
    """The anchor that GitHub and others derive from a heading.

    >>> anchor("Sliding blocks by A*, IDA* and NBS")
    'sliding-blocks-by-a-ida-and-nbs'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def table(given: ReportTable) -> str:
    """
    >>> print(table(ReportTable("x", ("name", "n"), (("a|b", "1"),))))
    | name | n |
    | --- | ---: |
    | a\\|b | 1 |
    """
    rule = ["---", *("---:" if _numeric(given, column) else "---" for column in range(1, len(given.head)))]
    rows = [given.head, tuple(rule), *(tuple(cell.replace("|", "\\|") for cell in row) for row in given.rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _numeric(given: ReportTable, column: int) -> bool:
    return all(row[column][:1] in "0123456789–(<>~∞" for row in given.rows)
