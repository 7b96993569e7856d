"""Why a goal of sliding blocks cannot be reached, where that shows without search.

No other piece ever helps one to pass a wall, so a goal out of reach of a piece that is alone on the board is out of
reach. And bars that are held to one line keep their order in it for ever, so each needs room on its own side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budge.puzzles.blocks import Blocks


def why_unreachable(puzzle: Blocks, goal: Mapping[str, int]) -> str | None:
    """The reason in words, or None, which says nothing."""
    for name, anchor in goal.items():
        if anchor not in puzzle.reach(puzzle.index[name]):
            return f"{name} cannot reach its goal at {puzzle.where(anchor)} even on an empty board"
    return next((reason for line in lines(puzzle) if (reason := why_crowded(puzzle, line, goal))), None)


def lines(puzzle: Blocks) -> Iterator[list[int]]:
    """The bars that are held to each row and to each column, in the order in which they stand there."""
    found: dict[tuple[str, int], list[int]] = {}
    for index, piece in enumerate(puzzle.blocks):
        rows = {cell // puzzle.width for cell in piece.cells}
        columns = {cell % puzzle.width for cell in piece.cells}
        if piece.axis == "horizontal" and len(rows) == 1:
            found.setdefault(("row", rows.pop()), []).append(index)
        if piece.axis == "vertical" and len(columns) == 1:
            found.setdefault(("column", columns.pop()), []).append(index)
    yield from (line for line in found.values() if len(line) > 1)


def why_crowded(puzzle: Blocks, line: list[int], goal: Mapping[str, int]) -> str | None:
    """Push every bar of a line as far back as it goes, those of the goal to their place: does each have room?"""
    if not any(puzzle.blocks[piece].name in goal for piece in line):
        return None
    free = 0  # the first place that the bars so far leave
    for position, piece in enumerate(line):
        name, axis = puzzle.blocks[piece].name, puzzle.blocks[piece].axis
        anchors = {goal[name]} if name in goal else puzzle.reach(piece)
        places = (anchor % puzzle.width if axis == "horizontal" else anchor // puzzle.width for anchor in anchors)
        first = min((place for place in places if place >= free), default=None)
        if first is None:
            others = ", ".join(puzzle.blocks[other].name for other in line[:position])
            what = "row" if axis == "horizontal" else "column"
            return f"{name} cannot pass {others}: all are held to one {what}, and the goal leaves no room for them"
        free = first + len(puzzle.blocks[piece].cells)
    return None
