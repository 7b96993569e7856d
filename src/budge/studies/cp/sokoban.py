"""Sokoban by pushes of the SAT study."""

from __future__ import annotations

from typing import Any

from budge.puzzles import Sokoban
from budge.puzzles.sokoban_theory import bad_blocks, dead_squares
from budge.studies.cp.base import CpStudy
from budge.studies.extras import Extras


class SokobanCpStudy(CpStudy):
    metric = "pushes"
    extras = ("dead-squares", "bad-blocks")

    def refuses(self, puzzle: Sokoban) -> str | None:
        return "style=study lets every box end on every target; this level assigns them" if puzzle.assigned else None

    def model(self, puzzle: Sokoban, min_steps: int, max_steps: int, extras: Extras) -> Any:
        from budge.studies.cp.sokoban_csp import SokobanCsp

        all_go_home = len(puzzle.boxes) == len(puzzle.targets)
        dead = dead_squares(puzzle) if extras.dead_squares and all_go_home else ()
        blocks = bad_blocks(puzzle) if extras.bad_blocks and all_go_home else ()
        return SokobanCsp(puzzle, min_steps, max_steps, dead, blocks)
