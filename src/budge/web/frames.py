"""Positions as plain data, and puzzles that begin at one: what the page plays, animates and asks hints for.

A state of tiles and tokens is the list of what stands on each cell or vertex, of blocks the list of its pieces'
anchors, of Sokoban `{"players": [...], "boxes": [...]}`; cells are numbered in reading order from 0.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from budge.puzzles import BadInput, Blocks, Plan, Puzzle, Sokoban, Tiles, Tokens

MOST_NUMBERS = 2_000_000  # in all frames together: some ten megabytes of JSON


def plain(state: Any, puzzle: Puzzle) -> Any:
    """
    >>> plain(((7,), (8, 9)), Sokoban.of(["######", "#@$.#", "######"]))
    {'players': [7], 'boxes': [8, 9]}
    """
    if isinstance(puzzle, Sokoban):
        return {"players": list(state[0]), "boxes": list(state[1])}
    return list(state)


def frames(puzzle: Puzzle, plan: Plan) -> list[Any] | None:
    """The states along a legal plan, the start included; None where they would be too many to send."""
    width = len(puzzle.players) + puzzle.pieces if isinstance(puzzle, Sokoban) else len(puzzle.initial)
    if (len(plan) + 1) * width > MOST_NUMBERS:
        return None
    return [plain(state, puzzle) for state in puzzle.states(plan.moves)]


def state_of(data: Any, puzzle: Puzzle) -> Any:
    """The state that plain data describes; raises `BadInput` if it is none of this puzzle."""
    if isinstance(puzzle, Tiles):
        state: Any = numbers(data, "state")
        replace(puzzle, start=state)
        return state
    if isinstance(puzzle, Tokens):
        if not isinstance(data, list) or not all(isinstance(token, str) for token in data):
            raise BadInput("state: expected a list of tokens, one for each vertex")
        replace(puzzle, start=tuple(data))
        return tuple(data)
    if isinstance(puzzle, Blocks):
        state = numbers(data, "state")
        check_anchors(state, puzzle)
        return state
    if isinstance(puzzle, Sokoban):
        if not isinstance(data, dict):
            raise BadInput('state: expected {"players": [...], "boxes": [...]}')
        state = numbers(data.get("players"), "players"), numbers(data.get("boxes"), "boxes")
        check_cells(state, puzzle)
        return state
    raise BadInput(f"there is no plain form of a state of {puzzle.kind}")


def begun_at(puzzle: Puzzle, state: Any) -> Puzzle:
    """The same puzzle with another start. Players are counted in reading order again: see `in_order`."""
    if isinstance(puzzle, Tiles | Tokens):
        return replace(puzzle, start=state)
    if isinstance(puzzle, Blocks):
        moved = (replace(piece, cells=puzzle.cells(index, state[index])) for index, piece in enumerate(puzzle.blocks))
        return replace(puzzle, blocks=tuple(moved))
    assert isinstance(puzzle, Sokoban)
    _, boxes = state
    assigned = [puzzle.assigned[box] for box in in_order(boxes)] if puzzle.assigned else ()
    return Sokoban.of(list(puzzle.rows(state)), assigned, puzzle.name)


def in_order(cells: tuple[int, ...]) -> list[int]:
    """Which of the cells comes first in reading order, which second, …

    >>> in_order((7, 3, 5))
    [1, 2, 0]
    """
    return sorted(range(len(cells)), key=cells.__getitem__)


def move_of(move: str, puzzle: Puzzle, state: Any) -> str:
    """A move of the puzzle begun at `state`, as the puzzle itself counts its players."""
    if not isinstance(puzzle, Sokoban) or len(puzzle.players) == 1:
        return move
    letters = dict(zip(in_order(state[0]), move.split(","), strict=True))
    return ",".join(letters[player] for player in range(len(letters)))


def look(state: Any, puzzle: Puzzle) -> Any:
    """The same for positions that look alike: blocks of one shape may stand for each other unless a goal tells them
    apart."""
    if not isinstance(puzzle, Blocks):
        return state
    goals = [dict(goal) for goal in puzzle.goals]
    sorts = [
        (
            tuple(cell - piece.cells[0] for cell in piece.cells),
            piece.axis,
            closed,
            *(goal.get(piece.name) for goal in goals),
        )
        for piece, closed in zip(puzzle.blocks, puzzle.forbidden, strict=True)
    ]
    return frozenset(zip(sorts, state, strict=True))


def numbers(data: Any, what: str) -> tuple[int, ...]:
    if not isinstance(data, list) or not all(type(item) is int for item in data):
        raise BadInput(f"{what}: expected a list of whole numbers")
    return tuple(data)


def check_anchors(state: tuple[int, ...], puzzle: Blocks) -> None:
    if len(state) != len(puzzle.blocks):
        raise BadInput(f"state: {len(state)} anchors for {len(puzzle.blocks)} pieces")
    held: set[int] = set()
    for index, anchor in enumerate(state):
        cells = puzzle.cells(index, anchor)
        if anchor not in puzzle.reach(index) or held.intersection(cells):
            raise BadInput(f"state: {puzzle.blocks[index].name} cannot stand at {anchor}")
        held.update(cells)


def check_cells(state: tuple[tuple[int, ...], tuple[int, ...]], puzzle: Sokoban) -> None:
    for given, own, what in zip(state, puzzle.initial, ("players", "boxes"), strict=True):
        if len(given) != len(own):
            raise BadInput(f"state: {len(given)} {what}; the level has {len(own)}")
    cells = state[0] + state[1]
    if len(set(cells)) < len(cells) or not puzzle.floor.issuperset(cells):
        raise BadInput("state: players and boxes stand on distinct cells of the floor")
