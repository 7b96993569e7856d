"""Tiles, for CP-SAT."""

from __future__ import annotations

from typing import Any

from budge.encodings.cp.base import Study
from budge.encodings.extras import Extras
from budge.puzzles import Tiles


class StudyOfTiles(Study):
    metric = "moves"
    extras = ("no-undo", "completed", "distance")

    def model(self, puzzle: Tiles, least: int, most: int, extras: Extras) -> Any:
        from budge.encodings.cp.tiles_study import TilesStudy

        return TilesStudy(puzzle, least, most, extras)
