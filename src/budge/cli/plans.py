"""Plans on the command line: how they are read, and how a terminal plays them."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from budge.cli.terminal import is_terminal
from budge.encodings.plans import plan_of
from budge.formats.source import is_file, read_file, read_stdin
from budge.puzzles import BadInput, Plan, Puzzle

MAX_CHARACTERS = 10_000_000
MAX_PLAYING_SECONDS = 20  # for all positions of a plan
FILE_NAME = re.compile(r"[^\s(),]{1,200}\.[A-Za-z]\w{0,9}")  # no plan matches this


def read_plan(puzzle: Puzzle, plan: str) -> Plan:
    """A plan as text, from a file or from standard input (`-`): in the puzzle's notation, as an outcome in JSON, as the
    actions of a planner, or as an answer set that clingo prints."""
    text = read_stdin() if plan == "-" else read_file(plan) if is_file(plan) else plan
    if len(text) > MAX_CHARACTERS:
        raise BadInput(f"a plan of {len(text):,} characters; the limit is {MAX_CHARACTERS:,}")
    try:
        return plan_of(puzzle, text)
    except BadInput as problem:
        if text is plan and FILE_NAME.fullmatch(plan):
            raise BadInput(f"no such file: {plan}; and as a plan: {problem}") from None
        raise


def play(
    puzzle: Puzzle,
    frames: Iterable[tuple[str, Any]],
    pause: float,
    stop: Callable[[], bool] = lambda: False,
) -> None:
    """Draws captions and states until `stop` returns True: in place on a terminal, otherwise one below the other."""
    lines = puzzle.draw().count("\n") + 3
    in_place = is_terminal(sys.stdout) and lines <= shutil.get_terminal_size().lines
    for index, (caption, state) in enumerate(frames):
        if index and in_place:
            time.sleep(pause)
        if stop():
            return
        before = "" if index == 0 else f"\x1b[{lines}A\x1b[J" if in_place else "\n"
        after = "\n\n" if in_place else "\n"
        sys.stdout.write(f"{before}{caption}{after}{puzzle.draw(state)}\n")
        if in_place:
            sys.stdout.flush()


def pause_of(plan: Plan) -> float:
    """Seconds between two positions; a long plan plays faster."""
    return min(0.3, MAX_PLAYING_SECONDS / (len(plan) + 1))
