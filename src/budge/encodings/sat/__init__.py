"""Puzzles as clauses: one file a kind; `encode` picks it."""

from __future__ import annotations

from collections.abc import Callable

from budge.encodings.sat.base import Encoding
from budge.encodings.sat.tiles import TilesEncoding
from budge.encodings.sat.tokens import TokensEncoding
from budge.puzzles import Puzzle, Tiles, Tokens

__all__ = ["ENCODINGS", "Encoding", "encode"]


def _tiles(puzzle: Puzzle, horizon: int | None, detours: bool) -> Encoding:
    assert isinstance(puzzle, Tiles)
    return TilesEncoding(puzzle, horizon=horizon, detours=detours)


def _tokens(puzzle: Puzzle, horizon: int | None, detours: bool) -> Encoding:
    assert isinstance(puzzle, Tokens)
    start, goal = puzzle.numbered()
    return TokensEncoding(puzzle.adjacency, start, goal, horizon=horizon, detours=detours, names=puzzle.vertices)


ENCODINGS: dict[str, Callable[[Puzzle, int | None, bool], Encoding]] = {"tiles": _tiles, "tokens": _tokens}


def encode(puzzle: Puzzle, horizon: int | None = None, *, detours: bool = False) -> Encoding:
    """The clauses of a puzzle: closed at a horizon, else open.

    With `detours` a plan may take moves back, so that one of length T makes one of T + 2. Without, clauses may forbid
    all but one of several shortest plans, and longer ones: the formula is satisfiable at the least length at all.
    """
    return ENCODINGS[puzzle.kind](puzzle, horizon, detours)
