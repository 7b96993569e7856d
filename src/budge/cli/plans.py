"""Plans on the command line: where they come from, and how they are played."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from budge.cli.terminal import is_terminal
from budge.encodings.plans import plan_of
from budge.formats.source import is_file, read_file, read_stdin
from budge.puzzles import BadInput, Plan, Puzzle

MAX_CHARACTERS = 10_000_000
NAME_LIKE = re.compile(r"[^\s(),]{1,200}\.[A-Za-z]\w{0,9}")  # no plan ends like that


def read_plan(puzzle: Puzzle, plan: str) -> Plan:
    """A plan as text, from a file or from standard input (`-`): in the puzzle's notation, as an outcome in JSON, as the
    actions of a planner, or as an answer set that clingo prints."""
    text = read_stdin() if plan == "-" else read_file(plan) if is_file(plan) else plan
    if len(text) > MAX_CHARACTERS:
        raise BadInput(f"a plan of {len(text):,} characters; the limit is {MAX_CHARACTERS:,}")
    try:
        return plan_of(puzzle, text)
    except BadInput as problem:
        if text is plan and NAME_LIKE.fullmatch(plan):
            raise BadInput(f"no such file: {plan}; and as a plan: {problem}") from None
        raise


def frames(puzzle: Puzzle, plan: Plan) -> Iterator[tuple[str, Any]]:
    """A caption and a state for the start and for every move, one by one: those of a long plan on a large board take
    more memory than there is. Raises `BadInput` at an illegal move."""
    captions = (f"{number}/{len(plan)}  {move}" for number, move in enumerate(plan, 1))
    return zip(chain(["start"], captions), puzzle.replay(plan), strict=True)


def play(
    puzzle: Puzzle,
    positions: Iterable[tuple[str, Any]],
    pause: float,
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Draw captions and states until it is `enough`: in place on a terminal, one after another elsewhere."""
    tall = puzzle.draw().count("\n") + 3
    in_place = is_terminal(sys.stdout) and tall <= shutil.get_terminal_size().lines
    for index, (caption, state) in enumerate(positions):
        if index and in_place:
            time.sleep(pause)
        if enough():
            return
        before = "" if index == 0 else f"\x1b[{tall}A\x1b[J" if in_place else "\n"
        after = "\n\n" if in_place else "\n"
        sys.stdout.write(f"{before}{caption}{after}{puzzle.draw(state)}\n")
        if in_place:
            sys.stdout.flush()


def pause_of(plan: Plan) -> float:
    """Seconds between two positions, so that a plan of any length takes at most twenty."""
    return min(0.3, 20 / (len(plan) + 1))
