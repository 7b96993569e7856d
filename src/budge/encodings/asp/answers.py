"""Answer sets as plans.

`move(1,0,7)` is the seventh move, to the right; `push(3,2,1,0,7)` is the seventh push, of the box in column 3, row 2,
which the player reaches by a shortest walk. If both are missing, `at(0,3,2,7)`, as in the answer-set study, is the
position of the player, or the blank, after seven moves.
"""

from __future__ import annotations

import re

from budge.encodings.asp.base import LETTERS, Step
from budge.encodings.asp.kinds import RULES
from budge.puzzles import BadInput, Plan, Puzzle

ATOM = re.compile(r"\b(?:move|push)\((-?\d{1,9}(?:,-?\d{1,9}){2,})\)")
PLACE = re.compile(r"\bat\((\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})\)")


def is_answer(text: str) -> bool:
    """Whether a text contains atoms of a plan, as clingo's output or as facts."""
    return (ATOM.search(text) or PLACE.search(text)) is not None


def read_answer(puzzle: Puzzle, text: str) -> Plan:
    """The plan of the last answer set in a text.

    >>> from budge.puzzles import Sokoban
    >>> level = Sokoban.of(["######", "#@ $.#", "######"])
    >>> read_answer(level, "Answer: 1\\nmove(1,0,2) move(1,0,1)").text
    'rR'
    >>> read_answer(level, "push(3,1,1,0,1)").text
    'rR'
    >>> read_answer(level, "at(0,1,1,0) at(1,3,1,0) at(0,2,1,1) at(1,3,1,1) at(0,3,1,2) at(1,4,1,2)").text
    'rR'
    """
    if puzzle.kind not in RULES:
        raise BadInput(f"the plan: answer sets are supported for {' or '.join(RULES)}, not {puzzle.kind}")
    last = text.rpartition("Answer:")[2]
    return RULES[puzzle.kind].plan(puzzle, _steps_of_atoms(last) if ATOM.search(last) else _steps_of_positions(last))


def _steps_of_atoms(answer: str) -> list[Step]:
    """The moves or pushes in the text."""
    steps: dict[int, Step] = {}
    for atom in ATOM.finditer(answer):
        *step, time = map(int, atom[1].split(","))
        if len(step) not in (2, 4) or (step[-2], step[-1]) not in LETTERS:
            raise BadInput(
                f"the plan: {atom[0]}; expected move(DX,DY,T) or push(X,Y,DX,DY,T), where (DX,DY) is a unit step"
            )
        if steps.setdefault(time, tuple(step)) != tuple(step):
            raise BadInput(f"the plan: {atom[0]}; step {time} has another atom, too")
    return [steps[time] for time in sorted(steps)]


def _steps_of_positions(answer: str) -> list[Step]:
    """The moves between consecutive positions of piece 0; a step without a move (a wait) is skipped."""
    places: dict[int, tuple[int, int]] = {}
    for atom in PLACE.finditer(answer):
        piece, x, y, time = map(int, atom.groups())
        if piece == 0 and places.setdefault(time, (x, y)) != (x, y):
            raise BadInput(f"the plan: {atom[0]}; piece 0 has another position at time {time}")
    if PLACE.search(answer) and (missing := set(range(max(len(places), 1))) - set(places)):
        raise BadInput(f"the plan: no at(0,X,Y,{min(missing)}); expected one for every move, and one for the start")
    steps: list[Step] = []
    for time in range(1, len(places)):
        (before_x, before_y), (x, y) = places[time - 1], places[time]
        if (step := (x - before_x, y - before_y)) in LETTERS:
            steps.append(step)
        elif step != (0, 0):
            raise BadInput(f"the plan: at(0,{x},{y},{time}); one move before it is at ({before_x},{before_y})")
    return steps
