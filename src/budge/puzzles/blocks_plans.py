"""Notations of plans of sliding blocks.

The long notation names a piece and its path: `B right 1 down 2`, with commas between moves. The short notation is
`Br1d2`, with spaces between moves.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import groupby

from budge.puzzles.base import BadInput, IllegalMove, Plan

DIRECTIONS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
AXES = {"horizontal": ("left", "right"), "vertical": ("up", "down")}
LETTERS = {name[0]: name for name in DIRECTIONS}
SEPARATOR = ", "
MAX_MOVES = 1_000_000

WORD = "|".join(DIRECTIONS)
COUNT = r"[1-9]\d?"
MOVE = re.compile(rf"(\S)((?: (?:{WORD}) {COUNT})+)")
RUN = re.compile(rf"({WORD}|[ulrd])\s*(\d*)")
LONG_PATH = rf"(?:[ \t]+(?:{WORD})\b(?:[ \t]+{COUNT}\b)?)+"
SHORT_PATH = rf"(?:[ulrd](?:{COUNT})?)+(?=[\s,;]|$)"
LOOSE_MOVE = re.compile(rf"\s*(\S)({LONG_PATH}|{SHORT_PATH})", re.IGNORECASE)
COMMA = re.compile(r"\s*[,;]")


def move(name: str, path: Sequence[str]) -> str:
    """
    >>> move("A", ["right", "right", "up"])
    'A right 2 up 1'
    """
    return " ".join([name, *(f"{direction} {len(list(run))}" for direction, run in groupby(path))])


def parts(move: str) -> tuple[str, list[str]]:
    """The piece of a move, and its steps; the inverse of `move`."""
    match = MOVE.fullmatch(move)
    if match is None:
        raise IllegalMove(f"{move[:40]!r} is not a move; expected a piece and its path, as in A right 2")
    return match[1], [direction for direction, count in RUN.findall(match[2]) for _ in range(int(count))]


def join(steps: Iterable[tuple[str, str]], metric: str) -> Plan:
    """The plan that groups steps, each a piece and a direction, into moves that cost one in `metric`.

    >>> join([("A", "up"), ("A", "left"), ("B", "up")], "moves").moves
    ('A up 1 left 1', 'B up 1')
    """
    steps = list(steps)
    if metric == "steps":
        runs = [[step] for step in steps]
    else:
        same = (lambda step: step[0]) if metric == "moves" else None
        runs = [list(run) for _, run in groupby(steps, key=same)]
    return Plan(tuple(move(run[0][0], [direction for _, direction in run]) for run in runs), SEPARATOR)


def costs(plan: Plan) -> dict[str, int]:
    """The cost of a plan in each metric, regardless of how its steps are grouped into moves."""
    steps = [(name, direction) for each in plan.moves for name, path in [parts(each)] for direction in path]
    return {
        "moves": sum(1 for _ in groupby(steps, key=lambda step: step[0])),
        "slides": sum(1 for _ in groupby(steps)),
        "steps": len(steps),
    }


def split(text: str) -> Plan:
    """The inverse of `Plan.text`.

    >>> split("A right 2, B up 1").moves
    ('A right 2', 'B up 1')
    """
    moves = tuple(match[0] for match in MOVE.finditer(text))
    plan = Plan(moves, SEPARATOR)
    if plan.text != text:
        raise BadInput("not a plan of blocks; expected moves such as A right 2, separated by commas")
    return plan


def parse(text: str, names: Container[str]) -> Plan:
    """Reads a plan in long or short notation, with spaces, commas, semicolons or line ends between moves.

    >>> parse("a up; Br2d", "aB").moves
    ('a up 1', 'B right 2 down 1')
    """
    moves: list[str] = []
    text, position = text.strip().rstrip(",;"), 0
    while position < len(text):
        match = LOOSE_MOVE.match(text, position)
        if moves and (match is None or match[1] not in names):  # a separating comma, unless it is the name of a piece
            comma = COMMA.match(text, position)
            match = LOOSE_MOVE.match(text, comma.end()) if comma else match
        if match is None:
            bad = text[position : position + 20].strip().split("\n")[0]
            raise BadInput(f"move {len(moves) + 1} of the plan: {bad!r}; expected a move such as A right 2, or Ar2")
        runs = [(LETTERS[name[0]], int(count or 1)) for name, count in RUN.findall(match[2].lower())]
        moves.append(" ".join([match[1], *(f"{direction} {count}" for direction, count in runs)]))
        if len(moves) > MAX_MOVES:
            raise BadInput(f"the plan is longer than {MAX_MOVES:,} moves")
        position = match.end()
    return Plan(tuple(moves), SEPARATOR)


def compact(plan: Plan) -> str:
    """
    >>> compact(split("A right 2 up 1, B up 1"))
    'Ar2u1 Bu1'
    """
    return " ".join(re.sub(r" ([ulrd])[a-z]+ (\d+)", r"\1\2", each) for each in plan.moves)
