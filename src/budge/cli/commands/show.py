"""budge show: draw a puzzle, or step through a plan."""

from __future__ import annotations

from collections import deque
from itertools import islice

import click

from budge.cli.exits import Exit
from budge.cli.output import write_text
from budge.cli.parameters import Seconds, goal_option, items, level_option, named, one_item, source_argument
from budge.cli.plans import frames, pause_of, play, read_plan
from budge.cli.terminal import amount, beside
from budge.puzzles import BadInput, Plan


@click.command(short_help="Draw a puzzle, or step through a plan.")
@source_argument
@click.argument("plan", required=False)
@goal_option
@level_option
@click.option(
    "--svg", callback=named, metavar="FILE", help="Write a picture to FILE (- for standard output): the last position."
)
@click.option("--step", type=click.IntRange(min=0), help="Only the position after this many moves of PLAN.")
@click.option("--delay", type=Seconds(0, 60), help="Seconds between positions on a terminal.")
def command(
    source: str,
    plan: str | None,
    goal: str | None,
    level: list[range] | None,
    svg: str | None,
    step: int | None,
    delay: float | None,
) -> int:
    """Draw puzzles as text or SVG; with a PLAN, every position on its way.

    PLAN is text, a file, or - for standard input.

    \b
    Examples:
      budge show eight                              every puzzle of a suite
      budge show "1 2 3/4 0 6/7 5 8" DR             step through a plan
      budge show graphs/petersen --svg petersen.svg
      budge show "1 2 3/4 0 6/7 5 8" DR --step 1 --svg - > halfway.svg
    """
    if source == plan == "-":
        raise click.UsageError("SOURCE and PLAN cannot both be standard input")
    if plan is None and svg is None and step is None:
        found = items(source, goal, level)
        click.echo(
            "\n\n".join(f"{click.style(item.title, bold=True)}\n\n{beside([item.puzzle.draw()])}" for item in found)
        )
        return Exit.SOLVED
    puzzle = one_item(source, goal, level).puzzle
    moves = Plan(()) if plan is None else read_plan(puzzle, plan)
    positions = frames(puzzle, moves)
    if step is not None:
        if step > len(moves):
            raise BadInput(f"--step {step} is beyond the plan, which has {amount(len(moves), 'moves')}")
        positions = islice(positions, step, step + 1)
    if svg is not None:
        [(_, last)] = deque(positions, maxlen=1)
        write_text(svg, puzzle.svg(last), [source])
    else:
        play(puzzle, positions, pause_of(moves) if delay is None else delay)
    return Exit.SOLVED
