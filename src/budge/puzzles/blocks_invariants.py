"""Proofs without search that a goal of sliding blocks is unreachable.

Other pieces never help a piece to pass a wall, so a goal that a piece cannot reach on an empty board is unreachable.
Bars restricted to one row or column keep their order in it, so a goal is unreachable if they do not fit in that order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budge.puzzles.blocks import Blocks


def why_unsolvable(puzzle: Blocks) -> str | None:
    """The reason why the first goal is unreachable if every goal is proven unreachable, else None."""
    reach, lines = Reach(puzzle), lines_of_bars(puzzle)
    reason = None
    for goal in puzzle.goals:
        found = why_unreachable(puzzle, dict(goal), reach, lines)
        if found is None:
            return None
        reason = reason or found
    return reason


class Reach:
    """The anchors that each piece can reach on an empty board, computed on demand and shared by equal shapes."""

    def __init__(self, puzzle: Blocks) -> None:
        self.puzzle = puzzle
        self.found: dict[object, list[set[int]]] = {}

    def __getitem__(self, piece: int) -> set[int]:
        cells, axis = self.puzzle.blocks[piece].cells, self.puzzle.blocks[piece].axis
        shape = tuple(cell - cells[0] for cell in cells)
        known = self.found.setdefault((shape, axis, self.puzzle.forbidden[piece]), [])
        for places in known:
            if cells[0] in places:
                return places
        known.append(self.puzzle.reach(piece))
        return known[-1]


def lines_of_bars(puzzle: Blocks) -> list[list[int]]:
    """For each row and column with several bars restricted to it, the bars in order."""
    found: dict[tuple[str, int], list[int]] = {}
    for index, piece in enumerate(puzzle.blocks):
        for axis, line in (
            ("horizontal", {cell // puzzle.width for cell in piece.cells}),
            ("vertical", {cell % puzzle.width for cell in piece.cells}),
        ):
            if piece.axis == axis and len(line) == 1:
                found.setdefault((axis, line.pop()), []).append(index)
    return [line for line in found.values() if len(line) > 1]


def why_unreachable(puzzle: Blocks, goal: Mapping[str, int], reach: Reach, lines: list[list[int]]) -> str | None:
    for name, anchor in goal.items():
        if anchor not in reach[puzzle.index[name]]:
            return f"{name} cannot reach its goal at {puzzle.where(anchor)} even on an empty board"
    concerned = [line for line in lines if any(puzzle.blocks[piece].name in goal for piece in line)]
    return next((reason for line in concerned if (reason := why_crowded(puzzle, line, goal, reach))), None)


def why_crowded(puzzle: Blocks, line: list[int], goal: Mapping[str, int], reach: Reach) -> str | None:
    """Packs the bars of a line in order: bars of the goal at their goal, others at their first place behind the
    previous bar. Returns the reason if one does not fit."""
    free = 0  # the first cell behind the bars placed so far
    for position, piece in enumerate(line):
        name, axis = puzzle.blocks[piece].name, puzzle.blocks[piece].axis
        anchors = {goal[name]} if name in goal else reach[piece]
        places = (anchor % puzzle.width if axis == "horizontal" else anchor // puzzle.width for anchor in anchors)
        first = min((place for place in places if place >= free), default=None)
        if first is None:
            others = ", ".join(puzzle.blocks[other].name for other in line[:position])
            line_name = "row" if axis == "horizontal" else "column"
            return (
                f"{name} cannot pass {others}: all are restricted to one {line_name}, and "
                f"the goal leaves no room for them"
            )
        free = first + len(puzzle.blocks[piece].cells)
    return None
