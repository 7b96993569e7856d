"""Sokoban, for CP-SAT."""

from __future__ import annotations

from typing import Any

from budge.encodings.cp.base import Study
from budge.encodings.extras import Extras
from budge.puzzles import Sokoban


class StudyOfSokoban(Study):
    metric = "pushes"
    extras = ("dead-squares",)

    def refuses(self, puzzle: Sokoban) -> str | None:
        return "style=study lets every box end on every target; this level assigns them" if puzzle.assigned else None

    def model(self, puzzle: Sokoban, least: int, most: int, extras: Extras, dead_squares: frozenset[int]) -> Any:
        from budge.encodings.cp.sokoban_study import SokobanStudy

        return SokobanStudy(puzzle, least, most, dead_squares)
