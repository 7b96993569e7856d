"""Answer sets as plans: `move(1,0,7)` is the seventh move, to the right; `push(3,2,1,0,7)` the seventh push, of the box
in column 3, row 2, for which the player walks the shortest way."""

from __future__ import annotations

import re
from collections import deque

from budge.puzzles import BadInput, IllegalMove, Plan, Puzzle, Sokoban, Tiles
from budge.puzzles.sokoban import State

ATOM = re.compile(r"\b(?:move|push)\((-?\d{1,9}(?:,-?\d{1,9}){2,})\)")
LETTERS = {(0, -1): "u", (-1, 0): "l", (1, 0): "r", (0, 1): "d"}


def is_answer(text: str) -> bool:
    """Whether a text holds atoms of a plan, be it what clingo prints or facts."""
    return ATOM.search(text) is not None


def read_answer(puzzle: Puzzle, text: str) -> Plan:
    """The plan of the last answer set in a text.

    >>> level = Sokoban.of(["######", "#@ $.#", "######"])
    >>> read_answer(level, "Answer: 1\\nmove(1,0,2) move(1,0,1)").text
    'rR'
    >>> read_answer(level, "push(3,1,1,0,1)").text
    'rR'
    """
    if not isinstance(puzzle, Tiles | Sokoban) or (isinstance(puzzle, Sokoban) and len(puzzle.players) > 1):
        raise BadInput("the plan: an answer set is one for tiles, or for sokoban with one player")
    steps: dict[int, tuple[int, ...]] = {}
    for atom in ATOM.finditer(text.rpartition("Answer:")[2]):
        *step, time = map(int, atom[1].split(","))
        if len(step) not in (2, 4) or (step[-2], step[-1]) not in LETTERS:
            raise BadInput(f"the plan: {atom[0]}; expected move(DX,DY,T) or push(X,Y,DX,DY,T), DX,DY being a step")
        if steps.setdefault(time, tuple(step)) != tuple(step):
            raise BadInput(f"the plan: {atom[0]}; it has another step {time}")
    ordered = [steps[time] for time in sorted(steps)]
    if isinstance(puzzle, Tiles):
        return Plan(tuple(LETTERS[step[-2], step[-1]].upper() for step in ordered))
    if all(len(step) == 2 for step in ordered):
        return puzzle.plan([LETTERS[step[-2], step[-1]] for step in ordered])
    return puzzle.plan(_with_walks(puzzle, ordered))


def _with_walks(level: Sokoban, pushes: list[tuple[int, ...]]) -> list[str]:
    moves: list[str] = []
    state = level.initial
    for number, push in enumerate(pushes, 1):
        way = push[-2], push[-1]
        box = push[1] * level.width + push[0]
        try:
            walk = _walk(level, state, box - level.offset(LETTERS[way]))
            if box not in state[1]:
                raise IllegalMove(f"there is no box at {level.where(box)}")
            for letter in (*walk, LETTERS[way]):
                state = level.apply(state, letter)
                moves.append(letter)
        except IllegalMove as illegal:
            raise BadInput(f"push {number} of the plan: {illegal}") from None
    return moves


def _walk(level: Sokoban, state: State, there: int) -> str:
    """A shortest way for the player around the boxes."""
    (here,), boxes = state
    ways = {here: ""}
    queue = deque([here])
    while queue and there not in ways:
        cell = queue.popleft()
        for letter in LETTERS.values():
            beside = cell + level.offset(letter)
            if beside in level.floor and beside not in boxes and beside not in ways:
                ways[beside] = ways[cell] + letter
                queue.append(beside)
    if there not in ways:
        raise IllegalMove(f"the player cannot get to {level.where(there)}")
    return ways[there]
