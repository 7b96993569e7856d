"""budge show: draw a puzzle, step through a plan, or write either to a file."""

from __future__ import annotations

from collections import deque
from itertools import islice

import click

from budge.cli.exits import Exit
from budge.cli.output import check_output, write_text
from budge.cli.parameters import Seconds, goal_option, items, level_option, named, one_item, source_argument
from budge.cli.plans import pause_of, play, read_plan
from budge.cli.terminal import side_by_side
from budge.puzzles import BadInput, Plan
from budge.render.frames import frames
from budge.wording import amount


@click.command(short_help="Draw a puzzle, step through a plan, or write it as a picture.")
@source_argument
@click.argument("plan", required=False)
@goal_option
@level_option
@click.option(
    "-o",
    "--output",
    callback=named,
    metavar="FILE",
    help="Write a picture to FILE.svg, .gif, .html or .txt: animated if there is a PLAN.",
)
@click.option(
    "--svg", callback=named, metavar="FILE", help="Write the last position as SVG to FILE (- for standard output)."
)
@click.option("--step", type=click.IntRange(min=0), help="Only the position after this many moves of PLAN.")
@click.option("--delay", type=Seconds(0, 60), help="Seconds between positions.")
def command(
    source: str,
    plan: str | None,
    goal: str | None,
    level: list[range] | None,
    output: str | None,
    svg: str | None,
    step: int | None,
    delay: float | None,
) -> int:
    """Draw puzzles as text or to a file; with a PLAN, every position along it.

    PLAN is text, a file, or - for standard input.

    \b
    Examples:
      budge show eight                              every puzzle of a suite
      budge show "1 2 3/4 0 6/7 5 8" DR             step through a plan
      budge show "1 2 3/4 0 6/7 5 8" DR -o plan.gif        also .svg, .html
      budge show graphs/petersen -o petersen.svg    a still picture
      budge show "1 2 3/4 0 6/7 5 8" DR --step 1 --svg - > halfway.svg
    """
    if source == plan == "-":
        raise click.UsageError("SOURCE and PLAN cannot both be standard input")
    if output is not None and svg is not None:
        raise click.UsageError("--output and --svg cannot be combined")
    if plan is None and output is None and svg is None and step is None:
        found = items(source, goal, level)
        click.echo(
            "\n\n".join(
                f"{click.style(item.title, bold=True)}\n\n{side_by_side([item.puzzle.draw()])}" for item in found
            )
        )
        return Exit.SOLVED
    puzzle = one_item(source, goal, level).puzzle
    moves = Plan(()) if plan is None else read_plan(puzzle, plan)
    positions = frames(puzzle, moves)
    if step is not None:
        if step > len(moves):
            raise BadInput(f"--step {step} is beyond the plan, which has {amount(len(moves), 'moves')}")
        positions = islice(positions, step, step + 1)
    if output is not None:
        from budge.render.files import DELAY, animate

        check_output(output, [source, *([plan] if plan else [])])
        if step is not None:
            [(_, state)] = positions
            puzzle, moves = puzzle.starting_at(state), Plan(())
        animate(puzzle, moves, output, delay=DELAY if delay is None else delay)
    elif svg is not None:
        [(_, last)] = deque(positions, maxlen=1)
        write_text(svg, puzzle.svg(last), [source])
    else:
        play(puzzle, positions, pause_of(moves) if delay is None else delay)
    return Exit.SOLVED
