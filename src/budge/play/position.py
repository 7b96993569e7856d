"""A position in the middle of a game as a puzzle of its own, for the engines, and their moves as moves of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from budge.puzzles import Blocks, Puzzle, Sokoban, Tiles, Tokens
from budge.puzzles.blocks import Piece

Translate = Callable[[str], str]


def starting_at(puzzle: Puzzle, state: Any) -> tuple[Puzzle, Translate]:
    """The puzzle that starts at a state of another, and how its moves are called in that other.

    >>> puzzle = Tiles.of(["1 2 3", "4 0 6", "7 5 8"])
    >>> later, translate = starting_at(puzzle, puzzle.apply(puzzle.initial, "D"))
    >>> later.start, translate("R")
    ((1, 2, 3, 4, 5, 6, 7, 0, 8), 'R')
    """
    if isinstance(puzzle, Tiles | Tokens):
        return replace(puzzle, start=state), str
    if isinstance(puzzle, Blocks):
        placed = enumerate(zip(puzzle.blocks, state, strict=True))
        pieces = (Piece(piece.name, puzzle.cells(number, anchor), piece.axis) for number, (piece, anchor) in placed)
        return replace(puzzle, blocks=tuple(pieces)), str
    assert isinstance(puzzle, Sokoban)
    return _level(puzzle, state)


def _level(level: Sokoban, state: Any) -> tuple[Puzzle, Translate]:
    """Boxes and players are numbered anew, in reading order."""
    players, boxes = state
    assigned = [numbers for _, numbers in sorted(zip(boxes, level.assigned, strict=True))] if level.assigned else []
    order = sorted(range(len(players)), key=players.__getitem__)

    def translate(move: str) -> str:
        letters = dict(zip(order, move.split(","), strict=True))
        return ",".join(letters[player] for player in range(len(players)))

    return Sokoban.of(list(level.rows(state)), assigned, level.name), translate
