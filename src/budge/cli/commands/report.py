"""budge report: tables and plots of the results of `budge bench`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import json_option, named
from budge.cli.terminal import columns, complain
from budge.lab.disagreements import Finding
from budge.lab.results import Results, read_results
from budge.lab.statistics import by_configuration, summary


@click.command(short_help="Make tables and plots of the results of `budge bench`.")
@click.argument("results", nargs=-1, required=True, type=click.Path(), metavar="RESULTS...")
@click.option("--html", callback=named, metavar="FILE", help="Write a self-contained HTML page with plots.")
@click.option(
    "--markdown", callback=named, metavar="FILE", help="Write Markdown, and plots to the folder `plots` next to it."
)
@click.option(
    "--other-plots",
    callback=named,
    metavar="DIR",
    help="Link only plots that a suite marks `key = true`; write the others to DIR.",
)
@click.option(
    "--images",
    type=click.Choice(["svg", "png"]),
    default="svg",
    show_default=True,
    help="Format of the plots for Markdown.",
)
@click.option("--title", default="Results", show_default=True, help="Title of the report.")
@click.option("--sql", metavar="QUERY", help="Run a DuckDB query on the tables results, databases and bounds.")
@json_option
def command(
    results: tuple[str, ...],
    html: str | None,
    markdown: str | None,
    other_plots: str | None,
    images: str,
    title: str,
    sql: str | None,
    as_json: bool,
) -> int:
    """Report results: coverage, times, nodes, published figures next to ours, plots, and unexplained differences.

    Without an option the tables are printed, as Markdown. If proven results contradict each other, the report says so
    at the top and the exit code is 13.

    \b
    Examples:
      budge report eight-puzzle.jsonl
      budge report *.jsonl --html report.html
      budge report results.jsonl --sql "SELECT instance, cost FROM results"
    """
    found = read_results(results)
    for path in found.torn:
        complain(f"{path}: the last line is not finished and is left out")
    if sql is not None:
        return ask(found, sql, as_json)
    from budge.lab.markdown import PlotFiles
    from budge.lab.markdown import markdown as as_markdown
    from budge.lab.page import page
    from budge.lab.report import report

    made = report(found, draw=bool(html or markdown))
    if as_json:
        for line in as_data(found, made.findings):
            click.echo(json.dumps(line))
    elif not (html or markdown):
        click.echo(as_markdown(made, title), nl=False)
    if html:
        write_text(html, page(made, title), results)
    if markdown:
        others = Path(other_plots) if other_plots else None
        files = None if markdown == "-" else PlotFiles(Path(markdown).parent / "plots", "plots", images, others)
        write_text(markdown, as_markdown(made, title, files), results)
    for finding in made.findings:
        if finding.error:
            complain(f"CONTRADICTION in {finding.suite}, {finding.instance}: {finding.what}")
    return Exit.ENGINE_WRONG if made.errors else Exit.SOLVED


def as_data(results: Results, findings: Iterable[Finding]) -> Iterator[dict[str, Any]]:
    """The unexplained findings, then a summary of every configuration of every suite; unknown values are null."""
    for finding in findings:
        yield {"type": "finding", **asdict(finding)}
    for suite in dict.fromkeys(record.suite for record in results.records):
        records = [record for record in results.records if record.suite == suite]
        for name, group in by_configuration(records).items():
            numbers = asdict(summary(group))
            known = {key: value if math.isfinite(value) else None for key, value in numbers.items()}
            yield {"type": "summary", "suite": suite, "configuration": name, **known}


def ask(results: Results, sql: str, as_json: bool) -> int:
    from budge.lab.sql import query

    names, rows = query(results, sql)
    if as_json:
        for row in rows:
            click.echo(json.dumps(dict(zip(names, row, strict=True)), default=str))
    elif names:
        text = [["" if cell is None else str(cell) for cell in row] for row in rows]
        click.echo(columns([names, *text]))
    return Exit.SOLVED
