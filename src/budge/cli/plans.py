"""Plans on the command line: where they come from, and how they are played."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Sequence

import click

from budge.cli.terminal import is_terminal
from budge.encodings.plans import plan_of
from budge.formats.source import is_file, read_file, read_stdin
from budge.puzzles import BadInput, IllegalMove, Plan, Puzzle

MAX_CHARACTERS = 10_000_000

Frame = tuple[str, str]  # a caption and a drawing


def read_plan(puzzle: Puzzle, plan: str) -> Plan:
    """A plan as text, from a file or from standard input (`-`): in the puzzle's notation, as an outcome in JSON, as the
    actions of a planner, or as an answer set that clingo prints."""
    text = read_stdin() if plan == "-" else read_file(plan) if is_file(plan) else plan
    if len(text) > MAX_CHARACTERS:
        raise BadInput(f"a plan of {len(text):,} characters; the limit is {MAX_CHARACTERS:,}")
    return plan_of(puzzle, text)


def frames(puzzle: Puzzle, plan: Plan) -> list[tuple[str, object]]:
    """A caption and a state for the start and for every move; raises `BadInput` at an illegal move."""
    found: list[tuple[str, object]] = [("start", puzzle.initial)]
    for number, move in enumerate(plan.moves, 1):
        try:
            found.append((f"{number}/{len(plan)}  {move}", puzzle.apply(found[-1][1], move)))
        except IllegalMove as illegal:
            raise BadInput(f"move {number} of the plan: {illegal}") from None
    return found


def play(drawn: Sequence[Frame], delay: float | None = None, enough: Callable[[], bool] = lambda: False) -> None:
    """Show captions and drawings: in place on a terminal until it is `enough`, one after another elsewhere."""
    tall = max(drawing.count("\n") for _, drawing in drawn) + 3
    if not is_terminal(sys.stdout) or tall > shutil.get_terminal_size().lines:
        click.echo("\n\n".join(f"{caption}\n{drawing}" for caption, drawing in drawn))
        return
    pause = min(0.3, 20 / len(drawn)) if delay is None else delay
    for index, (caption, drawing) in enumerate(drawn):
        if index:
            time.sleep(pause)
            if enough():
                return
            sys.stdout.write(f"\x1b[{tall}A\x1b[J")
        sys.stdout.write(f"{caption}\n\n{drawing}\n" + "\n" * (tall - drawing.count("\n") - 3))
        sys.stdout.flush()
