"""Sokoban, for CP-SAT."""

from __future__ import annotations

from typing import Any

from budge.encodings.cp.base import Study, Walks
from budge.encodings.extras import Extras
from budge.puzzles import Sokoban
from budge.puzzles.sokoban_theory import bad_blocks, dead_squares


class WalksOfSokoban(Walks):
    metric = "pushes"

    def next_length(self, puzzle: Sokoban, least: int) -> int:
        """Where every box ends on a target, the chessboard colours of their cells tell whether it is even or odd.

        >>> WalksOfSokoban().next_length(Sokoban.of(["######", "#@$ .#", "######"]), 1)
        2
        """
        if has_spare_boxes(puzzle):
            return least
        colours = sum(sum(divmod(cell, puzzle.width)) for cell in (*puzzle.boxes, *puzzle.targets))
        return least + (least + colours) % 2

    def model(self, puzzle: Sokoban, least: int, most: int) -> Any:
        from budge.encodings.cp.sokoban_walks import SokobanWalks

        return SokobanWalks(puzzle, least, most)


class StudyOfSokoban(Study):
    metric = "pushes"
    extras = ("dead-squares", "bad-blocks")
    walks = WalksOfSokoban()

    def refuses(self, puzzle: Sokoban) -> str | None:
        return "style=study lets every box end on every target; this level assigns them" if puzzle.assigned else None

    def model(self, puzzle: Sokoban, least: int, most: int, extras: Extras) -> Any:
        from budge.encodings.cp.sokoban_study import SokobanStudy

        spare = has_spare_boxes(puzzle)
        dead = dead_squares(puzzle) if extras.dead_squares and not spare else ()
        return SokobanStudy(puzzle, least, most, dead, bad_blocks(puzzle) if extras.bad_blocks and not spare else ())


def has_spare_boxes(level: Sokoban) -> bool:
    """More boxes than targets: some may end anywhere."""
    return len(level.boxes) > len(level.targets)
