"""budge check: replays a plan by the rules."""

from __future__ import annotations

import json

import click

from budge.cli.exits import Exit
from budge.cli.parameters import goal_option, json_option, level_option, one_item, source_argument
from budge.cli.plans import read_plan
from budge.cli.terminal import facts, printable, side_by_side
from budge.engines.domains import DOMAINS
from budge.wording import amount


@click.command(short_help="Replay a plan by the rules.")
@source_argument
@click.argument("plan", required=False)
@goal_option
@level_option
@json_option
def command(source: str, plan: str | None, goal: str | None, level: list[range] | None, as_json: bool) -> int:
    """Replay a plan by the rules: legal or not, where it breaks, what it costs.

    PLAN is text, a file, or - for standard input, in the notation of the puzzle, as `budge solve --json` wrote it,
    or the output of clingo with the rules of the engine asp. Without PLAN, the solution that SOURCE has for the puzzle
    is replayed, as in Sokoban collections.
    The exit code is 0 if the plan is legal and solves the puzzle, else 33.

    \b
    Examples:
      budge check "1 2 3/4 0 6/7 5 8" DR      where the blank goes: U, L, R, D
      budge check "1 2 3/4 0 6/7 5 8" "5 8"   or which tiles move
      budge solve eight/hardest-1 --json | budge check eight/hardest-1 -
    """
    if source == plan == "-":
        raise click.UsageError("SOURCE and PLAN cannot both be standard input")
    item = one_item(source, goal, level)
    if plan is None and item.puzzle.stored_plan is None:
        raise click.UsageError("PLAN is missing, and SOURCE has no solution for this puzzle")
    moves = item.puzzle.parse_plan(item.puzzle.stored_plan or "") if plan is None else read_plan(item.puzzle, plan)
    verdict = item.puzzle.verify(moves)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "puzzle": {"kind": item.puzzle.kind, "name": item.name, "level": item.level},
                    "legal": verdict.legal,
                    "solves": verdict.solves,
                    "broken_at": verdict.broken_at,
                    "reason": verdict.reason,
                    "costs": verdict.costs,
                }
            )
        )
        return Exit.SOLVED if verdict else Exit.BAD_INPUT
    cost = ", ".join(amount(number, metric) for metric, number in verdict.costs.items() if isinstance(number, int))
    if verdict.broken_at is None:
        rows = [("legal", "yes"), ("solves", "yes" if verdict else f"no: {verdict.reason}"), ("cost", cost)]
    else:
        number = verdict.broken_at + 1
        broken = f"no: move {number} of {len(moves)}, {printable(moves.moves[number - 1])}: {verdict.reason}"
        rows = [("legal", broken), ("cost", f"{cost} up to there")]
    click.echo(f"{click.style(item.title, bold=True)}\n{facts(rows)}")
    if not verdict:
        where = "after the last move" if verdict.broken_at is None else f"before move {verdict.broken_at + 1}"
        lost = DOMAINS[item.puzzle.kind].explain(item.puzzle, verdict.state)
        drawing = lost.map if lost else item.puzzle.draw(verdict.state)
        click.echo(f"\nThe position {where}:\n\n{side_by_side([drawing])}")
        if lost and lost.reason:
            click.echo(f"\n{facts([('deadlock', lost.reason)])}")
    return Exit.SOLVED if verdict else Exit.BAD_INPUT
