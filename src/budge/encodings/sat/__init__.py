"""Puzzles as clauses: one file a kind; `encode` picks it."""

from __future__ import annotations

from collections.abc import Callable

from budge.encodings.extras import Extras
from budge.encodings.sat.base import FAR, Encoding
from budge.encodings.sat.sokoban import SokobanEncoding
from budge.encodings.sat.study import encode_study
from budge.encodings.sat.tiles import TilesEncoding
from budge.encodings.sat.tokens import TokensEncoding
from budge.puzzles import Puzzle, Sokoban, Tiles, Tokens

__all__ = ["FAR", "Encoding", "encode", "no_encoding"]


def _tiles(puzzle: Puzzle, horizon: int | None, detours: bool) -> Encoding:
    assert isinstance(puzzle, Tiles)
    return TilesEncoding(puzzle, horizon=horizon, detours=detours)


def _tokens(puzzle: Puzzle, horizon: int | None, detours: bool) -> Encoding:
    assert isinstance(puzzle, Tokens)
    start, goal = puzzle.numbered()
    return TokensEncoding(puzzle.adjacency, start, goal, horizon=horizon, detours=detours, names=puzzle.vertices)


def _sokoban(puzzle: Puzzle, horizon: int | None, detours: bool) -> Encoding:
    assert isinstance(puzzle, Sokoban)
    return SokobanEncoding(puzzle, horizon=horizon, detours=detours)


ENCODINGS: dict[str, Callable[[Puzzle, int | None, bool], Encoding]] = {
    "tiles": _tiles,
    "tokens": _tokens,
    "sokoban": _sokoban,
}
METRICS = ("moves", "makespan")  # what the steps of the encodings count


def no_encoding(puzzle: Puzzle, metric: str) -> str | None:
    """None, or why there are no clauses for a puzzle and metric."""
    if puzzle.kind not in ENCODINGS:
        return f"formulas are for {', '.join(ENCODINGS)}, not {puzzle.kind}"
    if metric not in METRICS:
        return f"formulas count {' or the '.join(METRICS)}, not {metric}"
    return None


def encode(
    puzzle: Puzzle, horizon: int | None = None, *, detours: bool = False, study: Extras | None = None
) -> Encoding:
    """The clauses of a puzzle: closed at a horizon, else open.

    With `detours` a plan may take moves back, so that one of length T makes one of T + 2. Without, clauses may forbid
    all but one of several shortest plans, and longer ones: the formula is satisfiable at the least length at all.
    With the extras of a `study` the clauses are those of that study, which know no detours to be forbidden.
    """
    if study is not None:
        return encode_study(puzzle, horizon, study)
    return ENCODINGS[puzzle.kind](puzzle, horizon, detours)
