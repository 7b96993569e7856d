"""Answer sets as plans: `move(1,0,7)` is the seventh move, to the right; `push(3,2,1,0,7)` the seventh push, of the box
in column 3, row 2, for which the player walks the shortest way."""

from __future__ import annotations

import re

from budge.encodings.asp.base import LETTERS
from budge.encodings.asp.kinds import RULES
from budge.puzzles import BadInput, Plan, Puzzle

ATOM = re.compile(r"\b(?:move|push)\((-?\d{1,9}(?:,-?\d{1,9}){2,})\)")


def is_answer(text: str) -> bool:
    """Whether a text holds atoms of a plan, be it what clingo prints or facts."""
    return ATOM.search(text) is not None


def read_answer(puzzle: Puzzle, text: str) -> Plan:
    """The plan of the last answer set in a text.

    >>> from budge.puzzles import Sokoban
    >>> level = Sokoban.of(["######", "#@ $.#", "######"])
    >>> read_answer(level, "Answer: 1\\nmove(1,0,2) move(1,0,1)").text
    'rR'
    >>> read_answer(level, "push(3,1,1,0,1)").text
    'rR'
    """
    if puzzle.kind not in RULES:
        raise BadInput(f"the plan: an answer set is one for {' or '.join(RULES)}, not {puzzle.kind}")
    steps: dict[int, tuple[int, ...]] = {}
    for atom in ATOM.finditer(text.rpartition("Answer:")[2]):
        *step, time = map(int, atom[1].split(","))
        if len(step) not in (2, 4) or (step[-2], step[-1]) not in LETTERS:
            raise BadInput(f"the plan: {atom[0]}; expected move(DX,DY,T) or push(X,Y,DX,DY,T), DX,DY being a step")
        if steps.setdefault(time, tuple(step)) != tuple(step):
            raise BadInput(f"the plan: {atom[0]}; it has another step {time}")
    ordered = [steps[time] for time in sorted(steps)]
    return RULES[puzzle.kind].plan(puzzle, ordered)
