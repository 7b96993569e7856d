"""Puzzles as clauses: one file a kind and metric; `encode` picks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from budge.encodings.extras import Extras
from budge.encodings.sat.base import FAR, Encoding
from budge.encodings.sat.blocks import BlocksEncoding
from budge.encodings.sat.sokoban import SokobanEncoding
from budge.encodings.sat.sokoban_pushes import PushesEncoding
from budge.encodings.sat.study import encode_study
from budge.encodings.sat.tiles import TilesEncoding
from budge.encodings.sat.tokens import TokensEncoding
from budge.puzzles import Blocks, Puzzle, Sokoban, Tiles, Tokens

__all__ = ["FAR", "Encoding", "default_metric", "encode", "no_encoding"]


@dataclass(frozen=True)
class Asked:
    """Which plans a formula is to describe."""

    metric: str
    horizon: int | None
    detours: bool
    wait: bool


def _tiles(puzzle: Puzzle, asked: Asked) -> Encoding:
    assert isinstance(puzzle, Tiles)
    return TilesEncoding(puzzle, horizon=asked.horizon, detours=asked.detours)


def _tokens(puzzle: Puzzle, asked: Asked) -> Encoding:
    assert isinstance(puzzle, Tokens)
    start, goal = puzzle.numbered()
    return TokensEncoding(
        puzzle.adjacency, start, goal, horizon=asked.horizon, detours=asked.detours, names=puzzle.vertices
    )


def _blocks(puzzle: Puzzle, asked: Asked) -> Encoding:
    assert isinstance(puzzle, Blocks)
    straight = asked.metric == "moves" and all(piece.axis for piece in puzzle.blocks)  # then a move is a slide
    metric = "slides" if straight else asked.metric
    return BlocksEncoding(puzzle, metric, horizon=asked.horizon, detours=asked.detours)


def _sokoban(puzzle: Puzzle, asked: Asked) -> Encoding:
    assert isinstance(puzzle, Sokoban)
    if asked.metric == "pushes":
        return PushesEncoding(puzzle, horizon=asked.horizon, detours=asked.detours)
    return SokobanEncoding(puzzle, horizon=asked.horizon, detours=asked.detours, wait=asked.wait)


ENCODINGS: dict[str, Callable[[Puzzle, Asked], Encoding]] = {
    "tiles": _tiles,
    "tokens": _tokens,
    "blocks": _blocks,
    "sokoban": _sokoban,
}
METRICS = {  # what a step of the encodings is
    "tiles": ("moves",),
    "tokens": ("moves",),
    "blocks": ("steps", "slides", "moves"),
    "sokoban": ("moves", "makespan", "pushes"),
}


def no_encoding(puzzle: Puzzle, metric: str) -> str | None:
    """None, or why there are no clauses for a puzzle and metric."""
    if puzzle.kind not in ENCODINGS:
        return f"formulas are for {', '.join(ENCODINGS)}, not {puzzle.kind}"
    if metric not in METRICS[puzzle.kind]:
        return f"formulas of {puzzle.kind} count {', '.join(METRICS[puzzle.kind])}, not {metric}"
    return None


def default_metric(puzzle: Puzzle) -> str | None:
    """The first metric that formulas count in such a puzzle."""
    return next((metric for metric in METRICS.get(puzzle.kind, ()) if metric in puzzle.own_metrics), None)


def encode(
    puzzle: Puzzle,
    horizon: int | None = None,
    *,
    metric: str | None = None,
    detours: bool = False,
    wait: bool = True,
    study: Extras | None = None,
) -> Encoding:
    """The clauses of a puzzle: closed at a horizon, else open. A step costs one in `metric`.

    With `detours` a plan may take moves back, so that one of length T makes one of T + 2. Without, clauses may forbid
    all but one of several shortest plans, and longer ones: the formula is satisfiable at the least length at all.
    Without `wait` every one of several players moves in every step.
    With the extras of a `study` the clauses are those of that study, which know no detours to be forbidden.
    """
    if study is not None:
        return encode_study(puzzle, horizon, study, wait=wait)
    return ENCODINGS[puzzle.kind](puzzle, Asked(metric or default_metric(puzzle) or "", horizon, detours, wait))
