"""budge info: what is known about a puzzle without solving it."""

from __future__ import annotations

import json
from typing import Any

import click

from budge.about import count_of_plans, facts_about, info
from budge.cli.exits import Exit
from budge.cli.parameters import Item, goal_option, items, json_option, level_option, metric_option, source_argument
from budge.cli.terminal import facts, optimum_in_words, side_by_side
from budge.engines.domains import DOMAINS
from budge.model import Objective
from budge.wording import unit_of


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
    if as_json:
        for item in found:
            click.echo(json.dumps(named(info(item.puzzle, metric=metric), item)))
    else:
        click.echo("\n\n".join(in_words(item, Objective(metric=metric)) for item in found))
    return Exit.SOLVED


def named(report: dict[str, Any], item: Item) -> dict[str, Any]:
    """The report with the place of the puzzle in its source."""
    place = {**report["puzzle"], "name": item.name, "level": item.level}
    return {"puzzle": place, "title": item.title, **{key: report[key] for key in report if key != "puzzle"}}


def in_words(item: Item, objective: Objective) -> str:
    puzzle, report = item.puzzle, facts_about(item.puzzle, objective)
    domain = DOMAINS[puzzle.kind]
    lost, grade = domain.explain(puzzle, puzzle.initial), domain.difficulty(puzzle)
    rows = [("pieces", f"{report['pieces']:,} and a blank" if puzzle.blank else f"{report['pieces']:,}")]
    certain = report["reason"] or report["space"] or report["optimum"]  # otherwise only a search can decide
    rows.append(("solvable", f"no: {report['reason']}" if report["reason"] else "yes" if certain else "not ruled out"))
    if report["space"]:
        counts = {key: f"{count:,}" if isinstance(count, int) else count for key, count in report["space"].items()}
        parts = "1 part" if counts["components"] == "1" else f"{counts['components']} parts"
        rows.append(("positions", f"{counts['arrangements']}, in {parts}; {counts['reachable']} in reach of the start"))
    if report["source"]:
        rows.append(("known", f"{optimum_in_words(report['optimum'])}; {report['source']}"))
    if (count := count_of_plans(puzzle, objective)) is not None:
        shown = f"{count:,}" if isinstance(count, int) else count
        plans = "optimal plan" if count == 1 else "optimal plans"
        rows.append(("solutions", f"{shown} {plans} in {unit_of(report['metric'])}"))
    if not report["reason"]:
        values = ", ".join(f"{name} {value}" for name, value in report["heuristics"].items())
        rows.append(("estimates", f"lower bounds in {unit_of(report['metric'])}: {values}"))
    rows += grade.rows if grade else []
    able = [name for name, refusal in report["engines"].items() if refusal is None]
    rows.append(("engines", f"{', '.join(able)} (auto picks {report['auto']})"))
    rows += [("", f"not {name}: {refusal}") for name, refusal in report["engines"].items() if refusal]
    map = f"\n\n{side_by_side([lost.map])}" if lost else ""
    return f"{click.style(item.title, bold=True)}\n{facts(rows)}{map}"
