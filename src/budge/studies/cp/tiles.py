"""The n-puzzle of the SAT study."""

from __future__ import annotations

from typing import Any

from budge.puzzles import Tiles
from budge.studies.cp.base import CpStudy
from budge.studies.extras import Extras


class TilesCpStudy(CpStudy):
    metric = "moves"
    extras = ("no-undo", "completed", "distance")

    def model(self, puzzle: Tiles, min_steps: int, max_steps: int, extras: Extras) -> Any:
        from budge.studies.cp.tiles_csp import TilesCsp

        return TilesCsp(puzzle, min_steps, max_steps, extras)
