"""The studies' own encodings, as `style=study` has them."""

from __future__ import annotations

from budge.encodings.extras import Extras
from budge.encodings.sat.base import Encoding
from budge.encodings.sat.sokoban_study import SokobanStudy
from budge.encodings.sat.tiles_study import TilesStudy
from budge.puzzles import BadInput, Puzzle, Sokoban, Tiles

MOST_PLAYERS = 2  # 625 clauses a box and cell; with a third there would be 6,561
METRICS = ("moves", "makespan")
EXTRAS = {"tiles": ("no-undo", "completed"), "sokoban": ()}


def parse_study(text: str, puzzle: Puzzle, metric: str) -> Extras:
    """The extras of a puzzle's study; raises `BadInput` if it knows no such kind, metric or extra."""
    if puzzle.kind not in EXTRAS:
        raise BadInput(f"style=study is for {' and '.join(EXTRAS)}, not {puzzle.kind}")
    if metric not in METRICS:
        raise BadInput(f"style=study counts {' or the '.join(METRICS)}, not {metric}")
    if isinstance(puzzle, Sokoban) and len(puzzle.players) > MOST_PLAYERS:
        count = len(puzzle.players)
        raise BadInput(f"style=study multiplies out what players can do, for at most {MOST_PLAYERS}; here are {count}")
    return Extras.parse(text, EXTRAS[puzzle.kind])


def encode_study(puzzle: Puzzle, horizon: int | None, extras: Extras, *, wait: bool) -> Encoding:
    if isinstance(puzzle, Tiles):
        return TilesStudy(puzzle, horizon=horizon, extras=extras)
    assert isinstance(puzzle, Sokoban)
    return SokobanStudy(puzzle, horizon=horizon, wait=wait)
