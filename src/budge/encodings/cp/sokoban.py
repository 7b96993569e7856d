"""Sokoban by pushes, for CP-SAT."""

from __future__ import annotations

from typing import Any

from budge.encodings.cp.base import WalkModels
from budge.puzzles import Sokoban


class SokobanWalkModels(WalkModels):
    metric = "pushes"

    def next_length(self, puzzle: Sokoban, length: int) -> int:
        """If every box ends on a target, the chessboard colours of boxes and targets fix the parity of the pushes.

        >>> SokobanWalkModels().next_length(Sokoban.of(["######", "#@$ .#", "######"]), 1)
        2
        """
        if len(puzzle.boxes) > len(puzzle.targets):  # spare boxes may end anywhere
            return length
        colours = sum(sum(divmod(cell, puzzle.width)) for cell in (*puzzle.boxes, *puzzle.targets))
        return length + (length + colours) % 2

    def model(self, puzzle: Sokoban, min_steps: int, max_steps: int) -> Any:
        from budge.encodings.cp.sokoban_walks import SokobanWalks

        return SokobanWalks(puzzle, min_steps, max_steps)
