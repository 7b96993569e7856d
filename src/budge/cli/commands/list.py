"""budge list: engines, heuristics, formats, library, kinds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import click

from budge import library
from budge.cli.exits import Exit
from budge.cli.parameters import json_option
from budge.cli.terminal import columns, optimum_in_words
from budge.engines.heuristics import FORMS, HEURISTICS
from budge.engines.registry import engines, programs
from budge.formats import formats
from budge.names import listed
from budge.puzzles import KINDS

Things = list[dict[str, Any]]


def kinds() -> Things:
    return [
        {"name": kind.kind, "metrics": list(kind.metrics), "summary": (kind.__doc__ or "").split("\n")[0]}
        for kind in KINDS.values()
    ]


def puzzles() -> Things:
    return [asdict(entry) for suite in library.suites() for entry in library.suite(suite).entries]


SECTIONS: dict[str, Callable[[], Things]] = {
    "engines": lambda: [engine.describe() for engine in (*engines().values(), *programs().values())],
    "heuristics": lambda: [asdict(heuristic) for heuristic in (*HEURISTICS.values(), *FORMS)],
    "formats": lambda: [format.describe() for format in formats().values()],
    "library": puzzles,
    "kinds": kinds,
}


@click.command(short_help="List engines, heuristics, formats, library, kinds.")
@click.argument("what", type=click.Choice(list(SECTIONS)), required=False, metavar=f"[{'|'.join(SECTIONS)}]")
@json_option
def command(what: str | None, as_json: bool) -> int:
    """List engines, heuristics, formats, the library or the kinds of puzzle; by default all of them.

    \b
    Examples:
      budge list
      budge list engines                    with the options of each
      budge list library --json
    """
    chosen = {name: section() for name, section in SECTIONS.items() if what in (None, name)}
    if as_json:
        for each in chosen[what] if what else [chosen]:
            click.echo(json.dumps(each))
        return Exit.SOLVED
    parts = (f"{click.style(name, bold=True)}\n{columns(rows(name, things))}" for name, things in chosen.items())
    click.echo("\n\n".join(parts))
    return Exit.SOLVED


def rows(section: str, things: Things) -> list[tuple[str, ...]]:
    """A section as the rows of a table."""
    if section == "library":
        own = [row for name in library.suites() for row in suite_rows(library.suite(name))]
        return [*own, *(list_row(library.published(name)) for name in library.LISTS)]
    if section == "kinds":
        return [(each["name"], f"{each['summary']} Metrics: {', '.join(each['metrics'])}.") for each in things]
    table: list[tuple[str, ...]] = []
    for each in things:
        table.append((each["name"], f"{each['summary']} ({', '.join(each['kinds'])})"))
        table += [("", option_text(option, each["kinds"])) for option in each.get("options", [])]
    return table


def option_text(option: dict[str, Any], kinds: list[str]) -> str:
    """An option of an engine that solves `kinds`, with its default, its values and when it is used.

    >>> from budge.engines.options import Option
    >>> option = Option("order", "UD", "order of moves", ("UD", "DU"), kinds=("tiles",), used_with="heuristic zero")
    >>> option_text(option.describe(), ["tiles", "tokens"])
    '--option order=UD: order of moves (UD, DU); for tiles, with heuristic zero'
    """
    values: list[str] = option["values"]
    some = values if len(values) < 6 else [*values[:3], "…", values[-1]]
    among = f" ({', '.join(some)})" if some else ""
    only = [f"for {listed(option['kinds'])}"] if set(option["kinds"]) < set(kinds) else []
    only += [f"with {option['used_with']}"] if option["used_with"] else []
    when = f"; {', '.join(only)}" if only else ""
    return f"--option {option['name']}={option['default'] or '…'}: {option['summary']}{among}{when}"


def list_row(published: library.LibrarySuite) -> tuple[str, ...]:
    first, last = published.entries[0], published.entries[-1]
    return published.name, f"{first.name} to {last.name}", f"{published.summary}: {published.source}"


def suite_rows(suite: library.LibrarySuite) -> Iterator[tuple[str, ...]]:
    yield suite.name, "", f"{suite.summary}: {suite.source}, unless noted"
    for entry in suite.entries:
        yield entry.name, optimum_in_words(entry.optimum), "" if entry.source == suite.source else entry.source
