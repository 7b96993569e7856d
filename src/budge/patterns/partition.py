"""Partitions: which tiles share a database. Given by a published name, by sizes or by tile sets.

A name refers to cells, not to labels: published partitions are defined for a goal with the blank in the first corner,
and mirrored for other corners. If the goal of the blank is elsewhere, the sizes are kept and the sets are segments of a
path that winds through the board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import perm
from pathlib import Path

from budge.patterns.board import Board, Symmetry
from budge.patterns.pattern import ADDITIVE, PLAIN, PatternView, view_of
from budge.puzzles import BadInput

# By width, height and name: goal cells, with the blank at 0. Compact sets capture most interactions between tiles.
PUBLISHED: dict[tuple[int, int, str], str] = {
    (4, 4, "5-5-5"): "1,2,3,4,5/6,7,10,11,15/8,9,12,13,14",
    (4, 4, "6-6-3"): "1,2,4,5,8,9/3,6,7,10,11,15/12,13,14",
    (4, 4, "7-8"): "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15",
    (5, 5, "6-6-6-6"): "1,2,5,6,7,12/3,4,8,9,13,14/10,11,15,16,20,21/17,18,19,22,23,24",
    (5, 5, "7-7-7-3"): "1,2,5,6,10,11,15/3,4,7,8,9,13,14/18,19,20,21,22,23,24/12,16,17",
    (5, 5, "5-5-5-5-4"): "1,2,5,6,7/3,4,8,9,13/10,11,15,16,20/12,17,21,22,23/14,18,19,24",
}
FRINGE, AUTO = "fringe", "auto"
AUTO_ENTRIES = 6_500_000  # of the largest database of a default partition: about a second to build
MAX_CELLS = 64

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Partition:
    """Sets of goal cells, one database each. Additive sets are disjoint, and their values are added; for plain sets the
    heuristic is the maximum."""

    name: str
    board: Board
    kind: str
    sets: Sets

    def views(self) -> list[PatternView]:
        return [view_of(self.board, cells, self.kind) for cells in self.sets]

    def image(self, symmetry: Symmetry) -> Partition:
        board = Board(symmetry.width, symmetry.height, symmetry.image[self.board.blank])
        return replace(self, board=board, sets=tuple(sorted(symmetry.of(cells) for cells in self.sets)))

    def with_blank_at(self, blank: int) -> Partition:
        """The partition for a goal with the blank elsewhere."""
        board = replace(self.board, blank=blank)
        if is_name(self.name):
            return named(self.name, board)
        sets = (tuple(cell for cell in cells if cell != blank) for cells in self.sets)
        return replace(self, board=board, sets=tuple(filter(None, sets)))


def partition(text: str, board: Board, goal: Sequence[int]) -> Partition:
    """A partition by name (`7-8`, `fringe`, `auto`), by sizes (`3-3-2`), as tile sets (`1,2,3/4,5`) or from a file.

    >>> partition("4-4", Board(3, 3, 8), [1, 2, 3, 4, 5, 6, 7, 8, 0]).sets
    ((2, 4, 5, 7), (0, 1, 3, 6))
    >>> partition("1,2/3", Board(2, 2, 3), [1, 2, 3, 0]).sets
    ((0, 1), (2,))
    """
    if board.cells > MAX_CELLS:
        raise BadInput(f"pattern databases are for boards of at most {MAX_CELLS} cells, and {board.size} has more")
    text = text or AUTO
    if is_name(text):
        return named(text, board)
    plain = text.startswith("plain:")
    sets = text.removeprefix("plain:")
    if not re.fullmatch(r"[\d,/ ]+", sets):
        sets, plain = read_file(text)
    kind = PLAIN if plain else ADDITIVE
    tiles = checked_sets(sets, board.cells, kind)
    return Partition(text, board, kind, tuple(tuple(goal.index(tile) for tile in each) for each in tiles))


def is_name(text: str) -> bool:
    return text in (FRINGE, AUTO) or re.fullmatch(r"\d{1,4}(-\d{1,4})*", text) is not None


@cache
def named(name: str, board: Board) -> Partition:
    if name == FRINGE:
        return Partition(name, board, PLAIN, (fringe(board),))
    text = "-".join(map(str, auto_sizes(board.cells))) if name == AUTO else name
    return Partition(name, board, ADDITIVE, by_sizes(text, board))


def auto_sizes(cells: int) -> list[int]:
    """Sizes as equal as possible, none with a database above `AUTO_ENTRIES`.

    >>> auto_sizes(16), auto_sizes(25), auto_sizes(12), auto_sizes(4)
    ([5, 5, 5], [5, 5, 5, 5, 4], [6, 5], [3])
    """
    tiles = cells - 1
    max_size = next((size - 1 for size in range(1, tiles + 1) if perm(cells, size) > AUTO_ENTRIES), tiles)
    sets = -(-tiles // max_size)
    return [tiles // sets + (index < tiles % sets) for index in range(sets)]


def by_sizes(text: str, board: Board) -> Sets:
    sizes = [int(size) for size in text.split("-")]
    if sum(sizes) != board.cells - 1 or not all(sizes):
        fit = [name for width, height, name in PUBLISHED if (width, height) == (board.width, board.height)]
        examples = ", ".join(fit) or "-".join(map(str, auto_sizes(board.cells)))
        mismatch = f"has {sum(sizes)} tiles, but {board.size} has {board.cells - 1}"
        raise BadInput(
            f"pdb:{text} {mismatch if all(sizes) else 'has an empty set'}; expected sizes such as {examples}"
        )
    published = PUBLISHED.get((board.width, board.height, text))
    if published is not None and board.mirror.image[0] == board.blank:
        return tuple(board.mirror.of(map(int, cells.split(","))) for cells in published.split("/"))
    path = [cell for cell in board.winding() if cell != board.blank]
    ends = [sum(sizes[:index]) for index in range(len(sizes) + 1)]
    return tuple(tuple(sorted(path[start:end])) for start, end in pairwise(ends))


def fringe(board: Board) -> tuple[int, ...]:
    """Culberson and Schaeffer's pattern: the row and the column farthest from the goal of the blank.

    >>> fringe(Board(4, 4, 0))
    (3, 7, 11, 12, 13, 14, 15)
    """
    width, height = board.width, board.height
    cells = [cell for cell in range(board.cells) if cell % width == width - 1 or cell // width == height - 1]
    return tuple(cell for cell in board.mirror.of(cells) if cell != board.blank)


def read_file(path: str) -> tuple[str, bool]:
    """The tile sets of a file and whether they are plain: one set per line, after an optional line `plain`; `#` begins
    a comment."""
    known = ", ".join(sorted({name for _, _, name in PUBLISHED} | {FRINGE, AUTO}))
    expected = f"expected one of {known}, sizes such as 4-4, tile sets such as 1,2,3/4,5,6, or a file of tile sets"
    if not Path(path).is_file():
        raise BadInput(f"no partition or file {path!r}; {expected}")
    try:
        text = Path(path).read_text(encoding="utf-8")[:100_000]
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"{path}: not a file of tile sets ({problem})") from None
    lines = [line for each in text.splitlines() if (line := each.partition("#")[0].strip())]
    plain = lines[:1] == ["plain"]
    for line in lines[plain:]:
        if not re.fullmatch(r"[\d,\s]+", line):
            raise BadInput(f"{path}: {line[:40]!r}; expected tiles such as 1 2 3, one set a line")
    return "/".join(lines[plain:]), plain


def checked_sets(text: str, cells: int, kind: str) -> Sets:
    """The sets of `1,2,3/4,5`, checked: each tile is on the board and, if values are added, in one set only."""
    sets = tuple(tuple(sorted(map(int, re.findall(r"\d{1,9}", each)))) for each in text.split("/"))
    if not all(sets):
        raise BadInput(f"pdb:{text}: an empty set of tiles; expected sets such as 1,2,3/4,5,6")
    tiles = [tile for each in sets for tile in each]
    for tile in tiles:
        if not 1 <= tile < cells:
            raise BadInput(f"pdb:{text}: tile {tile}; the tiles of this board are 1 to {cells - 1}")
    for group in [tiles] if kind == ADDITIVE else sets:
        doubled = [tile for tile in group if group.count(tile) > 1]
        if doubled:
            raise BadInput(f"pdb:{text}: tile {doubled[0]} occurs twice; sets that add up must be disjoint")
    return sets
