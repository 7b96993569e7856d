"""Puzzles as planning problems in PDDL: typed STRIPS, with action costs if the metric needs them. One file per kind."""

from __future__ import annotations

import re

from budge.encodings.pddl.base import Action, Planning
from budge.kinds import by_kind
from budge.names import listed
from budge.puzzles import BadInput, Plan, Puzzle

__all__ = ["PLANNING", "Planning", "is_planners_plan", "no_planning", "planning", "read_planners_plan"]

# `(move-left t3 c2-2 c2-1)`, optionally with a time before it and a cost or duration after it; not a group of LURD
# letters.
LINE = re.compile(r"(?:\d+(?:\.\d+)?\s*:)?\s*\(\s*(?![ulrd]+\s)([^()\s]+)((?:\s+[^()\s]+)+)\s*\)\s*(?:\[[^\]]*\])?")
EMPTY = re.compile(r"; cost = 0 .*")  # Fast Downward's plan for a solved puzzle
MAX_ACTIONS = 1_000_000
PLANNING: dict[str, type[Planning]] = by_kind(__name__, Planning)


def no_planning(puzzle: Puzzle, metric: str) -> str | None:
    """None, or the reason why a puzzle and metric have no planning problem."""
    if puzzle.kind not in PLANNING:
        return f"planning problems are for {listed([*PLANNING])}, not {puzzle.kind}"
    return PLANNING[puzzle.kind].refuses(metric)


def planning(puzzle: Puzzle, metric: str) -> Planning:
    """The planning problem of a puzzle; `no_planning` must have returned None.

    >>> from budge.puzzles import Tiles
    >>> print(planning(Tiles.of(["1 0"]), "moves").problem().splitlines()[1])
    (define (problem tiles)
    """
    return PLANNING[puzzle.kind].of(puzzle, metric)


def is_planners_plan(text: str) -> bool:
    """Whether the first line that is not a comment looks like an action.

    >>> is_planners_plan("; cost = 1\\n(move-left t1 c1-2 c1-1)"), is_planners_plan("RDL"), is_planners_plan("2(lu)")
    (True, False, False)
    """
    lines = (line for line in map(uncommented, text.splitlines()) if line)
    return LINE.fullmatch(next(lines, "")) is not None or EMPTY.fullmatch(text.strip()) is not None


def read_planners_plan(puzzle: Puzzle, text: str, metric: str | None = None) -> Plan:
    """The plan that a planner wrote for the problem of `planning`; a `BadInput` names the line of the error.

    >>> from budge.puzzles import Tiles
    >>> read_planners_plan(Tiles.of(["0 1"]), "(move-left t1 c1-2 c1-1)").text
    'R'
    """
    actions: list[Action] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not (line := uncommented(line)):
            continue
        place = f"line {number} of the plan"
        if (match := LINE.fullmatch(line)) is None:
            raise BadInput(f"{place}: {line[:40]!r}; expected an action such as (move-left t3 c2-2 c2-1)")
        if len(actions) == MAX_ACTIONS:
            raise BadInput(f"{place}: more than {MAX_ACTIONS:,} actions")
        actions.append(Action(match[1], tuple(match[2].split()), place))
    return planning(puzzle, metric or puzzle.own_metrics[0]).plan(actions)


def uncommented(line: str) -> str:
    return line.partition(";")[0].strip().lower()
