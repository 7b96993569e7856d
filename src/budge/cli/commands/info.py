"""budge info: what is known about a puzzle without solving it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from budge import library
from budge.about import about
from budge.cli.exits import Exit
from budge.cli.parameters import Item, goal_option, items, json_option, level_option, metric_option, source_argument
from budge.cli.terminal import exact_or_about, facts, optimum_in_words, side_by_side
from budge.engines.domains import DOMAINS
from budge.engines.domains.base import Difficulty, Explanation
from budge.formats.source import is_file
from budge.model import Objective
from budge.puzzles import KINDS
from budge.puzzles.space import Space
from budge.wording import unit_of

LARGEST = 10**18  # most readers of JSON lose digits of larger numbers


@click.command(short_help="Describe a puzzle without solving it.")
@source_argument
@goal_option
@level_option
@metric_option
@json_option
def command(source: str, goal: str | None, level: list[range] | None, metric: str | None, as_json: bool) -> int:
    """Describe a puzzle: size, whether it is solvable, state space, heuristic values, and which engines can solve it.

    \b
    Examples:
      budge info eight/hardest-1
      budge info "1 2 3/4 5 6/8 7 0"                   why it cannot be solved
      budge info graphs/theta0 --json
      budge info klotski --metric steps
    """
    found = items(source, goal, level)
    objective = Objective(metric=metric)
    reports = ((described(item, known(item, goal), objective), explained(item), graded(item)) for item in found)
    if as_json:
        for report, lost, grade in reports:
            position = {"position": lost.to_json()} if lost else {}
            click.echo(json.dumps({**report, "difficulty": grade and grade.to_json(), **position}))
    else:
        click.echo("\n\n".join(in_words(*report) for report in reports))
    return Exit.SOLVED


def explained(item: Item) -> Explanation | None:
    return DOMAINS[item.puzzle.kind].explain(item.puzzle, item.puzzle.initial)


def graded(item: Item) -> Difficulty | None:
    return DOMAINS[item.puzzle.kind].difficulty(item.puzzle)


def known(item: Item, goal: str | None) -> library.Entry | None:
    """The library's entry for a puzzle that was taken from it unchanged."""
    entries = library.find(item.source) if goal is None and not is_file(item.source) else ()
    return entries[item.level - 1] if entries else None


def described(item: Item, entry: library.Entry | None, objective: Objective) -> dict[str, Any]:
    """Everything as plain data."""
    puzzle = item.puzzle
    return {
        "puzzle": {"kind": puzzle.kind, "name": item.name, "level": item.level},
        "title": item.title,
        **about(puzzle, objective),
        "space": space_as_json(puzzle.space()),
        "optimum": entry.optimum if entry else None,
        "source": entry.source if entry else None,
    }


def space_as_json(found: Space | None) -> dict[str, int | str | None] | None:
    """The counts; those too large for a JSON number as text, `about 1.0·10^400`."""
    if found is None:
        return None
    return {key: count if count < LARGEST else exact_or_about(count) for key, count in asdict(found).items()}


def in_words(report: dict[str, Any], lost: Explanation | None, grade: Difficulty | None) -> str:
    with_blank = KINDS[report["puzzle"]["kind"]].blank
    rows = [("pieces", f"{report['pieces']:,} and a blank" if with_blank else f"{report['pieces']:,}")]
    certain = report["reason"] or report["space"] or report["optimum"]  # otherwise only a search can decide
    rows.append(("solvable", f"no: {report['reason']}" if report["reason"] else "yes" if certain else "not ruled out"))
    if report["space"]:
        counts = {key: f"{count:,}" if isinstance(count, int) else count for key, count in report["space"].items()}
        parts = "1 part" if counts["components"] == "1" else f"{counts['components']} parts"
        rows.append(("positions", f"{counts['arrangements']}, in {parts}; {counts['reachable']} in reach of the start"))
    if report["source"]:
        rows.append(("known", f"{optimum_in_words(report['optimum'])}; {report['source']}"))
    if not report["reason"]:
        values = ", ".join(f"{name} {value}" for name, value in report["heuristics"].items())
        rows.append(("estimates", f"lower bounds in {unit_of(report['metric'])}: {values}"))
    rows += grade.rows if grade else []
    able = [name for name, refusal in report["engines"].items() if refusal is None]
    rows.append(("engines", f"{', '.join(able)} (auto picks {report['auto']})"))
    rows += [("", f"not {name}: {refusal}") for name, refusal in report["engines"].items() if refusal]
    map = f"\n\n{side_by_side([lost.map])}" if lost else ""
    return f"{click.style(report['title'], bold=True)}\n{facts(rows)}{map}"
